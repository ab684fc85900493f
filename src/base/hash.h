/* hash.h: hash tables that find the number of an item by the hash of its key. Hashes differ between
 * machines, so never store them in files. */
#ifndef MR_HASH_H
#define MR_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
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
	/* Names usually differ in their last bytes: mix them into the low bits, which select the
	 * slot. */
	h *= odd;
	return h ^ h >> 32;
}

/* A hash table with open addressing. The caller stores the items and compares keys:
 *
 *       s = hash_first(&table, hash);
 *       while (s->item && !is_wanted(&items[s->item - 1]))
 *               s = hash_next(&table, s);
 *
 * Items with equal hashes are found in the order of hash_put(). */
struct hash_slot {
	uint32_t hash;
	uint32_t item; /* number of the item + 1; 0: free */
};

/* Initialize with {0}. */
struct hash_table {
	struct hash_slot *slots;
	size_t size; /* a power of two, or 0 */
	size_t used; /* number of used slots: at most half, so that searches are short */
};

static inline uint32_t hash_fold(uint64_t hash)
{
	return (uint32_t)(hash ^ hash >> 32);
}

/* Return the first slot from slot AT on that is free or has HASH. */
static inline struct hash_slot *hash_from(const struct hash_table *t, size_t at, uint32_t hash)
{
	at &= t->size - 1;
	while (t->slots[at].item && t->slots[at].hash != hash)
		at = (at + 1) & (t->size - 1);
	return &t->slots[at];
}

static inline const struct hash_slot *hash_first(const struct hash_table *t, uint64_t hash)
{
	static const struct hash_slot none = { 0, 0 };

	return t->used ? hash_from(t, hash_fold(hash), hash_fold(hash)) : &none;
}

static inline const struct hash_slot *hash_next(const struct hash_table *t,
                                                const struct hash_slot *s)
{
	return hash_from(t, (size_t)(s - t->slots) + 1, s->hash);
}

/* Return the first free slot that a search for HASH reaches. */
static inline struct hash_slot *hash_free_slot(const struct hash_table *t, uint32_t hash)
{
	size_t at = hash & (t->size - 1);

	while (t->slots[at].item)
		at = (at + 1) & (t->size - 1);
	return &t->slots[at];
}

/* Make room for N items, so that hash_put() cannot fail. Return 0, or -1 if out of memory. */
static inline int hash_reserve(struct hash_table *t, size_t n)
{
	struct hash_table more = { NULL, t->size ? t->size : 16, t->used };
	size_t start = 0, i;

	if (n <= t->size / 2)
		return 0;
	while (n > more.size / 2 && more.size <= UINT32_MAX / 2)
		more.size *= 2;
	more.slots = n <= more.size / 2 ? calloc(more.size, sizeof *more.slots) : NULL;
	if (!more.slots)
		return -1;
	/* Copy the slots from a free slot on, to keep their order: a run of used slots can wrap
	 * around the end of the table. */
	while (start < t->size && t->slots[start].item)
		start++;
	for (i = 0; i < t->size; i++) {
		const struct hash_slot *s = &t->slots[(start + i) & (t->size - 1)];

		if (s->item)
			*hash_free_slot(&more, s->hash) = *s;
	}
	free(t->slots);
	*t = more;
	return 0;
}

/* Add item NUMBER with the hash HASH. Return 0, or -1 if out of memory. */
static inline int hash_put(struct hash_table *t, uint64_t hash, size_t number)
{
	struct hash_slot *slot;

	if (number >= UINT32_MAX || hash_reserve(t, t->used + 1))
		return -1;
	slot = hash_free_slot(t, hash_fold(hash));
	slot->hash = hash_fold(hash);
	slot->item = (uint32_t)number + 1;
	t->used++;
	return 0;
}

/* Remove all items, and keep the memory. */
static inline void hash_clear(struct hash_table *t)
{
	if (t->used)
		memset(t->slots, 0, t->size * sizeof *t->slots);
	t->used = 0;
}

static inline void hash_free(struct hash_table *t)
{
	free(t->slots);
	memset(t, 0, sizeof *t);
}

#endif
