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
	/* first result of ->write other than 0; after it, ->write is not called any more */
	int rc;
	/* ->column: column where the next word begins; ->indent: column where continuation lines
	 * begin */
	unsigned column, indent;
	/* number of blanks to write before the next text, unless the line ends */
	size_t blanks;
	size_t n;
	char text[1024];
};

/* Write LEN bytes of TEXT without dividing them into lines. */
void mr_lines_put(struct mr_lines *l, const char *text, size_t len);
void mr_lines_str(struct mr_lines *l, const char *text);

/* Write TEXT, filled up with blanks to WIDTH columns: mr_lines_left() aligns TEXT to the left,
 * mr_lines_right() aligns it to the right. */
void mr_lines_left(struct mr_lines *l, const char *text, size_t width);
void mr_lines_right(struct mr_lines *l, const char *text, size_t width);

/* Write N blanks before the next text. If the line ends before this text, leave the blanks out. */
void mr_lines_blanks(struct mr_lines *l, size_t n);

/* Note that the output is at COLUMN, and let continuation lines begin there. */
void mr_lines_indent(struct mr_lines *l, unsigned column);

/* Write the words of TEXT, separated by blanks. If a word would exceed MR_LINE_MAX, begin a new
 * line with it. */
void mr_lines_words(struct mr_lines *l, const char *text);

/* End the current line. */
void mr_lines_end(struct mr_lines *l);

/* Pass the text that is still in the buffer to the callback ->write. Return 0, or the first result
 * of this callback that was not 0. */
int mr_lines_finish(struct mr_lines *l);

#endif
