/* line.h: cells of a report as columns of text. */
#ifndef STAT_LINE_H
#define STAT_LINE_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* A line in the making.  What a cell takes beyond its width is taken from the blanks of those behind it. */
struct line {
	struct out_buffer *b;
	size_t over;
};

void line_blanks(struct out_buffer *b, size_t n);

/* A blank and then the N bytes, aligned to the right of WIDTH characters. */
void line_right(struct line *l, const char *text, size_t n, size_t width);

/* The same, aligned to the left, and made safe for a terminal.  LAST: nothing stands behind it. */
void line_left(struct line *l, const char *text, size_t width, int last);

/* A value of the column C. */
void line_value(struct line *l, const struct report_column *c, const struct cell_value *v, int last);

/* The columns of Q that are inferred, and the fields that nothing proves, in lines of WIDTH; nothing where there
 * are none. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

/* A text in lines of WIDTH, indented by INDENT from the second one on, of which AT columns are there. */
struct wrapped {
	struct out_buffer *b;
	size_t at, indent, width;
	size_t blanks; /* in front of what comes next, if that fits */
};

/* Put TEXT behind what is there.  Lines end at blanks only, which are not put there. */
void wrap_text(struct wrapped *w, const char *text);

/* The same of LENGTH bytes. */
void wrap_part(struct wrapped *w, const char *text, size_t length);

#endif
