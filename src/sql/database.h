/* database.h: a database of captures: the connection, its transactions, and the tables about layouts and captures. */
#ifndef SQL_DATABASE_H
#define SQL_DATABASE_H

#include "sql/tables.h"

/* The virtual tables that rows are copied from have their usual names with this in front: the others are real. */
#define DATABASE_SOURCE "capture_"

/* The first two members are set before database_open(), all others are 0. */
struct database {
	const struct tables *tables; /* with DATABASE_SOURCE as ->prefix */
	const char *name;
	sqlite3 *db; /* NULL: not opened yet */
	/* by twice the table's id, plus 1 for differences: 1: the virtual table is registered; 2: the table exists, too */
	unsigned char *known;
	size_t nknown;
	int failed; /* the reason was reported */
};

/* Open or create the database.  Return 0, or -1 after a report. */
int database_open(struct database *d);
void database_close(struct database *d);

/* Begin a transaction, if monread made the database.  Return 0, or -1 after a report. */
int database_begin(struct database *d);

/* Run statements that return no rows; FORMAT as for mprintf() of SQLite.  0, or -1: the reason was reported. */
int database_run(struct database *d, const char *format, ...);

/* As database_run(); TEXT is freed. */
int database_exec(struct database *d, sqlite3_str *text);

/* Set *N to the number that a query with one row returns.  0, or -1: the reason was reported. */
int database_number(struct database *d, int64_t *n, const char *format, ...);

/* Report the error of SQLite, unless an error was reported before or the user asked to stop.  Return -1. */
int database_fail(struct database *d);

#endif
