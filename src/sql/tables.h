/* tables.h: register virtual tables of captures with a connection of SQLite. */
#ifndef SQL_TABLES_H
#define SQL_TABLES_H

#include <errno.h>

#include "sql/indexed.h"
#include "sql/sqlite.h"

#include "table/schema.h"

struct lookup;

/* The captures whose rows a table has. */
struct tables_captures {
	struct indexed *const *list;
	size_t n;
	/* index of the first capture that makes rows; the captures before it only have earlier
	 * records with which NAME_delta compares */
	size_t first;
	int merged; /* 1: NAME_delta compares the records of all captures in the order of time */
	/* rows that scans have found; call lookup_free() before the captures change */
	struct lookup *lookups;
};

struct tables {
	const struct monread_layouts *layouts;
	const struct table_schema *schema;
	const struct monread_codepage *codepage;
	unsigned release; /* release of z/VM; 0: the release that the data reports */
	/* prefix of the names of tables about layouts and captures; if are_copied is 1, of all
	 * tables */
	const char *prefix;
	/* 1: each table is a function of the name of a capture, as MRSYTLCK('capture.bin'); 0: an
	 * argument is an error */
	int are_called;
	/* 1: --sqlite copies the rows to a database: it reads each table once, from the first row
	 * on. Tables have no short names. */
	int are_copied;
	/* by kind of records: 1 if a table in use needs such records. indexed_scan() indexes only
	 * these kinds; NULL: it indexes all kinds */
	unsigned char *kinds;
	/* Functions of another module, which makes the rows itself and calls module_connect() and
	 * module_disconnect(). NULL: rows come from the captures that ->open() returns. */
	const sqlite3_module *functions;
	/* Set *CAPTURES to the capture NAME; if ->are_called is 0, ignore NAME and set it to all
	 * captures. Return SQLITE_OK, or an error with a message in *TEXT, which sqlite3_mprintf()
	 * has allocated. */
	int (*open)(void *arg, const char *name, struct tables_captures **captures, char **text);
	/* Called when the scan for which ->open() returned CAPTURES has ended. May be NULL. */
	void (*close)(void *arg, struct tables_captures *captures);
	/* Called while the capture C is being read; DONE is the number of bytes read so far. Return
	 * 1 to stop. May be NULL. */
	int (*stopped)(void *arg, const struct indexed *c, uint64_t done);
	/* points to an int that is 1 while a table declares its columns, see sqlite_authorize();
	 * may be NULL */
	int *declaring;
	/* Called with BY 1 when a module begins to use this struct tables, and with BY -1 when the
	 * module ends. May be NULL. */
	void (*used)(void *arg, int by);
	void *arg;
};

/* Return the SQLite code for ERROR, a result of events_close() other than 0. */
static inline int tables_code(int error)
{
	if (error == EINTR)
		return SQLITE_INTERRUPT;
	return error == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
}

/* Return the error message for a query that calls the table NAME with a capture although are_called
 * is 0. The caller frees it with sqlite3_free(). */
char *tables_not_called(const char *name);

/* Register with DB the tables that the statement TEXT may name; if TEXT is NULL, all tables. T must
 * live longer than the connection. Return SQLITE_OK, or an error. */
int tables_register(const struct tables *t, sqlite3 *db, const char *text);

#endif
