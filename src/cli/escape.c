/* escape.c: converts text of records, and strings from outside, so that no control character reaches the output. */
#include "config.h"

#include "cli/escape.h"

#include <stdio.h>

#include "cli/safe.h"

static void set(struct out_escape *e, unsigned i, const char *s)
{
	size_t n = strlen(s);

	memcpy(e->ch[i].s, s, n);
	e->ch[i].length = (uint8_t)n;
}

/* Return the character of byte I in the code page; U+FFFD if it is not a single character. */
static uint32_t character(const struct monread_codepage *cp, unsigned i)
{
	size_t length;
	uint32_t c;

	return out_code_point(monread_codepage_utf8(cp, (unsigned char)i, &length), &c) == length ? c : 0xFFFD;
}

void out_escape_init(struct out_escape *e, const struct monread_codepage *cp, enum out_quoting quoting)
{
	char tmp[16];
	size_t length;
	unsigned i;

	memset(e, 0, sizeof *e);
	for (i = 0; i < 256; i++) {
		uint32_t c = cp ? character(cp, i) : i;

		if ((!cp && c >= 0x80) || (c < 0xA0 && out_is_unsafe(c))) {
			snprintf(tmp, sizeof tmp, quoting == OUT_JSON ? "\\u%04x" : "\\x%02x", (unsigned)c);
			set(e, i, tmp);
		} else if (c <= 0xFFFF && out_is_unsafe(c)) {
			snprintf(tmp, sizeof tmp, "\\u%04x", (unsigned)c);
			set(e, i, tmp);
		} else if (c == 0xFFFD || out_is_unsafe(c)) {
			set(e, i, "\xEF\xBF\xBD");
		} else if (c == '\\' || (c == '"' && quoting == OUT_JSON)) {
			snprintf(tmp, sizeof tmp, "\\%c", (char)c);
			set(e, i, tmp);
		} else if (cp) {
			set(e, i, monread_codepage_utf8(cp, (unsigned char)i, &length));
		} else {
			e->ch[i].s[0] = (char)i;
			e->ch[i].length = 1;
		}
	}
}

void out_text(struct out_buffer *b, const struct out_escape *e, const unsigned char *s, size_t n)
{
	while (n > 0) {
		size_t part = n < OUT_PIECE / 8 ? n : OUT_PIECE / 8;
		char *p = out_room(b, 8 * part);

		n -= part;
		while (part-- > 0) {
			memcpy(p, e->ch[*s].s, sizeof e->ch[0].s);
			p += e->ch[*s++].length;
		}
		b->p = p;
	}
}

/* Return the number of harmless characters at S; usually all. */
static size_t plain_span(const char *s)
{
	const char *p = s;

	while (*p >= ' ' && *p < 0x7F && *p != '\\' && *p != '"')
		p++;
	return (size_t)(p - s);
}

size_t out_safe(struct out_buffer *b, const char *s)
{
	size_t len = 0;

	for (;;) {
		size_t n = plain_span(s);
		char *p;

		out_bytes(b, s, n);
		len += n;
		s += n;
		if (!*s)
			return len;
		p = out_room(b, OUT_SAFE_MAX);
		b->p = out_put_safe(p, &s);
		len += (size_t)(b->p - p);
	}
}

void out_safe_column(struct out_buffer *b, const char *s, size_t width)
{
	size_t n = out_safe(b, s);

	while (n++ < width)
		out_char(b, ' ');
}

void out_harmless(struct out_buffer *b, const char *s, size_t len)
{
	const char *end = s + len;

	while (s < end)
		b->p = out_put_harmless(out_room(b, OUT_SAFE_MAX), &s);
}

void out_json_text(struct out_buffer *b, const char *s, size_t length)
{
	const char *end = s + length;

	out_char(b, '"');
	for (;;) {
		size_t plain = plain_span(s);
		uint32_t c = 0;
		unsigned n;

		out_bytes(b, s, plain);
		s += plain;
		if (s == end)
			break;
		n = *s ? out_code_point(s, &c) : 1;
		if (n == 0) {
			out_str(b, "\\ufffd");
			n = 1;
		} else if (out_is_unsafe(c) && c > 0xFFFF) {
			out_printf(b, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (c >> 10)), (unsigned)(0xDC00 | (c & 0x3FF)));
		} else if (out_is_unsafe(c)) {
			out_printf(b, "\\u%04x", (unsigned)c);
		} else {
			if (c == '"' || c == '\\')
				out_char(b, '\\');
			out_bytes(b, s, n);
		}
		s += n;
	}
	out_char(b, '"');
}

void out_json_string(struct out_buffer *b, const char *s)
{
	out_json_text(b, s, strlen(s));
}
