/* padding.h: removes the padding of text fields of fixed length. */
#ifndef PORT_PADDING_H
#define PORT_PADDING_H

#include <stddef.h>

/* Return the length of the text of N bytes at S without its padding. CP pads text with blanks; some records pad it
 * with NULs. ASCII: the text is ASCII, not EBCDIC. */
static inline size_t mr_unpadded(const unsigned char *s, size_t n, int ascii)
{
	unsigned char blank = ascii ? ' ' : 0x40;

	while (n > 0 && (s[n - 1] == blank || s[n - 1] == 0))
		n--;
	return n;
}

#endif
