/* plain.h: functions for the text of a page: they replace typographic characters, and find the next
 * record. */
#ifndef MR_PLAIN_H
#define MR_PLAIN_H

#include <stddef.h>

/* Write to TO, which has room for 4 bytes, the ASCII text that replaces the UTF-8 character at S,
 * and set *N to the length of this text. LEN is the number of bytes at S. Return the length of the
 * character, at least 1. */
size_t mr_plain(const char *s, size_t len, char *to, size_t *n);

/* Return a copy of TEXT, which is in UTF-8 or Windows-1252, with ASCII in place of other
 * characters; the caller frees it. *N is the length of the copy. Return NULL with errno 0 if all
 * characters of TEXT are ASCII, or with errno ENOMEM. */
char *mr_plain_text(const char *text, size_t len, size_t *n);

/* Return how often the character C is in TEXT. */
size_t mr_count(const char *text, size_t len, char c);

/* Return the offset in the page TEXT where the record after the record at FROM begins; LEN if there
 * is no further record. A record begins with the line "NAME Prolog", or with the links to its
 * sections before this line. */
size_t mr_split(const char *text, size_t len, size_t from);

#endif
