/* plain.h: characters that word processors make, as a page in plain text has them. */
#ifndef MR_PLAIN_H
#define MR_PLAIN_H

#include <stddef.h>

/* Write what the character at S stands for, of LEN bytes of UTF-8 from there, to TO, which has room for 4 bytes.  *N: how
 * many that are.  How many bytes it has, at least 1. */
size_t mr_plain(const char *s, size_t len, char *to, size_t *n);

/* TEXT with that for each character that is not ASCII.  It is in UTF-8, or else in Windows-1252.  To be freed; *N: its
 * length.  NULL with errno 0: it is all ASCII; ENOMEM. */
char *mr_plain_text(const char *text, size_t len, size_t *n);

#endif
