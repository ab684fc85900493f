/* syntax.h: parses names and numbers of layouts as ASCII, independent of the locale. */
#ifndef MR_SYNTAX_H
#define MR_SYNTAX_H

#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"
#include "monread.h"

/* Return 1 if the LEN bytes at P equal WANT, ignoring case. */
int mr_text_is(const char *p, size_t len, const char *want);

/* Return how many of the LEN bytes at P belong to the name that begins at P. */
size_t mr_name_span(const char *p, size_t len);

/* Write NAME and "_N" to ROOM, which has MONREAD_NAME_MAX + 1 bytes. Shorten NAME if it is too
 * long. */
void mr_name_nth(char *room, const char *name, unsigned n);

/* Write to ROOM the name of the array ARRAYS[I]. NAME is the name of the structure of its elements.
 * The first array with this structure has the same name; the second one has NAME with "_2"
 * added. */
void mr_array_name(char *room, const struct monread_array *arrays, uint32_t i, const char *name);

/* Return the EBCDIC code of the ASCII character C. IBM sorts names by EBCDIC codes. */
unsigned mr_name_rank(char c);

#endif
