/* grid.h: collects the entries of an array of a record as tables for --wide; gridprint.c prints
 * them. An array inside the entries of another array is a separate table. */
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
	GRID_ELEMENT, /* one element of a list; ->number is its index */
	/* bytes that the layout does not describe; ->number is the offset of these bytes in the
	 * structure */
	GRID_BYTES
};

struct grid_column {
	uint32_t level; /* level of the column */
	uint32_t next;  /* next column of the table */
	enum grid_kind kind;
	uint32_t number;
	const struct monread_field *field; /* NULL if the column is GRID_BYTES */
	const char *name;
	int right;      /* 1: align the cells to the right, because they are numbers */
	uint32_t width; /* characters of the longest cell in the column */
	uint32_t first_cell, last_cell;
	uint32_t cell;  /* the next cell to print */
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
	uint32_t column; /* column of the last cell added to the current entry */
	uint32_t ncolumns;
	uint32_t first_row, last_row, nrows;
};

struct grid_row {
	uint32_t next;  /* next row of the table */
	uint32_t outer; /* row of the outer table that contains this row, or GRID_NONE */
	/* index of the entry in its array; the layout says with which number the index begins */
	uint32_t index;
};

struct grid_cell {
	uint32_t row, column;
	uint32_t next; /* next cell of the column */
	uint32_t length, width;
	size_t at;     /* offset of the cell in the text */
};

struct grid {
	struct grid_level *levels;
	struct grid_column *columns;
	struct grid_row *rows;
	struct grid_cell *cells;
	uint32_t nlevels, ncolumns, nrows, ncells;
	size_t levels_room, columns_room, rows_room, cells_room;
	/* hash tables that find a level or column by field and structure */
	struct hash_table level_of, column_of;
	/* numbers of the columns of a table, in the order in which they are printed */
	uint32_t *order;
	size_t order_room;
	int failed; /* 1: out of memory, so cells are missing */
};

/* Free the memory of G. All members of a struct grid must be zero before its first use. */
void grid_done(struct grid *g);

/* Empty the grid and begin level 0, the outermost table, which is called NAME. The grid keeps
 * pointers to all names, so they must stay valid. */
void grid_clear(struct grid *g, const char *name);

/* The functions below return the number of a level, row or column; GRID_NONE if the grid is out of
 * memory. */

/* Find or create the level of the field F, an array or a structure inside the level LEVEL. Return
 * its number. */
uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table);

/* Add entry INDEX of an array as a row of the table TABLE. OUTER is the row of the outer table that
 * contains the entry, or GRID_NONE. Return the number of the row. */
uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index);

/* Find the column of F or, if F is NULL, of the undescribed bytes NAME. If there is none, create it
 * after the column of the previous cell. Return its number. */
uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f,
                     const char *name, enum grid_kind kind, uint32_t number);

/* Add a cell to the row ROW and the column COLUMN. The text of the cell is the LENGTH bytes at
 * offset AT of TEXT. */
void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at,
               size_t length);

/* Maximum size of a full column name, which includes the names of structures; longer names are
 * cut. */
#define GRID_NAME 640u

/* Write the full name of column C to NAME: STRUCTURE_FIELD for a field of a structure, FIELD(2) for
 * a list element. Return the length of the name. */
size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME]);

/* Return how many characters at the beginning of all field names of TABLE are equal. Headings omit
 * these characters, which are at the beginning of NAME. */
size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME]);

/* Write the heading of column C: the full name of C without the N characters of PREFIX, followed by
 * "(used)" if the field counts down, or by "?" if its layout is unproven. Return the length of the
 * heading. */
size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME]);

/* ---- gridprint.c: print a grid as lines of text ---- */

#define GRID_DISTANCE 2u /* blanks between columns */

struct grid_print {
	struct grid *grid;
	const char *text;     /* text of the cells */
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
 * the caller must write before the next cell to fill ROOM. */
void grid_put_cell(struct out_buffer *b, size_t *blanks, const struct grid_text *text, size_t room);

/* Print the headings and entries of TABLE in columns. */
void grid_print_table(const struct grid_print *p, uint32_t table);

/* Print one line per entry, with its cells as NAME=VALUE. Use it if columns would consist mostly of
 * blanks. */
void grid_print_flat(const struct grid_print *p);

/* Return 1 if columns would need too many blanks, so that the caller should use
 * grid_print_flat(). */
int grid_is_sparse(const struct grid *g);

#endif
