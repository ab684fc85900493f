/* check_frame.c: record headers, the room in a frame, and what looks like records. */

#include "unit.h"

#include "stream/frame.h"

static struct monread_mce mce = { MONREAD_SAMPLE, 0, 0x8000, 0x09000000, 0x09003FFF };

/* A header at P; how long the record is. */
static size_t put(unsigned char *p, unsigned length, unsigned domain, unsigned record)
{
	memset(p, 0, MR_HEADER_SIZE);
	mr_put_be16(p, (uint16_t)length);
	p[4] = (unsigned char)domain;
	mr_put_be16(p + 6, (uint16_t)record);
	return length;
}

TEST(header_is_taken_apart)
{
	static const unsigned char p[20] = { 0x12, 0x34, 0x00, 0x01, 0x0A, 0xFF, 0x01, 0x02 };
	struct mr_header h;

	mr_header_get(&h, p);
	ck_assert_uint_eq(h.length, 0x1234);
	ck_assert_uint_eq(h.zeros, 1);
	ck_assert_uint_eq(h.domain, 10);
	ck_assert_uint_eq(h.record, 0x0102);
}

TEST(room_is_up_to_the_boundary_of_the_dcss)
{
	ck_assert_uint_eq(mr_frame_room(0x09000000), 4096);
	ck_assert_uint_eq(mr_frame_room(0x09000001), 4095);
	ck_assert_uint_eq(mr_frame_room(0x09000FFF), 1);
	ck_assert_uint_eq(mr_frame_room(0x7FFFFFFF), 1);
}

TEST(d1r13_ends_frames_of_both_types)
{
	struct monread_mce event = mce;

	event.type = MONREAD_EVENT;
	ck_assert(mr_frame_ends(&mce, 1, 13));
	ck_assert(mr_frame_ends(&event, 1, 13));
	ck_assert(!mr_frame_ends(&mce, 0, 13));
	ck_assert(!mr_frame_ends(&mce, 1, 12));
}

TEST(d1r11_ends_a_frame_of_sample_data_only)
{
	struct monread_mce event = mce;

	event.type = MONREAD_EVENT;
	ck_assert(mr_frame_ends(&mce, 1, 11));
	ck_assert(!mr_frame_ends(&event, 1, 11));
}

TEST(records_up_to_d1r13_are_plausible)
{
	unsigned char p[4096];
	size_t n;

	memset(p, 0xFF, sizeof p);
	n = put(p, 100, 0, 23);
	n += put(p + n, 20, 4, 3);
	put(p + n, 20, 1, 13);
	ck_assert(mr_frame_plausible(&mce, p, sizeof p));
}

TEST(a_record_past_the_frame_is_not_plausible)
{
	unsigned char p[4096];

	memset(p, 0, sizeof p);
	put(p, 4097, 0, 23);
	ck_assert(!mr_frame_plausible(&mce, p, sizeof p));
	put(p, 4096, 0, 23);
	ck_assert(mr_frame_plausible(&mce, p, sizeof p));
}

TEST(a_record_past_the_set_is_not_plausible)
{
	struct monread_mce shorter = mce;
	unsigned char p[4096];

	memset(p, 0, sizeof p);
	shorter.end = shorter.start + 99;
	put(p, 101, 0, 23);
	ck_assert(!mr_frame_plausible(&shorter, p, sizeof p));
	put(p, 100, 0, 23);
	ck_assert(mr_frame_plausible(&shorter, p, sizeof p));
}

TEST(a_length_below_20_is_not_plausible)
{
	unsigned char p[4096];

	memset(p, 0, sizeof p);
	put(p, 19, 0, 23);
	ck_assert(!mr_frame_plausible(&mce, p, sizeof p));
}

TEST(something_in_the_zeros_is_not_plausible)
{
	unsigned char p[4096];

	memset(p, 0, sizeof p);
	put(p, 4096, 0, 23);
	p[3] = 1;
	ck_assert(!mr_frame_plausible(&mce, p, sizeof p));
}

TEST(only_bytes_that_are_there_are_looked_at)
{
	unsigned char *p = malloc(30);

	ck_assert_ptr_nonnull(p);
	memset(p, 0xFF, 30);
	put(p, 20, 0, 23);
	ck_assert(mr_frame_plausible(&mce, p, 30));
	ck_assert(mr_frame_plausible(&mce, p, 19));
	ck_assert(mr_frame_plausible(&mce, p, 0));
	free(p);
}

UNIT_MAIN("frame", NULL, NULL)
