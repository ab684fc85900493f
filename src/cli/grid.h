/* grid.h: writes rows of cells as lines of text with aligned columns. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include "cli/buffer.h"

void out_blanks(struct out_buffer *b, size_t n);

/* ---- A line whose columns have known widths ---- */

/* A line that is being written. Blanks are written after a cell only if another cell follows. There
 * are fewer of these blanks if an earlier cell was wider than its column. */
struct grid_line {
	struct out_buffer *b;
	size_t gap;    /* blanks between two cells */
	size_t blanks; /* blanks to write before the next cell */
	size_t over;
};

/* Write the blanks before a cell; then the caller writes the cell, and calls grid_line_pad() with
 * the widths of the cell (CHARS) and of its column (WIDTH) in characters. */
void grid_line_begin(struct grid_line *l);
void grid_line_pad(struct grid_line *l, size_t chars, size_t width);

/* Write the N bytes of TEXT as a cell in a column of WIDTH characters; if RIGHT is 1, align the
 * text right. */
void grid_line_put(struct grid_line *l, const char *text, size_t n, size_t width, int right);

/* ---- Rows that are collected to find the widths of the columns ---- */

#define GRID_DISTANCE 2u /* blanks between the columns of a grid */

/* The place of a column in a line. If the columns do not fit into one line, they are divided into
 * groups, which are printed one below the other. */
enum grid_place {
	GRID_FIRST, /* at the beginning of each group */
	GRID_KEY, /* after the GRID_FIRST columns; in later groups only if there is enough room */
	GRID_OTHER /* in only one of the groups */
};

struct grid_cell {
	size_t at; /* offset of the cell in the text of all cells */
	uint32_t length, width, column;
};

struct grid_column {
	enum grid_place place;
	int right;
	/* width in characters: that of the longest cell; less if a line has no room for it */
	uint32_t width;
	struct grid_cell heading;
	uint32_t tag;  /* a number for the caller */
	/* the cell in the row that is being printed: index in grid.cells, plus 1; 0: none */
	uint32_t cell;
};

/* Initialize with zeros. */
struct grid {
	struct grid_column *columns;
	/* indexes of the columns from left to right, then as many elements in which grid_print()
	 * sorts the indexes */
	uint32_t *order;
	struct grid_cell *cells; /* the cells of all rows, row by row */
	/* for each row, the index of its first cell in ->cells; a row may be empty */
	uint32_t *rows;
	uint32_t ncolumns, ncells, nrows;
	size_t columns_room, order_room, cells_room, rows_room;
	int failed; /* 1: memory was short, so cells are missing */
};

void grid_done(struct grid *g);

/* Remove all rows; the columns keep their widths. */
void grid_clear_rows(struct grid *g);

void grid_clear(struct grid *g);

/* Insert a column at position AT (0: the left end). Return the number of the column, as for
 * grid_add_cell(); 0 if out of memory. */
uint32_t grid_add_column(struct grid *g, uint32_t at, enum grid_place place, int right);

/* The text of a heading or cell is the LENGTH bytes at TEXT + AT. The caller may move TEXT until it
 * passes the new address to grid_print(). */
void grid_add_heading(struct grid *g, uint32_t column, const char *text, size_t at, size_t length);
void grid_add_row(struct grid *g);
/* Add a cell to the last row, which must not have a cell in this column yet. */
void grid_add_cell(struct grid *g, uint32_t column, const char *text, size_t at, size_t length);

struct grid_print {
	struct out_buffer *b;
	const char *text;     /* of all cells and headings */
	unsigned indent;
	unsigned limit;       /* maximum width of a line; 0: no limit */
	int has_headings;
};

void grid_print(struct grid *g, const struct grid_print *p);

#endif
