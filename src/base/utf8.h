/* utf8.h: reads, writes and checks UTF-8 characters. */
#ifndef MR_UTF8_H
#define MR_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Read the character at U, where N > 0 bytes are left, into *C. Return the length of the character
 * in bytes; 0 if the character is invalid. */
static inline unsigned mr_code_point(const unsigned char *u, size_t n, uint32_t *c)
{
	/* the smallest code points that need 1, 2, 3 and 4 bytes */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned length, i;

	*c = 0;
	if (u[0] < 0x80)
		length = 1;
	else if ((u[0] & 0xE0) == 0xC0)
		length = 2;
	else if ((u[0] & 0xF0) == 0xE0)
		length = 3;
	else if ((u[0] & 0xF8) == 0xF0)
		length = 4;
	else
		return 0;
	if (length > n)
		return 0;
	*c = length == 1 ? u[0] : u[0] & (0x7Fu >> length);
	for (i = 1; i < length; i++) {
		if ((u[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | (u[i] & 0x3Fu);
	}
	if (*c < least[length] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF))
		return 0;
	return length;
}

/* Write the character C, which is below U+10000, to TO of 3 bytes. Return its length in bytes. */
static inline unsigned mr_put_code_point(char *to, uint32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
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

/* Return 1 if the N bytes at S are UTF-8 with characters outside ASCII, and have no NUL. */
static inline int mr_is_utf8(const unsigned char *s, size_t n)
{
	unsigned high = 0, length;
	uint32_t c;
	size_t i;

	for (i = 0; i < n; i++)
		high |= s[i];
	if (high < 0x80)
		return 0;
	for (i = 0; i < n; i += length) {
		length = s[i] ? mr_code_point(s + i, n - i, &c) : 0;
		if (length == 0)
			return 0;
	}
	return 1;
}

#endif
