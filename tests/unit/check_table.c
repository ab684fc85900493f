/* check_table.c: layouts to tables and columns, records to rows. */

#include "unit.h"

#include "monread.h"
#include "table/cell.h"
#include "table/text.h"

/* ---- Cells ---- */

/* Return C as text, which is valid until the next call. */
static const char *cell_text(const struct table_cell *c)
{
	static char said[5000];
	struct monread_codepage *cp = monread_codepage_open("IBM-1047");
	struct table_text text = { .codepage = cp };
	const char *s;

	ck_assert_ptr_nonnull(cp);
	s = table_text_make(&text, c);
	ck_assert_ptr_nonnull(s);
	ck_assert_uint_eq(strlen(s), text.own.length);
	ck_assert_uint_lt(text.own.length, sizeof said);
	strcpy(said, s);
	table_text_free(&text);
	monread_codepage_free(cp);
	return said;
}

/* Describe the field F with the N bytes at P as text. */
static const char *field_text(const struct monread_field *f, const char *p, uint32_t n)
{
	struct table_cell c = { .kind = TABLE_NULL };

	table_cell_field(&c, f, (const unsigned char *)p, n);
	return cell_text(&c);
}

#define FIELD(format_, bytes_)                                                   \
	field_text(&(const struct monread_field){ .format = (format_),           \
	                                          .length = sizeof bytes_ - 1 }, \
	           bytes_, sizeof bytes_ - 1)

TEST(numbers_have_the_sign_and_the_range_of_their_field)
{
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\xFF"), "255");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\1\2\3"), "66051");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\xFF\2\3\4"), "4278321924");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
	                 "9223372036854775807");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\x80\0\0\0\0\0\0\0"), "9223372036854775808");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\1\2\3\4\5\6\7\x8"), "72623859790382856");
	ck_assert_str_eq(FIELD(MONREAD_UNSIGNED, "\1\1\1\1\1\1\1\1\1"), "0");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\x7F"), "127");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\x80"), "-128");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\xFF\xFE"), "-2");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\x80\0\0\0"), "-2147483648");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), "-1");
	ck_assert_str_eq(FIELD(MONREAD_SIGNED, "\x80\0\0\0\0\0\0\0"), "-9223372036854775808");
	ck_assert_str_eq(FIELD(MONREAD_BITS, "\x80\0\0\0\0\0\0\1"), "9223372036854775809");
	ck_assert_str_eq(FIELD(MONREAD_BITS, "\x80\0\0\0\0\0\0\1\xAF"), "8000000000000001AF");
	ck_assert_str_eq(FIELD(MONREAD_HEX, "\1\x9A\xF0"), "019AF0");
}

TEST(times_and_fractions_have_six_decimals)
{
	/* The clock counts from 1900; a microsecond is 4096 units. */
	ck_assert_str_eq(FIELD(MONREAD_TIME, "\xD4\xEB\x97\x93\xBE\x60\x00\x00"),
	                 "2018-09-12T09:26:47.123456Z");
	ck_assert_str_eq(FIELD(MONREAD_TIME, "\xD4\xEB\x97\x93\xBE\x60\x1F\xFF"),
	                 "2018-09-12T09:26:47.123457Z");
	ck_assert_str_eq(FIELD(MONREAD_UNIXTIME, "\x5B\x98\xF0\x30"),
	                 "2018-09-12T10:53:36.000000Z");
	/* A number of seconds that is too large for a date: 2^63 / 10^6 = 9223372036854.8. */
	ck_assert_str_eq(FIELD(MONREAD_UNIXTIME, "\0\0\x08\x63\x7B\xD0\x5A\xF7"), "9223372036855");
	ck_assert_str_eq(FIELD(MONREAD_UNIXTIME, "\xFF\0\0\0\0\0\0\0"), "18374686479671623680");
	ck_assert_str_eq(FIELD(MONREAD_INTERVAL, "\0\0\0\1\x6E\x36\0\0"), "1.500000");
	ck_assert_str_eq(FIELD(MONREAD_INTERVAL, "\0\0\0\0\0\0\x0F\xFF"), "0.000000");
	ck_assert_str_eq(FIELD(MONREAD_INTERVAL, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
	                 "4503599627.370495");
	ck_assert_str_eq(FIELD(MONREAD_FIXED11, "\0\0\x1C\0"), "3.500000");
	ck_assert_str_eq(FIELD(MONREAD_FIXED11, "\0\0\x07\xFF"), "0.999511");
	/* 9223372036853.5 is printed with its fraction, 9223372036854.5 without. */
	ck_assert_str_eq(FIELD(MONREAD_FIXED11, "\0\x43\x1B\xDE\x82\xD7\xAC\0"),
	                 "9223372036853.500000");
	ck_assert_str_eq(FIELD(MONREAD_FIXED11, "\0\x43\x1B\xDE\x82\xD7\xB4\0"), "9223372036854");
}

/* Show the N bytes at P as elements of LENGTH bytes of a field of FORMAT. */
static const char *elements(enum monread_format format, uint32_t length, const char *p, uint32_t n)
{
	const struct monread_field f = { .format = format, .length = length };
	struct table_cell c = { .kind = TABLE_ELEMENTS,
		                .field = &f,
		                .bytes = (const unsigned char *)p,
		                .length = n };

	return cell_text(&c);
}

TEST(several_elements_are_an_array)
{
	const struct monread_field down = { .format = MONREAD_UNSIGNED,
		                            .flags = MONREAD_COUNTDOWN,
		                            .start = 9,
		                            .length = 1 };
	const struct table_cell counts = { .kind = TABLE_ELEMENTS,
		                           .field = &down,
		                           .bytes = (const unsigned char *)"\x9\xA\0",
		                           .length = 3 };
	const struct table_cell some[] = {
		{ .kind = TABLE_NUMBER, .integer = -7 },
		{ .kind = TABLE_NULL },
		{ .kind = TABLE_MICROS, .integer = -1 },
		{ .kind = TABLE_MICROS, .integer = INT64_MIN },
		{ .kind = TABLE_UTF8, .bytes = (const unsigned char *)"name", .length = 4 },
		{ .kind = TABLE_UNSIGNED, .number = UINT64_MAX }
	};
	struct table_cell c = { .kind = TABLE_CELLS, .cells = some, .length = 6 };

	ck_assert_str_eq(elements(MONREAD_UNSIGNED, 2, "\0\1\0\2\0\3", 6), "[1,2,3]");
	ck_assert_str_eq(elements(MONREAD_UNSIGNED, 2, "\0\1\0\2\0", 5), "[1,2]");
	ck_assert_str_eq(elements(MONREAD_UNSIGNED, 2, "\0", 1), "[]");
	ck_assert_str_eq(elements(MONREAD_FIXED11, 2, "\x08\0\x04\0", 4), "[1.000000,0.500000]");
	ck_assert_str_eq(elements(MONREAD_TEXT, 3, "\xC1\x40\x40\x40\x40\x40\x7F\0\xE0", 9),
	                 "[\"A\",\"\",\"\\\"\\u0000\\\\\"]");
	ck_assert_str_eq(elements(MONREAD_ASCII, 3, "a\"b\\\1 \x1F\x7F\x80", 9),
	                 "[\"a\\\"b\",\"\\\\\\u0001\",\"\\u001f\x7F\xC2\x80\"]");
	ck_assert_str_eq(elements(MONREAD_HEX, 2, "\1\2\xAB\xCD", 4), "[\"0102\",\"ABCD\"]");
	ck_assert_str_eq(elements(MONREAD_UNIXTIME, 1, "\0\1", 2),
	                 "[\"1970-01-01T00:00:00.000000Z\",\"1970-01-01T00:00:01.000000Z\"]");
	ck_assert_str_eq(cell_text(&counts), "[0,null,9]");
	ck_assert_str_eq(cell_text(&c),
	                 "[-7,null,-0.000001,-9223372036854.775808,\"name\",18446744073709551615]");
	c.length = 0;
	ck_assert_str_eq(cell_text(&c), "[]");
}

UNIT_MAIN("table", NULL, NULL)
