/* check_codepage.c: EBCDIC characters in UTF-8. */

#include "unit.h"

#include "monread.h"

static struct monread_codepage *cp;

/* 0, or -1. */
static int load(const char *name)
{
	monread_codepage_free(cp);
	errno = 0;
	cp = monread_codepage_open(name);
	return cp ? 0 : -1;
}

static const char *utf8_of(unsigned byte)
{
	size_t length;
	const char *utf8 = monread_codepage_utf8(cp, (unsigned char)byte, &length);

	ck_assert_uint_ge(length, 1);
	ck_assert_uint_le(length, 4);
	ck_assert_int_eq(utf8[length], '\0');
	ck_assert(strlen(utf8) == length || !*utf8);
	return utf8;
}

static void is(unsigned byte, const char *utf8)
{
	ck_assert_str_eq(utf8_of(byte), utf8);
}

TEST(variant_characters_of_1047)
{
	ck_assert_int_eq(load("1047"), 0);
	is(0xAD, "[");
	is(0xBD, "]");
	is(0x5F, "^");
	is(0xB0, "\xC2\xAC");
	is(0xE0, "\\");
	is(0x4A, "\xC2\xA2");
}

TEST(an_empty_name_is_refused)
{
	ck_assert_msg(load("") == -1, "it is the locale's");
	ck_assert_int_eq(errno, EINVAL);
}

UNIT_MAIN("codepage", NULL, NULL)
