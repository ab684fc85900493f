/* tables.h: register captures as virtual tables of a connection of SQLite, with callbacks for the owner of the
 * captures. */
#ifndef SQL_TABLES_H
#define SQL_TABLES_H

#include "sql/indexed.h"
#include "sql/sqlite.h"

#include "monread.h"
#include "table/schema.h"

struct lookup;

/* The captures that a scan goes through. */
struct tables_captures {
	struct indexed *const *list;
	size_t n;
	size_t first; /* index of the first capture that makes rows; earlier captures are only read for comparison */
	struct lookup *lookups; /* made by scans, for later scans: call lookup_free() before the captures change */
};

struct tables {
	const struct monread_layouts *layouts;
	const struct table_schema *schema;
	const struct monread_codepage *codepage;
	unsigned release; /* 0: from the data */
	/* Prefix of the names of tables about layouts and captures, and of all tables that are copied. */
	const char *prefix;
	/* 1: each table is a function of the name of a capture, as MRSYTLCK('capture.bin'); 0: an argument is an error. */
	int are_called;
	/* Their rows are copied to a database: tables are read once, from their first row on, and have hidden columns
	 * "record_hash" and "copy", but no short names. */
	int are_copied;
	/* INDEXED_KINDS bytes: connected tables set the bytes of the kinds of records that they need to 1. NULL: scans collect
	 * all kinds. */
	unsigned char *kinds;
	/* The functions of a module that makes the rows itself; they use module_connect() and module_disconnect(). Its
	 * tables have a hidden column COLUMNS_WEIGHT. NULL: rows come from the captures that ->open() gives. */
	const sqlite3_module *functions;
	/* Open the capture NAME (with are_called), or all. Return SQLITE_OK, or an error with *TEXT from malloc64(). */
	int (*open)(void *arg, const char *name, struct tables_captures **captures, char **text);
	/* Called once for each ->open(), when the reader ends. May be NULL. */
	void (*close)(void *arg, struct tables_captures *captures);
	/* Report the last problem of the capture C; may be NULL. */
	void (*problem)(void *arg, struct indexed *c);
	/* Called after each chunk of a scan, with the number of bytes DONE so far. Not 0: stop the scan. May be NULL. */
	int (*stopped)(void *arg, const struct indexed *c, uint64_t done);
	int *declaring; /* 1 while a table declares its columns; may be NULL */
	/* Called when a module begins (BY is 1) and ends (-1) to use this structure; may be NULL. */
	void (*used)(void *arg, int by);
	void *arg;
};

/* Return the error message, from mprintf(), for a query that gives the table NAME a capture if are_called is 0. */
char *tables_not_called(const char *name);

/* Register with DB the tables that the statement TEXT may name; if TEXT is NULL, all tables. T must live longer than
 * the connection. Return SQLITE_OK, or an error. */
int tables_register(const struct tables *t, sqlite3 *db, const char *text);

#endif
