/* hash.h: bytes to a number that tells most of them apart; not the same on all machines. */
#ifndef PORT_HASH_H
#define PORT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t mr_hash(uint64_t seed, const unsigned char *bytes, size_t length)
{
	const uint64_t odd = UINT64_C(0xFF51AFD7ED558CCD);
	uint64_t h = seed ^ length * UINT64_C(0x9E3779B97F4A7C15), word;

	for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
		memcpy(&word, bytes, sizeof word);
		h = (h ^ word) * odd;
		h ^= h >> 32;
	}
	if (length > 0) {
		for (word = 0; length > 0; length--)
			word = word << 8 | *bytes++;
		h = (h ^ word) * odd;
		h ^= h >> 32;
	}
	/* So that the last bytes of a word, where names differ, reach the lowest bits, by which buckets are chosen. */
	h *= odd;
	return h ^ h >> 32;
}

#endif
