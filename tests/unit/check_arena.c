/* check_arena.c: memory in small pieces: zeroed, aligned, apart from each other. */

#include "unit.h"

#include <stddef.h>

#include "base/arena.h"

static int is_all(const unsigned char *p, size_t n, unsigned char byte)
{
	while (n && *p == byte) {
		p++;
		n--;
	}
	return n == 0;
}

TEST(pieces_of_all_sizes)
{
	struct mr_arena a = { NULL };
	unsigned char *p[300];
	size_t i, size;

	for (i = 0; i < 300; i++) {
		size = i * i / 2;
		p[i] = mr_arena_alloc(&a, size);
		ck_assert_ptr_nonnull(p[i]);
		ck_assert_uint_eq((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		ck_assert(is_all(p[i], size, 0));
		memset(p[i], (int)(i % 255) + 1, size);
	}
	for (i = 0; i < 300; i++)
		ck_assert(is_all(p[i], i * i / 2, (unsigned char)(i % 255 + 1)));
	ck_assert_ptr_ne(p[0], p[1]); /* a piece of no bytes, too, is one */
	mr_arena_free(&a);
	ck_assert_ptr_null(a.chunks);
}

/* Pieces follow each other, also around one that is too large for the chunk that is in use. */
TEST(a_large_piece_leaves_the_room_of_the_others)
{
	struct mr_arena a = { NULL };
	char *p = mr_arena_alloc(&a, 1), *large, *q;

	large = mr_arena_alloc(&a, 100000);
	q = mr_arena_alloc(&a, 1);
	ck_assert(p && large && q);
	ck_assert_ptr_eq(q, p + sizeof(max_align_t));
	ck_assert_ptr_eq(mr_arena_alloc(&a, sizeof(max_align_t)), q + sizeof(max_align_t));
	ck_assert_ptr_eq(mr_arena_alloc(&a, sizeof(max_align_t) + 1), q + 2 * sizeof(max_align_t));
	ck_assert_ptr_eq(mr_arena_alloc(&a, 1), q + 4 * sizeof(max_align_t));
	mr_arena_free(&a);
}

TEST(more_than_there_can_be)
{
	struct mr_arena a = { NULL };

	ck_assert_ptr_null(mr_arena_alloc(&a, SIZE_MAX));
	ck_assert_ptr_null(mr_arena_array(&a, SIZE_MAX, 2));
	ck_assert_ptr_null(mr_arena_array(&a, SIZE_MAX / 2 + 1, 2));
	ck_assert_ptr_null(mr_arena_array(&a, 1, SIZE_MAX));
	ck_assert_ptr_nonnull(mr_arena_array(&a, 0, 8));
	ck_assert_ptr_nonnull(mr_arena_array(&a, 8, 0));
	mr_arena_free(&a);
}

TEST(arrays_that_grow)
{
	struct mr_arena a = { NULL };
	unsigned *v = NULL, *moved;
	size_t cap = 0, i;

	for (i = 0; i < 40; i++) {
		moved = mr_arena_more(&a, v, &cap, i, sizeof *v);
		ck_assert_ptr_nonnull(moved);
		ck_assert_int_eq(moved != v, i == 0 || i == 8 || i == 16 || i == 32);
		ck_assert_uint_eq(cap, i < 8 ? 8 : i < 16 ? 16 : i < 32 ? 32 : 64);
		v = moved;
		v[i] = (unsigned)i;
	}
	for (i = 0; i < 40; i++)
		ck_assert_uint_eq(v[i], i);
	cap = SIZE_MAX / 4;
	ck_assert_ptr_null(mr_arena_more(&a, v, &cap, cap, sizeof *v));
	ck_assert_uint_eq(cap, SIZE_MAX / 4);
	mr_arena_free(&a);
}

TEST(copies_of_text)
{
	struct mr_arena a = { NULL };
	char *p = mr_arena_strdup(&a, "0123456789abcdef"), *q = mr_arena_strndup(&a, "0123456789abcdef", 15);
	char *none = mr_arena_strndup(&a, NULL, 0), *empty = mr_arena_strdup(&a, "");

	ck_assert(p && q && none && empty);
	ck_assert_str_eq(p, "0123456789abcdef");
	ck_assert_str_eq(q, "0123456789abcde");
	ck_assert_str_eq(none, "");
	ck_assert_str_eq(empty, "");
	mr_arena_free(&a);
}

UNIT_MAIN("arena", NULL, NULL)
