/* lines.h: arranges text in lines and columns, and passes the lines to a callback. */
#ifndef MR_LINES_H
#define MR_LINES_H

#include <stddef.h>

#include "monread.h"

#define MR_LINE_MAX 100u

/* Before the first use, set all members to zero, except ->write and ->arg. */
struct mr_lines {
	monread_output *write;
	void *arg;
	int rc; /* first result of ->write other than 0; after it, ->write is not called any more */
	/* ->column: column where the next word begins; ->indent: column where continuation lines
	 * begin */
	unsigned column, indent;
	size_t blanks; /* number of blanks to write before the next text, unless the line ends */
	size_t n;
	char text[1024];
};

/* A call with the parameter FMT writes at most MONREAD_TEXT_MAX + 500 bytes. */

/* Write text without dividing it into lines. */
void mr_lines_put(struct mr_lines *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Write the words of a text, separated by blanks. If a word would exceed MR_LINE_MAX, begin a new
 * line with it. */
void mr_lines_words(struct mr_lines *l, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Set ->column and ->indent to COLUMN. Call this if the text so far ends at this column. */
void mr_lines_indent(struct mr_lines *l, unsigned column);

/* End the current line, without the blanks at its end. */
void mr_lines_end(struct mr_lines *l);

/* Pass the text that is still in the buffer to the callback ->write. Return 0, or the first result
 * of this callback that was not 0. */
int mr_lines_finish(struct mr_lines *l);

#endif
