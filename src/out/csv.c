/* csv.c: the formats that write a table as lines of values, separated by commas (RFC 4180) or
 * tabs. */
#include "config.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "out/formats.h"
#include "out/out.h"
#include "out/split.h"
#include "out/table_rows.h"

/* Maximum number of bytes of a cell that is not text, including the separator after it. */
#define CELL_ROOM 64u
/* Maximum number of characters of a text that are converted before the free room in the buffer is
 * checked. */
#define TEXT_PART (OUT_PIECE / 8)

/* For each byte of a code page: the text to write for it. */
struct characters {
	struct {
		uint8_t length;
		uint8_t quoted; /* 1: a cell that contains this character needs quotes */
		char s[6];
	} ch[256];
};

struct csv {
	char separator;
	int harmless; /* 1: replace control characters, because a terminal would obey them */
	int warns;    /* 1: report texts that look like formulas, because stderr is a terminal */
	struct characters ebcdic, ascii;
};

struct csv_worker {
	struct out_table_worker tables;
	struct csv csv;
	/* The text of the columns "system" and "file" for the last record; the text for the next
	 * record is usually the same. */
	struct out_buffer origin;
	char system[MR_SYSTEM_ID_SIZE];
	size_t system_length;
	unsigned nfiles; /* value of tables.nfiles when ->origin was made */
};

/* ---- Characters ---- */

/* the character U+FFFD */
static const char replacement[] = "\xEF\xBF\xBD";

static int is_quoted(const struct csv *c, const char *s)
{
	return c->separator == ',' && (*s == ',' || *s == '"' || *s == '\n' || *s == '\r');
}

static int is_unsafe(const char *s, size_t n)
{
	int unsafe;

	safe_character(s, n, &unsafe);
	return unsafe;
}

/* Write the N bytes of the character S to ROOM, in the form in which a cell shows this character.
 * Return the number of bytes written. */
static uint8_t put_character(const struct csv *c, char room[6], const char *s, size_t n)
{
	static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
	const char *found = n == 1 && *s && c->separator == '\t' ? strchr(special, *s) : NULL;

	if ((n == 1 && *s == '\0') || (c->harmless && !found && is_unsafe(s, n))) {
		memcpy(room, replacement, 3);
		return 3;
	}
	if (found) {
		room[0] = '\\';
		room[1] = letters[found - special];
		return 2;
	}
	if (*s == '"' && c->separator == ',') {
		room[0] = room[1] = '"';
		return 2;
	}
	memcpy(room, s, n);
	return (uint8_t)n;
}

static void csv_make_characters(struct csv *c, struct characters *to,
                                const struct monread_codepage *cp)
{
	unsigned i;

	for (i = 0; i < 256; i++) {
		char room[2];
		size_t n;
		const char *s = table_character(cp, (unsigned char)i, room, &n);

		to->ch[i].length = put_character(c, to->ch[i].s, s, n);
		to->ch[i].quoted = (uint8_t)is_quoted(c, s);
	}
}

/* ---- Texts ---- */

/* C points to the first character of a text. If the text begins like a formula, report this once
 * per run. */
static void check_formula(const char *c)
{
	static atomic_flag warned = ATOMIC_FLAG_INIT;

	if (strchr("=+-@", *c) && !atomic_flag_test_and_set(&warned))
		diag_note(
			"a text begins with %c: a spreadsheet takes such a cell for a formula; import the columns as text",
			*c);
}

/* Convert the N bytes at S with the table C, and write the resulting characters at *P. Return 0 if
 * none of the characters needs quotes around the text. */
static inline unsigned put_part(char **p, const struct characters *c, const unsigned char *s,
                                size_t n)
{
	unsigned quoted = 0;

	while (n-- > 0) {
		memcpy(*p, c->ch[*s].s, sizeof c->ch[0].s);
		*p += c->ch[*s].length;
		quoted |= c->ch[*s++].quoted;
	}
	return quoted;
}

static char *put_long(struct out_buffer *b, char *p, const struct characters *c,
                      const unsigned char *s, size_t n, int quotes)
{
	*p = '"';
	b->p = p + quotes;
	while (n > 0) {
		size_t part = n < TEXT_PART ? n : TEXT_PART;

		p = out_room(b, OUT_PIECE);
		put_part(&p, c, s, part);
		b->p = p;
		s += part;
		n -= part;
	}
	p = out_room(b, CELL_ROOM);
	*p = '"';
	return p + quotes;
}

/* Write the text S, which has N bytes, as a cell at P. At least CELL_ROOM bytes must be free at P.
 * Return the end of the cell, where at least CELL_ROOM bytes are free again. */
static char *csv_put_text(struct out_buffer *b, char *p, const struct csv *csv,
                          const struct characters *c, const unsigned char *s, size_t n)
{
	unsigned quoted = 0;
	size_t i;
	char *start;

	if (csv->warns && n > 0)
		check_formula(c->ch[*s].s);
	/* Write an empty text as "", because a cell without quotes is a missing value. */
	if (n == 0 && csv->separator == ',') {
		memcpy(p, "\"\"", 2);
		return p + 2;
	}
	if (n > CELL_ROOM) {
		for (i = 0; i < n; i++)
			quoted |= c->ch[s[i]].quoted;
		return put_long(b, p, c, s, n, quoted != 0);
	}
	b->p = p;
	start = p = out_room(b, OUT_PIECE);
	quoted = put_part(&p, c, s, n);
	if (!quoted)
		return p;
	p = start;
	*p++ = '"';
	put_part(&p, c, s, n);
	*p++ = '"';
	return p;
}

/* Write a text of the host, such as a file name, as a cell at P. Return the end of the cell, where
 * at least CELL_ROOM bytes are free. */
static char *put_utf8(struct out_buffer *b, char *p, const struct csv *csv, const char *s, size_t n)
{
	b->p = p;
	if (csv->separator == '\t')
		out_tsv(b, s, n, csv->harmless);
	else if (n > 0)
		out_csv(b, s, n, csv->harmless);
	else
		out_str(b, "\"\"");
	return out_room(b, CELL_ROOM);
}

/* ---- The head ---- */

static void csv_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	struct csv_worker *c = w->state;
	const struct csv *csv = &c->csv;
	const struct out_shown *shown = out_shown_of(&c->tables.shown, w->settings, t);
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

static char *csv_put_elements(struct out_worker *w, char *p, const struct table_cell *cell)
{
	struct csv_worker *c = w->state;
	const char *text = table_text_make(&c->tables.text, cell);

	if (!text) {
		out_no_memory(w);
		return p;
	}
	return put_utf8(&w->b, p, &c->csv, text, c->tables.text.own.length);
}

static char *csv_put_hex(struct out_buffer *b, char *p, const struct table_cell *cell)
{
	b->p = p;
	out_hex(b, cell->bytes, cell->length);
	return out_room(b, CELL_ROOM);
}

static char *csv_put_cell(struct out_worker *w, char *p, const struct table_cell *cell,
                          size_t column)
{
	struct csv_worker *c = w->state;
	const struct csv *csv = &c->csv;

	switch (cell->kind) {
	case TABLE_NULL:
		break;
	case TABLE_NUMBER:
		return out_put_i64(p, cell->integer);
	case TABLE_UNSIGNED:
		return out_put_u64(p, cell->number);
	case TABLE_MICROS:
		return csv_put_micros(p, cell->integer);
	case TABLE_MOMENT:
		return out_put_unix_us(column == LEAD_INTERVAL ? &w->interval_clock : &w->clock, p,
		                       cell->integer);
	case TABLE_EBCDIC:
		return csv_put_text(&w->b, p, csv, &csv->ebcdic, cell->bytes, cell->length);
	case TABLE_ASCII:
		return csv_put_text(&w->b, p, csv, &csv->ascii, cell->bytes, cell->length);
	case TABLE_UTF8:
		if (csv->warns && cell->length > 0)
			check_formula((const char *)cell->bytes);
		return put_utf8(&w->b, p, csv, (const char *)cell->bytes, cell->length);
	case TABLE_HEX:
		return csv_put_hex(&w->b, p, cell);
	case TABLE_ELEMENTS:
	case TABLE_CELLS:
		return csv_put_elements(w, p, cell);
	}
	return p;
}

static void make_origin(struct out_worker *w, const struct table_cell *system,
                        const struct table_cell *file)
{
	struct csv_worker *c = w->state;
	const struct csv *csv = &c->csv;
	struct out_buffer *b = &c->origin;

	b->p = b->buf;
	if (system->kind != TABLE_NULL)
		b->p = put_utf8(b, out_room(b, CELL_ROOM), csv, (const char *)system->bytes,
		                system->length);
	out_char(b, csv->separator);
	b->p = put_utf8(b, out_room(b, CELL_ROOM), csv, (const char *)file->bytes, file->length);
	out_char(b, csv->separator);
	if (b->error)
		out_no_memory(w);
	c->nfiles = c->tables.nfiles;
	c->system_length = system->length < sizeof c->system ? system->length : 0;
	memcpy(c->system, system->bytes, c->system_length);
}

static void put_origin(struct out_worker *w, const struct table_cell *system,
                       const struct table_cell *file)
{
	const struct csv_worker *c = w->state;

	if (c->nfiles != c->tables.nfiles || c->system_length != system->length ||
	    memcmp(c->system, system->bytes, system->length) != 0)
		make_origin(w, system, file);
	out_bytes(&w->b, c->origin.buf, (size_t)(c->origin.p - c->origin.buf));
}

static int csv_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	struct csv_worker *c = w->state;
	const struct csv *csv = &c->csv;
	const struct out_shown *shown = out_shown_of(&c->tables.shown, w->settings, t);
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
		/* Most cells are numbers, and many of the numbers are below 10: write these without
		 * a call of a function. */
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
	static const struct table_sink sink = { .row = csv_row, .problem = out_rows_problem };

	return out_rows(w, r, &sink);
}

static int csv_begin(struct out_worker *w, char separator)
{
	const struct out_settings *s = w->settings;
	struct csv_worker *c = w->state;

	c->csv.separator = separator;
	c->csv.harmless = s->width > 0 && !s->split;
	c->csv.warns = separator == ',' && isatty(STDERR_FILENO);
	csv_make_characters(&c->csv, &c->csv.ebcdic, s->codepage);
	csv_make_characters(&c->csv, &c->csv.ascii, NULL);
	if (out_buffer_init(&c->origin, OUT_MEMORY))
		return out_no_memory(w);
	if (out_tables_begin_worker(w) == 0)
		return 0;
	out_buffer_done(&c->origin);
	return -1;
}

static int begin_csv(struct out_worker *w)
{
	return csv_begin(w, ',');
}

static int begin_tsv(struct out_worker *w)
{
	return csv_begin(w, '\t');
}

static void csv_end(struct out_worker *w)
{
	struct csv_worker *c = w->state;

	out_buffer_done(&c->origin);
	out_tables_end_worker(w);
}

#define TABLE_FORMAT(called)                                                       \
	const struct out_format out_##called##_format = {                          \
		.name = #called,                                                   \
		.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_DELTA | \
		         OUT_TAKES_TABLE | OUT_TAKES_SPLIT | OUT_TAKES_ZONE,       \
		.state_size = sizeof(struct csv_worker),                           \
		.begin = begin_##called,                                           \
		.end = csv_end,                                                    \
		.head = csv_head,                                                  \
		.record = csv_record,                                              \
	}

TABLE_FORMAT(csv);
TABLE_FORMAT(tsv);
