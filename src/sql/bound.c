/* bound.c: what a statement that inserts rows has as its parameters. */
#include "config.h"

#include "sql/bound.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

int bound_begin(struct bound *b, size_t n)
{
	bound_done(b);
	b->cells = calloc(n + 1, sizeof *b->cells);
	return b->cells ? 0 : -1;
}

void bound_done(struct bound *b)
{
	free(b->cells);
	b->cells = NULL;
}

static int is_bound(const struct bound_cell *b, const struct table_cell *c)
{
	if (!b->known || b->kind != c->kind)
		return 0;
	switch (c->kind) {
	case TABLE_NULL:
		return 1;
	case TABLE_NUMBER:
	case TABLE_UNSIGNED:
	case TABLE_MICROS:
	case TABLE_MOMENT:
		return b->number == c->number;
	case TABLE_EBCDIC:
	case TABLE_ASCII:
		return b->raw_length == c->length && memcmp(b->raw, c->bytes, c->length) == 0;
	case TABLE_UTF8:
		return b->length == c->length && memcmp(b->text, c->bytes, c->length) == 0;
	default:
		return 0;
	}
}

/* What is bound next is C. */
static void keep(struct bound_cell *b, const struct table_cell *c)
{
	b->known = 1;
	b->kind = c->kind;
	switch (c->kind) {
	case TABLE_NUMBER:
	case TABLE_UNSIGNED:
	case TABLE_MICROS:
	case TABLE_MOMENT:
		b->number = c->number;
		break;
	case TABLE_EBCDIC:
	case TABLE_ASCII:
		b->known = c->length <= BOUND_RAW;
		b->raw_length = c->length;
		if (b->known)
			memcpy(b->raw, c->bytes, c->length);
		break;
	default:
		break;
	}
}

static int set_text(struct bound_cell *b, const struct sqlite *sqlite, sqlite3_stmt *s, int n,
                    const struct cell_value *v, const struct table_text *text)
{
	if (v->length > BOUND_TEXT) {
		b->known = 0;
		/* What is not made for this cell alone lives until the row is there. */
		return sqlite->bind_text(s, n, v->text, (int)v->length, v->text == text->bytes ? SQLITE_TRANSIENT : SQLITE_STATIC);
	}
	memcpy(b->text, v->text, v->length);
	b->length = (uint32_t)v->length;
	return sqlite->bind_text(s, n, b->text, (int)v->length, SQLITE_STATIC);
}

int bound_set(struct bound *b, const struct sqlite *sqlite, sqlite3_stmt *s, int n, const struct table_cell *c,
              struct table_text *text)
{
	struct bound_cell *cell = &b->cells[n];
	struct cell_value value;

	if (is_bound(cell, c))
		return SQLITE_OK;
	if (cell_value(text, c, &value))
		return SQLITE_NOMEM;
	keep(cell, c);
	switch (value.type) {
	case SQLITE_INTEGER:
		return sqlite->bind_int64(s, n, value.integer);
	case SQLITE_FLOAT:
		return sqlite->bind_double(s, n, value.real);
	case SQLITE_TEXT:
		return set_text(cell, sqlite, s, n, &value, text);
	default:
		return sqlite->bind_null(s, n);
	}
}

#endif
