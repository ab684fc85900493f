/* index.h: which number something was given: found again by an address and a number, without a search through all. */
#ifndef OUT_INDEX_H
#define OUT_INDEX_H

#include <stdint.h>

struct out_index_slot {
	const void *at;
	uint64_t key;
	uint32_t number;
	uint32_t round; /* in which it was put there; another one than the index has: it is free */
};

/* Zeroed to begin with. */
struct out_index {
	struct out_index_slot *slots;
	uint32_t size; /* a power of 2, or 0 */
	uint32_t used;
	uint32_t round;
};

#define OUT_INDEX_FULL UINT32_MAX

/* The number of (AT, KEY); where it has none, that is NUMBER from now on.  OUT_INDEX_FULL: out of memory. */
uint32_t out_index_put(struct out_index *x, const void *at, uint64_t key, uint32_t number);

/* Forget all, keep the memory. */
void out_index_clear(struct out_index *x);
void out_index_done(struct out_index *x);

#endif
