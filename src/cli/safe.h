/* safe.h: strings from outside (names of files, options, text of pages), made safe for a terminal. */
#ifndef CLI_SAFE_H
#define CLI_SAFE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>


/* Bytes that one character becomes at most. */
#define OUT_SAFE_MAX 16u

/* Whether a terminal would take C for a command, show what is around it in another order, or not show it. */
int out_is_unsafe(uint32_t c);

/* The character at *S, which may be no UTF-8, as it is to be shown, at P; *S goes behind it.
 * Unsafe ones become \x1b (a control character, or a byte that is no UTF-8), \u202e or \U000e0001,
 * and so that this can be told from a name that has these letters in it, \ becomes \\. */
char *out_put_safe(char *p, const char **s);

/* The same without doubling \, for files in which it means itself. */
char *out_put_harmless(char *p, const char **s);

/* A line that LEAD begins, and then as vprintf(3) makes it and out_put_safe() makes it safe.  It is written at once,
 * up to some thousand bytes, as others may write to the same place. */
void out_safe_message(FILE *to, const char *lead, const char *fmt, va_list ap);

/* The code point of the well-formed UTF-8 sequence at S to *C.  Its length in bytes; 0: it is none. */
unsigned out_code_point(const char *s, uint32_t *c);

/* The length of the character that the N bytes at S begin with; of what is no UTF-8, 1.  *UNSAFE: a terminal must not get it
 * in the text of a table, where newlines and tabs may be. */
size_t safe_character(const char *s, size_t n, int *unsafe);

/* S in UTF-8, with U+FFFD for what is no character, in memory of malloc(3).  NULL: out of memory. */
char *safe_utf8(const char *s);

#endif
