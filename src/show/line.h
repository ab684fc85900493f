/* line.h: aligned columns of text. */
#ifndef SHOW_LINE_H
#define SHOW_LINE_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* A line that is being printed. If a cell is wider than its column, the next cells have fewer
 * blanks. */
struct line {
	struct out_buffer *b;
	size_t over;
	size_t pad; /* blanks of the last cell, printed only if another cell follows */
};

void line_blanks(struct out_buffer *b, size_t n);

/* Print a blank, then the N bytes of TEXT, aligned to the right of WIDTH characters. */
void line_right(struct line *l, const char *text, size_t n, size_t width);

/* Print a blank, then TEXT, aligned to the left and escaped for a terminal. */
void line_left(struct line *l, const char *text, size_t width);

/* Print the name of the column C, or its value V, in the width of C. */
void line_heading(struct line *l, const struct report_column *c);
void line_value(struct line *l, const struct report_column *c, const struct cell_value *v);

/* Print the blanks that fill the last cell. */
void line_padding(struct line *l);

/* Print the inferred columns of Q, and whether it has unproven fields, in lines of WIDTH
 * characters, at most 100. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

#endif
