/* tables.h: virtual tables of captures in a connection of SQLite. */
#ifndef SQL_TABLES_H
#define SQL_TABLES_H

#include <errno.h>

#include "sql/indexed.h"
#include "sql/sqlite.h"

#include "table/schema.h"

struct lookup;

/* The captures of which a table makes rows. */
struct tables_captures {
	struct indexed *const *list;
	size_t n;
	/* index of the first capture that makes rows; NAME_delta compares also with the captures
	 * before it */
	size_t first;
	int merged; /* 1: NAME_delta compares the records of all captures in the order of time */
	struct lookup *lookups; /* made by scans; call lookup_free() before the captures change */
};

struct tables {
	const struct monread_layouts *layouts;
	const struct table_schema *schema;
	const struct monread_codepage *codepage;
	unsigned release; /* release of z/VM; 0: the release in the data */
	/* prefix of the names of tables about layouts and captures; of all tables if ->are_copied
	 * is 1 */
	const char *prefix;
	int are_called; /* 1: each table is a function of a capture: MRSYTLCK('capture.bin') */
	/* 1: --sqlite copies the rows: it reads each table once, from the first row on, and uses
	 * only the long names of columns. */
	int are_copied;
	/* by kind of records: 1 if indexed_scan() must index such records, because a table in use
	 * needs them; NULL: all kinds */
	unsigned char *kinds;
	/* the functions of another module, which makes the rows itself and calls module_connect()
	 * and module_disconnect(); NULL: rows come from the captures of ->open() */
	const sqlite3_module *functions;
	/* Set *CAPTURES to the capture NAME or, if ->are_called is 0, to all captures. Return
	 * SQLITE_OK, or an error with a message of sqlite3_mprintf() in *TEXT. */
	int (*open)(void *arg, const char *name, struct tables_captures **captures, char **text);
	/* The functions below may be NULL. ->close() is called after a scan of CAPTURES.
	 * ->stopped() is called after DONE bytes of the capture C were read, and returns 1 to stop
	 * the scan. ->used() is called with BY 1 if one more module uses this struct, and with -1
	 * if one fewer uses it. */
	void (*close)(void *arg, struct tables_captures *captures);
	int (*stopped)(void *arg, const struct indexed *c, uint64_t done);
	void (*used)(void *arg, int by);
	int *declaring; /* 1 while a table declares columns, see sqlite_authorize(); or NULL */
	void *arg;
};

/* Return the SQLite code for ERROR, an error of events_close(). */
static inline int tables_code(int error)
{
	if (error == EINTR)
		return SQLITE_INTERRUPT;
	return error == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
}

/* Return the message for a query that calls the table NAME although ->are_called is 0, to be freed
 * by sqlite3_free(). */
char *tables_not_called(const char *name);

/* Register with the connection DB the tables that the statement TEXT may name; if TEXT is NULL, all
 * tables. T must live longer than the connection. Return SQLITE_OK, or an error. */
int tables_register(const struct tables *t, sqlite3 *db, const char *text);

#endif
