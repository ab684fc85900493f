/* check_be.c: big-endian integers of every length, at every alignment. */

#include "unit.h"

#include "base/be.h"

static const unsigned char bytes[] = { 0x81, 0x92, 0xA3, 0xB4, 0xC5, 0xD6, 0xE7, 0xF8, 0x7F };

TEST(of_a_fixed_length)
{
	ck_assert_uint_eq(mr_be16(bytes), 0x8192);
	ck_assert_uint_eq(mr_be32(bytes), 0x8192A3B4);
	ck_assert_uint_eq(mr_be64(bytes), UINT64_C(0x8192A3B4C5D6E7F8));
	ck_assert_uint_eq(mr_be16(bytes + 1), 0x92A3);
	ck_assert_uint_eq(mr_be32(bytes + 1), 0x92A3B4C5);
	ck_assert_uint_eq(mr_be64(bytes + 1), UINT64_C(0x92A3B4C5D6E7F87F));
}

TEST(of_any_length)
{
	size_t len;

	for (len = 1; len <= 8; len++) {
		ck_assert_uint_eq(mr_be(bytes, len), UINT64_C(0x8192A3B4C5D6E7F8) >> (64 - 8 * len));
		ck_assert_uint_eq(mr_be(bytes + 1, len), UINT64_C(0x92A3B4C5D6E7F87F) >> (64 - 8 * len));
	}
	ck_assert_uint_eq(mr_be(bytes, 0), 0);
}

TEST(with_a_sign)
{
	static const unsigned char below[] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF }, least[8] = { 0x80 },
	                           most[] = { 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	size_t len;

	for (len = 1; len <= 8; len++) {
		ck_assert_int_eq((int64_t)mr_be_signed(below, len), -1);
		ck_assert_uint_eq(mr_be_signed(least, len), UINT64_MAX << (8 * len - 1));
		ck_assert_uint_eq(mr_be_signed(most, len), (uint64_t)INT64_MAX >> (64 - 8 * len));
	}
	ck_assert_uint_eq(mr_be_signed(below, 0), 0);
}

TEST(written)
{
	unsigned char to[10];

	memset(to, 0xEE, sizeof to);
	mr_put_be64(to + 1, UINT64_C(0x8192A3B4C5D6E7F8));
	ck_assert_mem_eq(to + 1, bytes, 8);
	ck_assert(to[0] == 0xEE && to[9] == 0xEE);
	memset(to, 0xEE, sizeof to);
	mr_put_be32(to + 1, 0x8192A3B4);
	ck_assert_mem_eq(to + 1, bytes, 4);
	ck_assert(to[0] == 0xEE && to[5] == 0xEE);
	memset(to, 0xEE, sizeof to);
	mr_put_be16(to + 1, 0x8192);
	ck_assert_mem_eq(to + 1, bytes, 2);
	ck_assert(to[0] == 0xEE && to[3] == 0xEE);
}

UNIT_MAIN("be", NULL, NULL)
