/* arrow.c: -f arrow: a table as an Arrow IPC stream.  Any thread makes rows of records; the thread that writes collects
 * the rows of each table by column: see arrowbatch.h. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/safe.h"
#include "out/arrowbatch.h"
#include "out/formats.h"
#include "out/out.h"
#include "out/split.h"
#include "out/tables.h"
#include "port/array.h"
#include "table/cell.h"
#include "table/text.h"

/* Values other than texts take at most this much of a row. */
#define VALUE_ROOM 16u
/* Hex values that are longer are binary; the others are mostly device numbers and addresses, and text as in CSV. */
#define HEX_AS_TEXT 8u

/* Longer texts are made by table_text_make(). */
#define SHORT_TEXT 64u
#define CHARACTER_SIZE 4u /* bytes of UTF-8 */

#define NO_CHARACTER "\xEF\xBF\xBD"

/* Each byte of the code page in UTF-8. */
struct arrow_characters {
	struct {
		uint8_t length;
		char s[CHARACTER_SIZE];
	} of[256];
};

struct arrow_table {
	struct arrow_column *columns;
	uint32_t n;
	struct arrow_batch *batch; /* of the thread that writes */
};

struct arrow_worker {
	struct table_rows *rows;
	struct table_text text;
	struct out_shown_tables shown;
	struct arrow_table *tables; /* by the table's id */
	size_t ntables;
	struct out_buffer prefix; /* see make_prefix() */
	char system[MR_SYSTEM_ID_SIZE];
	size_t system_length;
	const char *file;
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

static const struct arrow_table *make_table(struct out_worker *w, const struct table *t)
{
	struct arrow_worker *a = w->state;
	const struct out_shown *shown = out_shown_of(&a->shown, w->settings, t);
	struct arrow_table *table;

	if (!shown || ARRAY_EXTEND(a->tables, a->ntables, t->id + 1u))
		return NULL;
	table = &a->tables[t->id];
	table->columns = malloc(shown->n * sizeof *table->columns);
	if (!table->columns)
		return NULL;
	for (; table->n < shown->n; table->n++)
		table->columns[table->n] = column_of(w->settings, t, shown->columns[table->n]);
	return table;
}

/* NULL: out of memory. */
static inline const struct arrow_table *table_of(struct out_worker *w, const struct table *t)
{
	const struct arrow_worker *a = w->state;

	return t->id < a->ntables && a->tables[t->id].columns ? &a->tables[t->id] : make_table(w, t);
}

/* ---- Rows ---- */

static void put_slot(struct out_buffer *b, uint64_t v)
{
	char *p = out_room(b, VALUE_ROOM);

	memcpy(p, &v, sizeof v);
	b->p = p + sizeof v;
}

static void put_bytes(struct out_buffer *b, const void *bytes, size_t n)
{
	put_slot(b, n);
	out_bytes(b, bytes, n);
}

/* A string of the host's, such as a file's name, which may be no UTF-8. */
static void put_host_text(struct out_buffer *b, const char *s, size_t n)
{
	size_t at = (size_t)(b->p - b->buf), i;
	uint32_t c;

	for (i = 0; i < n && (unsigned char)s[i] < 0x80; i++)
		;
	put_bytes(b, s, i);
	for (s += i, n -= i; n > 0; s += i, n -= i) {
		i = out_code_point(s, &c);
		out_bytes(b, i && i <= n ? s : NO_CHARACTER, i && i <= n ? i : sizeof NO_CHARACTER - 1);
		i = i && i <= n ? i : 1;
	}
	if (!b->error) {
		uint64_t length = (size_t)(b->p - b->buf) - at - sizeof length;

		memcpy(b->buf + at, &length, sizeof length);
	}
}

static int fits(const struct arrow_column *c, const struct table_cell *cell)
{
	if (cell->kind == TABLE_UNSIGNED)
		return !(cell->number & c->beyond);
	if (cell->kind != TABLE_NUMBER)
		return 0;
	return cell->integer >= 0 ? !(cell->number & c->beyond) : c->is_signed && !(~cell->number & c->beyond);
}

static int put_number(struct out_buffer *b, const struct arrow_column *c, const struct table_cell *cell)
{
	double real;
	uint64_t v;

	switch (c->type) {
	case ARROW_BOOL:
		put_slot(b, cell->integer != 0);
		return cell->kind == TABLE_NUMBER;
	case ARROW_INT:
		put_slot(b, cell->number);
		return fits(c, cell);
	case ARROW_TIME:
		put_slot(b, cell->number);
		return cell->kind == TABLE_MOMENT;
	default:
		real = cell->kind == TABLE_MICROS ? table_cell_real(cell) :
		       cell->kind == TABLE_NUMBER ? (double)cell->integer : (double)cell->number;
		memcpy(&v, &real, sizeof v);
		put_slot(b, v);
		return cell->kind >= TABLE_NUMBER && cell->kind <= TABLE_MICROS;
	}
}

static void put_ebcdic(struct out_buffer *b, const struct arrow_characters *c, const unsigned char *s, size_t n)
{
	uint64_t length;
	char *slot = out_room(b, sizeof length + SHORT_TEXT * CHARACTER_SIZE), *p = slot + sizeof length;

	for (; n > 0; n--, s++) {
		memcpy(p, c->of[*s].s, CHARACTER_SIZE);
		p += c->of[*s].length;
	}
	length = (size_t)(p - slot) - sizeof length;
	memcpy(slot, &length, sizeof length);
	b->p = p;
}

static int put_text(struct out_worker *w, const struct table_cell *cell)
{
	struct arrow_worker *a = w->state;
	char hex[2 * HEX_AS_TEXT];

	if (cell->kind == TABLE_UTF8) {
		put_host_text(&w->b, (const char *)cell->bytes, cell->length);
	} else if (cell->kind == TABLE_EBCDIC && cell->length < SHORT_TEXT) {
		put_ebcdic(&w->b, w->shared, cell->bytes, cell->length);
	} else if (cell->kind == TABLE_HEX && cell->length <= HEX_AS_TEXT) {
		out_put_hex(hex, cell->bytes, cell->length);
		put_bytes(&w->b, hex, 2 * (size_t)cell->length);
	} else if (table_text_make(&a->text, cell)) {
		out_no_memory(w);
		return 0;
	} else {
		put_bytes(&w->b, a->text.bytes, a->text.length);
	}
	return 1;
}

/* 1; 0: the column cannot hold it, and nothing was written. */
static int put_value(struct out_worker *w, const struct table *t, const struct arrow_column *c,
                     const struct table_cell *cell)
{
	size_t at = (size_t)(w->b.p - w->b.buf);
	char text[MONREAD_NAME_MAX + 128];

	if (cell->kind == TABLE_NULL)
		return 0;
	if (c->type == ARROW_TEXT)
		return put_text(w, cell);
	if (c->type == ARROW_BINARY && cell->kind == TABLE_HEX) {
		put_bytes(&w->b, cell->bytes, cell->length);
		return 1;
	}
	if (c->type != ARROW_BINARY && put_number(&w->b, c, cell))
		return 1;
	if (!w->b.error)
		w->b.p = w->b.buf + at;
	snprintf(text, sizeof text, "%s: the value does not fit the type of its column in Arrow: null is written",
	         t->columns[c->column].name);
	out_tell_problem(w, text);
	return 0;
}

/* 1; 0: the cell has no list. */
static int put_list(struct out_worker *w, const struct table *t, const struct arrow_column *c,
                    const struct table_cell *cell)
{
	const struct monread_field *f = cell->kind == TABLE_ELEMENTS ? cell->field : NULL;
	uint32_t n = f ? (f->length ? cell->length / f->length : 0) : cell->length, i;

	if (cell->kind != TABLE_ELEMENTS && cell->kind != TABLE_CELLS)
		return 0;
	put_slot(&w->b, n);
	for (i = 0; i < n; i++) {
		struct table_cell one = { .kind = TABLE_NULL };
		size_t at = (size_t)(w->b.p - w->b.buf);

		if (f)
			table_cell_field(&one, f, cell->bytes + (size_t)i * f->length, f->length);
		out_char(&w->b, 1);
		if (!put_value(w, t, c, f ? &one : &cell->cells[i]) && !w->b.error)
			w->b.buf[at] = 0;
	}
	return 1;
}

/* The columns "system" and "file" are the first ones, always shown, and nearly always the same: with their slots. */
static void __attribute__((noinline)) make_prefix(struct out_worker *w, const struct table_cell *cells)
{
	struct arrow_worker *a = w->state;
	const struct table_cell *system = &cells[TABLE_SYSTEM], *file = &cells[TABLE_FILE];

	a->prefix.p = a->prefix.buf;
	if (system->kind != TABLE_NULL)
		put_host_text(&a->prefix, (const char *)system->bytes, system->length);
	put_host_text(&a->prefix, (const char *)file->bytes, file->length);
	a->file = w->file->name;
	a->system_length = system->length < sizeof a->system ? system->length : 0;
	memcpy(a->system, system->bytes, a->system_length);
	if (a->prefix.error)
		out_no_memory(w);
}

static inline void put_prefix(struct out_worker *w, const struct table_cell *cells)
{
	struct arrow_worker *a = w->state;
	const struct table_cell *system = &cells[TABLE_SYSTEM];

	if (a->file != w->file->name || a->system_length != system->length ||
	    memcmp(a->system, system->bytes, system->length) != 0)
		make_prefix(w, cells);
	out_bytes(&w->b, a->prefix.buf, (size_t)(a->prefix.p - a->prefix.buf));
}

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	const struct arrow_table *table = table_of(w, t);
	const struct arrow_column *c;
	uint32_t length, i;
	size_t at;
	uint64_t word;
	char *p;

	if (!table)
		return out_no_memory(w), 1;
	out_part(w, t);
	p = out_room(&w->b, OUT_PIECE);
	at = (size_t)(p - w->b.buf) + sizeof length;
	w->b.p = p + sizeof length + arrow_row_bits(table->n);
	put_prefix(w, cells);
	word = (cells[TABLE_SYSTEM].kind != TABLE_NULL) | 1 << TABLE_FILE;
	p = out_room(&w->b, OUT_PIECE);
	for (i = TABLE_OFFSET, c = table->columns + i; i < table->n; i++, c++) {
		const struct table_cell *cell = &cells[c->column];
		uint64_t there = 1;

		if ((size_t)(w->b.end - p) < VALUE_ROOM) {
			w->b.p = p;
			p = out_room(&w->b, OUT_PIECE);
		}
		/* Most cells are integers that fit their column. */
		if (c->type <= ARROW_INT && cell->kind == TABLE_NUMBER && !(cell->number & c->beyond)) {
			memcpy(p, &cell->number, sizeof cell->number);
			p += sizeof cell->number;
		} else if (cell->kind == TABLE_NULL) {
			there = 0;
		} else {
			w->b.p = p;
			there = (uint64_t)(c->is_list ? put_list(w, t, c, cell) : put_value(w, t, c, cell));
			p = out_room(&w->b, VALUE_ROOM);
		}
		word |= there << (i % 64);
		if (i % 64 == 63 || i + 1 == table->n) {
			memcpy(w->b.buf + at + i / 64 * 8, &word, sizeof word);
			word = 0;
		}
	}
	w->b.p = p;
	/* Without memory the buffer began anew. */
	if (w->b.error)
		return 1;
	length = (uint32_t)((size_t)(p - w->b.buf) - at);
	memcpy(w->b.buf + at - sizeof length, &length, sizeof length);
	return *w->error ? 1 : 0;
}

static int problem(void *arg, const char *text)
{
	return out_tell_problem(arg, text);
}

static int record(struct out_worker *w, const struct out_record *r)
{
	static const struct table_sink sink = { row, problem };
	struct arrow_worker *a = w->state;

	return out_rows(w, a->rows, r, &sink);
}

/* ---- Batches ---- */

static int gather(struct out_worker *w, const struct table *t, const char *text, size_t n, struct out_buffer *to)
{
	struct arrow_worker *a = w->state;
	struct arrow_table *table;
	uint32_t length, done;

	if (!text) {
		if (t->id < a->ntables && a->tables[t->id].batch)
			arrow_batch_put(a->tables[t->id].batch, to);
		return 0;
	}
	if (!table_of(w, t))
		return out_no_memory(w);
	table = &a->tables[t->id];
	if (!table->batch)
		table->batch = arrow_batch_new(table->columns, table->n);
	for (done = 0; done < n; done += length) {
		memcpy(&length, text + done, sizeof length);
		done += (uint32_t)sizeof length;
		if (!table->batch || arrow_batch_row(table->batch, text + done))
			return out_no_memory(w);
		if (arrow_batch_is_full(table->batch))
			arrow_batch_put(table->batch, to);
	}
	return 0;
}

static void head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	const struct arrow_table *table = table_of(w, t);

	if (table)
		arrow_put_schema(b, t, table->columns, table->n);
	else
		b->error = ENOMEM;
}

/* The schema comes with the first input: if none can be read, nothing is written. */
static int begin_file(struct out *o)
{
	if (o->settings.table && o->file->index == 0 && !o->begun) {
		o->begun = 1;
		head(&o->main, &o->main.b, o->settings.table);
	}
	return 0;
}

/* ---- Beginning and end ---- */

static int begin(struct out *o)
{
	struct arrow_characters *c = o->shared;
	unsigned i;

	for (i = 0; i < 256; i++) {
		char room[2];
		size_t n;
		const char *s = table_character(o->settings.codepage, (unsigned char)i, room, &n);

		/* As in other tables. */
		if ((n == 1 && *s == '\0') || n > CHARACTER_SIZE) {
			s = NO_CHARACTER;
			n = sizeof NO_CHARACTER - 1;
		}
		memcpy(c->of[i].s, s, n);
		c->of[i].length = (uint8_t)n;
	}
	return 0;
}

static int begin_worker(struct out_worker *w)
{
	const struct out_settings *s = w->settings;
	struct arrow_worker *a = w->state;

	a->text.codepage = s->codepage;
	if (out_buffer_init(&a->prefix, OUT_MEMORY))
		return out_no_memory(w);
	a->rows = table_rows_new(s->schema, s->layouts, s->table, NULL);
	if (a->rows)
		return 0;
	out_buffer_done(&a->prefix);
	return out_no_memory(w);
}

static void end_worker(struct out_worker *w)
{
	struct arrow_worker *a = w->state;
	size_t i;

	for (i = 0; i < a->ntables; i++) {
		arrow_batch_free(a->tables[i].batch);
		free(a->tables[i].columns);
	}
	free(a->tables);
	out_shown_done(&a->shown);
	table_text_free(&a->text);
	out_buffer_done(&a->prefix);
	table_rows_free(a->rows);
	memset(a, 0, sizeof *a);
}

const struct out_format out_arrow_format = {
	.name = "arrow",
	.suffix = "arrows",
	.wants = OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_DELTA | OUT_TAKES_PROVEN | OUT_TAKES_TABLE | OUT_TAKES_SPLIT,
	.shared_size = sizeof(struct arrow_characters),
	.begin = begin,
	.begin_file = begin_file,
	.head = head,
	.worker_size = sizeof(struct arrow_worker),
	.begin_worker = begin_worker,
	.record = record,
	.gather = gather,
	.end_worker = end_worker,
};
