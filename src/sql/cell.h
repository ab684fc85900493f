/* cell.h: cells of tables as values of SQLite. */
#ifndef SQL_CELL_H
#define SQL_CELL_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "monread.h"
#include "table/text.h"

/* A value. */
struct cell_value {
	int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL */
	union {
		int64_t integer;
		double real;
		const char *text; /* UTF-8, or the bytes of a BLOB; need not end with a NUL */
	};
	size_t length; /* of ->text */
};

/* The value of C, whose text lives in TEXT, or as long as the cell's, until the next one is made.  IS_MIXED: it is of such a
 * column, and text whatever it is.  0, or -1: out of memory. */
int cell_value(struct table_text *text, const struct table_cell *c, int is_mixed, struct cell_value *v);

static inline void cell_integer(struct cell_value *v, int64_t integer)
{
	v->type = SQLITE_INTEGER;
	v->integer = integer;
}

static inline void cell_text(struct cell_value *v, const char *text, size_t length)
{
	v->type = SQLITE_TEXT;
	v->text = text;
	v->length = length;
}

/* Hand V to SQLite, which copies it. */
void cell_result(sqlite3_context *context, const struct cell_value *v);

#endif
#endif
