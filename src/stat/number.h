/* number.h: converts numbers to text. */
#ifndef STAT_NUMBER_H
#define STAT_NUMBER_H

#include <stddef.h>

#define NUMBER_SIZE     64u
#define NUMBER_DECIMALS 6

/* Write V to TEXT, rounded to DECIMALS digits (0 to NUMBER_DECIMALS) after the point. Returns the
 * length of TEXT. A value that is rounded to zero has no sign. */
size_t number_put(char text[NUMBER_SIZE], double v, int decimals);

/* Like number_put(), but write a + before a value above zero. */
size_t number_put_signed(char text[NUMBER_SIZE], double v, int decimals);

/* Write V to TEXT, for other programs, as printf(3) does for %.10g in the C locale. Returns the
 * length of TEXT. */
size_t number_put_digits(char text[NUMBER_SIZE], double v);

#endif
