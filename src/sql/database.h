/* database.h: a database of captures: its tables, made when they are first needed. */
#ifndef SQL_DATABASE_H
#define SQL_DATABASE_H

#include "sql/inserts.h"
#include "sql/locked.h"
#include "sql/tables.h"

#ifdef HAVE_SQLITE3

/* What stands in front of the columns of every table. */
#define DATABASE_FILE_ID "file_id"

/* A table of the database. */
struct database_table {
	const struct table *table;
	sqlite3_stmt *insert; /* NULL: it was not met yet, */
	unsigned rows;        /* which inserts so many at a time: see struct inserts_into */
	int made;             /* in this transaction: it has no indexes yet */
};

struct database {
	const struct tables *tables;
	const struct sqlite *sqlite;
	const char *name;
	sqlite3 *db;
	struct database_table *list; /* by the table's id */
	size_t n;
	struct inserts *inserts; /* rows on their way; all of database_...() waits for them */
	char *path;  /* of its file */
	int is_made; /* which there was not */
	int fd;      /* of made_file() */
	struct locked locked;
	int is_new; /* nothing was committed yet but the meta tables */
	int failed; /* it was said why */
};

/* Open the database NAME, or make it.  0, or -1: it was said why. */
int database_open(struct database *d, const struct tables *t, const char *name);

/* A database that was made, and has no records, is removed.  0, or -1: it was said why. */
int database_close(struct database *d);

/* A transaction.  What is not committed is as if it had never been.  0, or -1: it was said why. */
int database_begin(struct database *d);
int database_commit(struct database *d);
void database_rollback(struct database *d);

/* T, with the statement that inserts rows into it, made with the table where there is none: the columns are those that
 * database_has(), behind DATABASE_FILE_ID.  NULL: it was said why. */
const struct database_table *database_insert(struct database *d, const struct table *t);

static inline int database_has(const struct table_column *c)
{
	return !(c->flags & TABLE_HIDDEN);
}

/* Run a statement that gives no rows, made of FORMAT as mprintf() does.  0, or -1: it was said why. */
int database_run(struct database *d, const char *format, ...);

/* Rows that are on their way have arrived: SQLite may be used by the caller.  0, or -1: it was said why not. */
int database_settle(struct database *d);

/* A statement; NULL: it was said why. */
sqlite3_stmt *database_prepare(struct database *d, const char *text);

/* Run S, of database_prepare(), to its next row: an error may have ended the transaction, and what comes next would be
 * outside of it.  1; 0: there is no more; -1: it was said why, as with S NULL. */
int database_step(struct database *d, sqlite3_stmt *s);

/* Say what SQLite says, once.  -1. */
int database_fail(struct database *d);

#endif
#endif
