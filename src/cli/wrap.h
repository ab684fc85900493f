/* wrap.h: breaks text into lines between words. */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include <stddef.h>

/* A text that is written in lines of less than WIDTH columns. The current line has AT columns so
 * far. Later lines begin with INDENT blanks. */
struct wrapped {
	void (*put)(void *to, const char *text, size_t n);
	void *to;
	size_t at, indent, width;
	/* blanks to write before the next word; omitted if the word begins a new line */
	size_t blanks;
};

/* Append LENGTH bytes of TEXT. A newline ends the line. If a line is broken at blanks, these are
 * omitted. */
void wrap_words(struct wrapped *w, const char *text, size_t length);

#endif
