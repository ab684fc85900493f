/* text.c: converts a cell to text, for CSV, SQL and other row formats. */
#include "config.h"

#include "table/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "table/cell.h"

#define NO_CHARACTER "\xEF\xBF\xBD"
#define NUMBER_SIZE 32u
#define CHARACTER_MOST 4u /* maximum number of UTF-8 bytes of a character */

/* The 256 characters of a code page in UTF-8. */
struct table_characters {
	char s[256][CHARACTER_MOST];
	uint8_t length[256];
};

void table_text_free(struct table_text *t)
{
	free(t->own.bytes);
	free(t->ebcdic);
	t->own = (struct monread_buffer){ 0 };
	t->ebcdic = NULL;
}

/* Append a number to t->to. FORMAT is a format of printf(3). */
static int __attribute__((format(printf, 2, 3)))
text_put_number(struct table_text *t, const char *format, ...)
{
	char s[NUMBER_SIZE];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(s, sizeof s, format, ap);
	va_end(ap);
	return array_append(t->to, s, (size_t)n);
}

size_t table_sql_time(int64_t us, char text[MONREAD_TIME_SIZE])
{
	monread_time_text(us, text);
	text[10] = ' ';
	text[MONREAD_TIME_SIZE - 2] = '\0';
	return MONREAD_TIME_SIZE - 2;
}

static int put_moment(struct table_text *t, int64_t us)
{
	char s[MONREAD_TIME_SIZE];

	if (t->in_sql)
		return array_append(t->to, s, table_sql_time(us, s));
	monread_time_text(us, s);
	return array_append(t->to, s, strlen(s));
}

static int text_put_hex(struct table_text *t, const unsigned char *bytes, uint32_t n)
{
	static const char digits[] = "0123456789ABCDEF";
	unsigned char *p;
	uint32_t i;

	if (array_reserve(t->to, 2 * (size_t)n + 1))
		return -1;
	p = t->to->bytes + t->to->length;
	for (i = 0; i < n; i++) {
		*p++ = (unsigned char)digits[bytes[i] >> 4];
		*p++ = (unsigned char)digits[bytes[i] & 15];
	}
	t->to->length += 2 * (size_t)n;
	return 0;
}

/* Append the text of the cell OF. If QUOTED is 1, escape this text for a JSON string. */
static int put_words(struct table_text *t, const struct table_cell *of, int quoted)
{
	const unsigned char *s = of->bytes;
	char room[3], escaped[8];
	uint32_t i;

	for (i = 0; i < of->length; i++) {
		const char *c = (const char *)&s[i];
		size_t len = 1;

		if (of->kind == TABLE_EBCDIC) {
			c = monread_codepage_utf8(t->codepage, s[i], &len);
		} else if (of->kind == TABLE_ASCII && s[i] >= 0x80) {
			len = mr_put_code_point(room, s[i]);
			c = room;
		}
		if (len == 1 && *c == '\0' && !quoted) {
			c = NO_CHARACTER;
			len = sizeof NO_CHARACTER - 1;
		} else if (quoted && len == 1 &&
		           ((unsigned char)*c < ' ' || *c == '"' || *c == '\\')) {
			len = (size_t)snprintf(escaped, sizeof escaped,
			                       (unsigned char)*c < ' ' ? "\\u%04x" : "\\%c", *c);
			c = escaped;
		}
		if (array_append(t->to, c, len))
			return -1;
	}
	return 0;
}

static int text_make_characters(struct table_text *t)
{
	struct table_characters *all = calloc(1, sizeof *all);
	const char *c;
	unsigned i;
	size_t n;

	if (!all)
		return -1;
	for (i = 0; i < 256; i++) {
		c = monread_codepage_utf8(t->codepage, (unsigned char)i, &n);
		if (n == 1 && *c == '\0') {
			c = NO_CHARACTER;
			n = sizeof NO_CHARACTER - 1;
		}
		memcpy(all->s[i], c, n);
		all->length[i] = (uint8_t)n;
	}
	t->ebcdic = all;
	return 0;
}

/* Append the N characters S of EBCDIC text like put_words() without JSON quoting, but faster,
 * because most texts are EBCDIC. */
static int put_ebcdic(struct table_text *t, const unsigned char *s, uint32_t n)
{
	const struct table_characters *c;
	unsigned char *p;
	uint32_t i;

	if (array_reserve(t->to, (size_t)n * CHARACTER_MOST + 1) ||
	    (!t->ebcdic && text_make_characters(t)))
		return -1;
	c = t->ebcdic;
	p = t->to->bytes + t->to->length;
	for (i = 0; i < n; i++) {
		memcpy(p, c->s[s[i]], CHARACTER_MOST);
		p += c->length[s[i]];
	}
	t->to->length = (size_t)(p - t->to->bytes);
	return 0;
}

static int text_put_cell(struct table_text *t, const struct table_cell *c, int in_json);

/* Append the list in the cell C, whose kind is TABLE_ELEMENTS or TABLE_CELLS. */
static int text_put_list(struct table_text *t, const struct table_cell *c)
{
	const struct monread_field *f = c->kind == TABLE_ELEMENTS ? c->field : NULL;
	uint32_t i, n = c->length;

	if (f)
		n = f->length ? n / f->length : 0;
	if (array_append(t->to, "[", 1))
		return -1;
	for (i = 0; i < n; i++) {
		struct table_cell one = { .kind = TABLE_NULL };

		if (f)
			table_cell_field(&one, f, c->bytes + i * f->length, f->length);
		else
			one = c->cells[i];
		if ((i && array_append(t->to, ",", 1)) || text_put_cell(t, &one, 1))
			return -1;
	}
	return array_append(t->to, "]", 1);
}

static int put_plain(struct table_text *t, const struct table_cell *c, int in_json)
{
	uint64_t micros;

	switch (c->kind) {
	case TABLE_NULL:
		return in_json ? array_append(t->to, "null", 4) : 0;
	case TABLE_NUMBER:
		return text_put_number(t, "%" PRId64, c->integer);
	case TABLE_UNSIGNED:
		return text_put_number(t, "%" PRIu64, c->number);
	case TABLE_MICROS:
		micros = c->integer < 0 ? 0 - c->number : c->number;
		return text_put_number(t, "%s%" PRIu64 ".%06" PRIu64, c->integer < 0 ? "-" : "",
		                       micros / TABLE_SECOND, micros % TABLE_SECOND);
	case TABLE_MOMENT:
		return put_moment(t, c->integer);
	case TABLE_EBCDIC:
		return in_json ? put_words(t, c, 1) : put_ebcdic(t, c->bytes, c->length);
	case TABLE_ASCII:
	case TABLE_UTF8:
		return put_words(t, c, in_json);
	case TABLE_HEX:
		return text_put_hex(t, c->bytes, c->length);
	case TABLE_ELEMENTS:
	case TABLE_CELLS:
		return text_put_list(t, c);
	}
	return 0;
}

static int text_put_cell(struct table_text *t, const struct table_cell *c, int in_json)
{
	int quoted = in_json && c->kind >= TABLE_MOMENT && c->kind <= TABLE_HEX;

	if (quoted && array_append(t->to, "\"", 1))
		return -1;
	if (put_plain(t, c, in_json))
		return -1;
	return quoted ? array_append(t->to, "\"", 1) : 0;
}

int table_text_append(struct table_text *t, struct monread_buffer *to,
                      const struct table_cell *cell)
{
	t->to = to;
	return put_plain(t, cell, 0);
}

const char *table_text_make(struct table_text *t, const struct table_cell *cell)
{
	t->own.length = 0;
	if (table_text_append(t, &t->own, cell) || array_append(&t->own, "", 1))
		return NULL;
	t->own.length--;
	return (const char *)t->own.bytes;
}
