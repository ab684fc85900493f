/* syntax.h: parses names and numbers of layouts as ASCII, independent of the locale. */
#ifndef MR_SYNTAX_H
#define MR_SYNTAX_H

#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"
#include "monread.h"

/* Return how many of the LEN bytes at P belong to the name that begins at P. */
size_t mr_name_span(const char *p, size_t len);

/* Write NAME, shortened if it is too long, and "_N" to ROOM of MONREAD_NAME_MAX + 1 bytes. */
void mr_name_nth(char *room, const char *name, unsigned n);

/* Write to ROOM the name of ARRAYS[I]: NAME, which is the name of the structure of its elements,
 * for the first array with this structure; NAME with "_2" for the second array with this
 * structure. */
void mr_array_name(char *room, const struct monread_array *arrays, uint32_t i, const char *name);

/* Return the EBCDIC code of the ASCII character C, by which IBM sorts names. */
unsigned mr_name_rank(char c);

#endif
