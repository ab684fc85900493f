/* plain.h: the text of a page: replaces typographic characters, and finds the next record. */
#ifndef MR_PLAIN_H
#define MR_PLAIN_H

#include <stddef.h>

/* Write the ASCII text that replaces the UTF-8 character at S, of LEN bytes, to TO, which has room
 * for 4 bytes, and its length to *N. Return the length of the character, at least 1. */
size_t mr_plain(const char *s, size_t len, char *to, size_t *n);

/* Return a copy of TEXT, in UTF-8 or Windows-1252, with ASCII in place of other characters; to be
 * freed; *N is its length. Return NULL with errno 0 if TEXT is all ASCII, or ENOMEM. */
char *mr_plain_text(const char *text, size_t len, size_t *n);

/* Return the offset in the page TEXT of the next record after the record at FROM; LEN if that was
 * the last one. A record begins with the line "NAME Prolog", or with the links to its sections
 * before this line. */
size_t mr_split(const char *text, size_t len, size_t from);

#endif
