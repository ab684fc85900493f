/* terminal.h: the size of a terminal, and the width of text on it. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stddef.h>

/* terminal_width() returns the number of columns of the terminal FD, or 80 if the number is
 * unknown; terminal_height() returns the number of lines, or 24. Both return 0 if FD is not a
 * terminal. */
unsigned terminal_width(int fd);

unsigned terminal_height(int fd);

/* Return 1 if the user wants colour: TERM is not dumb, and NO_COLOR is not set. */
int terminal_wants_color(void);

/* Return the number of characters in the LEN bytes of UTF-8 at S; most characters take one
 * column. */
static inline size_t width_of(const char *s, size_t len)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		n += ((unsigned char)s[i] & 0xC0) != 0x80;
	return n;
}

/* Return how many of the LEN bytes at S the first WIDTH characters take. */
static inline size_t width_cut(const char *s, size_t len, size_t width)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		if (((unsigned char)s[i] & 0xC0) != 0x80 && n++ == width)
			break;
	return i;
}

#endif
