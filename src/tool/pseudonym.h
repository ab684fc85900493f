/* pseudonym.h: keyed permutations of names and of bytes, for --anonymize. */
#ifndef TOOL_PSEUDONYM_H
#define TOOL_PSEUDONYM_H

#include <stddef.h>
#include <stdint.h>

#define PSEUDONYM_KEY 16u

struct pseudonym {
	uint64_t key[2];
};

/* Make the key of the N bytes at BYTES. */
void pseudonym_key(struct pseudonym *p, const unsigned char *bytes, size_t n);

/* Replace each word of the N bytes at TEXT, in EBCDIC or ASCII: capitals by capitals, small letters by small letters and
 * digits by digits.  With one key, a word gives the same word in both codes, and different words give different ones.
 * Words of data/anonymize, words shorter than LEAST, and all other characters stay. */
void pseudonym_text(const struct pseudonym *p, unsigned char *text, size_t n, int ascii, size_t least);

/* Replace the N bytes at BYTES, unless all are zero.  Different bytes give different ones. */
void pseudonym_bytes(const struct pseudonym *p, unsigned char *bytes, size_t n);

#endif
