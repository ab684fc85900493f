/* wrap.h: breaks text into lines between words. */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include <stddef.h>

/* A text that is written in lines of less than ->width columns. ->at is the number of columns that
 * the current line has already; ->indent is the number of blanks before each later line. */
struct wrapped {
	void (*put)(void *to, const char *text, size_t n);
	void *to;
	size_t at, indent, width;
	/* blanks to write before the next word, unless it begins a line */
	size_t blanks;
};

/* Append LENGTH bytes of TEXT. A newline ends the line. Blanks at which a line is broken are
 * omitted. */
void wrap_words(struct wrapped *w, const char *text, size_t length);

#endif
