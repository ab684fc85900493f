/* arrow.c: the format arrow: tables as an Arrow IPC stream. Each thread collects the rows of each
 * table in a batch, which it writes when the batch is full and at the end of a part of the
 * input. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "out/arrowbatch.h"
#include "out/formats.h"
#include "out/split.h"
#include "out/table_rows.h"
#include "table/cell.h"

/* Hex values of at most this number of bytes, mostly device numbers and addresses, are stored as
 * text; longer hex values are stored as binary data. */
#define HEX_AS_TEXT 8u

struct arrow_worker {
	struct out_table_worker tables;
	struct arrow_batch *batches; /* indexed by table->id */
	size_t n;
};

/* ---- Columns ---- */

static enum arrow_type arrow_type_of(const struct table_column *c)
{
	static const unsigned char types[] = {
		[MONREAD_UNSIGNED] = ARROW_INT,   [MONREAD_SIGNED] = ARROW_INT,
		[MONREAD_BITS] = ARROW_INT,       [MONREAD_INTERVAL] = ARROW_DOUBLE,
		[MONREAD_FIXED11] = ARROW_DOUBLE, [MONREAD_TIME] = ARROW_TIME,
		[MONREAD_UNIXTIME] = ARROW_TIME,  [MONREAD_TEXT] = ARROW_TEXT,
		[MONREAD_ASCII] = ARROW_TEXT,
	};
	const struct monread_field *f = c->flags & TABLE_MIXED ? NULL : c->field;

	if (c->flags & TABLE_BIT)
		return ARROW_BOOL;
	if (!f && table_column_is_time(c))
		return ARROW_TIME;
	if (!f && c->type == TABLE_INTEGER)
		return ARROW_INT;
	if (!f)
		return c->type == TABLE_REAL ? ARROW_DOUBLE : ARROW_TEXT;
	if (f->format < sizeof types && types[f->format] &&
	    (f->format != MONREAD_BITS || f->length <= HEX_AS_TEXT))
		return types[f->format];
	return f->length > HEX_AS_TEXT ? ARROW_BINARY : ARROW_TEXT;
}

static struct arrow_column arrow_column_of(const struct out_settings *s, const struct table *t,
                                           uint16_t column)
{
	const struct table_column *c = &t->columns[column];
	struct arrow_column a = { .number = column,
		                  .type = ARROW_DOUBLE,
		                  .width = 8,
		                  .kind = ARROW_CONVERT };
	int differs = s->counters != OUT_LEVELS;

	if (column == TABLE_ELAPSED(t))
		return a;
	a.type = (uint8_t)arrow_type_of(c);
	a.is_list = (c->flags & (TABLE_LIST | TABLE_MIXED)) == TABLE_LIST;
	differs = differs && (c->kind == KIND_COUNTER || c->kind == KIND_COUNTDOWN);
	if (a.type == ARROW_INT && differs && s->counters == OUT_RATE)
		a.type = ARROW_DOUBLE;
	if (a.type == ARROW_INT) {
		/* A difference may be negative. */
		a.is_signed = c->flags & TABLE_SIGNED || !c->field || differs;
		while (c->width && !differs && a.width / 2u >= c->width)
			a.width /= 2;
	}
	arrow_set_width(&a);
	if (!a.is_list && (a.type == ARROW_INT || a.type == ARROW_BOOL || a.type == ARROW_TIME))
		a.kind = a.type == ARROW_TIME ? TABLE_MOMENT : TABLE_NUMBER;
	return a;
}

/* Return the batch for the rows of the table T, or NULL if out of memory. The first call for T
 * creates this batch. */
static struct arrow_batch *batch_of(struct out_worker *w, const struct table *t)
{
	struct arrow_worker *a = w->state;
	const struct out_shown *shown;
	struct arrow_batch *b;
	uint32_t i;

	if (t->id < a->n && a->batches[t->id].table)
		return &a->batches[t->id];
	shown = out_shown_of(w, t);
	if (!shown || ARRAY_EXTEND(a->batches, a->n, t->id + 1u))
		return NULL;
	b = &a->batches[t->id];
	b->columns = calloc(2u * shown->n, sizeof *b->columns);
	if (!b->columns)
		return NULL;
	b->table = t;
	for (i = 0; i < shown->n; i++)
		arrow_add_column(b, arrow_column_of(w->settings, t, shown->columns[i]));
	return b;
}

/* ---- Values ---- */

/* Store in *V the 64 bits of the number in CELL, converted to the type of the column C. Return 0 if
 * the column cannot hold this number, else 1. */
static int arrow_number_of(const struct arrow_column *c, const struct table_cell *cell, uint64_t *v)
{
	int is_negative = cell->kind == TABLE_NUMBER && cell->integer < 0;
	double real = (double)cell->number;

	if (cell->kind == TABLE_MICROS)
		real = table_cell_real(cell);
	else if (cell->kind == TABLE_NUMBER)
		real = (double)cell->integer;
	*v = cell->number;
	if (c->type == ARROW_TIME)
		return cell->kind == TABLE_MOMENT;
	if (c->type == ARROW_DOUBLE) {
		memcpy(v, &real, sizeof real);
		return cell->kind >= TABLE_NUMBER && cell->kind <= TABLE_MICROS;
	}
	return (cell->kind == TABLE_NUMBER || cell->kind == TABLE_UNSIGNED) &&
	       c->is_signed >= is_negative &&
	       !((is_negative ? ~cell->number : cell->number) & c->beyond);
}

/* Store in *V the number that represents CELL in row number AT of the column C: for a text or list,
 * the offset at which this text or list ends. Return 0, or -1 if out of memory. */
static int convert(struct out_worker *w, struct arrow_batch *b, struct arrow_column *c,
                   const struct table_cell *cell, uint64_t at, uint64_t *v)
{
	const struct monread_field *f = cell->kind == TABLE_ELEMENTS ? cell->field : NULL;
	uint32_t n = cell->length, i;
	struct arrow_worker *a = w->state;
	char message[MONREAD_NAME_MAX + 128];
	size_t before = c->bytes.length;
	int failed;

	if (f)
		n = f->length ? cell->length / f->length : 0;
	if (c->is_list && (cell->kind == TABLE_ELEMENTS || cell->kind == TABLE_CELLS)) {
		c++;
		if (array_reserve(&c->elements, ((size_t)c->n + n) * sizeof *v))
			return -1;
		for (i = 0; i < n; i++) {
			struct table_cell one = { .kind = TABLE_NULL };

			if (f)
				table_cell_field(&one, f, cell->bytes + (size_t)i * f->length,
				                 f->length);
			if (convert(w, b, c, f ? &one : &cell->cells[i], c->n, v))
				return -1;
			arrow_put(c->elements.bytes, (size_t)c->n++, *v, c->width);
		}
		b->bytes += sizeof *v * n;
		*v = c->n;
		return 0;
	}
	if (cell->kind != TABLE_NULL && !c->is_list) {
		if (c->type == ARROW_TEXT || (c->type == ARROW_BINARY && cell->kind == TABLE_HEX)) {
			if (c->type == ARROW_TEXT)
				failed = table_text_append(&a->tables.text, &c->bytes, cell);
			else
				failed = array_append(&c->bytes, cell->bytes, cell->length);
			if (failed)
				return -1;
			*v = c->bytes.length;
			b->bytes += c->bytes.length - before;
			return 0;
		}
		if (c->type != ARROW_BINARY && arrow_number_of(c, cell, v))
			return 0;
		snprintf(
			message, sizeof message,
			"%s: the value does not fit the type of its column in Arrow: null is written",
			b->table->columns[c->number].name);
		out_tell_problem(w, message);
	}
	*v = c->is_list ? c[1].n : c->bytes.length;
	return arrow_put_null(c, at);
}

static void put_batch(struct out_worker *w, struct arrow_batch *b)
{
	out_part(w, b->table);
	arrow_put_batch(b, &w->b);
}

static int arrow_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	struct arrow_batch *b = batch_of(w, t);
	unsigned char *chunk = b ? arrow_chunk(b) : NULL;
	size_t at, size;
	uint32_t i;

	if (!chunk) {
		out_no_memory(w);
		return 1;
	}
	at = b->rows % ARROW_CHUNK;
	size = sizeof(uint64_t) * b->n;
	for (i = 0; i < b->n; i++) {
		struct arrow_column *c = &b->columns[i];
		const struct table_cell *cell = &cells[c->number];
		uint64_t v = cell->number;
		int failed = 0;

		if (c->is_element)
			continue;
		/* Handle the most frequent cells without a call: integers that fit into their
		 * column, and names of systems and files. */
		if (cell->kind == TABLE_UTF8 && c->type == ARROW_TEXT) {
			failed = array_append(&c->bytes, cell->bytes, cell->length);
			v = c->bytes.length;
			size += cell->length;
		} else if (cell->kind == TABLE_MICROS && c->type == ARROW_DOUBLE) {
			arrow_number_of(c, cell, &v);
		} else if (cell->kind != c->kind || v & c->beyond) {
			failed = convert(w, b, c, cell, b->rows, &v);
		}
		if (failed) {
			out_no_memory(w);
			return 1;
		}
		arrow_put(chunk + c->at, at, v, c->width);
	}
	b->bytes += size;
	b->rows++;
	if (b->bytes >= ARROW_BATCH_BYTES)
		put_batch(w, b);
	return *w->error || w->b.error ? 1 : 0;
}

static int arrow_record(struct out_worker *w, const struct out_record *r)
{
	return out_rows(w, r, arrow_row);
}

static void arrow_flush(struct out_worker *w)
{
	const struct arrow_worker *a = w->state;
	size_t i;

	for (i = 0; i < a->n; i++)
		if (a->batches[i].rows)
			put_batch(w, &a->batches[i]);
}

static void arrow_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	const struct arrow_batch *batch = batch_of(w, t);

	if (batch)
		arrow_put_schema(batch, b);
	else
		out_no_memory(w);
}

static void arrow_end(struct out_worker *w)
{
	struct arrow_worker *a = w->state;
	size_t i;

	for (i = 0; i < a->n; i++)
		arrow_batch_done(&a->batches[i]);
	free(a->batches);
	out_tables_end_worker(w);
}

const struct out_format out_arrow_format = {
	.name = "arrow",
	.suffix = "arrows",
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_DELTA | OUT_TAKES_TABLE |
	         OUT_TAKES_SPLIT,
	.state_size = sizeof(struct arrow_worker),
	.begin = out_tables_begin_worker,
	.end = arrow_end,
	.head = arrow_head,
	.record = arrow_record,
	.flush = arrow_flush,
};
