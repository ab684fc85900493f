/* check_foreign.c: which first bytes tell a text transfer or a container. */
#include "config.h"

#include <string.h>

#include "stream/foreign.h"
#include "unit.h"

static const char as_text[] = "transferred as text; transfer it in binary (FTP: binary, fixed 4096)";
static const char terse[] = "packed by TERSE; unpack it first";

static const unsigned char element[12] = { 0x53, 0xC3, 0, 0, 0x8D, 0, 0, 0, 0x8D, 0, 0, 0x8B };

START_TEST(an_element_in_ascii)
{
	unsigned char p[64] = { 0 };

	memcpy(p, element, 12);
	ck_assert_str_eq(mr_foreign(p, 12), as_text);
	ck_assert_ptr_null(mr_foreign(p, 11));
	p[0] = 0x45;
	ck_assert_str_eq(mr_foreign(p, 64), as_text);
	p[0] = 0x54;
	ck_assert_ptr_null(mr_foreign(p, 64));
	p[0] = 0x53;
	p[3] = 1;
	ck_assert_ptr_null(mr_foreign(p, 64));
	p[3] = p[1] = 0;
	ck_assert_ptr_null(mr_foreign(p, 64));
	p[2] = 0x20;
	ck_assert_str_eq(mr_foreign(p, 64), as_text);
}
END_TEST

START_TEST(a_control_block_in_ascii)
{
	unsigned char p[64] = { 0 };

	memcpy(p + 40, element, 12);
	ck_assert_str_eq(mr_foreign(p, 52), as_text);
	ck_assert_ptr_null(mr_foreign(p, 51));
	ck_assert_ptr_null(mr_foreign(p, 40));
}
END_TEST

START_TEST(true_text_is_none)
{
	ck_assert_ptr_null(mr_foreign((const unsigned char *)"Some lines of text", 18));
	ck_assert_ptr_null(mr_foreign((const unsigned char *)"Sa\0\0SELECTED", 12));
	ck_assert_ptr_null(mr_foreign(element, 0));
}
END_TEST

START_TEST(terse_of_programs)
{
	unsigned char p[12] = { 0x01, 0x89, 0x69, 0xA5 };

	ck_assert_str_eq(mr_foreign(p, 12), terse);
	ck_assert_ptr_null(mr_foreign(p, 11));
	p[0] = 0x07;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[3] = 0xA4;
	ck_assert_ptr_null(mr_foreign(p, 12));
}
END_TEST

START_TEST(terse_of_hosts)
{
	unsigned char p[12] = { 0x05, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x10, 0 };

	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[0] = 0x02;
	p[1] = 1;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[1] = 2;
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[1] = 0;
	p[11] = 1; /* two lengths */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[10] = p[11] = 0; /* one of them */
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[2] = 0; /* none */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[10] = 0x10;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[6] = 1; /* a block size, which only MVS has */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[4] = 0x04;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[0] = 0x03;
	ck_assert_ptr_null(mr_foreign(p, 12));
}
END_TEST

UNIT_MAIN("foreign", an_element_in_ascii, a_control_block_in_ascii, true_text_is_none, terse_of_programs, terse_of_hosts)
