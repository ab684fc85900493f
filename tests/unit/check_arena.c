/* check_arena.c: small pieces of memory are zeroed, aligned, and do not overlap. */

#include "unit.h"

#include <stddef.h>

#include "base/arena.h"

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
