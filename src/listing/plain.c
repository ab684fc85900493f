/* plain.c: characters that word processors make, as a page in plain text has them. */
#include "listing/plain.h"

#include <stdint.h>
#include <string.h>

/* What the bytes 80 to 9F are in Windows-1252: of pages that do not say so they come as control characters. */
static const uint16_t windows[] = {
	0x20AC, 0, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17D, 0,
	0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0, 0x17E, 0x178,
};

/* The character of two or three bytes at S; 0: it is another. */
static unsigned decode(const unsigned char *s, size_t len, size_t *size)
{
	if (len >= 2 && s[0] >= 0xC2 && s[0] < 0xE0 && (s[1] & 0xC0) == 0x80) {
		*size = 2;
		return (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu);
	}
	if (len >= 3 && (s[0] & 0xF0) == 0xE0 && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80) {
		*size = 3;
		return (s[0] & 0x0Fu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
	}
	*size = 1;
	return 0;
}

/* NULL: it has none. */
static const char *replacement(unsigned c)
{
	if (c == 0xA0 || (c >= 0x2002 && c <= 0x200A) || c == 0x202F)
		return " ";
	if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
		return "-";
	if (c >= 0x2018 && c <= 0x201B)
		return "'";
	if (c >= 0x201C && c <= 0x201F)
		return "\"";
	if (c == 0x2026)
		return "...";
	if (c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF)
		return "";
	return NULL;
}

static size_t encode(unsigned c, char *to)
{
	if (c < 0x800) {
		to[0] = (char)(0xC0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	to[0] = (char)(0xE0 | c >> 12);
	to[1] = (char)(0x80 | (c >> 6 & 0x3F));
	to[2] = (char)(0x80 | (c & 0x3F));
	return 3;
}

size_t mr_plain(const char *s, size_t len, char *to, size_t *n)
{
	const char *text;
	size_t size;
	unsigned c = decode((const unsigned char *)s, len, &size);

	if (c >= 0x80 && c <= 0x9F && windows[c - 0x80])
		c = windows[c - 0x80];
	text = replacement(c);
	if (text) {
		*n = strlen(text);
		memcpy(to, text, *n);
	} else if (c) {
		*n = encode(c, to);
	} else {
		*n = 1;
		*to = *s;
	}
	return size;
}
