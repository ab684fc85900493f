/* check_doubts.c: what is found again: numbers by address, and unproven fields, each once. */
#include "config.h"

#include <string.h>

#include "out/doubts.h"
#include "unit.h"

#define MANY 5000u

START_TEST(each_is_found_again)
{
	static char things[MANY];
	struct out_index x = { 0 };
	uint32_t i, round;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < MANY; i++)
			ck_assert_uint_eq(out_index_put(&x, &things[i], i % 7, i), i);
		for (i = 0; i < MANY; i++) {
			ck_assert_uint_eq(out_index_put(&x, &things[i], i % 7, MANY), i);
			ck_assert_uint_eq(out_index_put(&x, &things[i], 7, MANY + i), MANY + i);
		}
		out_index_clear(&x);
	}
	out_index_done(&x);
}
END_TEST

START_TEST(nothing_of_a_round_long_ago_comes_back)
{
	struct out_index x = { 0 };

	ck_assert_uint_eq(out_index_put(&x, "a", 0, 5), 5);
	/* The number of the next round wraps around. */
	x.round = UINT32_MAX;
	out_index_clear(&x);
	ck_assert_uint_eq(out_index_put(&x, "a", 0, 9), 9);
	out_index_done(&x);
}
END_TEST

/* The fields of a record, with those that come again; and those of them that are kept. */
static void record(struct out_doubts *d, const struct monread_field *fields, const char *shown, const char *kept)
{
	uint32_t i;

	out_doubts_clear(d);
	for (i = 0; shown[i]; i++)
		ck_assert_int_eq(out_doubts_add(d, &fields[shown[i] - 'a']), 0);
	ck_assert_uint_eq(d->n, strlen(kept));
	for (i = 0; kept[i]; i++)
		ck_assert_ptr_eq(d->fields[i], &fields[kept[i] - 'a']);
}

START_TEST(each_field_once)
{
	static const struct monread_field fields[26];
	struct out_doubts d = { 0 };

	record(&d, fields, "abc", "abc");
	record(&d, fields, "abc", "abc");
	record(&d, fields, "ab", "ab");
	record(&d, fields, "abc", "abc");
	record(&d, fields, "aabbab", "ab");
	record(&d, fields, "abcabc", "abc");
	/* In another order: what is left of the record before is not taken for something new. */
	record(&d, fields, "acbacb", "acb");
	record(&d, fields, "bacbac", "bac");
	record(&d, fields, "", "");
	record(&d, fields, "bxacxb", "bxac");
	record(&d, fields, "bxc", "bxc");
	record(&d, fields, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz");
	record(&d, fields, "zyxwvutsrqponmlkjihgfedcbazyx", "zyxwvutsrqponmlkjihgfedcba");
	out_doubts_done(&d);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("doubts");
	TCase *c = tcase_create("doubts");

	tcase_add_test(c, each_is_found_again);
	tcase_add_test(c, nothing_of_a_round_long_ago_comes_back);
	tcase_add_test(c, each_field_once);
	suite_add_tcase(s, c);
	return unit_run_suite(s);
}
