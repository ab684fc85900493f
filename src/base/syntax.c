/* syntax.c: parses names and numbers of layouts as ASCII, independent of the locale. */
#include "base/syntax.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/cp1047.h"

int mr_text_is(const char *p, size_t len, const char *want)
{
	size_t i;

	for (i = 0; i < len && want[i]; i++)
		if (mr_lower(p[i]) != mr_lower(want[i]))
			return 0;
	return i == len && !want[i];
}

static unsigned digit(char c)
{
	c = mr_lower(c);
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a' + 10);
	return 99;
}

int mr_text_number(const char *p, size_t len, unsigned base, uint64_t max, uint64_t *v)
{
	uint64_t n = 0;
	unsigned d;
	size_t i;

	for (i = 0; i < len; i++) {
		d = digit(p[i]);
		if (d >= base || n > (max - d) / base)
			return 0;
		n = n * base + d;
	}
	*v = n;
	return len > 0;
}

size_t mr_name_span(const char *p, size_t len)
{
	size_t i;

	if (len && *p == '*')
		return 1;
	for (i = 0; i < len; i++) {
		char c = mr_lower(p[i]);
		int letter = (c >= 'a' && c <= 'z') || c == '_' || c == '@' || c == '#' || c == '$';

		if (!letter && (i == 0 || c < '0' || c > '9'))
			break;
	}
	return i;
}

/* Return the number of bytes of a UTF-8 character whose first byte is B; 0 if no character begins
 * with B. */
static size_t utf8_length(unsigned char b)
{
	if (b < 0x80)
		return 1;
	if (b < 0xC2 || b >= 0xF5)
		return 0;
	if (b < 0xE0)
		return 2;
	return b < 0xF0 ? 3 : 4;
}

size_t mr_utf8(const char *p, size_t len, unsigned *c)
{
	unsigned char b = (unsigned char)*p;
	size_t i, n = utf8_length(b);

	if (n > len)
		return 0;
	*c = n > 1 ? b & (0x7Fu >> n) : b;
	for (i = 1; i < n; i++) {
		if (((unsigned char)p[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | ((unsigned char)p[i] & 0x3Fu);
	}
	/* Refuse surrogates, numbers above U+10FFFF, and encodings with more bytes than the
	 * character needs. */
	if (*c > 0x10FFFF || (*c >= 0xD800 && *c < 0xE000))
		return 0;
	return (n == 3 && *c < 0x800) || (n == 4 && *c < 0x10000) ? 0 : n;
}

void mr_name_nth(char *room, const char *name, unsigned n)
{
	char suffix[16];
	size_t len = (size_t)snprintf(suffix, sizeof suffix, "_%u", n);
	size_t most = MONREAD_NAME_MAX - len;

	snprintf(room, MONREAD_NAME_MAX + 1, "%.*s%s", (int)most, name, suffix);
}

void mr_array_name(char *room, const struct monread_array *arrays, uint32_t i, const char *name)
{
	unsigned n = 1;
	uint32_t k;

	for (k = 0; k < i; k++)
		n += arrays[k].structure == arrays[i].structure;
	if (n > 1)
		mr_name_nth(room, name, n);
	else
		snprintf(room, MONREAD_NAME_MAX + 1, "%s", name);
}

unsigned mr_name_rank(char c)
{
	unsigned i;

	for (i = 0; i < 255 && mr_cp1047[i] != (unsigned char)c; i++)
		;
	return i;
}
