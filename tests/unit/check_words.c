/* check_words.c: names and numbers in text. */

#include "unit.h"

#include "base/words.h"

#define IS(text, want) mr_text_is(text, strlen(text), want)

TEST(words_in_any_case)
{
	ck_assert(IS("Name", "NAME") && IS("name", "Name") && IS("@[z", "@[Z") && IS("", ""));
	ck_assert(!IS("Nam", "Name") && !IS("Names", "Name") && !IS("Nane", "Name") && !IS("", "N") && !IS("N", ""));
	ck_assert(!IS("@", "`") && !IS("[", "{"));
	ck_assert_int_eq(mr_text_is("Name", 3, "nam"), 1);
	ck_assert_int_eq(mr_text_is("a\0b", 3, "a"), 0);
}

/* Return TEXT as a number, or MAX + 1. */
static uint64_t number(const char *text, unsigned base, uint64_t max)
{
	uint64_t v = max + 1;

	return mr_text_number(text, strlen(text), base, max, &v) ? v : max + 1;
}

TEST(numbers)
{
	ck_assert_uint_eq(number("0", 10, 100), 0);
	ck_assert_uint_eq(number("0090", 10, 100), 90);
	ck_assert_uint_eq(number("100", 10, 100), 100);
	ck_assert_uint_eq(number("101", 10, 100), 101);
	ck_assert_uint_eq(number("", 10, 100), 101);
	ck_assert_uint_eq(number("1 ", 10, 100), 101);
	ck_assert_uint_eq(number("1a", 10, 100), 101);
	ck_assert_uint_eq(number("/", 10, 100), 101);
	ck_assert_uint_eq(number(":", 16, 100), 101);
	ck_assert_uint_eq(number("09afAF", 16, UINT32_MAX), 0x09AFAF);
	ck_assert_uint_eq(number("g", 16, UINT32_MAX), (uint64_t)UINT32_MAX + 1);
	ck_assert_uint_eq(number("`", 16, UINT32_MAX), (uint64_t)UINT32_MAX + 1);
	ck_assert_uint_eq(number("18446744073709551614", 10, UINT64_MAX - 1), UINT64_MAX - 1);
	ck_assert_uint_eq(number("18446744073709551615", 10, UINT64_MAX - 1), UINT64_MAX);
	ck_assert_uint_eq(number("18446744073709551616", 10, UINT64_MAX - 1), UINT64_MAX);
	ck_assert_uint_eq(number("FFFFFFFFFFFFFFFE", 16, UINT64_MAX - 1), UINT64_MAX - 1);
	ck_assert_uint_eq(number("10000000000000000", 16, UINT64_MAX - 1), UINT64_MAX);
	ck_assert_uint_eq(number("101", 2, 100), 5);
	ck_assert_uint_eq(number("2", 2, 100), 101);
}

#define SPAN(text) mr_name_span(text, strlen(text))

TEST(names)
{
	ck_assert_uint_eq(SPAN("SYTLCK_CALNMLKS (3)"), 15);
	ck_assert_uint_eq(SPAN("azAZ09_@#$"), 10);
	ck_assert_uint_eq(SPAN("_"), 1);
	ck_assert_uint_eq(SPAN("a0/"), 2);
	ck_assert_uint_eq(SPAN("a9:"), 2);
	ck_assert_uint_eq(SPAN("a`"), 1);
	ck_assert_uint_eq(SPAN("a{"), 1);
	ck_assert_uint_eq(SPAN("0a"), 0);
	ck_assert_uint_eq(SPAN("-"), 0);
	ck_assert_uint_eq(SPAN("*"), 1);
	ck_assert_uint_eq(SPAN("**"), 1);
	ck_assert_uint_eq(SPAN("a*"), 1);
	ck_assert_uint_eq(SPAN(""), 0);
	ck_assert_uint_eq(mr_name_span("*", 0), 0);
	ck_assert_uint_eq(mr_name_span("abc", 2), 2);
}

TEST(names_are_sorted_as_in_ebcdic)
{
	static const char order[] = "$*_#@abcijrszABCIJRSZ0189";
	size_t i;

	for (i = 1; order[i]; i++)
		ck_assert_msg(mr_name_rank(order[i - 1]) < mr_name_rank(order[i]), "%c is not before %c", order[i - 1], order[i]);
	ck_assert_uint_eq(mr_name_rank('$'), 0x5B);
	ck_assert_uint_eq(mr_name_rank('9'), 0xF9);
}

UNIT_MAIN("words", NULL, NULL)
