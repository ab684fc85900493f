/* safe.h: escapes strings from outside (names of files, options, text of pages) for a terminal. */
#ifndef CLI_SAFE_H
#define CLI_SAFE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>


/* Maximum bytes of an escaped character. */
#define OUT_SAFE_MAX 16u

/* Return 1 if a terminal would execute C, reorder the text around it, or hide it. */
int out_is_unsafe(uint32_t c);

/* Write the character at *S, which may be invalid UTF-8, to P, and move *S after it. Unsafe characters become \x1b
 * (controls and invalid bytes), \u202e or \U000e0001; \ becomes \\ so that the result is unambiguous. */
char *out_put_safe(char *p, const char **s);

/* out_put_safe() without doubling \, for files that contain \ as text. */
char *out_put_harmless(char *p, const char **s);

/* Print a line that consists of LEAD and the escaped text of vprintf(3), in one call up to some thousand bytes,
 * because other programs may write to the same file. */
void out_safe_message(FILE *to, const char *lead, const char *fmt, va_list ap);

/* Read the UTF-8 sequence at S into *C. Return its length in bytes; 0 if it is invalid. */
unsigned out_code_point(const char *s, uint32_t *c);

/* Return the length of the character at S, of N bytes; 1 if it is invalid UTF-8. *UNSAFE: it must not reach a
 * terminal within a table, in which newlines and tabs are allowed. */
size_t safe_character(const char *s, size_t n, int *unsafe);

/* Return a copy of S in UTF-8, with U+FFFD for invalid bytes, to be freed. NULL if out of memory. */
char *safe_utf8(const char *s);

#endif
