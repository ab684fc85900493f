/* module.h: the virtual tables inside src/sql: modules, connected tables, conditions, and the methods that SQLite
 * calls. */
#ifndef SQL_MODULE_H
#define SQL_MODULE_H

#include "sql/tables.h"

#include "sql/about.h"
#include "sql/lookup.h"

/* Which rows a table has. */
enum module_view {
	MODULE_TABLE, /* all rows */
	MODULE_LAST,  /* the last row of each instance */
	MODULE_DELTA  /* all rows, with differences of counters */
};

struct module {
	const struct tables *tables;
	const struct about *about; /* a table about layouts or captures; NULL: a table of records */
	const struct table *table;
	enum module_view view;
	int is_short; /* D0R2: columns have short names */
};

/* A column as SQLite sees it. */
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

/* A condition on a column of the table. OP is =, <, l (<=), >, g (>=), or ( for the argument, MODULE_CAPTURE: the name
 * of the capture. */
struct module_condition {
	char op;
	long of;
	sqlite3_value *given;
	struct cell_value value; /* of ->given */
};

#define MODULE_CONDITIONS 16u

struct module_conditions {
	struct module_condition list[MODULE_CONDITIONS];
	size_t n;
	const char *capture; /* NULL: the table has no argument */
	int never;           /* no row can meet them */
	/* bit mask of the columns that SQLite reads; the last bit stands for all columns from 63 on */
	uint64_t used;
};

int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* Read the plan TEXT of module_best_index() and the values of its conditions. 0, or -1: out of memory. */
int module_conditions_take(struct module_conditions *c, const struct module_vtab *v, const char *text,
                           sqlite3_value **values, int n);
void module_conditions_done(struct module_conditions *c);

/* Whether records can meet the conditions on the column OF: records with numbers or TOD clocks from FIRST to LAST, or
 * with TEXT. */
int module_range_fits(const struct module_conditions *all, long of, uint64_t first, uint64_t last);
int module_text_fits(const struct module_conditions *all, long of, const char *text);

/* ---- cursor.c ---- */

extern const sqlite3_module module_methods;
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);

/* ---- connect.c ---- */

int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error);
int module_disconnect(sqlite3_vtab *vtab);

/* Set the error message of the table to MESSAGE, which must be from mprintf(). Returns CODE. */
int module_fail(struct module_vtab *v, int code, char *message);

/* Report TEXT about the record EV of C, unless another table has reported it. 0, or -1: out of memory. */
int module_problem(const struct module_vtab *v, struct indexed *c, const struct monread_ev *ev, const char *text);

#endif
