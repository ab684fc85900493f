/* pseudonym.c: keyed permutations of names and of bytes.
 *
 * A word is a row of digits, each with its own base: 26 for a letter, 10 for a digit.  A Feistel network over the two
 * halves of the row adds pseudorandom digits, made from the key and the other half, to one half in turn.  Each round can
 * be undone, so no two words become one. */
#include "config.h"

#include "tool/pseudonym.h"

#include <string.h>

#include "tool/constants.h"

#define ROUNDS 10u
/* Longer words are replaced piece by piece. */
#define LONGEST 64u

enum { CAPITAL = 1, SMALL, DIGIT };

struct word {
	uint16_t base[LONGEST], digit[LONGEST];
	unsigned char class[LONGEST]; /* 0: a byte that is not text */
	size_t n;
};

/* ---- SipHash-2-4, by Aumasson and Bernstein: a pseudorandom function of 64 bits ---- */

static uint64_t rotated(uint64_t v, unsigned n)
{
	return v << n | v >> (64 - n);
}

static void mix(uint64_t v[4], unsigned rounds)
{
	for (; rounds > 0; rounds--) {
		v[0] += v[1];
		v[1] = rotated(v[1], 13) ^ v[0];
		v[0] = rotated(v[0], 32);
		v[2] += v[3];
		v[3] = rotated(v[3], 16) ^ v[2];
		v[0] += v[3];
		v[3] = rotated(v[3], 21) ^ v[0];
		v[2] += v[1];
		v[1] = rotated(v[1], 17) ^ v[2];
		v[2] = rotated(v[2], 32);
	}
}

static void add(uint64_t v[4], uint64_t m)
{
	v[3] ^= m;
	mix(v, 2);
	v[0] ^= m;
}

static uint64_t hash(const uint64_t key[2], const unsigned char *s, size_t n)
{
	uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
		          key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573) };
	uint64_t m = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		m |= (uint64_t)s[i] << (8 * (i & 7));
		if ((i & 7) == 7) {
			add(v, m);
			m = 0;
		}
	}
	add(v, m | (uint64_t)n << 56);
	v[2] ^= 0xff;
	mix(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void pseudonym_key(struct pseudonym *p, const unsigned char *bytes, size_t n)
{
	static const uint64_t first[2] = { 1, 2 }, second[2] = { 3, 4 };

	p->key[0] = hash(first, bytes, n);
	p->key[1] = hash(second, bytes, n);
}

/* ---- The permutation ---- */

/* Add digits to those from FROM up to END, which depend on all other digits and on the bases. */
static void shift(const struct pseudonym *p, struct word *w, unsigned round, size_t from, size_t end)
{
	unsigned char other[3 + 2 * LONGEST] = { (unsigned char)round, (unsigned char)w->n };
	size_t i;

	for (i = 0; i < w->n; i++) {
		other[3 + 2 * i] = (unsigned char)w->base[i];
		other[4 + 2 * i] = i < from || i >= end ? (unsigned char)w->digit[i] : 0;
	}
	for (i = from; i < end; i++) {
		other[2] = (unsigned char)i;
		w->digit[i] = (uint16_t)((w->digit[i] + hash(p->key, other, 3 + 2 * w->n) % w->base[i]) % w->base[i]);
	}
}

static void permute(const struct pseudonym *p, struct word *w)
{
	size_t half = (w->n + 1) / 2;
	unsigned round;

	for (round = 0; round < ROUNDS; round++)
		shift(p, w, round, round % 2 ? half : 0, round % 2 ? w->n : half);
}

/* Zeros stay, because they mean that an address is missing; some words stay, too. */
static int stays(const struct word *w)
{
	size_t i, k;

	for (i = 0; i < w->n && !w->class[i] && !w->digit[i]; i++)
		;
	if (i == w->n)
		return 1;
	for (i = 0; constants[i].name; i++) {
		const char *s = constants[i].name;

		for (k = 0; k < w->n && s[k] && w->class[k] == CAPITAL && s[k] - 'A' == w->digit[k]; k++)
			;
		if (constants[i].kind == CONSTANT_WORD && k == w->n && !s[k])
			return 1;
	}
	return 0;
}

/* If the result is a word that stays, continue from it: then it is not the pseudonym of another word, too. */
static void replace(const struct pseudonym *p, struct word *w)
{
	if (stays(w))
		return;
	do
		permute(p, w);
	while (stays(w));
}

void pseudonym_bytes(const struct pseudonym *p, unsigned char *bytes, size_t n)
{
	struct word w = { .n = n < LONGEST ? n : LONGEST };
	size_t i;

	for (i = 0; i < w.n; i++) {
		w.base[i] = 256;
		w.digit[i] = bytes[i];
	}
	replace(p, &w);
	for (i = 0; i < w.n; i++)
		bytes[i] = (unsigned char)w.digit[i];
	if (n > LONGEST)
		pseudonym_bytes(p, bytes + LONGEST, n - LONGEST);
}

/* ---- Characters ---- */

/* Letters and digits of EBCDIC, the same in all code pages, and of ASCII. */
static const char codes[2][3][27] = {
	{ "\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9",
	  "\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96\x97\x98\x99\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9",
	  "\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9" },
	{ "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789" },
};

/* Return the class of C, and its number in the class; 0: neither letter nor digit. */
static unsigned char class_of(unsigned char c, int ascii, uint16_t *number)
{
	unsigned char i;

	for (i = 0; i < 3; i++) {
		const char *found = c ? strchr(codes[ascii][i], (char)c) : NULL;

		if (found) {
			*number = (uint16_t)(found - codes[ascii][i]);
			return (unsigned char)(i + 1);
		}
	}
	return 0;
}

void pseudonym_text(const struct pseudonym *p, unsigned char *text, size_t n, int ascii, size_t least)
{
	struct word w = { .n = 0 };
	size_t i, k;

	for (i = 0; i < n; i++) {
		for (w.n = 0; w.n < LONGEST && i + w.n < n; w.n++) {
			w.class[w.n] = class_of(text[i + w.n], ascii, &w.digit[w.n]);
			w.base[w.n] = w.class[w.n] == DIGIT ? 10 : 26;
			if (!w.class[w.n])
				break;
		}
		if (!w.n)
			continue;
		if (w.n >= least)
			replace(p, &w);
		for (k = 0; k < w.n; k++)
			text[i + k] = (unsigned char)codes[ascii][w.class[k] - 1][w.digit[k]];
		i += w.n - 1;
	}
}
