/* result.c: write the rows of a query. */
#include "config.h"

#include "sql/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/escape.h"
#include "cli/grid.h"
#include "out/clock.h"

/* In the text format, the first rows, up to this number of bytes, are held to determine the widths
 * of columns. Later rows are printed at once, and may widen the columns. */
#define HELD_BYTES (256u * 1024u)

struct result {
	sqlite3_stmt *statement;
	struct out_buffer *b;
	enum sql_format format;
	int n; /* columns */
	char after; /* the character after each value */
	int begun; /* 1: the header was written */
	int harmless; /* 1: replace characters that control a terminal, in CSV and TSV */
	/* if SQL_TEXT: texts of ->grid; if SQL_JSON: the key of each column, with : and a NUL */
	struct out_buffer held;
	struct grid grid; /* if SQL_TEXT: the rows that were not written yet */
	/* if SQL_TEXT, by column: 1 if the column had a value other than NULL */
	unsigned char *typed;
};

#define MICROS 1000000
#define REPLACEMENT "\xEF\xBF\xBD"

/* Write the number V with up to six decimals, which is fast, if they are exact; else with the 15 to
 * 17 digits from which a reader gets V again. */
static void put_real(struct out_buffer *b, double v)
{
	double micros = v * MICROS;
	int64_t n = micros > -9e15 && micros < 9e15 ? (int64_t)micros : INT64_MAX;
	char text[40], *p = text;
	int digits;

	/* The product may differ slightly from an integer: round it. Do not round products up to
	 * 100: numbers so small are written with exponents. */
	if ((double)n != micros &&
	    ((micros > 100 && micros < 1e15) || (micros < -100 && micros > -1e15)))
		n = (int64_t)(micros + (v < 0 ? -0.5 : 0.5));
	if (n != INT64_MAX && (double)n / MICROS == v) {
		uint64_t u = n < 0 ? (uint64_t)-n : (uint64_t)n;

		if (n < 0)
			*p++ = '-';
		p = out_put_decimals(p, u / MICROS, (uint32_t)(u % MICROS));
		while (p[-1] == '0' && p[-2] != '.')
			p--;
		out_bytes(b, text, (size_t)(p - text));
		return;
	}
	for (digits = 15; digits < 18; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	out_str(b, text);
	if (!strpbrk(text, ".ein"))
		out_str(b, ".0");
}

void result_put_plain(struct out_buffer *b, sqlite3_value *value)
{
	const char *text;

	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		b->p = out_put_i64(out_room(b, OUT_SLACK), sqlite3_value_int64(value));
		break;
	case SQLITE_FLOAT:
		put_real(b, sqlite3_value_double(value));
		break;
	case SQLITE_BLOB:
		out_hex(b, sqlite3_value_blob(value), (size_t)sqlite3_value_bytes(value));
		break;
	case SQLITE_TEXT:
		text = (const char *)sqlite3_value_text(value);
		out_utf8(b, text ? text : "", (size_t)sqlite3_value_bytes(value));
		break;
	default:;
	}
}

static const char *result_column_name(sqlite3_stmt *statement, int i)
{
	const char *name = sqlite3_column_name(statement, i);

	return name ? name : "";
}

static int count_named(sqlite3_stmt *statement, int n, const char *name)
{
	int i, count = 0;

	for (i = 0; i < n; i++)
		count += strcmp(result_column_name(statement, i), name) == 0;
	return count;
}

char *result_unique_name(sqlite3_stmt *statement, int i)
{
	const char *name = result_column_name(statement, i);
	int before = count_named(statement, i, name), number;
	char *unique = sqlite3_mprintf("%s", name);

	for (number = 1; unique && before > 0; number++) {
		sqlite3_free(unique);
		unique = sqlite3_mprintf("%s:%d", name, number);
		if (unique)
			before -= count_named(statement, sqlite3_column_count(statement),
			                      unique) == 0;
	}
	return unique;
}

static void result_put_text(struct out_buffer *b, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end) {
		if (*s >= ' ' && *s < 0x7F) {
			out_char(b, *s++);
		} else if (*s) {
			b->p = out_put_harmless(out_room(b, OUT_SAFE_MAX), &s);
		} else {
			out_str(b, REPLACEMENT);
			s++;
		}
	}
}

static void put_format_text(struct result *r, struct out_buffer *b, const char *text, size_t n)
{
	if (r->format == SQL_CSV && n)
		out_csv(b, text, n, r->harmless);
	else if (r->format == SQL_CSV) /* distinguish an empty text from NULL by quotes */
		out_str(b, "\"\"");
	else if (r->format == SQL_JSON)
		out_json_text(b, text, n);
	else if (r->format == SQL_TEXT)
		result_put_text(b, text, n);
	else
		out_tsv(b, text, n, r->harmless);
}

/* Write VALUE, which is not an integer, to the buffer B. Return the end of the text in B, where B
 * has room for one more byte. */
static char *result_put_value(struct result *r, struct out_buffer *b, sqlite3_value *value,
                              int type)
{
	const char *text;

	if (type == SQLITE_TEXT) {
		text = (const char *)sqlite3_value_text(value);
		put_format_text(r, b, text ? text : "", (size_t)sqlite3_value_bytes(value));
	} else if (r->format == SQL_JSON && type == SQLITE_BLOB) {
		out_char(b, '"');
		result_put_plain(b, value);
		out_char(b, '"');
	} else if (r->format == SQL_JSON &&
	           (type == SQLITE_NULL || !isfinite(sqlite3_value_double(value)))) {
		out_str(b, "null");
	} else {
		result_put_plain(b, value);
	}
	return out_room(b, 1);
}

/* Before the first row of CSV or TSV, write the names of the columns. */
static void begin_lines(struct result *r)
{
	const char *name;
	int i;

	if (r->begun || (r->format != SQL_CSV && r->format != SQL_TSV))
		return;
	r->begun = 1;
	for (i = 0; i < r->n; i++) {
		name = result_column_name(r->statement, i);
		put_format_text(r, r->b, name, strlen(name));
		out_char(r->b, r->after);
	}
	r->b->p[-1] = '\n';
}

/* Add to the grid the value in column I, which begins at offset AT in r->held. The first value that
 * is not NULL decides how the column is aligned. */
static void result_add_cell(struct result *r, int i, int type, size_t at)
{
	if (type != SQLITE_NULL && !r->typed[i]) {
		r->typed[i] = 1;
		r->grid.columns[i].right = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
	}
	grid_add_cell(&r->grid, (uint32_t)i, r->held.buf, at,
	              (size_t)(r->held.p - r->held.buf) - at);
}

/* Write the current row to the buffer B. In the text format, B is r->held. */
static void result_put_row(struct result *r, struct out_buffer *b)
{
	const char *key = r->held.buf;
	sqlite3_stmt *statement = r->statement;
	sqlite3_value *value;
	int i, type, n = r->n;
	size_t at;
	int64_t number;
	char *p;

	if (r->format == SQL_JSON)
		out_char(b, '{');
	for (i = 0; i < n; i++) {
		value = sqlite3_column_value(statement, i);
		type = sqlite3_value_type(value);
		at = (size_t)(b->p - b->buf);
		if (r->format == SQL_JSON) {
			out_str(b, key);
			key += strlen(key) + 1;
		}
		if (type != SQLITE_INTEGER) {
			p = result_put_value(r, b, value, type);
		} else {
			number = sqlite3_value_int64(value);
			p = out_room(b, OUT_SLACK);
			if (number >= 0 && number < 10) /* the usual case */
				*p++ = (char)('0' + number);
			else
				p = out_put_i64(p, number);
		}
		b->p = p;
		if (r->format == SQL_TEXT) {
			result_add_cell(r, i, type, at);
		} else {
			*p = r->after;
			b->p = p + 1;
		}
	}
	if (r->format == SQL_TEXT)
		return;
	b->p[-1] = r->format == SQL_JSON ? '}' : '\n';
	if (r->format == SQL_JSON)
		out_char(b, '\n');
}

static int result_put_key(struct result *r, int i)
{
	char *name = result_unique_name(r->statement, i);

	if (!name)
		return -1;
	out_json_text(&r->held, name, strlen(name));
	out_str(&r->held, ":");
	out_char(&r->held, '\0');
	sqlite3_free(name);
	return 0;
}

static void begin_grid(struct result *r)
{
	int i;

	for (i = 0; i < r->n && !r->grid.failed; i++) {
		const char *name = result_column_name(r->statement, i);
		size_t at = (size_t)(r->held.p - r->held.buf);
		uint32_t column = grid_add_column(&r->grid, (uint32_t)i, GRID_OTHER, 0);

		result_put_text(&r->held, name, strlen(name));
		if (!r->grid.failed)
			grid_add_heading(&r->grid, column, r->held.buf, at,
			                 (size_t)(r->held.p - r->held.buf) - at);
	}
}

static void result_put_lines(struct result *r)
{
	const struct grid_print p = { .b = r->b,
		                      .text = r->held.buf,
		                      .has_headings = !r->begun };

	grid_print(&r->grid, &p);
	grid_clear_rows(&r->grid);
	r->held.p = r->held.buf;
	r->begun = 1;
}

int result_write(sqlite3_stmt *statement, enum sql_format format, struct out_buffer *b)
{
	struct result r = {
		.statement = statement,
		.format = format,
		.b = b,
		.n = sqlite3_column_count(statement),
		.after = ',',
		.harmless = isatty(b->fd),
	};
	int code = SQLITE_ROW, has_rows = 0, i;

	if (format == SQL_TSV)
		r.after = '\t';
	r.typed = calloc((size_t)r.n, 1);
	if (!r.typed || out_buffer_init(&r.held, OUT_MEMORY))
		code = SQLITE_NOMEM;
	for (i = 0; format == SQL_JSON && i < r.n && code == SQLITE_ROW; i++)
		code = result_put_key(&r, i) ? SQLITE_NOMEM : SQLITE_ROW;
	if (format == SQL_TEXT && code == SQLITE_ROW)
		begin_grid(&r);
	while (code == SQLITE_ROW && !r.held.error && !r.grid.failed && !b->error) {
		code = sqlite3_step(statement);
		if (code != SQLITE_ROW)
			break;
		has_rows = 1;
		if (format == SQL_NOTHING)
			continue;
		begin_lines(&r);
		if (format == SQL_TEXT)
			grid_add_row(&r.grid);
		result_put_row(&r, format == SQL_TEXT ? &r.held : b);
		if (format == SQL_TEXT && (r.begun || (size_t)(r.held.p - r.held.buf) > HELD_BYTES))
			result_put_lines(&r);
	}
	/* Complete the output, also of a result that an error has cut short. */
	if (has_rows || code == SQLITE_DONE) {
		begin_lines(&r);
		if (format == SQL_TEXT && !r.held.error)
			result_put_lines(&r);
	}
	if (b->error)
		code = SQLITE_DONE;
	else if (code == SQLITE_ROW || (r.held.buf && r.held.error) || r.grid.failed)
		code = SQLITE_NOMEM;
	free(r.typed);
	grid_done(&r.grid);
	if (r.held.buf)
		out_buffer_done(&r.held);
	return code & 0xFF;
}
