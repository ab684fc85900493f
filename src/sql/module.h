/* module.h: virtual tables: modules, conditions, and indexes of rows. */
#ifndef SQL_MODULE_H
#define SQL_MODULE_H

#include "sql/tables.h"

#include "sql/cell.h"
#include "table/row.h"

/* ---- about_tables.c: the tables of records, layouts, fields, files and problems ---- */

/* The position of a scan in a table that describes layouts or captures. */
struct about_place {
	const struct tables *tables;
	const struct tables_captures *captures;
	uint64_t number; /* number of the row, from 1 */
	size_t i, k; /* counters of next() in struct about; 0 before the first row */
	const struct table *table; /* for "fields": the table whose columns become rows */
};

struct about {
	struct table table;
	int of_captures; /* 1: the rows describe captures; 0: layouts */
	/* Set CELLS, which are all TABLE_NULL, to the row after the position P, and advance P.
	 * Return SQLITE_ROW, SQLITE_DONE after the last row, or an error. NULL: about_record()
	 * makes the rows. */
	int (*next)(struct about_place *p, struct table_cell *cells);
	/* mask of the columns whose values are known only after all records were decoded */
	uint64_t decoded;
};

/* The last element has no name. */
extern const struct about about_tables[];

/* Return the element of about_tables with this NAME, ignoring case, or NULL. */
const struct about *about_find(const char *name);

/* Set CELLS, which are all TABLE_NULL, to the row of RECORD in the table "records". Return
 * SQLITE_OK, or an error. */
int about_record(const struct monread_layouts *l, const struct table_record *record,
                 struct table_cell *cells);

/* ---- lookup.c: find rows by values of columns, for joins, which scan a table many times ---- */

#define LOOKUP_COLUMNS 8u
#define LOOKUP_NONE    UINT32_MAX

/* The position of a row in the captures. */
struct lookup_place {
	uint32_t capture, run; /* index of the capture, and of the run in the capture */
	uint32_t at;           /* byte offset of the record in the run */
	uint32_t row;          /* number of the row among the rows of its record, from 0 */
	uint64_t tod;          /* TOD clock of the record */
};

/* Finds rows, numbered from 0, by a hash of their values. {0} is an empty index. */
struct lookup_index {
	struct hash_table firsts; /* finds the first row with a hash */
	struct lookup_row {
		uint64_t hash;
		uint32_t next; /* number of the next row with the same hash, or LOOKUP_NONE */
		/* in the first row with a hash: number of the last row with this hash */
		uint32_t last;
		uint32_t nth;  /* number of earlier rows with the same hash */
	} *rows;
	size_t n, room;
};

/* The rows of a table, or pairs of records to compare, that a scan has stored for later scans. */
struct lookup {
	const struct table *table;
	unsigned view; /* an enum module_view */
	/* ->index finds ->places by the values of these columns. If ->ncolumns is 0, ->places has
	 * the last row of each instance (for NAME_last), or ->pairs has the earlier record of each
	 * record (for NAME_delta). */
	long columns[LOOKUP_COLUMNS];
	size_t ncolumns;
	struct lookup_place *places;
	struct pair *pairs; /* see pairs.c */
	size_t n, room; /* number of elements in ->places or ->pairs */
	struct lookup_index index;
	struct lookup *next;
};

/* Return the hash of earlier values, whose hash is HASH, and of the value V. HASH is 0 for the
 * first value. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v);

/* Add row number x->n, whose values have the hash HASH, to the index X. Return 0, or -1 if out of
 * memory. */
int lookup_index_add(struct lookup_index *x, uint64_t hash);

/* Return the number of the first row with the hash HASH, or LOOKUP_NONE. x->rows[].next leads to
 * the other rows with this hash. */
uint32_t lookup_index_first(const struct lookup_index *x, uint64_t hash);

/* Remove all rows, but keep the memory. */
void lookup_index_clear(struct lookup_index *x);
void lookup_index_free(struct lookup_index *x);

/* Free the list L. */
void lookup_free(struct lookup *l);

/* ---- Modules ---- */

enum module_view {
	MODULE_TABLE, /* NAME: all rows */
	MODULE_LAST,  /* NAME_last, NAME_asof, NAME_before: the last row of each instance */
	MODULE_DELTA  /* NAME_delta: all rows, with differences of counters */
};

struct module {
	const struct tables *tables;
	const struct about *about; /* NULL: a table of records */
	const struct table *table;
	enum module_view view;
	int is_before; /* 1: NAME_before, the state at the beginning of each interval */
	int is_short;  /* 1: the table and its columns have short names, such as D0R2 */
};

/* Hidden columns that are not in struct table. */
#define MODULE_CAPTURE (-1) /* the argument of the table, the name of a capture */
#define MODULE_WEIGHT  (-2) /* see COLUMNS_WEIGHT */
#define MODULE_SPAN    (-3) /* see COLUMNS_SPAN */
#define MODULE_HASH    (-4) /* a hash of the bytes of the record */
#define MODULE_COPY    (-5) /* how many earlier records of the capture are equal to the record */

struct module_column {
	long of; /* index of the column in the table, TABLE_ELAPSED(), or a number MODULE_... */
	const char *name;
	int hidden;
};

/* A module that SQLite has connected, because a statement uses its table. */
struct module_vtab {
	sqlite3_vtab base;
	const struct module *module;
	const struct tables *tables;
	const struct table *table;
	struct module_column *columns;
	size_t ncolumns;
	unsigned char kinds[INDEXED_KINDS]; /* by kind: 1 if such records make rows */
	unsigned filters; /* number of scans so far */
};

/* ---- module_plan.c: conditions of a statement by which tables skip records ---- */

struct module_condition {
	int op;  /* SQLITE_INDEX_CONSTRAINT_EQ, _LT, _LE, _GT or _GE */
	long of; /* the column, as in struct module_column */
	sqlite3_value *given;
	struct cell_value value; /* the value ->given */
};

#define MODULE_CONDITIONS 16u

struct module_conditions {
	struct module_condition list[MODULE_CONDITIONS];
	size_t n;
	const char *capture; /* the argument of the table, a file name; NULL: no argument */
	int never; /* 1: a condition compares with NULL, which no row can meet */
	uint64_t used; /* mask of the columns that SQLite reads; bit 63: columns from 63 on */
};

int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* Set *C to the conditions of TEXT, a plan of module_best_index(), which compare columns with the N
 * VALUES. Return 0, or -1 if out of memory. */
int module_conditions_take(struct module_conditions *c, const struct module_vtab *v,
                           const char *text, sqlite3_value **values, int n);
void module_conditions_done(struct module_conditions *c);

/* Return 1 if the value TEXT of the column OF can meet all conditions of ALL on this column. If
 * TEXT is NULL, the value is a TOD clock from FIRST to LAST. */
int module_fits(const struct module_conditions *all, long of, const char *text, uint64_t first,
                uint64_t last);

/* ---- cursor.c, connect.c ---- */

extern const sqlite3_module module_methods;
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);
int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab,
                   char **error);
int module_disconnect(sqlite3_vtab *vtab);

/* Set the error message of the virtual table V to MESSAGE, made by sqlite3_mprintf(). Return
 * CODE. */
int module_fail(struct module_vtab *v, int code, char *message);

#endif
