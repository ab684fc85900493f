#include "config.h"

#include "cli/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/wrap.h"

int out_is_unsafe(uint32_t c)
{
	/* The ranges are controls, line separators, and code points that have the Unicode property
	 * Default_Ignorable_Code_Point and that terminals hide. The soft hyphen U+00AD has this
	 * property, too, but terminals show it. */
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0x00, 0x1F },       { 0x7F, 0x9F },               /* controls */
		/* joiners, marks of direction */
		{ 0x034F, 0x034F },   { 0x061C, 0x061C },
		{ 0x115F, 0x1160 },   { 0x17B4, 0x17B5 },           /* fillers */
		{ 0x180B, 0x180F },                                 /* variations, a separator */
		/* zero width, line separators, changes of direction */
		{ 0x200B, 0x200F },   { 0x2028, 0x202E },
		{ 0x2060, 0x206F },   { 0x3164, 0x3164 },           /* zero width, isolates */
		{ 0xFE00, 0xFE0F },   { 0xFEFF, 0xFEFF },           /* variations, zero width */
		{ 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },           /* annotations */
		/* shorthand and music controls */
		{ 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A },
		{ 0xE0000, 0xE0FFF },                               /* tags, variations */
	};
	size_t i;

	for (i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return 1;
	return 0;
}

unsigned out_code_point(const char *s, uint32_t *c)
{
	/* Reading does not go beyond the end of S, because a NUL never continues a character. */
	return mr_code_point((const unsigned char *)s, 4, c);
}

size_t safe_character(const char *s, size_t n, int *unsafe)
{
	uint32_t c;
	unsigned length = mr_code_point((const unsigned char *)s, n, &c);

	*unsafe = length == 0 || (*s != '\n' && *s != '\t' && out_is_unsafe(c));
	return length ? length : 1;
}

static char *put_escape(char *p, char letter, uint32_t c, unsigned digits)
{
	*p++ = '\\';
	*p++ = letter;
	while (digits-- > 0)
		*p++ = "0123456789abcdef"[c >> (4 * digits) & 15];
	return p;
}

char *out_put_harmless(char *p, const char **s)
{
	uint32_t c;
	unsigned n = out_code_point(*s, &c);

	if (n == 0) {
		p = put_escape(p, 'x', (unsigned char)**s, 2);
		n = 1;
	} else if (!out_is_unsafe(c)) {
		memcpy(p, *s, n);
		p += n;
	} else if (c < 0x80) {
		p = put_escape(p, 'x', c, 2);
	} else {
		p = c > 0xFFFF ? put_escape(p, 'U', c, 8) : put_escape(p, 'u', c, 4);
	}
	*s += n;
	return p;
}

char *out_put_safe(char *p, const char **s)
{
	if (**s == '\\')
		*p++ = '\\';
	return out_put_harmless(p, s);
}

char *safe_utf8(const char *s)
{
	/* U+FFFD, which replaces an invalid byte, has three bytes. */
	char *copy = malloc(3 * strlen(s) + 1), *p = copy;
	uint32_t c;

	while (copy && *s) {
		unsigned length = out_code_point(s, &c);

		memcpy(p, length ? s : "\xEF\xBF\xBD", length ? length : 3);
		p += length ? length : 3;
		s += length ? length : 1;
	}
	if (copy)
		*p = '\0';
	return copy;
}

/* Return the character that the byte I has in the code page CP; U+FFFD if the byte stands for no
 * character or for several characters. */
static uint32_t character(const struct monread_codepage *cp, unsigned i)
{
	size_t length;
	uint32_t c;

	if (out_code_point(monread_codepage_utf8(cp, (unsigned char)i, &length), &c) == length)
		return c;
	return 0xFFFD;
}

void out_escape_init(struct out_escape *e, const struct monread_codepage *cp,
                     enum out_quoting quoting)
{
	char tmp[16];
	unsigned i;

	memset(e, 0, sizeof *e);
	for (i = 0; i < 256; i++) {
		uint32_t c = cp ? character(cp, i) : i;
		const char *text = tmp;
		size_t length = 3;

		if ((!cp && c >= 0x80) || (c < 0xA0 && out_is_unsafe(c)))
			length = (size_t)snprintf(tmp, sizeof tmp,
			                          quoting == OUT_JSON ? "\\u%04x" : "\\x%02x",
			                          (unsigned)c);
		else if (c <= 0xFFFF && out_is_unsafe(c))
			length = (size_t)snprintf(tmp, sizeof tmp, "\\u%04x", (unsigned)c);
		else if (c == 0xFFFD || out_is_unsafe(c))
			text = "\xEF\xBF\xBD";
		else if (c == '\\' || (c == '"' && quoting == OUT_JSON))
			length = (size_t)snprintf(tmp, sizeof tmp, "\\%c", (char)c);
		else if (cp)
			text = monread_codepage_utf8(cp, (unsigned char)i, &length);
		else
			length = (size_t)snprintf(tmp, sizeof tmp, "%c", (char)c);
		memcpy(e->ch[i].s, text, length);
		e->ch[i].length = (uint8_t)length;
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

void out_text_utf8(struct out_buffer *b, const struct out_escape *e, const unsigned char *s,
                   size_t n)
{
	unsigned length;
	uint32_t c;

	for (; n > 0; s += length, n -= length) {
		char *p = out_room(b, OUT_SAFE_MAX);

		length = mr_code_point(s, n, &c);
		if (length == 1) {
			memcpy(p, e->ch[c].s, sizeof e->ch[0].s);
			b->p = p + e->ch[c].length;
		} else if (!out_is_unsafe(c)) {
			memcpy(p, s, length);
			b->p = p + length;
		} else {
			b->p = c > 0xFFFF ? (char *)memcpy(p, "\xEF\xBF\xBD", 3) + 3 :
			                    put_escape(p, 'u', c, 4);
		}
	}
}

/* Return how many bytes at the start of S are printable ASCII except \ and ". */
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

void out_wrapped(void *b, const char *s, size_t len)
{
	if (*s == '\n')
		out_char(b, '\n');
	else
		out_harmless(b, s, len);
}

void out_paragraph(struct out_buffer *b, size_t at, size_t indent, size_t width, ...)
{
	struct wrapped w = { out_wrapped, b, at, indent, width, 0 };
	const char *text;
	va_list ap;

	va_start(ap, width);
	for (text = va_arg(ap, const char *); text; text = va_arg(ap, const char *))
		wrap_words(&w, text, strlen(text));
	va_end(ap);
	out_char(b, '\n');
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
			out_printf(b, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (c >> 10)),
			           (unsigned)(0xDC00 | (c & 0x3FF)));
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

/* Append the N bytes at S. In PAIRS, each character to replace is followed by its replacement,
 * before which the character LEAD is written. Invalid UTF-8 and NULs become U+FFFD; if HARMLESS is
 * 1, characters for which out_is_unsafe() is 1 do so, too. */
static void put_characters(struct out_buffer *b, const char *s, size_t n, char lead,
                           const char *pairs, int harmless)
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
		if (*pair || *s == '\0' || ((signed char)*s < 0 && length == 1) ||
		    (harmless && unsafe)) {
			out_bytes(b, from, (size_t)(s - from));
			if (*pair) {
				out_char(b, lead);
				out_char(b, pair[1]);
			} else {
				out_str(b, "\xEF\xBF\xBD");
			}
			from = s + length;
		}
		s += length;
	}
	out_bytes(b, from, (size_t)(end - from));
}

void out_csv(struct out_buffer *b, const char *s, size_t n, int harmless)
{
	size_t i = 0, most = n < OUT_PIECE ? n : OUT_PIECE;
	char *p = out_room(b, most);

	/* Copy quickly the characters from - to ~ and blanks, which need no quotes: most texts have
	 * no others. */
	for (; i < most && ((unsigned char)(s[i] - '-') <= '~' - '-' || s[i] == ' '); i++)
		p[i] = s[i];
	if (i == n) {
		b->p = p + n;
		return;
	}
	for (; i < n && s[i] != ',' && s[i] != '"' && s[i] != '\r' && s[i] != '\n'; i++)
		;
	if (i < n)
		out_char(b, '"');
	put_characters(b, s, n, '"', "\"\"", harmless);
	if (i < n)
		out_char(b, '"');
}

void out_tsv(struct out_buffer *b, const char *s, size_t n, int harmless)
{
	put_characters(b, s, n, '\\', "\tt\nn\rr\\\\", harmless);
}

void out_utf8(struct out_buffer *b, const char *s, size_t n)
{
	put_characters(b, s, n, '\0', "", 0);
}
