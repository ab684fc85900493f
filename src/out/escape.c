/* escape.c: text in records comes from users: no control character of it reaches the output. */
#include "config.h"

#include "out/escape.h"

#include <stdio.h>

/* The code point of a UTF-8 sequence. */
static uint32_t code_point(const char *s, unsigned n)
{
	const unsigned char *u = (const unsigned char *)s;

	switch (n) {
	case 1:
		return u[0];
	case 2:
		return (uint32_t)(u[0] & 0x1F) << 6 | (u[1] & 0x3F);
	case 3:
		return (uint32_t)(u[0] & 0x0F) << 12 | (uint32_t)(u[1] & 0x3F) << 6 | (u[2] & 0x3F);
	default:
		return (uint32_t)(u[0] & 7) << 18 | (uint32_t)(u[1] & 0x3F) << 12 | (uint32_t)(u[2] & 0x3F) << 6 |
		       (u[3] & 0x3F);
	}
}

static void set(struct out_escape *e, unsigned i, const char *s)
{
	size_t n = strlen(s);

	memcpy(e->ch[i].s, s, n);
	e->ch[i].length = (uint8_t)n;
}

void out_escape_init(struct out_escape *e, const struct monread_codepage *cp, enum out_quoting quoting)
{
	char tmp[16];
	unsigned i;

	memset(e, 0, sizeof *e);
	for (i = 0; i < 256; i++) {
		uint32_t c = cp ? code_point(cp->ch[i].utf8, cp->ch[i].length) : i;

		if (c < 0x20 || (c >= 0x7F && c < 0xA0) || (!cp && c >= 0x80)) {
			snprintf(tmp, sizeof tmp, quoting == OUT_JSON ? "\\u%04x" : "\\x%02x", (unsigned)c & 0xFFFF);
			set(e, i, tmp);
		} else if (c == '\\' || (c == '"' && quoting == OUT_JSON)) {
			snprintf(tmp, sizeof tmp, "\\%c", (char)c);
			set(e, i, tmp);
		} else if (cp) {
			memcpy(e->ch[i].s, cp->ch[i].utf8, cp->ch[i].length);
			e->ch[i].length = cp->ch[i].length;
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

size_t out_trim(const unsigned char *s, size_t n, int ascii)
{
	if (ascii)
		while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == 0))
			n--;
	else
		while (n > 0 && s[n - 1] == 0x40)
			n--;
	return n;
}

/* How many bytes the well-formed UTF-8 sequence at S has; 0: it is none. */
static unsigned sequence(const unsigned char *s)
{
	unsigned n = s[0] < 0x80 ? 1 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : 0, i;

	if (s[0] >= 0xF0 && s[0] <= 0xF4)
		n = 4;
	for (i = 1; i < n; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	if ((n == 3 && s[0] == 0xE0 && s[1] < 0xA0) || (n == 3 && s[0] == 0xED && s[1] > 0x9F) ||
	    (n == 4 && s[0] == 0xF0 && s[1] < 0x90) || (n == 4 && s[0] == 0xF4 && s[1] > 0x8F))
		return 0;
	return n;
}

void out_json_string(struct out_buffer *b, const char *s)
{
	const unsigned char *u = (const unsigned char *)s;

	out_char(b, '"');
	while (*u) {
		unsigned n = sequence(u);

		if (n == 0) {
			out_str(b, "\\ufffd");
			n = 1;
		} else if (*u < 0x20 || *u == 0x7F) {
			out_printf(b, "\\u%04x", *u);
		} else {
			if (*u == '"' || *u == '\\')
				out_char(b, '\\');
			out_bytes(b, u, n);
		}
		u += n;
	}
	out_char(b, '"');
}
