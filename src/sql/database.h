/* database.h: a database of captures: the connection, its transactions, and the tables that tell of it. */
#ifndef SQL_DATABASE_H
#define SQL_DATABASE_H

#include "sql/tables.h"

/* The virtual tables that rows are copied from have their usual names with this in front: the others are real. */
#define DATABASE_SOURCE "capture_"

struct target;

/* The first three members are set before database_open(), all others are 0. */
struct database {
	const struct tables *tables; /* with DATABASE_SOURCE as ->prefix */
	const char *name;
	sqlite3 *db; /* NULL: not opened yet */
	struct target *targets; /* see target.h; by the table's id */
	size_t ntargets;
	char *path;  /* of its file */
	int is_made; /* by this run */
	int has_tables; /* the tables that describe layouts and captures */
	int failed; /* the reason was reported */
};

/* Open or create the database.  Return 0, or -1 after a report. */
int database_open(struct database *d);

/* Close the database if it was opened.  If this run created the file and stored nothing in it, remove the file. */
void database_close(struct database *d);

/* Begin a transaction.  The first one checks that monread made the database.  Return 0, or -1 after a report. */
int database_begin(struct database *d);

/* Commit the transaction.  Return 0, or -1 after a report: then call database_rollback(). */
int database_commit(struct database *d);
void database_rollback(struct database *d);

/* Run statements that return no rows; FORMAT as for mprintf() of SQLite.  0, or -1: the reason was reported. */
int database_run(struct database *d, const char *format, ...);

/* As database_run(), with the arguments NAME and TEXT for FORMAT. TEXT must not be empty; it is freed. */
int database_run_with(struct database *d, const char *format, const char *name, sqlite3_str *text);

/* Prepare the statement TEXT, from malloc64(), and free TEXT.  NULL: the reason was reported. */
sqlite3_stmt *database_prepare(struct database *d, char *text);

/* Run S, from database_prepare(), to its next row.  Return 1 if S has a row, 0 at the end, -1 after a report. */
int database_step(struct database *d, sqlite3_stmt *s);

/* The number that a query with one row returns; TEXT as for database_prepare().  0, or -1: the reason was reported. */
int database_number(struct database *d, char *text, int64_t *n);

/* Report the error of SQLite, unless an error was reported before or the user asked to stop.  Return -1. */
int database_fail(struct database *d);

#endif
