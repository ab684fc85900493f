/* check_mark.c: marks in stored captures: their bytes, and records that resemble marks. */

#include "unit.h"

#include "base/be.h"
#include "monread.h"

/* Written by hand: header, fixed part of MRAPLEDT, data of version 1. */
static const unsigned char whole[] = {
	/* 0: 97 bytes, D10R1, TOD */
	0x00, 0x61, 0x00, 0x00, 0x0A, 0x00, 0x00, 0x01, 0xE2, 0x53, 0xE7, 0xDA, 0x34, 0x00, 0x00,
	0x00, 0, 0, 0, 0,
	/* 20: data at 52, 45 bytes; *MONREAD */
	0x00, 0x34, 0x00, 0x2D, 0x5C, 0xD4, 0xD6, 0xD5, 0xD9, 0xC5, 0xC1, 0xC4,
	/* 32: MONREAD GP, record 0, version 01, release 00, modification 00 */
	0xD4, 0xD6, 0xD5, 0xD9, 0xC5, 0xC1, 0xC4, 0xC7, 0xD7, 0x00, 0xF0, 0xF1, 0xF0, 0xF0, 0xF0,
	0xF0,
	/* 48: status, reserved */
	0, 0, 0, 0,
	/* 52: version 1, lost, all numbers known, 2 times */
	0x00, 0x01, 0x80, 0xF0, 0, 0, 0, 2,
	/* 60: 3 data sets, 123456 bytes */
	0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0x00, 0x01, 0xE2, 0x40,
	/* 76: times before and after the loss */
	0xE2, 0x53, 0xE7, 0x2E, 0x8A, 0xB0, 0x00, 0x00, 0xE2, 0x53, 0xE7, 0xDA, 0x34, 0x00, 0x00,
	0x00,
	/* 92: EIO */
	0x00, 0x03, 0xC5, 0xC9, 0xD6
};

static const uint64_t tod = UINT64_C(0xE253E7DA34000000);
static unsigned char bytes[MONREAD_MARK_ROOM + 1];
static struct monread_mark mark, got;

static void fill(void)
{
	memset(&mark, 0, sizeof mark);
	mark.why = MONREAD_MARK_LOST;
	mark.known = MONREAD_MARK_SETS | MONREAD_MARK_BYTES | MONREAD_MARK_BEFORE |
	             MONREAD_MARK_BEHIND;
	mark.count = 2;
	mark.sets = 3;
	mark.bytes = 123456;
	mark.before = UINT64_C(0xE253E72E8AB00000);
	mark.behind = tod;
	strcpy(mark.text, "EIO");
	memset(bytes, 0xFF, sizeof bytes);
}

TEST(a_set_in_a_stream)
{
	/* event, domain 10, 0x0930A000 and the address of the last of 97 bytes */
	static const unsigned char element[] = { 0xC5, 0x00, 0x20, 0x00, 0x09, 0x30,
		                                 0xA0, 0x00, 0x09, 0x30, 0xA0, 0x60 };

	fill();
	ck_assert_uint_eq(monread_mark_set(&mark, tod, MONREAD_CONTAINER_STREAM, 0x0930A123, bytes,
	                                   12 + sizeof whole - 1),
	                  0);
	ck_assert_uint_eq(monread_mark_set(&mark, tod, MONREAD_CONTAINER_STREAM, 0x0930A123, bytes,
	                                   11),
	                  0);
	ck_assert_uint_eq(monread_mark_set(&mark, tod, MONREAD_CONTAINER_STREAM, 0x0930A123, bytes,
	                                   12 + sizeof whole),
	                  12 + sizeof whole);
	ck_assert_mem_eq(bytes, element, sizeof element);
	ck_assert_mem_eq(bytes + 12, whole, sizeof whole);
	ck_assert_uint_eq(bytes[12 + sizeof whole], 0xFF);
}

/* Feed WHOLE with two changed bytes. */
static int get_with(unsigned at, uint16_t value, size_t length)
{
	memset(bytes, 0, sizeof bytes);
	memcpy(bytes, whole, sizeof whole);
	mr_put_be16(bytes + at, value);
	return monread_mark_get(&got, bytes, length);
}

TEST(damaged_data)
{
	ck_assert_int_eq(get_with(20, 51, sizeof whole), -1);       /* in the fixed part */
	ck_assert_int_eq(get_with(20, 53, sizeof whole), -1);       /* one byte past the end */
	ck_assert_int_eq(get_with(20, 0xFFFF, sizeof whole), -1);
	ck_assert_int_eq(get_with(22, 41, sizeof whole), -1);       /* too short for the numbers */
	ck_assert_int_eq(get_with(22, 44, sizeof whole), -1);       /* too short for the text */
	ck_assert_int_eq(get_with(22, 46, sizeof whole), -1);
	ck_assert_int_eq(get_with(22, 46, sizeof whole + 1), 1);
	ck_assert_int_eq(get_with(52, 0, sizeof whole), -1);        /* version */
	ck_assert_int_eq(get_with(92, 4, sizeof whole), -1);        /* the text runs past the end */
	ck_assert_int_eq(get_with(20, 53, sizeof whole + 1),
	                 -1); /* shifted: version 0x0180, text of 0x03C5 */
	ck_assert_int_eq(monread_mark_get(&got, whole, sizeof whole - 1), -1);
	ck_assert_int_eq(monread_mark_get(&got, whole, 50), -1);
}

TEST(text_is_printable)
{
	fill();
	strcpy(mark.text, "a\033[1m~ \177\xC3\xA4");
	ck_assert_uint_eq(monread_mark_record(&mark, tod, bytes, sizeof bytes), 94 + 10);
	/* a ? [ 1 m ~ blank ? ? ? */
	ck_assert_mem_eq(bytes + 94, "\x81\x6F\xAD\xF1\x94\xA1\x40\x6F\x6F\x6F", 10);
	ck_assert_int_eq(monread_mark_get(&got, bytes, 104), 1);
	ck_assert_str_eq(got.text, "a?[1m~ ???");
	/* ESC, DEL and characters beyond ASCII are read as question marks. */
	memcpy(bytes + 94, "\x27\x07\x43\x81", 4);
	mr_put_be16(bytes + 92, 4);
	ck_assert_int_eq(monread_mark_get(&got, bytes, 104), 1);
	ck_assert_str_eq(got.text, "???a");
}

static struct monread *m;
static const struct monread_ev *ev;

static void expect(enum monread_kind kind)
{
	ev = monread_next(m);
	ck_assert_ptr_nonnull(ev);
	ck_assert_int_eq(ev->kind, kind);
}

TEST(damaged_mark_counts_as_a_gap)
{
	size_t n;

	fill();
	n = monread_mark_set(&mark, tod, MONREAD_CONTAINER_STREAM, 0x1000, bytes, sizeof bytes);
	mr_put_be16(bytes + 12 + 92, 4);
	m = monread_open(MONREAD_FD_NONE);
	monread_set_container(m, MONREAD_CONTAINER_STREAM);
	ck_assert_int_eq(monread_feed(m, bytes, n), 0);
	expect(MONREAD_CONTROL);
	expect(MONREAD_RECORD);
	expect(MONREAD_GAP);
	ck_assert_uint_eq(ev->skipped, 0);
	ck_assert_str_eq(
		ev->text,
		"data was lost before this was stored: the mark that says so is damaged itself");
	monread_close(m);
}

UNIT_MAIN("mark", NULL, NULL)
