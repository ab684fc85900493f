/* grid.h: collects the entries of an array as tables, which gridprint.c prints. Entries inside entries form
 * separate tables. */
#ifndef OUT_GRID_H
#define OUT_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"
#include "cli/buffer.h"
#include "port/hash.h"

#define GRID_NONE UINT32_MAX

/* The contents of a column. */
enum grid_kind {
	GRID_FIELD,
	GRID_ELEMENT, /* an element of a list: ->number */
	GRID_BYTES    /* undescribed bytes: ->number is their offset in the structure */
};

struct grid_column {
	uint32_t level; /* level of the column */
	uint32_t next;  /* next column of the table */
	enum grid_kind kind;
	uint32_t number;
	const struct monread_field *field; /* NULL: GRID_BYTES */
	const char *name;
	int right;      /* align to the right, for numbers */
	uint32_t width; /* characters of its longest cell */
	uint32_t first_cell, last_cell;
	uint32_t cell;  /* the next cell to print */
};

/* A table, or a structure in its entries. */
struct grid_level {
	uint32_t parent; /* GRID_NONE: the outermost table */
	const struct monread_field *field; /* NULL: the outermost table */
	uint32_t table;  /* table of its columns; a table itself */
	const char *name;
	/* Only for tables. */
	uint32_t first_column;
	uint32_t column; /* column of the last cell of the current entry */
	uint32_t ncolumns;
	uint32_t first_row, last_row, nrows;
};

struct grid_row {
	uint32_t next;  /* next row of the table */
	uint32_t outer; /* row of the outer table, or GRID_NONE */
	uint32_t index; /* number of the entry, counted as on the page */
};

struct grid_cell {
	uint32_t row, column;
	uint32_t next; /* next cell of the column */
	uint32_t length, width;
	size_t at;     /* offset in the text */
};

struct grid {
	struct grid_level *levels;
	struct grid_column *columns;
	struct grid_row *rows;
	struct grid_cell *cells;
	uint32_t nlevels, ncolumns, nrows, ncells;
	size_t levels_room, columns_room, rows_room, cells_room;
	struct hash_table level_of, column_of; /* numbers, by field and structure */
	uint32_t *order; /* column numbers in the order of printing */
	size_t order_room;
	int failed; /* out of memory: cells are missing */
};

/* Initialize with zeros. */
void grid_done(struct grid *g);

/* Empty the grid and begin the outermost table, level 0, called NAME. Names must outlive the contents. */
void grid_clear(struct grid *g, const char *name);

/* These functions return a number, or GRID_NONE after the grid has failed. */

/* Return the table or structure for the field F of LEVEL. */
uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table);

/* Add an entry with the number INDEX to a table; OUTER is the row that contains it. */
uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index);

/* Return the column of F, or of the bytes called NAME; a new column comes after the column of the previous cell. */
uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                     enum grid_kind kind, uint32_t number);

/* Add a cell: LENGTH characters of TEXT from AT on. */
void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at, size_t length);

/* Maximum size of a name with the names of its structures; longer names are cut. */
#define GRID_NAME 640u

/* Write the whole name of column C: STRUCTURE_FIELD for fields of structures, FIELD(2) for elements. Return its
 * length. */
size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME]);

/* Return the number of characters with which all field names of TABLE begin alike, so that headings can omit them. */
size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME]);

/* Write the heading of C: its name without the N characters of PREFIX, and a mark: (used) for countdowns, ? for
 * unproven fields. Return its length. */
size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME]);

/* ---- gridprint.c: print a grid as lines of text ---- */

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
