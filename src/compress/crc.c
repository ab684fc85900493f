/* crc.c: CRC-32, eight bytes at once. */
#include "config.h"

#include "compress/crc.h"

/* Its polynomial, the lowest bit first. */
#define POLYNOMIAL 0xEDB88320u

void crc_prepare(struct crc_tables *t)
{
	uint32_t value;
	unsigned i, k;

	for (i = 0; i < 256; i++) {
		value = i;
		for (k = 0; k < 8; k++)
			value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
		t->of[0][i] = value;
	}
	for (i = 0; i < 256; i++)
		for (k = 1; k < 8; k++)
			t->of[k][i] = t->of[k - 1][i] >> 8 ^ t->of[0][t->of[k - 1][i] & 0xFF];
}

uint32_t crc_add(const struct crc_tables *t, uint32_t crc, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint32_t low, high;

	crc = ~crc;
	for (; n >= 8; n -= 8, p += 8) {
		low = crc_word(p) ^ crc;
		high = crc_word(p + 4);
		crc = t->of[7][low & 0xFF] ^ t->of[6][low >> 8 & 0xFF] ^ t->of[5][low >> 16 & 0xFF] ^ t->of[4][low >> 24] ^
		      t->of[3][high & 0xFF] ^ t->of[2][high >> 8 & 0xFF] ^ t->of[1][high >> 16 & 0xFF] ^ t->of[0][high >> 24];
	}
	for (; n; n--, p++)
		crc = crc >> 8 ^ t->of[0][(crc ^ *p) & 0xFF];
	return ~crc;
}
