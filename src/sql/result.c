/* result.c: write the rows of a query. Text is aligned: the first rows are held until the widths of the columns are
 * known. */
#include "config.h"

#include "sql/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/escape.h"

/* Limits of the rows that are held for the widths; later rows use the same widths. */
#define HELD_ROWS  1000u
#define HELD_BYTES (256u * 1024u)

int result_begin(struct result *r, sqlite3_stmt *statement, enum sql_format format, struct out_buffer *b)
{
	memset(r, 0, sizeof *r);
	r->statement = statement;
	r->format = format;
	r->b = b;
	r->n = sqlite3_column_count(statement);
	if (format == SQL_CSV || format == SQL_TSV) {
		r->harmless = isatty(b->fd);
		return 0;
	}
	if (format != SQL_TEXT)
		return 0;
	r->columns = calloc((size_t)r->n, sizeof *r->columns);
	r->kinds = calloc((size_t)r->n, 1);
	return r->columns && r->kinds && out_buffer_init(&r->held, OUT_MEMORY) == 0 ? 0 : -1;
}

void result_done(struct result *r)
{
	free(r->columns);
	free(r->kinds);
	if (r->held.buf)
		out_buffer_done(&r->held);
}

/* ---- Values ---- */

#define MICROS 1000000
#define REPLACEMENT "\xEF\xBF\xBD"

/* Numbers of at most six decimals, which most are, are written exactly; others with as many digits as a reader
 * needs to get the same number. */
static void put_real(struct out_buffer *b, double v)
{
	double micros = v * MICROS;
	char text[40], *p;
	int digits;

	if (micros > -9e15 && micros < 9e15 && (double)(int64_t)micros == micros && micros / MICROS == v) {
		int64_t n = (int64_t)micros;
		uint64_t u = n < 0 ? (uint64_t)-n : (uint64_t)n;

		p = text;
		if (n < 0)
			*p++ = '-';
		p = out_put_u64(p, u / MICROS);
		*p++ = '.';
		for (digits = 6, u %= MICROS; digits-- > 0; u /= 10)
			p[digits] = (char)('0' + u % 10);
		p += 6;
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

#define REPLACEMENT "\xEF\xBF\xBD"

/* ---- CSV and TSV ---- */

/* Write the N bytes at S. LEAD precedes each character of PAIRS, which is replaced by the character after it there.
 * Programs can store any bytes as text in SQLite: invalid UTF-8 and NUL become U+FFFD, as in tables. HARMLESS:
 * characters that control a terminal, too. */
static void put_characters(struct out_buffer *b, const char *s, size_t n, char lead, const char *pairs, int harmless)
{
	const char *end = s + n, *from = s, *pair;
	size_t length;
	int unsafe;

	while (s < end) {
		if (*s >= ' ' && *s < 0x7F && *s != lead) {
			s++;
			continue;
		}
		for (pair = pairs; *pair && *pair != *s; pair += 2)
			;
		length = safe_character(s, (size_t)(end - s), &unsafe);
		if (*pair || *s == '\0' || ((signed char)*s < 0 && length == 1) || (harmless && unsafe)) {
			out_bytes(b, from, (size_t)(s - from));
			if (*pair) {
				out_char(b, lead);
				out_char(b, pair[1]);
			} else {
				out_str(b, REPLACEMENT);
			}
			from = s + length;
		}
		s += length;
	}
	out_bytes(b, from, (size_t)(end - from));
}

static void put_csv(struct out_buffer *b, const char *s, size_t n, int harmless)
{
	size_t i;

	for (i = 0; i < n && s[i] != ',' && s[i] != '"' && s[i] != '\r' && s[i] != '\n'; i++)
		;
	if (i < n)
		out_char(b, '"');
	put_characters(b, s, n, '"', "\"\"", harmless);
	if (i < n)
		out_char(b, '"');
}

static void put_tsv(struct out_buffer *b, const char *s, size_t n, int harmless)
{
	put_characters(b, s, n, '\\', "\tt\nn\rr\\\\", harmless);
}

void result_put_csv(struct out_buffer *b, const char *s, size_t n)
{
	put_csv(b, s, n, 0);
}

void result_put_tsv(struct out_buffer *b, const char *s, size_t n)
{
	put_tsv(b, s, n, 0);
}

/* In CSV quotes distinguish an empty text from NULL. */
static void put_separated_text(struct result *r, const char *s, size_t n)
{
	if (n == 0 && r->format == SQL_CSV)
		out_str(r->b, "\"\"");
	else
		(r->format == SQL_CSV ? put_csv : put_tsv)(r->b, s, n, r->harmless);
}

/* ---- Values of rows ---- */

static void put_text(struct out_buffer *b, const char *s, size_t n)
{
	const char *end = s + n, *nul;

	while ((nul = memchr(s, '\0', (size_t)(end - s))) != NULL) {
		out_harmless(b, s, (size_t)(nul - s));
		out_str(b, REPLACEMENT);
		s = nul + 1;
	}
	out_harmless(b, s, (size_t)(end - s));
}

/* Write a text as the format requires to B: the output, or the held text. */
static void put_format_text(struct result *r, struct out_buffer *b, sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);
	size_t n = (size_t)sqlite3_value_bytes(value);

	text = text ? text : "";
	if (r->format == SQL_JSON)
		out_json_text(b, text, n);
	else if (r->format == SQL_TEXT)
		put_text(b, text, n);
	else
		put_separated_text(r, text, n);
}

static void put_value(struct result *r, struct out_buffer *b, sqlite3_value *value)
{
	const char *quote = r->format == SQL_JSON ? "\"" : "";
	double v;

	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		b->p = out_put_i64(out_room(b, OUT_SLACK), sqlite3_value_int64(value));
		break;
	case SQLITE_FLOAT:
		/* JSON cannot express infinity. */
		v = sqlite3_value_double(value);
		if (r->format == SQL_JSON && !isfinite(v))
			out_str(b, "null");
		else
			put_real(b, v);
		break;
	case SQLITE_TEXT:
		put_format_text(r, b, value);
		break;
	case SQLITE_BLOB:
		out_str(b, quote);
		out_hex(b, sqlite3_value_blob(value), (size_t)sqlite3_value_bytes(value));
		out_str(b, quote);
		break;
	default:
		if (r->format == SQL_JSON)
			out_str(b, "null");
		break;
	}
}

static void separated_row(struct result *r)
{
	int i;

	for (i = 0; i < r->n; i++) {
		if (i)
			out_char(r->b, r->format == SQL_CSV ? ',' : '\t');
		put_value(r, r->b, sqlite3_column_value(r->statement, i));
	}
	out_char(r->b, '\n');
}

static void separated_header(struct result *r)
{
	int i;

	for (i = 0; i < r->n; i++) {
		const char *name = sqlite3_column_name(r->statement, i);

		if (i)
			out_char(r->b, r->format == SQL_CSV ? ',' : '\t');
		put_separated_text(r, name ? name : "", name ? strlen(name) : 0);
	}
	out_char(r->b, '\n');
}

/* ---- Held rows ---- */

static uint32_t characters(const char *s)
{
	uint32_t count = 0;

	while (*s)
		count += ((unsigned char)*s++ & 0xC0) != 0x80;
	return count;
}

/* End a cell of the held text. 0, or -1: out of memory. */
static int end_cell(struct result *r)
{
	out_char(&r->held, '\0');
	r->cells++;
	return r->held.error ? -1 : 0;
}

/* ---- JSON ---- */

/* The number of columns with that name among the first N. */
static int count_named(const struct result *r, int n, const char *name)
{
	int i, count = 0;

	for (i = 0; i < n; i++) {
		const char *other = sqlite3_column_name(r->statement, i);

		count += other && strcmp(other, name) == 0;
	}
	return count;
}

/* Write the key of column I. Keys must be unique: a repeated name gets the suffix :1, :2 and so on, as in a view,
 * unless another column has that name. 0, or -1: out of memory. */
static int put_key(struct result *r, int i)
{
	const char *name = sqlite3_column_name(r->statement, i);
	int before = name ? count_named(r, i, name) : 0, number;
	char *unique = NULL;

	for (number = 1; before > 0; number++) {
		sqlite3_free(unique);
		unique = sqlite3_mprintf("%s:%d", name, number);
		if (!unique)
			return -1;
		before -= count_named(r, r->n, unique) == 0;
	}
	if (unique)
		name = unique;
	out_json_text(&r->held, name ? name : "", name ? strlen(name) : 0);
	sqlite3_free(unique);
	return 0;
}

/* Prepare the text before each value, which is the same in all rows. 0, or -1: out of memory. */
static int make_keys(struct result *r)
{
	int i;

	if (out_buffer_init(&r->held, OUT_MEMORY))
		return -1;
	for (i = 0; i < r->n; i++) {
		out_char(&r->held, i ? ',' : '{');
		if (put_key(r, i))
			return -1;
		out_char(&r->held, ':');
		if (end_cell(r))
			return -1;
	}
	return 0;
}

static void json_row(struct result *r)
{
	const char *key = r->held.buf;
	int i;

	for (i = 0; i < r->n; i++) {
		size_t length = strlen(key);

		out_bytes(r->b, key, length);
		key += length + 1;
		put_value(r, r->b, sqlite3_column_value(r->statement, i));
	}
	out_str(r->b, "}\n");
}

/* ---- Text ---- */

static int hold_header(struct result *r)
{
	int i;

	for (i = 0; i < r->n; i++) {
		const char *name = sqlite3_column_name(r->statement, i);

		out_harmless(&r->held, name ? name : "", name ? strlen(name) : 0);
		if (end_cell(r))
			return -1;
	}
	return 0;
}

static int hold_row(struct result *r)
{
	int i;

	for (i = 0; i < r->n; i++) {
		sqlite3_value *value = sqlite3_column_value(r->statement, i);

		if (!r->kinds[i] && sqlite3_value_type(value) != SQLITE_NULL)
			r->kinds[i] = (unsigned char)sqlite3_value_type(value);
		put_value(r, &r->held, value);
		if (end_cell(r))
			return -1;
	}
	return 0;
}

static int is_number(const struct result *r, int i)
{
	return r->kinds[i] == SQLITE_INTEGER || r->kinds[i] == SQLITE_FLOAT;
}

static void blanks(struct out_buffer *b, uint32_t n)
{
	while (n-- > 0)
		out_char(b, ' ');
}

/* Write the held cells: numbers aligned to the right, others to the left, without blanks at the end of a line. */
static void put_cells(struct result *r)
{
	const char *p = r->held.buf;
	size_t cell;

	for (cell = 0; cell < r->cells; cell++) {
		int i = (int)(cell % (size_t)r->n);
		uint32_t width = characters(p), pad = r->columns[i] > width ? r->columns[i] - width : 0;

		if (i)
			out_str(r->b, "  ");
		if (is_number(r, i))
			blanks(r->b, pad);
		out_str(r->b, p);
		p += strlen(p) + 1;
		if (i == r->n - 1)
			out_char(r->b, '\n');
		else if (!is_number(r, i))
			blanks(r->b, pad);
	}
	r->cells = 0;
	r->held.p = r->held.buf;
}

static void settle_widths(struct result *r)
{
	const char *p = r->held.buf;
	size_t cell;

	for (cell = 0; cell < r->cells; cell++, p += strlen(p) + 1) {
		uint32_t *column = &r->columns[cell % (size_t)r->n], width = characters(p);

		*column = width > *column ? width : *column;
	}
	r->header = 1;
}

static int text_row(struct result *r)
{
	if (!r->header && r->cells == 0 && hold_header(r))
		return -1;
	if (hold_row(r))
		return -1;
	if (!r->header && (r->cells > HELD_ROWS * (size_t)r->n || (size_t)(r->held.p - r->held.buf) > HELD_BYTES))
		settle_widths(r);
	if (r->header)
		put_cells(r);
	return 0;
}

static int text_end(struct result *r)
{
	if (r->header)
		return 0;
	if (r->cells == 0 && hold_header(r))
		return -1;
	settle_widths(r);
	put_cells(r);
	return 0;
}

/* ---- All formats ---- */

int result_row(struct result *r)
{
	switch (r->format) {
	case SQL_TEXT:
		if (text_row(r))
			return -1;
		break;
	case SQL_CSV:
	case SQL_TSV:
		if (!r->header)
			separated_header(r);
		r->header = 1;
		separated_row(r);
		break;
	case SQL_JSON:
		if (!r->header && make_keys(r))
			return -1;
		r->header = 1;
		json_row(r);
		break;
	case SQL_NOTHING:
		break;
	}
	return r->b->error ? -1 : 0;
}

int result_end(struct result *r)
{
	if (r->format == SQL_TEXT && text_end(r))
		return -1;
	if ((r->format == SQL_CSV || r->format == SQL_TSV) && !r->header)
		separated_header(r);
	return r->b->error ? -1 : 0;
}
