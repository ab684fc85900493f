/* xxhash.c: XXH64: four lanes of eight bytes, then what is left. */
#include "config.h"

#include "compress/xxhash.h"

#include "compress/crc.h"

#define PRIME1 UINT64_C(0x9E3779B185EBCA87)
#define PRIME2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define PRIME3 UINT64_C(0x165667B19E3779F9)
#define PRIME4 UINT64_C(0x85EBCA77C2B2AE63)
#define PRIME5 UINT64_C(0x27D4EB2F165667C5)

#define LANES 4u
#define STRIPE (8 * LANES)

static uint64_t word(const unsigned char *p)
{
	return crc_word(p) | (uint64_t)crc_word(p + 4) << 32;
}

static uint64_t rotate(uint64_t v, unsigned by)
{
	return v << by | v >> (64 - by);
}

static uint64_t mix(uint64_t lane, uint64_t v)
{
	return rotate(lane + v * PRIME2, 31) * PRIME1;
}

/* The whole stripes of N bytes at P. */
static uint64_t stripes(const unsigned char *p, size_t n)
{
	uint64_t lanes[LANES] = { PRIME1 + PRIME2, PRIME2, 0, 0 - PRIME1 }, hash;
	unsigned i;

	for (; n >= STRIPE; n -= STRIPE, p += STRIPE)
		for (i = 0; i < LANES; i++)
			lanes[i] = mix(lanes[i], word(p + 8 * i));
	hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
	for (i = 0; i < LANES; i++)
		hash = (hash ^ mix(0, lanes[i])) * PRIME1 + PRIME4;
	return hash;
}

/* So that each bit of the bytes changes each bit of it. */
static uint64_t spread(uint64_t hash)
{
	hash = (hash ^ hash >> 33) * PRIME2;
	hash = (hash ^ hash >> 29) * PRIME3;
	return hash ^ hash >> 32;
}

uint64_t xxhash(const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint64_t hash = (n >= STRIPE ? stripes(p, n) : PRIME5) + n;

	p += n - n % STRIPE;
	for (n %= STRIPE; n >= 8; n -= 8, p += 8)
		hash = rotate(hash ^ mix(0, word(p)), 27) * PRIME1 + PRIME4;
	if (n >= 4) {
		hash = rotate(hash ^ crc_word(p) * PRIME1, 23) * PRIME2 + PRIME3;
		n -= 4;
		p += 4;
	}
	for (; n; n--, p++)
		hash = rotate(hash ^ *p * PRIME5, 11) * PRIME1;
	return spread(hash);
}
