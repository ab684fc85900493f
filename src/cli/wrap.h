/* wrap.h: breaks text into lines between words. */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include <stddef.h>

/* A text that is written in lines of less than ->width columns: ->at columns are written already in
 * the current line, and each later line begins with ->indent blanks. */
struct wrapped {
	void (*put)(void *to, const char *text, size_t n);
	void *to;
	size_t at, indent, width;
	/* blanks before the next word, unless it begins a line */
	size_t blanks;
};

/* Write the LENGTH bytes at TEXT in lines. A newline in TEXT ends a line. Blanks at which a line is
 * broken are omitted. */
void wrap_words(struct wrapped *w, const char *text, size_t length);

#endif
