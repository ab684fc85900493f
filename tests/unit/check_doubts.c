/* check_doubts.c: unproven fields, each once. */

#include "unit.h"

#include "out/doubts.h"

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

TEST(each_field_once)
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

UNIT_MAIN("doubts", NULL, NULL)
