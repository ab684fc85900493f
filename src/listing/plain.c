/* plain.c: replaces typographic characters by the ASCII characters that a page in plain text has. layout/load.c and
 * html.c use it. */
#include "listing/plain.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The characters 80 to 9F of Windows-1252. Pages without a declared character set contain them as control
 * characters. */
static const uint16_t windows[] = {
	0x20AC, 0, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17D, 0,
	0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0, 0x17E, 0x178,
};

/* Decode the character of two or three bytes at S; 0 if it has another length or is invalid. */
static unsigned decode_utf8(const unsigned char *s, size_t len, size_t *size)
{
	if (len >= 2 && s[0] >= 0xC2 && s[0] < 0xE0 && (s[1] & 0xC0) == 0x80) {
		*size = 2;
		return (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu);
	}
	if (len >= 3 && (s[0] & 0xF0) == 0xE0 && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80 &&
	    (s[0] != 0xE0 || s[1] >= 0xA0)) {
		*size = 3;
		return (s[0] & 0x0Fu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
	}
	*size = 1;
	return 0;
}

/* Return the replacement, or NULL: keep the character. */
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

static size_t encode_utf8(unsigned c, char *to)
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

/* Write the replacement of C to TO. Return its length. */
static size_t put_replacement(unsigned c, char *to)
{
	const char *text;

	if (c >= 0x80 && c <= 0x9F && windows[c - 0x80])
		c = windows[c - 0x80];
	text = replacement(c);
	if (!text)
		return encode_utf8(c, to);
	memcpy(to, text, strlen(text));
	return strlen(text);
}

size_t mr_plain(const char *s, size_t len, char *to, size_t *n)
{
	size_t size;
	unsigned c = decode_utf8((const unsigned char *)s, len, &size);

	if (c) {
		*n = put_replacement(c, to);
	} else {
		*n = 1;
		*to = *s;
	}
	return size;
}

/* ---- Texts ---- */

struct counts {
	size_t high;         /* bytes that are not ASCII */
	size_t right, wrong; /* valid UTF-8 characters, and invalid bytes */
};

static int is_long(const unsigned char *s, size_t len)
{
	return len >= 4 && s[0] >= 0xF0 && s[0] < 0xF5 && (s[1] & 0xC0) == 0x80 && (s[2] & 0xC0) == 0x80 &&
	       (s[3] & 0xC0) == 0x80;
}

static struct counts count_characters(const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text, *end = s + len;
	struct counts c = { 0, 0, 0 };
	size_t size;

	for (; s < end; s += size) {
		size = 1;
		if (*s < 0x80)
			continue;
		if (is_long(s, (size_t)(end - s)))
			size = 4;
		else
			decode_utf8(s, (size_t)(end - s), &size);
		c.high += size;
		c.right += size > 1;
		c.wrong += size == 1;
	}
	return c;
}

char *mr_plain_text(const char *text, size_t len, size_t *n)
{
	const struct counts c = count_characters(text, len);
	const char *s = text, *end = text + len;
	char *to, *p;
	size_t got;

	errno = 0;
	if (!c.high)
		return NULL;
	/* A replacement has at most three bytes. */
	to = malloc(len + 2 * c.high);
	if (!to) {
		errno = ENOMEM;
		return NULL;
	}
	for (p = to; s < end; p += got) {
		got = 1;
		if (!((unsigned char)*s & 0x80))
			*p = *s++;
		else if (c.wrong > c.right)
			got = put_replacement((unsigned char)*s++, p);
		else
			s += mr_plain(s, (size_t)(end - s), p, &got);
	}
	*n = (size_t)(p - to);
	return to;
}
