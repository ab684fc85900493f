/* cell.c: convert cells of tables to values of SQLite. */
#include "config.h"

#include "sql/cell.h"

int cell_value(struct table_text *text, const struct table_cell *c, int is_mixed,
               struct cell_value *v)
{
	const char *s;

	switch (is_mixed && c->kind != TABLE_NULL ? TABLE_HEX : c->kind) {
	case TABLE_NULL:
		v->type = SQLITE_NULL;
		return 0;
	case TABLE_NUMBER:
		cell_integer(v, c->integer);
		return 0;
	case TABLE_UNSIGNED:
		/* A TABLE_UNSIGNED number is above 2^63 - 1, the largest integer of SQLite. */
		v->type = SQLITE_FLOAT;
		v->real = (double)c->number;
		return 0;
	case TABLE_MICROS:
		v->type = SQLITE_FLOAT;
		v->real = table_cell_real(c);
		return 0;
	case TABLE_UTF8:
		cell_text(v, (const char *)c->bytes, c->length);
		return 0;
	case TABLE_MOMENT:
		if (text->in_sql) {
			cell_text(v, text->date, table_sql_time(c->integer, text->date));
			return 0;
		}
		/* fall through */
	default:
		s = table_text_make(text, c);
		if (s)
			cell_text(v, s, text->own.length);
		return s ? 0 : -1;
	}
}

int cell_take(sqlite3_value *from, struct cell_value *v)
{
	v->type = sqlite3_value_type(from);
	if (v->type == SQLITE_INTEGER)
		v->integer = sqlite3_value_int64(from);
	else if (v->type == SQLITE_FLOAT)
		v->real = sqlite3_value_double(from);
	else if (v->type == SQLITE_TEXT)
		cell_text(v, (const char *)sqlite3_value_text(from),
		          (size_t)sqlite3_value_bytes(from));
	return v->type == SQLITE_TEXT && !v->text ? -1 : 0;
}

void cell_result(sqlite3_context *context, const struct cell_value *v, sqlite3_destructor_type how)
{
	if (v->type == SQLITE_INTEGER)
		sqlite3_result_int64(context, v->integer);
	else if (v->type == SQLITE_FLOAT)
		sqlite3_result_double(context, v->real);
	else if (v->type == SQLITE_TEXT)
		/* With a length instead of -1, SQLite would copy the text again to add a NUL. */
		sqlite3_result_text(context, v->text, -1, how);
	else
		sqlite3_result_null(context);
}

void cell_return(sqlite3_context *context, struct table_text *text, const struct table *t,
                 const struct table_cell *cells, size_t column)
{
	const struct table_cell *c = &cells[column];
	struct cell_value v;

	if (column == t->bytes)
		sqlite3_result_blob(context, c->bytes, (int)c->length, SQLITE_TRANSIENT);
	else if (cell_value(text, c, table_column_is_mixed(t, column), &v))
		sqlite3_result_error_nomem(context);
	else
		cell_result(context, &v, SQLITE_TRANSIENT);
}
