/* inserts.h: rows on their way into a database: while SQLite inserts some, the next ones are made. */
#ifndef SQL_INSERTS_H
#define SQL_INSERTS_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include <stddef.h>
#include <stdint.h>

#define INSERTS_TEXT 48u /* bytes of a text that a statement keeps */

/* Such texts of a statement, by parameter; SQLite does not copy them. */
typedef char inserts_texts[INSERTS_TEXT];

/* Where there is more than one processor a thread of its own has the connection, but for what is done behind
 * inserts_wait() and before the next row. */
struct inserts;

/* NULL: out of memory. */
struct inserts *inserts_new(const struct sqlite *s);
void inserts_free(struct inserts *q); /* of NULL, too */

/* While there is nothing to do but to wait for the thread, call IDLE with ARG about once a second. */
void inserts_while(struct inserts *q, void (*idle)(void *), void *arg);

/* A statement that inserts ROWS rows at a time, each of which has PARAMETERS.  Where that is more than one, the statement
 * ignores a row whose first parameter is NULL, and rows wait until it has all. */
struct inserts_into {
	sqlite3_stmt *statement;
	inserts_texts *texts; /* NULL: none is kept */
	unsigned rows, parameters;
	/* Of inserts.c: */
	unsigned filled; /* rows that wait */
	int listed;
	struct inserts_into *next;
};

/* The next row of TO: its parameters have what they had when TO was last run, but for those that are set here.  TO lives until
 * inserts_wait(). */
void inserts_row(struct inserts *q, struct inserts_into *to);
void inserts_null(struct inserts *q, int n);
void inserts_integer(struct inserts *q, int n, int64_t v);
void inserts_real(struct inserts *q, int n, double v);

/* LENGTH bytes, which are copied.  KEPT: there are INSERTS_TEXT of them at most; else they are for this row only, and have
 * to be set for the next one. */
void inserts_text(struct inserts *q, int n, const char *text, size_t length, int kept);
void inserts_blob(struct inserts *q, int n, const void *bytes, size_t length); /* for this row only */

/* The row is not to be inserted, as memory is short: inserts_end() will say so. */
void inserts_drop(struct inserts *q);

/* The row is complete.  0, or -1: out of memory, or it or one before it could not be inserted, which SQLite tells of: nothing
 * is inserted any more. */
int inserts_end(struct inserts *q);

/* All rows are in the database, or lost as above. */
int inserts_wait(struct inserts *q);

#endif
#endif
