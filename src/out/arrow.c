/* arrow.c: -f arrow: a table as an Arrow IPC stream.  Any thread makes rows of records; the thread that writes collects
 * the rows of each table by column: see arrowbatch.h. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/arrowbatch.h"
#include "out/formats.h"
#include "out/out.h"
#include "out/split.h"
#include "out/tables.h"
#include "port/array.h"
#include "table/cell.h"

/* Maximum length of hex values that become text, as in CSV: most of these are device numbers and addresses. Longer hex
 * values become binary. */
#define HEX_AS_TEXT 8u
/* Maximum number of bytes that a value other than text takes in a row. */
#define VALUE_ROOM 16u

struct arrow_table {
	struct arrow_column *columns;
	uint32_t n;
	struct arrow_batch *batch; /* of the thread that writes */
};

struct arrow_worker {
	struct out_table_worker tables;
	struct arrow_table *v; /* by the table's id */
	size_t n;
};

/* ---- Columns ---- */

static enum arrow_type type_of_field(const struct monread_field *f)
{
	switch (f->format) {
	case MONREAD_UNSIGNED:
	case MONREAD_SIGNED:
		return ARROW_INT;
	case MONREAD_BITS:
		return f->length > 8 ? ARROW_BINARY : ARROW_INT;
	case MONREAD_INTERVAL:
	case MONREAD_FIXED11:
		return ARROW_DOUBLE;
	case MONREAD_TIME:
	case MONREAD_UNIXTIME:
		return ARROW_TIME;
	case MONREAD_TEXT:
	case MONREAD_ASCII:
		return ARROW_TEXT;
	default:
		return f->length > HEX_AS_TEXT ? ARROW_BINARY : ARROW_TEXT;
	}
}

static enum arrow_type type_of(const struct table_column *c)
{
	if (table_column_is_time(c))
		return ARROW_TIME;
	if (c->type == TABLE_INTEGER)
		return c->flags & TABLE_BIT ? ARROW_BOOL : ARROW_INT;
	if (c->type == TABLE_REAL)
		return ARROW_DOUBLE;
	return c->field && !(c->flags & TABLE_MIXED) ? type_of_field(c->field) : ARROW_TEXT;
}

static struct arrow_column column_of(const struct out_settings *s, const struct table *t, uint16_t column)
{
	const struct table_column *c = &t->columns[column];
	struct arrow_column a = { .column = column, .type = ARROW_DOUBLE, .width = 8, .is_optional = 1, .beyond = UINT64_MAX };
	int differs = s->counters != OUT_LEVELS;

	if (column == TABLE_ELAPSED(t))
		return a;
	a.type = (uint8_t)type_of(c);
	a.is_list = (c->flags & (TABLE_LIST | TABLE_MIXED)) == TABLE_LIST;
	a.is_optional = !(c->flags & TABLE_LEADING) || column == TABLE_SYSTEM || column == TABLE_INTERVAL;
	differs = differs && (c->kind == TABLE_COUNTER || c->kind == TABLE_COUNTDOWN);
	if (a.type == ARROW_INT && differs && s->counters == OUT_RATE)
		a.type = ARROW_DOUBLE;
	if (a.type == ARROW_BOOL)
		a.beyond = ~UINT64_C(1);
	if (a.type != ARROW_INT)
		return a;
	/* A difference may be negative. */
	a.is_signed = c->flags & TABLE_SIGNED || !c->field || differs;
	while (c->width && !differs && a.width / 2u >= c->width)
		a.width /= 2;
	a.beyond = ~(UINT64_MAX >> (64 - 8 * a.width + a.is_signed));
	return a;
}

static struct arrow_table *make_table(struct out_worker *w, const struct table *t)
{
	struct arrow_worker *a = w->state;
	const struct out_shown *shown = out_shown_of(&a->tables.shown, w->settings, t);
	struct arrow_table *table;

	if (!shown || ARRAY_EXTEND(a->v, a->n, t->id + 1u))
		return NULL;
	table = &a->v[t->id];
	table->columns = malloc(shown->n * sizeof *table->columns);
	if (!table->columns)
		return NULL;
	for (; table->n < shown->n; table->n++)
		table->columns[table->n] = column_of(w->settings, t, shown->columns[table->n]);
	return table;
}

/* Return the worker's state for the table T, which is made on first use. NULL: out of memory. */
static inline struct arrow_table *table_of(struct out_worker *w, const struct table *t)
{
	const struct arrow_worker *a = w->state;

	return t->id < a->n && a->v[t->id].columns ? &a->v[t->id] : make_table(w, t);
}

/* ---- Rows: see arrow_batch_row() ---- */

/* Write the start of a value to P: a number, or the length of the text or list.  Return its end. */
static char *put_slot(char *p, uint64_t v)
{
	*p = 1;
	memcpy(p + 1, &v, sizeof v);
	return p + 1 + sizeof v;
}

static void put_bytes(struct out_buffer *b, const void *bytes, size_t n)
{
	b->p = put_slot(out_room(b, VALUE_ROOM), n);
	out_bytes(b, bytes, n);
}

static int fits(const struct arrow_column *c, const struct table_cell *cell)
{
	if (cell->kind == TABLE_UNSIGNED)
		return !(cell->number & c->beyond);
	if (cell->kind != TABLE_NUMBER)
		return 0;
	return cell->integer >= 0 ? !(cell->number & c->beyond) : c->is_signed && !(~cell->number & c->beyond);
}

/* Set *V to the 64 bits of the number in CELL. Return 0 if the column C, not text or binary, cannot hold the number. */
static int number_of(const struct arrow_column *c, const struct table_cell *cell, uint64_t *v)
{
	double real;

	*v = cell->number;
	if (c->type == ARROW_TIME)
		return cell->kind == TABLE_MOMENT;
	if (c->type != ARROW_DOUBLE)
		return fits(c, cell);
	real = cell->kind == TABLE_MICROS ? table_cell_real(cell) :
	       cell->kind == TABLE_NUMBER ? (double)cell->integer : (double)cell->number;
	memcpy(v, &real, sizeof real);
	return cell->kind >= TABLE_NUMBER && cell->kind <= TABLE_MICROS;
}

static void put_value(struct out_worker *w, const struct table *t, const struct arrow_column *c,
                      const struct table_cell *cell)
{
	struct table_text *text = &((struct arrow_worker *)w->state)->tables.text;
	char message[MONREAD_NAME_MAX + 128];
	uint64_t v;

	if (cell->kind == TABLE_NULL) {
		out_char(&w->b, 0);
	} else if (c->type == ARROW_TEXT) {
		if (table_text_make(text, cell))
			out_no_memory(w);
		else
			put_bytes(&w->b, text->bytes, text->length);
	} else if (c->type == ARROW_BINARY && cell->kind == TABLE_HEX) {
		put_bytes(&w->b, cell->bytes, cell->length);
	} else if (c->type != ARROW_BINARY && number_of(c, cell, &v)) {
		w->b.p = put_slot(out_room(&w->b, VALUE_ROOM), v);
	} else {
		snprintf(message, sizeof message, "%s: the value does not fit the type of its column in Arrow: null is written",
		         t->columns[c->column].name);
		out_tell_problem(w, message);
		out_char(&w->b, 0);
	}
}

static void put_list(struct out_worker *w, const struct table *t, const struct arrow_column *c,
                     const struct table_cell *cell)
{
	const struct monread_field *f = cell->kind == TABLE_ELEMENTS ? cell->field : NULL;
	uint32_t n = f ? (f->length ? cell->length / f->length : 0) : cell->length, i;

	if (cell->kind != TABLE_ELEMENTS && cell->kind != TABLE_CELLS) {
		out_char(&w->b, 0);
		return;
	}
	w->b.p = put_slot(out_room(&w->b, VALUE_ROOM), n);
	for (i = 0; i < n; i++) {
		struct table_cell one = { .kind = TABLE_NULL };

		if (f)
			table_cell_field(&one, f, cell->bytes + (size_t)i * f->length, f->length);
		put_value(w, t, c, f ? &one : &cell->cells[i]);
	}
}

static void put_origin(struct out_worker *w, struct out_buffer *b, const struct table_cell *system, const char *file)
{
	(void)w;
	if (system->kind == TABLE_NULL)
		out_char(b, 0);
	else
		put_bytes(b, system->bytes, system->length);
	put_bytes(b, file, strlen(file));
}

/* Append a row to the worker's buffer: the length of the row, then its values. */
static int arrow_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	const struct arrow_table *table = table_of(w, t);
	const struct arrow_column *c;
	uint32_t length, i;
	size_t at;
	char *p;

	if (!table)
		return out_no_memory(w), 1;
	out_part(w, t);
	p = out_room(&w->b, sizeof length);
	at = (size_t)(p - w->b.buf) + sizeof length;
	w->b.p = p + sizeof length;
	out_origin(w, cells, put_origin);
	for (i = TABLE_OFFSET, c = table->columns + i; i < table->n; i++, c++) {
		const struct table_cell *cell = &cells[c->column];

		/* Most cells are integers that fit their column. */
		if (c->type <= ARROW_INT && cell->kind == TABLE_NUMBER && !(cell->number & c->beyond))
			w->b.p = put_slot(out_room(&w->b, VALUE_ROOM), cell->number);
		else if (c->is_list)
			put_list(w, t, c, cell);
		else
			put_value(w, t, c, cell);
	}
	/* If out of memory, the buffer was emptied, so AT is not a place in it. */
	if (w->b.error)
		return 1;
	length = (uint32_t)((size_t)(w->b.p - w->b.buf) - at);
	memcpy(w->b.buf + at - sizeof length, &length, sizeof length);
	return *w->error ? 1 : 0;
}

static int arrow_record(struct out_worker *w, const struct out_record *r)
{
	return out_rows(w, r, arrow_row);
}

/* ---- Batches ---- */

static int arrow_gather(struct out_worker *w, const struct table *t, const char *text, size_t n, struct out_buffer *to)
{
	const struct arrow_worker *a = w->state;
	struct arrow_table *table;
	const char *end;
	uint32_t length;

	if (!text) {
		if (t->id < a->n && a->v[t->id].batch)
			arrow_batch_put(a->v[t->id].batch, to);
		return 0;
	}
	table = table_of(w, t);
	if (table && !table->batch)
		table->batch = arrow_batch_new(table->columns, table->n);
	if (!table || !table->batch)
		return out_no_memory(w);
	for (end = text + n; text < end; text += length) {
		int rc;

		memcpy(&length, text, sizeof length);
		text += sizeof length;
		rc = arrow_batch_row(table->batch, text);
		if (rc < 0)
			return out_no_memory(w);
		if (rc)
			arrow_batch_put(table->batch, to);
	}
	return 0;
}

static void arrow_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	const struct arrow_table *table = table_of(w, t);

	if (table)
		arrow_put_schema(b, t, table->columns, table->n);
	else
		b->error = ENOMEM;
}

static void arrow_end_worker(struct out_worker *w)
{
	struct arrow_worker *a = w->state;
	size_t i;

	for (i = 0; i < a->n; i++) {
		arrow_batch_free(a->v[i].batch);
		free(a->v[i].columns);
	}
	free(a->v);
	out_tables_end_worker(w);
	/* With --split, arrow_gather() is called again when each file is closed: it must not find freed batches. */
	memset(a, 0, sizeof *a);
}

const struct out_format out_arrow_format = {
	.name = "arrow",
	.suffix = "arrows",
	.wants = OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_DELTA | OUT_TAKES_TABLE | OUT_TAKES_SPLIT,
	.begin_file = out_tables_begin_file,
	.head = arrow_head,
	.worker_size = sizeof(struct arrow_worker),
	.begin_worker = out_tables_begin_worker,
	.record = arrow_record,
	.end_worker = arrow_end_worker,
	.gather = arrow_gather,
};
