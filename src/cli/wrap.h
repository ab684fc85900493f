/* wrap.h: breaks text into lines between words. */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include <stddef.h>

/* A text in lines of less than WIDTH columns. The current line has AT columns so far; later lines
 * begin with INDENT blanks. */
struct wrapped {
	void (*put)(void *to, const char *text, size_t n);
	void *to;
	size_t at, indent, width;
	size_t blanks; /* blanks to print before the next word, unless it begins a new line */
};

/* Append the first LENGTH bytes of TEXT. A newline ends the line. A blank at which a line is broken
 * is omitted. */
void wrap_words(struct wrapped *w, const char *text, size_t length);

#endif
