/* grid.h: for --wide, collects the entries of an array of a record as a table; gridprint.c prints
 * the table. An array inside the entries of another array is a separate table. */
#ifndef OUT_GRID_H
#define OUT_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"
#include "cli/buffer.h"
#include "base/hash.h"

#define GRID_NONE UINT32_MAX

/* What the cells of a column contain. */
enum grid_kind {
	GRID_FIELD,
	GRID_ELEMENT, /* one element of a list; ->number is the index of the element */
	/* bytes that the layout does not describe; ->number is the offset of these bytes in the
	 * structure */
	GRID_BYTES
};

struct grid_column {
	uint32_t level; /* number of the level that has the field of the column */
	uint32_t next;  /* number of the next column of the table */
	enum grid_kind kind;
	uint32_t number;
	const struct monread_field *field; /* NULL if the column is GRID_BYTES */
	const char *name;
	int right;      /* 1: align the cells to the right, because they are numbers */
	uint32_t width; /* characters of the longest cell in the column */
	uint32_t first_cell, last_cell;
	uint32_t cell;  /* number of the next cell to print */
};

/* A table, or a structure in the entries of a table. The fields of such a structure are columns of
 * that table. */
struct grid_level {
	uint32_t parent; /* level that contains this level; GRID_NONE for the outermost table */
	const struct monread_field *field; /* NULL for the outermost table */
	/* level of the table that has the columns of this level; a table has its own level here */
	uint32_t table;
	const char *name;
	/* Only for tables. */
	uint32_t first_column;
	uint32_t column; /* number of the column of the last cell in the current entry */
	uint32_t ncolumns;
	uint32_t first_row, last_row, nrows;
};

struct grid_row {
	uint32_t next;  /* number of the next row of the table */
	uint32_t outer; /* row of the outer table that contains this row, or GRID_NONE */
	/* index of the entry in its array; the layout determines if the first index is 0 or 1 */
	uint32_t index;
};

struct grid_cell {
	uint32_t row, column;
	uint32_t next; /* number of the next cell of the column */
	uint32_t length, width;
	size_t at;     /* offset of the text of the cell in the text of all cells */
};

struct grid {
	struct grid_level *levels;
	struct grid_column *columns;
	struct grid_row *rows;
	struct grid_cell *cells;
	uint32_t nlevels, ncolumns, nrows, ncells;
	size_t levels_room, columns_room, rows_room, cells_room;
	/* hash tables that find a level or a column by its field and the level that contains it */
	struct hash_table level_of, column_of;
	/* numbers of the columns of a table, in the order in which the columns are printed */
	uint32_t *order;
	size_t order_room;
	int failed; /* 1: some cells are missing because memory was short */
};

/* Free the memory of G. All members of a struct grid must be zero before its first use. */
void grid_done(struct grid *g);

/* Remove all levels and cells from G, and begin level 0, the outermost table, which has the name
 * NAME. G stores pointers to all names, so the names must stay valid. */
void grid_clear(struct grid *g, const char *name);

/* The functions below return the number of a level, row or column; GRID_NONE if the grid is out of
 * memory. */

/* Find or create the level of the field F, an array or a structure inside the level LEVEL. Return
 * its number. */
uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table);

/* Add a row for entry INDEX of an array to the table TABLE. OUTER is the row of the outer table for
 * the entry that contains this array, or GRID_NONE. Return the number of the new row. */
uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index);

/* Find the column of the field F or, if F is NULL, of the undescribed bytes NAME. If the column
 * does not exist, create it after the column of the last cell. Return the number of the column. */
uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f,
                     const char *name, enum grid_kind kind, uint32_t number);

/* Add a cell to the row ROW and the column COLUMN. The text of the cell is the LENGTH bytes at
 * offset AT of TEXT. */
void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at,
               size_t length);

/* Maximum size of the full name of a column, which includes the names of structures; longer names
 * are cut. */
#define GRID_NAME 640u

/* Write the full name of the column C to NAME: STRUCTURE_FIELD for a field of a structure, FIELD(2)
 * for a list element. Return the length of the name. */
size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME]);

/* Return the length of the prefix that all field names of TABLE have in common, and which headings
 * omit. NAME begins with this prefix after the call. */
size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME]);

/* Write the heading of the column C: the full name of C without the N characters of PREFIX. Add
 * "(used)" if the field counts down, and "?" if its layout is unproven. Return the length of the
 * heading. */
size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME]);

/* ---- gridprint.c: print a grid as lines of text ---- */

#define GRID_DISTANCE 2u /* blanks between columns */

struct grid_print {
	struct grid *grid;
	const char *text;     /* text in which the cells are; see grid_cell() */
	struct out_buffer *b; /* the lines are appended to this buffer */
	unsigned indent;
	unsigned limit; /* maximum width of a line; 0: no limit */
};

/* The text of a cell. */
struct grid_text {
	const char *text;
	size_t length; /* bytes */
	size_t width;  /* characters */
	int right;     /* 1: align the text at the right end of the column */
};

/* Write *BLANKS blanks, then TEXT, cut to ROOM characters. Set *BLANKS to the number of blanks that
 * must be written before the next cell, so that this cell fills ROOM. */
void grid_put_cell(struct out_buffer *b, size_t *blanks, const struct grid_text *text, size_t room);

/* Print the headings and entries of TABLE in columns. */
void grid_print_table(const struct grid_print *p, uint32_t table);

/* Print one line per entry, with the cells of the entry as NAME=VALUE. Use this function if columns
 * would consist mostly of blanks. */
void grid_print_flat(const struct grid_print *p);

/* Return 1 if grid_print_table() would print too many blanks, so that the caller should call
 * grid_print_flat() instead. */
int grid_is_sparse(const struct grid *g);

#endif
