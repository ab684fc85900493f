/* lines.h: text in lines and columns, handed to a callback. */
#ifndef MR_LINES_H
#define MR_LINES_H

#include <stddef.h>

#include "monread.h"

#define MR_LINE_MAX 100u

/* Zeroed but for ->write and ->arg to begin with. */
struct mr_lines {
	monread_output *write;
	void *arg;
	int rc;                  /* of WRITE; once it is not 0, nothing more is written */
	unsigned column, indent; /* where words go on, and where they do in the next line */
	size_t blanks;           /* that are not written yet */
	size_t n;
	char text[1024];
};

void mr_lines_put(struct mr_lines *l, const char *text, size_t len);
void mr_lines_str(struct mr_lines *l, const char *text);

/* TEXT in WIDTH columns or more, at their left or at their right. */
void mr_lines_left(struct mr_lines *l, const char *text, size_t width);
void mr_lines_right(struct mr_lines *l, const char *text, size_t width);

/* N blanks, which are left out where the line ends behind them. */
void mr_lines_blanks(struct mr_lines *l, size_t n);

/* Words go on in COLUMN, and so they do in the lines that follow. */
void mr_lines_indent(struct mr_lines *l, unsigned column);

/* The words of TEXT, with a blank between two; a word that goes beyond MR_LINE_MAX stands in a new line. */
void mr_lines_words(struct mr_lines *l, const char *text);

void mr_lines_end(struct mr_lines *l);

/* Write what there is.  0, or what WRITE returned. */
int mr_lines_finish(struct mr_lines *l);

#endif
