/* safe.c: escapes characters that must not reach a terminal. */
#include "config.h"

#include "cli/safe.h"

#include <stdlib.h>
#include <string.h>

int out_is_unsafe(uint32_t c)
{
	/* Controls, line separators, and Unicode's Default_Ignorable_Code_Point except U+00AD, which terminals
	 * show. */
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0x00, 0x1F },       { 0x7F, 0x9F },               /* controls */
		{ 0x034F, 0x034F },   { 0x061C, 0x061C },           /* joiners, marks of direction */
		{ 0x115F, 0x1160 },   { 0x17B4, 0x17B5 },           /* fillers */
		{ 0x180B, 0x180F },                                 /* variations, a separator */
		/* zero width, line separators, changes of direction */
		{ 0x200B, 0x200F },   { 0x2028, 0x202E },
		{ 0x2060, 0x206F },   { 0x3164, 0x3164 },           /* zero width, isolates */
		{ 0xFE00, 0xFE0F },   { 0xFEFF, 0xFEFF },           /* variations, zero width */
		{ 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },           /* annotations */
		{ 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A },         /* shorthand and music controls */
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
	const unsigned char *u = (const unsigned char *)s;
	/* The smallest code point for each length. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned n, i;

	if (u[0] < 0x80)
		n = 1;
	else if ((u[0] & 0xE0) == 0xC0)
		n = 2;
	else if ((u[0] & 0xF0) == 0xE0)
		n = 3;
	else if ((u[0] & 0xF8) == 0xF0)
		n = 4;
	else
		return 0;
	*c = n == 1 ? u[0] : u[0] & (0x7Fu >> n);
	for (i = 1; i < n; i++) {
		/* The NUL at the end of the string is not a continuation byte either. */
		if ((u[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | (u[i] & 0x3Fu);
	}
	if (*c < least[n] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF))
		return 0;
	return n;
}

size_t safe_character(const char *s, size_t n, int *unsafe)
{
	char ended[5] = "";
	uint32_t c;
	unsigned length;

	if ((unsigned char)*s < 0x80) {
		*unsafe = *s != '\n' && *s != '\t' && out_is_unsafe((unsigned char)*s);
		return 1;
	}
	memcpy(ended, s, n < sizeof ended - 1 ? n : sizeof ended - 1);
	length = out_code_point(ended, &c);
	*unsafe = length == 0 || out_is_unsafe(c);
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

void out_safe_message(FILE *to, const char *lead, const char *fmt, va_list ap)
{
	char text[2048], line[4096], *whole = NULL, *p = line;
	const char *s = text, *rest = "";
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(text, sizeof text, fmt, ap);
	if (n >= (int)sizeof text) {
		whole = malloc((size_t)n + 1);
		if (whole) {
			vsnprintf(whole, (size_t)n + 1, fmt, again);
			s = whole;
		} else {
			rest = " ...";
		}
	}
	va_end(again);
	for (; *lead && p < line + 64; lead++)
		*p++ = *lead;
	while (*s) {
		if (p > line + sizeof line - OUT_SAFE_MAX) {
			fwrite(line, 1, (size_t)(p - line), to);
			p = line;
		}
		p = out_put_safe(p, &s);
	}
	if (p > line + sizeof line - OUT_SAFE_MAX) {
		fwrite(line, 1, (size_t)(p - line), to);
		p = line;
	}
	while (*rest)
		*p++ = *rest++;
	*p++ = '\n';
	fwrite(line, 1, (size_t)(p - line), to);
	free(whole);
}

char *safe_utf8(const char *s)
{
	/* Each byte may become three. */
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
