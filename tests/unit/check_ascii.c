/* check_ascii.c: characters and numbers of monread's syntax. */

#include "unit.h"

#include "port/ascii.h"

TEST(characters)
{
	int c;

	for (c = -128; c < 128; c++) {
		int lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';

		ck_assert_int_eq(mr_is_digit((char)c), c && memchr("0123456789", c, 10) != NULL);
		ck_assert_int_eq(mr_is_letter((char)c), lower || upper);
		ck_assert_int_eq(mr_is_blank((char)c), c && memchr(" \t\n\v\f\r", c, 6) != NULL);
		ck_assert_int_eq(mr_lower((char)c), (char)(upper ? c + 32 : c));
		ck_assert_int_eq(mr_upper((char)c), (char)(lower ? c - 32 : c));
	}
}

TEST(words)
{
	ck_assert(mr_same_word("", "") && mr_same_word("a", "A") && mr_same_word("Monitor", "mONITOR"));
	ck_assert(!mr_same_word("", "a") && !mr_same_word("a", "") && !mr_same_word("ab", "a") && !mr_same_word("a", "ab"));
	ck_assert(!mr_same_word("ab", "ac") && !mr_same_word("@", "`") && !mr_same_word("i", "\xDD"));
}

/* TEXT begins with the number WANT, followed by BEHIND; -1: TEXT does not begin with a number. */
static void number_is(const char *text, uint64_t max, int64_t want, const char *behind)
{
	const char *p = text;
	uint64_t v;
	int rc = mr_read_number(&p, max, &v);

	ck_assert_msg(rc == (want < 0 ? -1 : 0), "%s", text);
	ck_assert_str_eq(p, behind);
	if (want >= 0)
		ck_assert_uint_eq(v, (uint64_t)want);
}

TEST(numbers)
{
	number_is("0", 10, 0, "");
	number_is("7x", 10, 7, "x");
	number_is("10", 10, 10, "");
	number_is("11", 10, -1, "");
	number_is("0010 ", 10, 10, " ");
	number_is("", 10, -1, "");
	number_is("-1", 10, -1, "-1");
	number_is(" 1", 10, -1, " 1");
	number_is("5", 5, 5, "");
	number_is("6", 5, -1, "");
	number_is("110", 10, -1, ""); /* too large remains so */
	number_is("9223372036854775807", INT64_MAX, INT64_MAX, "");
	number_is("9223372036854775808", INT64_MAX, -1, "");
	number_is("92233720368547758070", INT64_MAX, -1, "");
	number_is("18446744073709551616", UINT64_MAX, -1, "");
}

/* TEXT begins with the number WANT, followed by BEHIND; -1: TEXT does not begin with a number. */
static void decimal_is(const char *text, double want, const char *behind)
{
	const char *p = text;
	double v;
	int rc = mr_read_decimal(&p, &v);

	ck_assert_msg(rc == (want < 0 ? -1 : 0), "%s", text);
	ck_assert_str_eq(p, behind);
	if (want >= 0)
		ck_assert_msg(v >= want * (1 - 1e-15) && v <= want * (1 + 1e-15), "%s: %.20g", text, v);
}

TEST(decimal_fractions)
{
	decimal_is("0", 0, "");
	decimal_is("12", 12, "");
	decimal_is("0.5", 0.5, "");
	decimal_is(".5", 0.5, "");
	decimal_is("1.25s", 1.25, "s");
	decimal_is("1.", 1, "");
	decimal_is("1.x", 1, "x");
	decimal_is("1.5.5", 1.5, ".5");
	decimal_is("", -1, "");
	decimal_is(".", -1, ".");
	decimal_is(".x", -1, ".x");
	decimal_is("x", -1, "x");
	decimal_is("-1", -1, "-1");
	decimal_is("0.000000000000000001", 1e-18, "");
	decimal_is("0.0000000000000000001", 0, "");
	decimal_is("0.50000000000000000000000000000000000000000000000000000000000000000000000000000000000", 0.5, "");
}

UNIT_MAIN("ascii", NULL, NULL)
