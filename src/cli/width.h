/* width.h: the width of text on a terminal. */
#ifndef CLI_WIDTH_H
#define CLI_WIDTH_H

#include <stddef.h>

/* Return the number of characters in the LEN bytes of UTF-8 at S, without continuation bytes. */
static inline size_t width_of(const char *s, size_t len)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		n += ((unsigned char)s[i] & 0xC0) != 0x80;
	return n;
}

/* Return how many of the LEN bytes at S are its first WIDTH characters. */
static inline size_t width_cut(const char *s, size_t len, size_t width)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		if (((unsigned char)s[i] & 0xC0) != 0x80 && n++ == width)
			break;
	return i;
}

#endif
