/* gridprint.h: prints a grid as lines of text. */
#ifndef OUT_GRIDPRINT_H
#define OUT_GRIDPRINT_H

#include "out/grid.h"

#define GRID_DISTANCE 2u /* blanks between columns */

struct grid_print {
	struct grid *grid;
	const char *text;     /* text of the cells */
	struct out_buffer *b; /* receives the lines */
	unsigned indent;
	unsigned limit; /* maximum width of a line; 0: none */
};

/* Write *BLANKS blanks and TEXT of WIDTH characters, cut to ROOM characters; then set *BLANKS to the blanks that
 * fill ROOM. */
void grid_put_cell(struct out_buffer *b, size_t *blanks, const char *text, size_t length, size_t width, size_t room,
                   int right);

/* Print a table: headings and entries. */
void grid_print_table(const struct grid_print *p, uint32_t table);

/* Print all entries as NAME=VALUE, one line each, for tables that would consist mostly of blanks. */
void grid_print_flat(const struct grid_print *p);

/* Return 1 if grid_print_flat() is better, so that the output stays proportional to the data. */
int grid_is_sparse(const struct grid *g);

#endif
