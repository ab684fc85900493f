/* cell.h: convert cells of tables to values of SQLite. */
#ifndef SQL_CELL_H
#define SQL_CELL_H

#include "sql/sqlite.h"

#include "table/text.h"

struct cell_value {
	int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL */
	union {
		int64_t integer;
		double real;
		const char *text; /* UTF-8, with a NUL after ->length bytes */
	};
	size_t length; /* bytes of ->text */
};

/* Set *V to the value of the cell C; if this is a text, it is valid until the cell or *TEXT
 * changes. IS_MIXED: 1 to convert the value to a text, see table_column_is_mixed(). Return 0, or -1
 * if out of memory. */
int cell_value(struct table_text *text, const struct table_cell *c, int is_mixed,
               struct cell_value *v);

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

/* Set *V to the value FROM of SQLite; a text in *V is valid as long as FROM. If FROM is a BLOB, set
 * only v->type. Return 0, or -1 if out of memory. */
int cell_take(sqlite3_value *from, struct cell_value *v);

/* Return the value V to SQLite. If V is a text, it must not contain a NUL. HOW is SQLITE_STATIC if
 * the text stays valid until the statement ends, else SQLITE_TRANSIENT. */
void cell_result(sqlite3_context *context, const struct cell_value *v, sqlite3_destructor_type how);

/* Return to SQLite the value of cells[COLUMN], in a row of the table T, or the error "out of
 * memory". */
void cell_return(sqlite3_context *context, struct table_text *text, const struct table *t,
                 const struct table_cell *cells, size_t column);

#endif
