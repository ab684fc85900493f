/* grid.h: writes rows of cells as lines of text with aligned columns. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "cli/buffer.h"

/* Append N blanks. */
void out_blanks(struct out_buffer *b, size_t n);

/* ---- A line whose columns have known widths ---- */

/* A line that is being written. The blanks after a cell are written only if another cell follows.
 * If a cell is wider than its column, the next cells have fewer blanks. */
struct grid_line {
	struct out_buffer *b;
	size_t gap;    /* blanks between two cells */
	size_t blanks; /* blanks to write before the next cell */
	size_t over;   /* characters by which earlier cells were wider than their columns */
};

/* Write the blanks before the next cell. The caller then writes the cell, and calls
 * grid_line_pad() with the number of characters of the cell and of its column. */
void grid_line_begin(struct grid_line *l);
void grid_line_pad(struct grid_line *l, size_t chars, size_t width);

/* Write a cell: the N bytes of TEXT, in a column of WIDTH characters. RIGHT: align the text at the
 * right end of the column. */
void grid_line_put(struct grid_line *l, const char *text, size_t n, size_t width, int right);

/* ---- Rows that are collected to find the widths of the columns ---- */

#define GRID_DISTANCE 2u /* blanks between the columns of a grid */

/* Where a column is printed if the columns do not fit into one line. They are then divided into
 * groups, which are printed one below the other. */
enum grid_place {
	GRID_FIRST, /* at the beginning of each group */
	GRID_KEY, /* after GRID_FIRST, but after the first group only if there is enough room */
	GRID_OTHER /* in only one of the groups */
};

struct grid_cell {
	size_t at; /* offset of the text of the cell in the text of all cells */
	uint32_t length, width, column;
};

struct grid_column {
	enum grid_place place;
	int right; /* 1: align the cells to the right, because they are numbers */
	/* characters of the longest cell, or fewer if a line has no room for them */
	uint32_t width;
	struct grid_cell heading;
	uint32_t tag;  /* a number for the caller */
	/* index in grid.cells, plus 1, of the cell of this column in the row that is being printed;
	 * 0: the row has no such cell */
	uint32_t cell;
};

/* All members of a struct grid must be zero before its first use. */
struct grid {
	struct grid_column *columns;
	uint32_t *order; /* numbers of the columns from left to right, then room to sort them */
	struct grid_cell *cells; /* the cells of all rows, row by row */
	uint32_t *rows; /* for each row, which may be empty: index in ->cells of its first cell */
	uint32_t ncolumns, ncells, nrows;
	size_t columns_room, order_room, cells_room, rows_room;
	int failed; /* 1: some cells are missing because memory was short */
};

void grid_done(struct grid *g);

/* Remove all rows; the columns keep their widths. */
void grid_clear_rows(struct grid *g);

/* Remove all rows and columns. */
void grid_clear(struct grid *g);

/* Insert a column at position AT, such as 0 for the left end. Return its number, by which cells
 * name their column; or 0 if out of memory. */
uint32_t grid_add_column(struct grid *g, uint32_t at, enum grid_place place, int right);

/* The text of a cell or heading is the LENGTH bytes at TEXT + AT. If TEXT moves, because a buffer
 * grows, the cells stay valid. */
void grid_add_heading(struct grid *g, uint32_t column, const char *text, size_t at, size_t length);
void grid_add_row(struct grid *g);
/* Add a cell to the last row, which must not have a cell in this column yet. */
void grid_add_cell(struct grid *g, uint32_t column, const char *text, size_t at, size_t length);

struct grid_print {
	struct out_buffer *b; /* the lines are appended to this buffer */
	const char *text;     /* the texts of all cells and headings, see grid_add_heading() */
	unsigned indent;
	unsigned limit;       /* maximum width of a line; 0: no limit */
	int has_headings;     /* 1: print a line of headings before the rows of each group */
};

/* Print the rows of G. Cells that are wider than a line has room for are cut. */
void grid_print(struct grid *g, const struct grid_print *p);

#endif
