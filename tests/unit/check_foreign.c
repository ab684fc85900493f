/* check_foreign.c: which first bytes tell a text transfer or a container. */

#include "unit.h"

#include "stream/reader.h"

static const char as_text[] = "transferred as text; transfer it in binary (FTP: binary, fixed 4096)";
static const char terse[] = "packed by TERSE; unpack it first";

static const unsigned char element[12] = { 0x53, 0xC3, 0, 0, 0x8D, 0, 0, 0, 0x8D, 0, 0, 0x8B };

TEST(an_element_in_ascii)
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

TEST(terse_of_programs)
{
	unsigned char p[12] = { 0x01, 0x89, 0x69, 0xA5 };

	ck_assert_str_eq(mr_foreign(p, 12), terse);
	ck_assert_ptr_null(mr_foreign(p, 11));
	p[0] = 0x07;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[3] = 0xA4;
	ck_assert_ptr_null(mr_foreign(p, 12));
}

TEST(terse_of_hosts)
{
	unsigned char p[12] = { 0x05, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x10, 0 };

	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[0] = 0x02;
	p[1] = 1;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[1] = 2;
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[1] = 0;
	p[11] = 1; /* two length fields */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[10] = p[11] = 0; /* one length field */
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[2] = 0; /* no length field */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[10] = 0x10;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[6] = 1; /* a block size, which exists only on MVS */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[4] = 0x04;
	ck_assert_str_eq(mr_foreign(p, 12), terse);
	p[0] = 0x03;
	ck_assert_ptr_null(mr_foreign(p, 12));
}

TEST(zeros_as_blanks)
{
	unsigned char p[12] = { 0x53, 0xC3, 0x20, 0x20, 0x8D, 0x20, 0x20, 0x20, 0x8D, 0x20, 0x20, 0x8B };

	ck_assert_str_eq(mr_foreign(p, 12), as_text);
	p[7] = 0x21; /* not the address of a frame */
	ck_assert_ptr_null(mr_foreign(p, 12));
	p[7] = p[1] = 0x20; /* domains X'4000' */
	ck_assert_str_eq(mr_foreign(p, 12), as_text);
	ck_assert_ptr_null(mr_foreign((const unsigned char *)"Say all they want.", 18));
	ck_assert_ptr_null(mr_foreign((const unsigned char *)"So we all   have.", 17));
}

TEST(as_utf_8)
{
	static const unsigned char utf8[17] = { 0x53, 0xC3, 0x83, 0xC2, 0x8D, 0,    0xC2, 0x8D, 0,
		                                0,    0,    0xC2, 0x8D, 0,    0x61, 0xC2, 0x8B };
	unsigned char p[64] = { 0 };

	memcpy(p, utf8, 17);
	ck_assert_str_eq(mr_foreign(p, 17), as_text);
	ck_assert_ptr_null(mr_foreign(p, 16)); /* a truncated character */
	p[15] = 0xC4;                          /* U+010B is not in Latin-1 */
	ck_assert_ptr_null(mr_foreign(p, 17));
	p[15] = 0xC2;
	p[16] = 0xCB; /* no continuation byte */
	ck_assert_ptr_null(mr_foreign(p, 17));

	memset(p, 0, sizeof p);
	p[3] = 0xC2;
	p[4] = 0x8D;
	memcpy(p + 41, utf8, 17);
	ck_assert_str_eq(mr_foreign(p, 58), as_text);
	ck_assert_ptr_null(mr_foreign(p, 57));
}

TEST(vmarc)
{
	unsigned char p[10] = { 0x7A, 0xC3, 0xC6, 0xC6, 0x40, 0x40, 0x40, 0x40, 0x01, 0x02 };

	ck_assert_str_eq(mr_foreign(p, 9), "a VMARC archive; unpack it first");
	ck_assert_ptr_null(mr_foreign(p, 8));
	p[8] = 0x40;
	ck_assert_ptr_null(mr_foreign(p, 10));
	memcpy(p, ":CFF    \1\2", 10);
	ck_assert_str_eq(mr_foreign(p, 9), as_text);
	ck_assert_ptr_null(mr_foreign(p, 8));
	p[8] = ' ';
	ck_assert_ptr_null(mr_foreign(p, 10));
}

UNIT_MAIN("foreign", NULL, NULL)
