/* like.h: a condition that is just NAME LIKE 'pattern', computed without SQLite. */
#ifndef SQL_LIKE_H
#define SQL_LIKE_H

#include <stddef.h>

#define LIKE_ROOM 64u

/* Whether EXPR is one; then *PATTERN is what stands between the quotes, of characters of ASCII. */
int like_read(const char *expr, char pattern[LIKE_ROOM]);

/* As SQLite's LIKE: any case of ASCII, % for any characters, _ for one.  TEXT is UTF-8 of N bytes. */
int like_holds(const char *pattern, const char *text, size_t n);

#endif
