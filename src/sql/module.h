/* module.h: the inside of the tables: modules, connections, cursors. */
#ifndef SQL_MODULE_H
#define SQL_MODULE_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

#include "sql/about.h"
#include "sql/indexed.h"
#include "sql/cell.h"
#include "sql/lookup.h"
#include "table/row.h"

/* What rows a table has. */
enum module_view {
	MODULE_TABLE, /* every one */
	MODULE_LAST,  /* the last one of each instance */
	MODULE_DELTA  /* every one, counters as differences */
};

struct module {
	const struct tables *tables;
	const struct about *about; /* NULL: of records */
	const struct table *table;
	enum module_view view;
	int is_short; /* D0R2: columns have short names */
};

/* A column as SQLite sees it. */
#define MODULE_CAPTURE (-1) /* the name of the capture that the table is called with */
#define MODULE_WEIGHT  (-2) /* see COLUMNS_WEIGHT */
#define MODULE_SPAN    (-3) /* see COLUMNS_SPAN */
#define MODULE_HASH    (-4) /* a hash of the record */
#define MODULE_COPY    (-5) /* how many equal records its capture has before it */

struct module_column {
	long of;          /* a column of the table, TABLE_ELAPSED(), or one of those above */
	const char *name; /* of the table, or a part of one */
	int hidden;
	int is_mixed; /* see table_column_is_mixed() */
};

/* Kinds of records that have rows of a table: the record's own, or all that carry application data. */
struct module_kinds {
	uint16_t *list;
	size_t n, room;
};

struct module_vtab {
	sqlite3_vtab base;
	const struct module *module;
	const struct tables *tables;
	const struct table *table;
	struct module_column *columns;
	size_t ncolumns;
	struct module_kinds kinds;
	struct lookup *lookups; /* what was looked for before */
	struct pairs *pairs;    /* MODULE_DELTA */
	unsigned filters;       /* how many scans there were */
};

/* ---- plan.c: which conditions go down ---- */

/* A condition on a column of the table: OP is =, <, l (<=), >, g (>=), or ( for the name of the capture. */
struct module_condition {
	char op;
	long of;
	struct cell_value value;
	char *text; /* of the value */
};

#define MODULE_CONDITIONS 16u

struct module_conditions {
	struct module_condition list[MODULE_CONDITIONS];
	size_t n;
	const char *capture; /* NULL: none is named */
	int never;           /* no row meets them */
	uint64_t used;       /* bits of the columns that SQLite asks for, the last one for all from there on */
};

int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* Take the plan TEXT that module_best_index() made and its values.  0, or -1: out of memory. */
int module_conditions_take(struct module_conditions *c, const struct module_vtab *v, const char *text,
                           sqlite3_value **values, int n);
void module_conditions_done(struct module_conditions *c);

/* Whether records can meet the conditions: those of a stretch of a capture, the record at OFFSET, those of the file NAME. */
int module_stretch_fits(const struct module_conditions *all, const struct indexed *capture,
                        const struct indexed_stretch *s);
int module_offset_fits(const struct module_conditions *all, uint64_t offset);
int module_file_fits(const struct module_conditions *all, const char *name);

/* The least number that the conditions on COLUMN allow. */
uint64_t module_least(const struct module_conditions *all, long column);

/* Whether no record after the run R of C can meet the conditions. */
int module_is_behind(const struct module_conditions *all, const struct indexed *c, const struct indexed_run *r);

/* Whether rows can be looked up by the column: its values are equal if SQLite finds them equal. */
int module_looks_up(const struct table *t, long column);

/* ---- cursor.c ---- */

int module_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor);
int module_close(sqlite3_vtab_cursor *cursor);
int module_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values);
int module_next(sqlite3_vtab_cursor *cursor);
int module_eof(sqlite3_vtab_cursor *cursor);
int module_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);

/* ---- connect.c ---- */

int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error);
int module_disconnect(sqlite3_vtab *vtab);

/* Leave MESSAGE, of mprintf(), with the table.  CODE. */
int module_fail(struct module_vtab *v, int code, char *message);

#endif
#endif
