/* check_hash.c: the table of port/hash.h. */

#include "unit.h"

#include "port/hash.h"

#define ITEMS 5000u

static size_t count(const struct hash_table *t, uint64_t hash)
{
	const struct hash_slot *s;
	size_t n = 0;

	for (s = hash_first(t, hash); s->item; s = hash_next(t, s))
		n++;
	return n;
}

TEST(numbers_are_found_by_their_hashes)
{
	struct hash_table t = { NULL, 0, 0 };
	uint64_t key;
	size_t i;

	ck_assert_uint_eq(count(&t, 1), 0);
	for (i = 0; i < ITEMS; i++) {
		key = i * 3;
		ck_assert_int_eq(hash_put(&t, mr_hash(0, (const unsigned char *)&key, sizeof key), i), 0);
	}
	for (i = 0; i < ITEMS * 3; i++) {
		const struct hash_slot *s;

		key = i;
		s = hash_first(&t, mr_hash(0, (const unsigned char *)&key, sizeof key));
		while (s->item && s->item - 1 != i / 3)
			s = hash_next(&t, s);
		ck_assert_uint_eq(s->item, i % 3 ? 0 : i / 3 + 1);
	}
	hash_free(&t);
	ck_assert_ptr_null(t.slots);
}

/* Hashes close to each other and to the end of the table, so that their slots form one run that wraps around. */
TEST(equal_hashes_keep_their_order)
{
	struct hash_table t = { NULL, 0, 0 };
	const struct hash_slot *s;
	size_t i, hash, last;

	for (i = 0; i < ITEMS; i++)
		ck_assert_int_eq(hash_put(&t, UINT32_MAX - i % 7, i), 0);
	for (hash = 0; hash < 7; hash++) {
		last = hash;
		for (s = hash_first(&t, UINT32_MAX - hash); s->item; s = hash_next(&t, s), last += 7)
			ck_assert_uint_eq(s->item - 1, last);
		ck_assert_uint_ge(last, ITEMS);
	}
	hash_free(&t);
}

TEST(a_cleared_table_is_empty)
{
	struct hash_table t = { NULL, 0, 0 };

	hash_clear(&t);
	ck_assert_int_eq(hash_put(&t, 5, 8), 0);
	hash_clear(&t);
	ck_assert_uint_eq(count(&t, 5), 0);
	ck_assert_int_eq(hash_put(&t, 5, 9), 0);
	ck_assert_uint_eq(hash_first(&t, 5)->item, 10);
	ck_assert_int_eq(hash_put(&t, 5, UINT32_MAX), -1);
	ck_assert_uint_eq(count(&t, 5), 1);
	hash_free(&t);
}

UNIT_MAIN("hash", NULL, NULL)
