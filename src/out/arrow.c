/* arrow.c: -f arrow: a table as an Arrow IPC stream.  The thread that reads collects the rows of each table by column,
 * and writes them when they fill a batch: see arrowbatch.h. */
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
/* A batch is full when it has this number of rows, or of bytes. */
#define BATCH_ROWS  65536u
#define BATCH_BYTES 1048576u

struct arrow_worker {
	struct out_table_worker tables;
	struct arrow_batch *batches; /* by the table's id */
	size_t n;
};

/* ---- Columns ---- */

static enum arrow_type type_of(const struct table_column *c)
{
	const struct monread_field *f = c->flags & TABLE_MIXED ? NULL : c->field;

	if (c->flags & TABLE_BIT)
		return ARROW_BOOL;
	if (!f)
		return table_column_is_time(c) ? ARROW_TIME : c->type == TABLE_INTEGER ? ARROW_INT :
		       c->type == TABLE_REAL ? ARROW_DOUBLE : ARROW_TEXT;
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

static struct arrow_column column_of(const struct out_settings *s, const struct table *t, uint16_t column)
{
	const struct table_column *c = &t->columns[column];
	struct arrow_column a = { .number = column, .type = ARROW_DOUBLE, .width = 8, .beyond = UINT64_MAX };
	int differs = s->counters != OUT_LEVELS;

	if (column == TABLE_ELAPSED(t))
		return a;
	a.type = (uint8_t)type_of(c);
	a.is_list = (c->flags & (TABLE_LIST | TABLE_MIXED)) == TABLE_LIST;
	differs = differs && (c->kind == TABLE_COUNTER || c->kind == TABLE_COUNTDOWN);
	if (a.type == ARROW_INT && differs && s->counters == OUT_RATE)
		a.type = ARROW_DOUBLE;
	if (a.type == ARROW_BOOL)
		a.beyond = ~UINT64_C(1);
	if (a.type == ARROW_BOOL || a.type == ARROW_TEXT || a.type == ARROW_BINARY)
		a.width = 0;
	if (a.type != ARROW_INT)
		return a;
	/* A difference may be negative. */
	a.is_signed = c->flags & TABLE_SIGNED || !c->field || differs;
	while (c->width && !differs && a.width / 2u >= c->width)
		a.width /= 2;
	a.beyond = ~(UINT64_MAX >> (64 - 8 * a.width + a.is_signed));
	return a;
}

/* Add a column to B. */
static int add_column(struct arrow_batch *b, struct arrow_column c)
{
	struct arrow_column *to = &b->columns[b->n++];

	*to = c;
	return arrow_has_offsets(to) ? array_append(&to->offsets, "\0\0\0", ARROW_OFFSET) : 0;
}

/* Return the batch of the table T, which is made on first use.  NULL: out of memory, which W notes. */
static struct arrow_batch *batch_of(struct out_worker *w, const struct table *t)
{
	struct arrow_worker *a = w->state;
	const struct out_shown *shown;
	struct arrow_batch *b;
	uint32_t i;
	int failed;

	if (t->id < a->n && a->batches[t->id].columns)
		return &a->batches[t->id];
	shown = out_shown_of(&a->tables.shown, w->settings, t);
	b = shown && !ARRAY_EXTEND(a->batches, a->n, t->id + 1u) ? &a->batches[t->id] : NULL;
	failed = !b || !(b->columns = calloc(2u * shown->n, sizeof *b->columns));
	for (i = 0; !failed && i < shown->n; i++) {
		struct arrow_column c = column_of(w->settings, t, shown->columns[i]);

		failed = add_column(b, c);
		if (c.is_list && !failed) {
			c.is_list = 0;
			failed = add_column(b, c);
		}
	}
	if (failed) {
		out_no_memory(w);
		return NULL;
	}
	b->table = t;
	return b;
}

/* ---- Values: these functions return 0, or -1 if out of memory ---- */

/* Append the first SIZE bytes of a number.  The least significant byte comes first, on every host: compilers make one
 * store of it. */
static inline int put_number(struct monread_buffer *b, uint64_t v, size_t size)
{
	unsigned char *p;

	if (array_reserve(b, sizeof v))
		return -1;
	p = b->bytes + b->length;
	p[0] = (unsigned char)v;
	p[1] = (unsigned char)(v >> 8);
	p[2] = (unsigned char)(v >> 16);
	p[3] = (unsigned char)(v >> 24);
	p[4] = (unsigned char)(v >> 32);
	p[5] = (unsigned char)(v >> 40);
	p[6] = (unsigned char)(v >> 48);
	p[7] = (unsigned char)(v >> 56);
	b->length += size;
	return 0;
}

/* Set bit N, the highest one so far, to ON.  Bits that were left out become 1. */
static int put_bit(struct monread_buffer *b, uint64_t n, int on)
{
	size_t length = (size_t)n / 8 + 1;

	if (array_reserve(b, length - b->length))
		return -1;
	memset(b->bytes + b->length, 0xFF, length - b->length);
	b->length = length;
	if (!on)
		b->bytes[n / 8] &= (unsigned char)~(1u << n % 8);
	return 0;
}

static inline int add_number(struct arrow_column *c, uint64_t v)
{
	c->n++;
	return c->width ? put_number(&c->data, v, c->width) : put_bit(&c->data, c->n - 1, v != 0);
}

/* Add a null, or a text or a list that ends at END. */
static int add_end(struct arrow_column *c, size_t end, int is_null)
{
	if (is_null) {
		c->nulls++;
		if (put_bit(&c->valid, c->n, 0))
			return -1;
	}
	if (!arrow_has_offsets(c))
		return add_number(c, 0);
	c->n++;
	return put_number(&c->offsets, end, ARROW_OFFSET);
}

static int add_null(struct arrow_column *c)
{
	return add_end(c, c->is_list ? (size_t)c[1].n : c->data.length, 1);
}

static int add_bytes(struct arrow_batch *b, struct arrow_column *c, const void *bytes, size_t n)
{
	b->bytes += n;
	return array_append(&c->data, bytes, n) ? -1 : add_end(c, c->data.length, 0);
}

/* ---- Rows ---- */

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

static int put_value(struct out_worker *w, struct arrow_batch *b, struct arrow_column *c, const struct table_cell *cell)
{
	struct table_text *text = &((struct arrow_worker *)w->state)->tables.text;
	char message[MONREAD_NAME_MAX + 128];
	uint64_t v;

	if (cell->kind == TABLE_NULL)
		return add_null(c);
	if (cell->kind == TABLE_UTF8)
		return add_bytes(b, c, cell->bytes, cell->length);
	if (c->type == ARROW_TEXT)
		return table_text_make(text, cell) ? -1 : add_bytes(b, c, text->bytes, text->length);
	if (c->type == ARROW_BINARY && cell->kind == TABLE_HEX)
		return add_bytes(b, c, cell->bytes, cell->length);
	if (c->type != ARROW_BINARY && number_of(c, cell, &v))
		return add_number(c, v);
	snprintf(message, sizeof message, "%s: the value does not fit the type of its column in Arrow: null is written",
	         b->table->columns[c->number].name);
	out_tell_problem(w, message);
	return add_null(c);
}

/* The column of the elements follows the column C of the list. */
static int put_list(struct out_worker *w, struct arrow_batch *b, struct arrow_column *c, const struct table_cell *cell)
{
	const struct monread_field *f = cell->kind == TABLE_ELEMENTS ? cell->field : NULL;
	uint32_t n = f ? (f->length ? cell->length / f->length : 0) : cell->length, i;

	if (cell->kind != TABLE_ELEMENTS && cell->kind != TABLE_CELLS)
		return add_null(c);
	for (i = 0; i < n; i++) {
		struct table_cell one = { .kind = TABLE_NULL };

		if (f)
			table_cell_field(&one, f, cell->bytes + (size_t)i * f->length, f->length);
		if (put_value(w, b, c + 1, f ? &one : &cell->cells[i]))
			return -1;
	}
	b->bytes += sizeof(uint64_t) * n;
	return add_end(c, (size_t)c[1].n, 0);
}

static void put_origin(struct out_worker *w, struct out_buffer *b, const struct table_cell *system, const char *file)
{
	(void)w;
	(void)system;
	out_bytes(b, file, strlen(file));
}

static int put_cells(struct out_worker *w, struct arrow_batch *b, const struct table_cell *cells)
{
	const struct out_buffer *file = out_origin(w, cells, put_origin);
	struct arrow_column *c, *end = b->columns + b->n;
	int rc = 0;

	for (c = b->columns; c < end && !rc; c += 1 + c->is_list) {
		const struct table_cell *cell = &cells[c->number];

		/* Most cells are integers that fit their column. */
		if (c->type == ARROW_INT && !c->is_list && cell->kind == TABLE_NUMBER && !(cell->number & c->beyond))
			rc = add_number(c, cell->number);
		else if (c->number == TABLE_FILE)
			rc = add_bytes(b, c, file->buf, (size_t)(file->p - file->buf));
		else
			rc = c->is_list ? put_list(w, b, c, cell) : put_value(w, b, c, cell);
	}
	return rc;
}

static void put_batch(struct out_worker *w, struct arrow_batch *b)
{
	struct arrow_column *c, *end = b->columns + b->n;

	for (c = b->columns; c < end; c++)
		if (c->nulls && put_bit(&c->valid, c->n, 1))
			w->b.error = ENOMEM;
	out_part(w, b->table);
	if (!w->b.error)
		arrow_put_batch(b, &w->b);
	for (c = b->columns; c < end; c++) {
		c->n = c->nulls = 0;
		c->valid.length = c->data.length = 0;
		c->offsets.length = arrow_has_offsets(c) ? ARROW_OFFSET : 0;
	}
	b->rows = 0;
	b->bytes = 0;
}

static int arrow_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	struct arrow_batch *b = batch_of(w, t);

	if (!b || put_cells(w, b, cells))
		return out_no_memory(w), 1;
	b->bytes += sizeof(uint64_t) * b->n;
	if (++b->rows >= BATCH_ROWS || b->bytes >= BATCH_BYTES)
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
}

static void arrow_end_worker(struct out_worker *w)
{
	struct arrow_worker *a = w->state;
	size_t i;
	uint32_t k;

	for (i = 0; i < a->n; i++) {
		for (k = 0; k < a->batches[i].n; k++) {
			free(a->batches[i].columns[k].valid.bytes);
			free(a->batches[i].columns[k].offsets.bytes);
			free(a->batches[i].columns[k].data.bytes);
		}
		free(a->batches[i].columns);
	}
	free(a->batches);
	out_tables_end_worker(w);
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
	.flush = arrow_flush,
};
