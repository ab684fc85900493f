/* grid.h: the entries of an array as tables: cells are collected, then printed.  Entries inside of entries are a table
 * of their own. */
#ifndef OUT_GRID_H
#define OUT_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"
#include "cli/buffer.h"
#include "port/hash.h"

#define GRID_NONE UINT32_MAX

/* What a column is of. */
enum grid_kind {
	GRID_FIELD,
	GRID_ELEMENT, /* one element of a field that is repeated: number */
	GRID_BYTES    /* what no field describes: number is where it is in its structure */
};

struct grid_column {
	uint32_t level; /* that it is in */
	uint32_t next;  /* of its table */
	enum grid_kind kind;
	uint32_t number;
	const struct monread_field *field; /* NULL: GRID_BYTES */
	const char *name;
	int right;      /* numbers are aligned to the right */
	uint32_t width; /* of its longest cell, in characters */
	uint32_t first_cell, last_cell;
	uint32_t cell;  /* the next one to be printed */
};

/* A table, or a structure inside of its entries. */
struct grid_level {
	uint32_t parent; /* GRID_NONE: the outermost table */
	const struct monread_field *field; /* NULL: likewise */
	uint32_t table;  /* that its columns are in: itself, where it is a table */
	const char *name;
	/* Of a table. */
	uint32_t first_column;
	uint32_t column; /* that had the last cell of the entry that is collected */
	uint32_t ncolumns;
	uint32_t first_row, last_row, nrows;
};

struct grid_row {
	uint32_t next;  /* of its table */
	uint32_t outer; /* the entry that it is in; GRID_NONE */
	uint32_t index; /* its number, counted as the page does */
};

struct grid_cell {
	uint32_t row, column;
	uint32_t next; /* of its column */
	uint32_t length, width;
	size_t at;     /* in the text */
};

struct grid {
	struct grid_level *levels;
	struct grid_column *columns;
	struct grid_row *rows;
	struct grid_cell *cells;
	uint32_t nlevels, ncolumns, nrows, ncells;
	size_t levels_room, columns_room, rows_room, cells_room;
	struct hash_table level_of, column_of; /* numbers, by a field and its structure */
	uint32_t *order; /* to print: numbers of columns */
	size_t order_room;
	int failed; /* out of memory: something is missing */
};

/* Zeroed to begin with. */
void grid_done(struct grid *g);

/* Begin anew, with the outermost table, level 0, called NAME.  Names live as long as they are there. */
void grid_clear(struct grid *g, const char *name);

/* These return a number, or GRID_NONE, once the grid has failed. */

/* The table of entries, or the structure, that the field F of LEVEL is. */
uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table);

/* The next entry of a table, with the number INDEX, in the row OUTER. */
uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index);

/* The column of F, or of the bytes called NAME, which is behind the one of the cell before, where it is a new one. */
uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                     enum grid_kind kind, uint32_t number);

/* A cell: LENGTH characters of TEXT from AT on. */
void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at, size_t length);

#endif
