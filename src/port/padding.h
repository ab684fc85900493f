/* padding.h: how fields of fixed length are filled up. */
#ifndef PORT_PADDING_H
#define PORT_PADDING_H

#include <stddef.h>

/* The length of the text of N bytes at S without its padding. CP fills text with blanks; some records fill it with NULs.
 * ASCII: the text is ASCII, not EBCDIC. */
static inline size_t mr_unpadded(const unsigned char *s, size_t n, int ascii)
{
	unsigned char blank = ascii ? ' ' : 0x40;

	while (n > 0 && (s[n - 1] == blank || s[n - 1] == 0))
		n--;
	return n;
}

#endif
