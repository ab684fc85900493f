/* csv.c: the formats that write a table as lines of values, separated by commas (RFC 4180) or
 * tabs. */
#include "config.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "out/formats.h"
#include "out/split.h"
#include "out/table_rows.h"

/* Maximum number of bytes of a cell that is not text, including the separator after it. */
#define CELL_ROOM 64u

struct csv {
	struct out_table_worker tables;
	char separator;
	int harmless; /* 1: replace control characters, because a terminal would obey them */
	int warns;    /* 1: report texts that look like formulas, because stderr is a terminal */
	/* text of the columns "system" and "file", usually the same for the next record */
	struct out_buffer origin;
	char system[MR_SYSTEM_ID_SIZE]; /* the system in ->origin */
	size_t system_length;
	unsigned nfiles; /* the value of tables.nfiles when the text in ->origin was made */
};

/* ---- Texts ---- */

/* If a text looks like a formula because it begins with the character C, report this once per
 * run. */
static void check_formula(char c)
{
	static atomic_flag warned = ATOMIC_FLAG_INIT;

	if (memchr("=+-@", c, 4) && !atomic_flag_test_and_set(&warned))
		diag_note(
			"a text begins with %c: a spreadsheet takes such a cell for a formula; import the columns as text",
			c);
}

/* Write the text S of N bytes as a cell at P. Return the end of the cell, where CELL_ROOM bytes are
 * free. */
static char *put_utf8(struct out_buffer *b, char *p, const struct csv *csv, const char *s, size_t n)
{
	b->p = p;
	if (csv->separator == '\t')
		out_tsv(b, s, n, csv->harmless);
	else if (n > 0)
		out_csv(b, s, n, csv->harmless);
	else
		/* Quote the empty text, because an empty cell without quotes is a missing value. */
		out_str(b, "\"\"");
	return out_room(b, CELL_ROOM);
}

/* ---- The head ---- */

static void csv_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	struct csv *csv = w->state;
	const struct out_shown *shown = out_shown_of(w, t);
	uint32_t i;

	if (!shown) {
		b->error = ENOMEM;
		return;
	}
	for (i = 0; i < shown->n; i++) {
		size_t column = shown->columns[i];
		const char *name = column == TABLE_ELAPSED(t) ? TABLE_ELAPSED_NAME :
		                                                t->columns[column].name;

		if (i)
			out_char(b, csv->separator);
		b->p = put_utf8(b, out_room(b, CELL_ROOM), csv, name, strlen(name));
	}
	out_char(b, '\n');
}

/* ---- Rows ---- */

static char *csv_put_micros(char *p, int64_t v)
{
	uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

	*p = '-';
	p += v < 0;
	return out_put_decimals(p, u / 1000000, (uint32_t)(u % 1000000));
}

static char *csv_put_text(struct out_worker *w, char *p, const struct table_cell *cell)
{
	struct csv *csv = w->state;
	const char *text = (const char *)cell->bytes;
	size_t n = cell->length;

	if (cell->kind != TABLE_UTF8) {
		text = table_text_make(&csv->tables.text, cell);
		n = csv->tables.text.own.length;
	}
	if (!text) {
		out_no_memory(w);
		return p;
	}
	if (csv->warns && n > 0 && cell->kind <= TABLE_UTF8)
		check_formula(*text);
	return put_utf8(&w->b, p, csv, text, n);
}

static char *csv_put_cell(struct out_worker *w, char *p, const struct table_cell *cell,
                          size_t column)
{
	switch (cell->kind) {
	case TABLE_NULL:
		return p;
	case TABLE_NUMBER:
		return out_put_i64(p, cell->integer);
	case TABLE_UNSIGNED:
		return out_put_u64(p, cell->number);
	case TABLE_MICROS:
		return csv_put_micros(p, cell->integer);
	case TABLE_MOMENT:
		return out_put_unix_us(column == LEAD_INTERVAL ? &w->interval_clock : &w->clock, p,
		                       cell->integer);
	case TABLE_HEX:
		w->b.p = p;
		out_hex(&w->b, cell->bytes, cell->length);
		return out_room(&w->b, CELL_ROOM);
	default:
		return csv_put_text(w, p, cell);
	}
}

static void make_origin(struct out_worker *w, const struct table_cell *system,
                        const struct table_cell *file)
{
	struct csv *csv = w->state;
	struct out_buffer *b = &csv->origin;

	b->p = b->buf;
	if (system->kind != TABLE_NULL)
		b->p = put_utf8(b, out_room(b, CELL_ROOM), csv, (const char *)system->bytes,
		                system->length);
	out_char(b, csv->separator);
	b->p = put_utf8(b, out_room(b, CELL_ROOM), csv, (const char *)file->bytes, file->length);
	out_char(b, csv->separator);
	if (b->error)
		out_no_memory(w);
	csv->nfiles = csv->tables.nfiles;
	csv->system_length = system->length < sizeof csv->system ? system->length : 0;
	memcpy(csv->system, system->bytes, csv->system_length);
}

static void put_origin(struct out_worker *w, const struct table_cell *system,
                       const struct table_cell *file)
{
	const struct csv *csv = w->state;

	if (csv->nfiles != csv->tables.nfiles || csv->system_length != system->length ||
	    memcmp(csv->system, system->bytes, system->length) != 0)
		make_origin(w, system, file);
	out_bytes(&w->b, csv->origin.buf, (size_t)(csv->origin.p - csv->origin.buf));
}

static int csv_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	struct csv *csv = w->state;
	const struct out_shown *shown = out_shown_of(w, t);
	char *p, separator = csv->separator;
	uint32_t i;

	if (!shown) {
		out_no_memory(w);
		return 1;
	}
	out_part(w, t);
	put_origin(w, &cells[LEAD_SYSTEM], &cells[LEAD_FILE]);
	p = out_room(&w->b, OUT_PIECE);
	for (i = LEAD_OFFSET; i < shown->n; i++) {
		size_t column = shown->columns[i];

		if ((size_t)(w->b.end - p) < CELL_ROOM) {
			w->b.p = p;
			p = out_room(&w->b, OUT_PIECE);
		}
		/* Fast path: most cells are numbers, and many of these numbers are below 10. */
		if (cells[column].kind == TABLE_NUMBER && cells[column].number < 10)
			*p++ = (char)('0' + cells[column].number);
		else if (cells[column].kind == TABLE_NUMBER && cells[column].integer >= 0)
			p = out_put_u64(p, cells[column].number);
		else
			p = csv_put_cell(w, p, &cells[column], column);
		*p++ = separator;
	}
	/* Replace the separator after the last cell by the end of the line. */
	p[-1] = '\n';
	w->b.p = p;
	return *w->error ? 1 : 0;
}

static int csv_record(struct out_worker *w, const struct out_record *r)
{
	return out_rows(w, r, csv_row);
}

static int csv_begin(struct out_worker *w)
{
	const struct out_settings *s = w->settings;
	struct csv *csv = w->state;

	csv->separator = w->format == &out_csv_format ? ',' : '\t';
	csv->harmless = s->width > 0 && !s->split;
	csv->warns = csv->separator == ',' && isatty(STDERR_FILENO);
	if (out_buffer_init(&csv->origin, OUT_MEMORY))
		return out_no_memory(w);
	if (out_tables_begin_worker(w) == 0)
		return 0;
	out_buffer_done(&csv->origin);
	return -1;
}

static void csv_end(struct out_worker *w)
{
	struct csv *csv = w->state;

	out_buffer_done(&csv->origin);
	out_tables_end_worker(w);
}

#define TABLE_FORMAT(called)                                                       \
	const struct out_format out_##called##_format = {                          \
		.name = #called,                                                   \
		.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_DELTA | \
		         OUT_TAKES_TABLE | OUT_TAKES_SPLIT | OUT_TAKES_ZONE,       \
		.state_size = sizeof(struct csv),                                  \
		.begin = csv_begin,                                                \
		.end = csv_end,                                                    \
		.head = csv_head,                                                  \
		.record = csv_record,                                              \
	}

TABLE_FORMAT(csv);
TABLE_FORMAT(tsv);
