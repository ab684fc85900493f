/* number.h: numbers with so many decimals or digits. */
#ifndef STAT_NUMBER_H
#define STAT_NUMBER_H

#include <stddef.h>

#define NUMBER_SIZE     64u
#define NUMBER_DECIMALS 6
/* Of a value for other programs: as many as mean something. */
#define NUMBER_DIGITS   10

/* V, rounded to so many decimals, 0 to NUMBER_DECIMALS, to TEXT, with a NUL behind it.  Its length.  What is rounded to
 * zero has no sign. */
size_t number_put(char text[NUMBER_SIZE], double v, int decimals);

/* The same with a + where it is above zero. */
size_t number_put_signed(char text[NUMBER_SIZE], double v, int decimals);

/* V as printf(3) writes it with %.10g in the C locale. */
size_t number_put_digits(char text[NUMBER_SIZE], double v);

#endif
