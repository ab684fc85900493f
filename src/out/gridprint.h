/* gridprint.h: a grid as lines of text. */
#ifndef OUT_GRIDPRINT_H
#define OUT_GRIDPRINT_H

#include "out/grid.h"

#define GRID_DISTANCE 2u /* between columns */

struct grid_print {
	struct grid *grid;
	const char *text;     /* of the cells */
	struct out_buffer *b; /* takes the lines */
	unsigned indent;
	unsigned limit; /* of a line; 0: none */
};

/* TEXT of WIDTH characters in ROOM of them, behind *BLANKS, which is then what is blank behind it; cut to that. */
void grid_put_cell(struct out_buffer *b, size_t *blanks, const char *text, size_t length, size_t width, size_t room,
                   int right);

/* The lines of the table: headings and entries. */
void grid_print_table(const struct grid_print *p, uint32_t table);

/* All entries, each in a line as NAME=VALUE: what a table would not be worth, as most of it is blank. */
void grid_print_flat(const struct grid_print *p);

/* Whether that is better, so that what is printed is in proportion to what there is. */
int grid_is_sparse(const struct grid *g);

#endif
