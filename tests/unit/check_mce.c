/* check_mce.c: control elements are taken apart, and refused as the Linux driver refuses them. */

#include "unit.h"

#include "stream/mce.h"

static const unsigned char good[12] = { 0xE2, 0x80, 0x10, 0x00, 0x09, 0x00, 0x10, 0x00, 0x09, 0x00, 0x2F, 0xFF };

static struct monread_mce mce(void)
{
	struct monread_mce m;

	mr_mce_get(&m, good);
	return m;
}

TEST(fields_are_big_endian)
{
	struct monread_mce m = mce();

	ck_assert_uint_eq(m.type, MONREAD_SAMPLE);
	ck_assert_uint_eq(m.domains, 0x8010);
	ck_assert_uint_eq(m.reserved, 0);
	ck_assert_uint_eq(m.start, 0x09001000);
	ck_assert_uint_eq(m.end, 0x09002FFF);
	ck_assert_ptr_null(mr_mce_fault(&m));
}

TEST(end_is_inclusive)
{
	struct monread_mce m = mce();

	ck_assert_uint_eq(mr_mce_length(&m), 0x2000);
	ck_assert_uint_eq(mr_mce_frames(&m), 2);
	m.end++;
	ck_assert_uint_eq(mr_mce_frames(&m), 3);
	m.start--;
	ck_assert_uint_eq(mr_mce_frames(&m), 4);
}

TEST(event_type_is_good)
{
	struct monread_mce m = mce();

	m.type = MONREAD_EVENT;
	ck_assert_ptr_null(mr_mce_fault(&m));
}

TEST(other_types_are_bad)
{
	struct monread_mce m = mce();
	unsigned t;

	for (t = 0; t < 256; t++) {
		m.type = (uint8_t)t;
		ck_assert_int_eq(mr_mce_fault(&m) == NULL, t == 0xE2 || t == 0xC5);
	}
}

TEST(no_domain_is_bad)
{
	struct monread_mce m = mce();

	m.domains = 0;
	ck_assert_ptr_nonnull(mr_mce_fault(&m));
	m.domains = 1;
	ck_assert_ptr_null(mr_mce_fault(&m));
}

TEST(end_before_start_is_bad)
{
	struct monread_mce m = mce();

	m.end = m.start - 1;
	ck_assert_ptr_nonnull(mr_mce_fault(&m));
}

TEST(end_equal_to_start_is_bad)
{
	struct monread_mce m = mce();

	m.end = m.start;
	ck_assert_ptr_nonnull(mr_mce_fault(&m));
	m.end = m.start + 1;
	ck_assert_ptr_null(mr_mce_fault(&m));
}

TEST(address_above_31_bits_is_bad)
{
	struct monread_mce m = mce();

	m.end = 0x7FFFFFFF;
	ck_assert_ptr_null(mr_mce_fault(&m));
	m.end = 0x80000000;
	ck_assert_ptr_nonnull(mr_mce_fault(&m));
	m.start = 0xFFFFFFF0;
	m.end = 0xFFFFFFFF;
	ck_assert_ptr_nonnull(mr_mce_fault(&m));
}

UNIT_MAIN("mce", NULL, NULL)
