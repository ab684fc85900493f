/* plain.h: the text of a page: replaces typographic characters, and finds the next record. */
#ifndef MR_PLAIN_H
#define MR_PLAIN_H

#include <stddef.h>

/* Write the replacement of the UTF-8 character at S, of LEN bytes, to TO, which has room for 4 bytes; *N is its
 * length. Return the length of the character, at least 1. */
size_t mr_plain(const char *s, size_t len, char *to, size_t *n);

/* Return a copy of TEXT, which is UTF-8 or Windows-1252, with replacements for all characters that are not ASCII;
 * to be freed, *N is its length. Return NULL with errno 0 if TEXT is all ASCII, or ENOMEM. */
char *mr_plain_text(const char *text, size_t len, size_t *n);

/* Return the offset in the page TEXT of the record after the one at FROM; LEN if it was the last. A record begins
 * with the line "NAME Prolog", or with the links to its sections before this line. */
size_t mr_split(const char *text, size_t len, size_t from);

#endif
