/* line.h: aligned columns of text, and wrapped texts. Used by the formats text, diff and screen, and by --explain. */
#ifndef STAT_LINE_H
#define STAT_LINE_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* A line that is being printed. If a cell is wider than its column, the next cells have fewer blanks. */
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

/* Print the inferred columns of Q, and whether it has unproven fields, in lines of WIDTH characters, at most 100. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

/* A text in lines of at most WIDTH columns. The current line has AT columns so far; later lines begin with INDENT
 * blanks. */
struct wrapped {
	struct out_buffer *b;
	size_t at, indent, width;
	size_t blanks; /* blanks to print before the next word, unless it begins a new line */
};

/* Append the first LENGTH bytes of TEXT. A blank at which a line is broken is omitted. */
void wrap_part(struct wrapped *w, const char *text, size_t length);

/* Print the texts that follow, up to NULL, as one wrapped paragraph. */
void wrap_line(struct out_buffer *b, size_t indent, size_t width, ...) __attribute__((sentinel));

#endif
