/* line.h: aligned columns of text, and wrapped texts. Used by the formats text, diff and screen, and by --explain. */
#ifndef STAT_LINE_H
#define STAT_LINE_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* A line in progress. A cell that is too wide uses the padding of the next cells; ->over counts the missing columns. */
struct line {
	struct out_buffer *b;
	size_t over;
	size_t pad; /* blanks after the last cell if another one follows */
};

void line_blanks(struct out_buffer *b, size_t n);

/* Print a blank, then the N bytes of TEXT, aligned to the right of WIDTH characters. */
void line_right(struct line *l, const char *text, size_t n, size_t width);

/* Print a blank, then TEXT, aligned to the left and escaped for a terminal. */
void line_left(struct line *l, const char *text, size_t width);

/* Print the name, or a value, of the column C. */
void line_heading(struct line *l, const struct report_column *c);
void line_value(struct line *l, const struct report_column *c, const struct cell_value *v);

/* Print the padding of the last cell. */
void line_padding(struct line *l);

/* Print the inferred columns of Q and the fields that no document proves, in lines of WIDTH; nothing if there are
 * none. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

/* A text that is wrapped at WIDTH columns. Its first line already has AT columns, the next lines begin with INDENT
 * blanks. */
struct wrapped {
	struct out_buffer *b;
	size_t at, indent, width;
	size_t blanks; /* to be printed before the next word if it fits on the line */
};

/* Append TEXT. Lines are broken at blanks, which are then omitted. */
void wrap_text(struct wrapped *w, const char *text);

/* Append LENGTH bytes of TEXT, likewise. */
void wrap_part(struct wrapped *w, const char *text, size_t length);

/* Print the texts, the last of which is followed by a NULL, as a wrapped paragraph. */
void wrap_line(struct out_buffer *b, size_t indent, size_t width, ...) __attribute__((sentinel));

#endif
