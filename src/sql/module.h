/* module.h: the virtual tables inside src/sql: modules, connected tables, conditions, and lookups of rows. */
#ifndef SQL_MODULE_H
#define SQL_MODULE_H

#include "sql/tables.h"

#include "port/hash.h"
#include "sql/cell.h"
#include "table/row.h"

/* ---- about.c: the tables of records, layouts, fields, files and problems ---- */

/* The position of a scan in one of these tables. Before the first row, all members except the first two are 0. */
struct about_place {
	const struct tables *tables;
	const struct tables_captures *captures;
	uint64_t number; /* number of the row, from 1 */
	size_t i, k;
	const struct table *table; /* for fields: the table whose columns are listed */
};

struct about {
	struct table table; /* has no layout */
	int of_captures;    /* rows describe captures, not layouts */
	/* Fill CELLS, which are TABLE_NULL, with the next row. SQLITE_ROW, SQLITE_DONE, or an error. NULL:
	 * about_record() makes the rows. */
	int (*next)(struct about_place *p, struct table_cell *cells);
};

/* The list ends with a table without a name. */
extern const struct about about_tables[];

/* Find a table by its NAME in upper or lower case. NULL: unknown. */
const struct about *about_find(const char *name);

/* Fill CELLS, which are TABLE_NULL, with the row of a record of any kind. SQLITE_OK, or an error. */
int about_record(const struct monread_layouts *l, const struct table_record *record, struct table_cell *cells);

/* ---- lookup.c: find rows of a table by values of some columns, for scans that repeat ---- */

#define LOOKUP_COLUMNS 8u
#define LOOKUP_NONE    UINT32_MAX

/* The position of a row. */
struct lookup_place {
	uint32_t capture;
	uint32_t run; /* index in the capture */
	uint32_t at;  /* byte offset in the run */
	uint32_t row; /* number among the rows of its record */
	uint64_t tod; /* of the record */
};

/* Row numbers, from 0, by the hashes of their values. {0} is empty. */
struct lookup_index {
	struct hash_table firsts; /* the first row with each hash */
	struct lookup_row {
		uint64_t hash;
		uint32_t next; /* next row with the same hash, or LOOKUP_NONE */
		uint32_t last; /* only in the first row with a hash: the last row with it */
		uint32_t nth;  /* number of rows with this hash before it */
	} *rows;
	size_t n, room;
};

/* What a scan of a table has found, for later scans. */
struct lookup {
	const struct table *table;
	unsigned view; /* enum module_view */
	/* The rows by values of these columns. Without columns: the last row of each instance, without an index; or the
	 * pairs of records of a table of differences, see pairs.c. */
	long columns[LOOKUP_COLUMNS];
	size_t ncolumns;
	struct lookup_place *places;
	struct pair *pairs;
	size_t n, room; /* of ->places or ->pairs */
	struct lookup_index index;
	struct lookup *next;
};

/* Add the value V to the hash of the values before; the first call gets 0. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v);

/* Add the row number ->n with HASH. 0, or -1: out of memory. */
int lookup_index_add(struct lookup_index *x, uint64_t hash);

/* The first row with HASH; LOOKUP_NONE: no row. */
uint32_t lookup_index_first(const struct lookup_index *x, uint64_t hash);

static inline uint32_t lookup_index_next(const struct lookup_index *x, uint32_t row)
{
	return x->rows[row].next;
}

/* Remove all rows, but keep the memory. */
void lookup_index_clear(struct lookup_index *x);
void lookup_index_free(struct lookup_index *x);

/* Free L and the lookups after it. */
void lookup_free(struct lookup *l);

/* ---- Modules ---- */

enum module_view {
	MODULE_TABLE, /* NAME: all rows */
	MODULE_LAST,  /* NAME_last: the last row of each instance */
	MODULE_DELTA  /* NAME_delta: all rows, with differences of counters */
};

struct module {
	const struct tables *tables;
	const struct about *about; /* NULL: a table of records */
	const struct table *table;
	enum module_view view;
	int is_short; /* D0R2: columns have short names */
};

/* Columns that only SQLite sees. */
#define MODULE_CAPTURE (-1) /* the argument of the table: the name of a capture */
#define MODULE_WEIGHT  (-2) /* see COLUMNS_WEIGHT */
#define MODULE_SPAN    (-3) /* see COLUMNS_SPAN */
#define MODULE_HASH    (-4) /* a hash of the record */
#define MODULE_COPY    (-5) /* number of equal records before it in its capture */

struct module_column {
	long of;          /* index of a column of the table, TABLE_ELAPSED(), or one of the above */
	const char *name; /* points into the name of the table's column */
	int hidden;
	int is_mixed; /* see table_column_is_mixed() */
};

/* A table that SQLite has connected. */
struct module_vtab {
	sqlite3_vtab base;
	const struct module *module;
	const struct tables *tables;
	const struct table *table;
	struct module_column *columns;
	size_t ncolumns;
	unsigned char kinds[INDEXED_KINDS]; /* 1 for each kind of records that make rows */
	unsigned filters;       /* number of scans so far */
};

/* ---- plan.c: the conditions that tables check themselves ---- */

/* A condition on the column OF of the table. OP is SQLITE_INDEX_CONSTRAINT_EQ, LT, LE, GT or GE. */
struct module_condition {
	int op;
	long of;
	sqlite3_value *given;
	struct cell_value value; /* of ->given */
};

#define MODULE_CONDITIONS 16u

struct module_conditions {
	struct module_condition list[MODULE_CONDITIONS];
	size_t n;
	const char *capture; /* NULL: the table has no argument */
	int never;           /* no row can meet the conditions */
	/* bit mask of the columns that SQLite reads; the last bit stands for all columns from 63 on */
	uint64_t used;
};

int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* Read the plan TEXT of module_best_index() and the values of its conditions. 0, or -1: out of memory. */
int module_conditions_take(struct module_conditions *c, const struct module_vtab *v, const char *text,
                           sqlite3_value **values, int n);
void module_conditions_done(struct module_conditions *c);

/* Return 1 if records can meet the conditions on the column OF: records with times from FIRST to LAST, or with TEXT. */
int module_times_fit(const struct module_conditions *all, long of, uint64_t first, uint64_t last);
int module_text_fits(const struct module_conditions *all, long of, const char *text);

/* ---- cursor.c, connect.c ---- */

extern const sqlite3_module module_methods;
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);
int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error);
int module_disconnect(sqlite3_vtab *vtab);

/* Set the error message of the table to MESSAGE, which must be from mprintf(). Return CODE. */
int module_fail(struct module_vtab *v, int code, char *message);

/* Report TEXT about the record EV of C, unless another table has reported it. 0, or -1: out of memory. */
int module_problem(const struct module_vtab *v, struct indexed *c, const struct monread_ev *ev, const char *text);

#endif
