/* bound.c: what a statement that inserts rows has as its parameters. */
#include "config.h"

#include "sql/bound.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

int bound_begin(struct bound *b, sqlite3_stmt *statement, unsigned rows, size_t n)
{
	bound_done(b);
	b->to = calloc(1, sizeof *b->to);
	b->cells = calloc(rows * n + 1, sizeof *b->cells);
	if (!b->to || !b->cells)
		return -1;
	b->to->statement = statement;
	b->to->rows = rows;
	b->to->parameters = (unsigned)n;
	b->to->texts = calloc(rows * n + 1, sizeof *b->to->texts);
	return b->to->texts ? 0 : -1;
}

void bound_done(struct bound *b)
{
	if (b->to)
		free(b->to->texts);
	free(b->to);
	free(b->cells);
	b->to = NULL;
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

static void set_text(struct bound_cell *b, struct inserts *q, int n, const struct cell_value *v)
{
	int kept = v->length <= INSERTS_TEXT;

	if (kept) {
		memcpy(b->text, v->text, v->length);
		b->length = (uint32_t)v->length;
	} else {
		b->known = 0;
	}
	inserts_text(q, n, v->text, v->length, kept);
}

int bound_set(struct bound *b, struct inserts *q, int n, const struct table_cell *c, int is_mixed, struct table_text *text)
{
	struct bound_cell *cell = &b->cells[b->to->filled * b->to->parameters + (unsigned)n];
	struct cell_value value;

	if (is_bound(cell, c))
		return 0;
	if (cell_value(text, c, is_mixed, &value))
		return -1;
	keep(cell, c);
	switch (value.type) {
	case SQLITE_INTEGER:
		inserts_integer(q, n, value.integer);
		break;
	case SQLITE_FLOAT:
		inserts_real(q, n, value.real);
		break;
	case SQLITE_TEXT:
		set_text(cell, q, n, &value);
		break;
	default:
		inserts_null(q, n);
	}
	return 0;
}

#endif
