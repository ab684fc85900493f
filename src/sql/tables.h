/* tables.h: register captures as virtual tables of a connection of SQLite, with callbacks for the owner of the
 * captures. */
#ifndef SQL_TABLES_H
#define SQL_TABLES_H

#include "sql/indexed.h"
#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "monread.h"
#include "table/schema.h"

/* The captures that a scan goes through. */
struct tables_captures {
	struct indexed *const *list;
	size_t n;
	size_t first; /* rows are of the captures from here on; those before are only compared with */
	struct indexed *one; /* where ->list is of one that stands here */
};

struct tables {
	const struct monread_layouts *layouts;
	const struct table_schema *schema;
	const struct monread_codepage *codepage;
	unsigned release; /* 0: from the data */
	/* Before the names of meta tables, and of those of tables_register_source(). */
	const char *prefix;
	/* Tables are called with the name of a capture: MRSYTLCK('capture.bin'); else that is refused. */
	int are_called;
	/* Their rows are copied to a database: tables are read once, from their first row on, and have hidden columns
	 * "record_hash" and "copy", but no short names. */
	int are_copied;
	/* Connected tables add the kinds of records that they need; NULL with ->functions. */
	struct indexed_kinds *kinds;
	/* What hands out rows, with module_connect() and module_disconnect() inside; NULL: the captures that are opened.
	 * Then there is a hidden column COLUMNS_WEIGHT, too. */
	const sqlite3_module *functions;
	/* Open what NAME says (are_called), or all.  SQLITE_OK, or an error with *TEXT of malloc64(). */
	int (*open)(void *arg, const char *name, struct tables_captures *captures, char **text);
	/* Nothing reads ONE, of what ->open() gave, any more, once for each time that it gave it; may be NULL. */
	void (*close)(void *arg, struct indexed *one);
	/* Something is wrong with a record of a capture; may be NULL. */
	void (*problem)(void *arg, const struct indexed *c, const struct monread_ev *ev, const char *text);
	/* A time is compared with the constant TEXT, see moments_iso_constant(); may be NULL. */
	void (*iso_time)(void *arg, const char *text);
	indexed_stopped *stopped; /* may be NULL */
	/* A table is being declared, or was; may be NULL. */
	void (*declaring)(void *arg, int on);
	/* One more module uses this (BY is 1), or one less; may be NULL. */
	void (*used)(void *arg, int by);
	void *arg;
};

/* Have the connection DB know a table: a module of FUNCTIONS, with MODULE of malloc(3), whose first member is T; it is
 * freed where this fails, too.  SQLITE_OK, or an error. */
int tables_add(const struct tables *t, sqlite3 *db, const char *name, const sqlite3_module *functions, void *module);

/* Declare a table of DB by the text of CREATE TABLE.  SQLITE_OK, or an error. */
int tables_declare(const struct tables *t, sqlite3 *db, const char *text);

/* What to say where the table NAME is called with a capture and is not to be: of mprintf(). */
char *tables_not_called(const char *name);

/* Have the connection DB know the tables that TEXT, a statement, may name; NULL: all.  T lives longer than the
 * connection.  SQLITE_OK, or an error. */
int tables_register(const struct tables *t, sqlite3 *db, const char *text);

/* Have it know the tables of about.h alone, with the prefix of T.  SQLITE_OK, or an error. */
int tables_register_about(const struct tables *t, sqlite3 *db);

/* Have it know TABLE alone, or TABLE_delta, with the prefix of T.  SQLITE_OK, or an error. */
int tables_register_source(const struct tables *t, sqlite3 *db, const struct table *table, int is_delta);

#endif
#endif
