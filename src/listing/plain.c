/* plain.c: replaces typographic characters by the ASCII characters that a page in plain text
 * has. */
#include "listing/plain.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* The characters X'80' to X'9F' of Windows-1252, which look like control characters if a page
 * declares no character set. */
static const uint16_t windows[] = {
	0x20AC, 0,      0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
	0x2039, 0x152,  0,      0x17D,  0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
	0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0,      0x17E,  0x178,
};

/* Return the ASCII text that replaces the code point C; NULL: none. */
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

/* Write to TO the ASCII text that replaces the code point C, or C in UTF-8 if no text replaces it.
 * Return the number of bytes written. */
static size_t put_replacement(unsigned c, char *to)
{
	const char *text;

	if (c >= 0x80 && c <= 0x9F && windows[c - 0x80])
		c = windows[c - 0x80];
	text = replacement(c);
	if (!text)
		return mr_put_code_point(to, c);
	memcpy(to, text, strlen(text));
	return strlen(text);
}

size_t mr_plain(const char *s, size_t len, char *to, size_t *n)
{
	uint32_t c;
	size_t size = mr_code_point((const unsigned char *)s, len, &c);

	if (size == 2 || size == 3) {
		*n = put_replacement(c, to);
		return size;
	}
	*n = size ? size : 1;
	memcpy(to, s, *n);
	return *n;
}

size_t mr_count(const char *text, size_t len, char c)
{
	const char *end = text + len, *p = memchr(text, c, len);
	size_t n = 0;

	for (; p; p = memchr(p + 1, c, (size_t)(end - p - 1)))
		n++;
	return n;
}

char *mr_plain_text(const char *text, size_t len, size_t *n)
{
	const char *s, *end = text + len;
	size_t high = 0;  /* number of bytes that are not ASCII */
	size_t right = 0; /* number of UTF-8 characters that are not ASCII */
	size_t wrong = 0; /* number of bytes that are not in a UTF-8 character */
	size_t size;
	char *to, *p;
	uint32_t c;

	errno = 0;
	for (s = text; s < end; s += size ? size : 1) {
		size = mr_code_point((const unsigned char *)s, (size_t)(end - s), &c);
		if (size == 1)
			continue;
		high += size ? size : 1;
		right += size > 1;
		wrong += size == 0;
	}
	if (!high)
		return NULL;
	/* Each byte that is not ASCII becomes at most three bytes. */
	to = malloc(len + 2 * high);
	if (!to) {
		errno = ENOMEM;
		return NULL;
	}
	for (p = to, s = text; s < end; p += size) {
		size = 1;
		if (!((unsigned char)*s & 0x80))
			*p = *s++;
		else if (wrong > right)
			size = put_replacement((unsigned char)*s++, p);
		else
			s += mr_plain(s, (size_t)(end - s), p, &size);
	}
	*n = (size_t)(p - to);
	return to;
}
