/* words.h: names and numbers in text, in ASCII whatever the locale. */
#ifndef MR_WORDS_H
#define MR_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

/* Is TEXT of LEN bytes WANT, in any case? */
int mr_text_is(const char *p, size_t len, const char *want);

/* The whole text as a number up to MAX.  1, or 0. */
int mr_text_number(const char *p, size_t len, unsigned base, uint64_t max, uint64_t *v);

/* How many characters at P can be a name. */
size_t mr_name_span(const char *p, size_t len);

/* NAME, cut where "_N" has to stand behind it, in ROOM for MONREAD_NAME_MAX characters and a NUL. */
void mr_name_nth(char *room, const char *name, unsigned n);

/* The same for entry I of ARRAYS, whose structure is called NAME: of those of one structure the second is NAME_2. */
void mr_array_name(char *room, const struct monread_array *arrays, uint32_t i, const char *name);

/* The place of the ASCII character C in EBCDIC, by which IBM sorts names. */
unsigned mr_name_rank(char c);

#endif
