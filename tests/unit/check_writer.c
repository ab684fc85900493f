/* check_writer.c: what the writer makes of events: frames with a new layout, damaged
 * sets, several sets in one control block. */

#include "unit.h"

#include "base/be.h"
#include "stream/monwrite.h"
#include "stream/writer.h"

static size_t memory = SIZE_MAX; /* largest allocation that succeeds */

static void *fake_calloc(size_t n, size_t m)
{
	return m > memory ? NULL : calloc(n, m);
}

static void *fake_realloc(void *p, size_t n)
{
	return n > memory ? NULL : realloc(p, n);
}

#define calloc fake_calloc
#define realloc fake_realloc
#include "stream/reframe.c"
#include "stream/writer.c"
#undef calloc
#undef realloc

#define TOD UINT64_C(0x0123456789ABCDEF)

static unsigned char bytes[65536];
static struct monread_ev ev;

/* A record of LENGTH bytes at ADDRESS; the bytes after its header are not zero. */
static const struct monread_ev *record(unsigned domain, unsigned number, size_t length,
                                       uint32_t address)
{
	memset(&ev, 0, sizeof ev);
	memset(bytes, 0xC1, length);
	memset(bytes, 0, 20);
	mr_put_be16(bytes, (uint16_t)length);
	bytes[4] = (unsigned char)domain;
	mr_put_be16(bytes + 6, (uint16_t)number);
	mr_put_be64(bytes + 8, TOD);
	ev.kind = MONREAD_RECORD;
	ev.bytes = bytes;
	ev.length = length;
	ev.address = address;
	ev.domain = (uint16_t)domain;
	ev.record = (uint16_t)number;
	ev.tod = TOD;
	return &ev;
}

/* ---- Sets of a stream, and damage in them ---- */

static struct monread_writer *w;
static struct monread_mce set;

static int control(uint32_t start, uint32_t length)
{
	set = (struct monread_mce){ MONREAD_EVENT, 0, 0x8000, start, start + length - 1 };
	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_CONTROL;
	ev.mce = &set;
	return monread_writer_take(w, &ev, 0);
}

static void give(unsigned domain, unsigned number, size_t length, uint32_t address)
{
	record(domain, number, length, address);
	ev.mce = &set;
	ck_assert_int_eq(monread_writer_take(w, &ev, 1), 0);
}

static void filler(size_t length, uint32_t address)
{
	record(0, 0, length, address);
	memset(bytes, 0xF1, length);
	ev.kind = MONREAD_FILLER;
	ck_assert_int_eq(monread_writer_take(w, &ev, 0), 0);
}

static void bad(void)
{
	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_BAD;
	ck_assert_int_eq(monread_writer_take(w, &ev, 0), MONREAD_WRITER_TAKEN);
}

static int set_end(void)
{
	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_SET_END;
	return monread_writer_take(w, &ev, 0);
}

static void begin_writer(enum monread_container container, int filtered)
{
	w = monread_writer_new(container, filtered ? MONREAD_WRITER_SELECTED : 0);
	ck_assert_ptr_nonnull(w);
}

/* The element at P belongs to the set of LENGTH bytes at START. */
static void is_element(const unsigned char *p, uint32_t start, uint32_t length)
{
	ck_assert_uint_eq(p[0], MONREAD_EVENT);
	ck_assert_uint_eq(mr_be16(p + 1), 0x8000);
	ck_assert_uint_eq(p[3], 0);
	ck_assert_uint_eq(mr_be32(p + 4), start);
	ck_assert_uint_eq(mr_be32(p + 8), start + length - 1);
}

/* The record at P is the record that record() makes of these arguments. */
static void is_record(const unsigned char *p, unsigned domain, unsigned number, size_t length)
{
	record(domain, number, length, 0);
	ck_assert_mem_eq(p, bytes, length);
}

TEST(filler_belongs_to_its_set)
{
	begin_writer(MONREAD_CONTAINER_STREAM, 0);
	ck_assert_int_eq(control(0x1000, 60), 0);
	give(4, 1, 40, 0x1000);
	/* The writer refuses filler that overlaps the record, lies outside of the set, or is longer
	 * than the rest of the set. */
	filler(20, 0x1000);
	filler(20, 0x0FF0);
	filler(20, 0x103C);
	filler(21, 0x1028);
	ck_assert_uint_eq(w->data.length, 52);
	filler(20, 0x1028);
	ck_assert_int_eq(set_end(), 1);
	ck_assert_uint_eq(w->data.length, 72);
	is_element(w->data.bytes, 0x1000, 60);
	is_record(w->data.bytes + 12, 4, 1, 40);
	ck_assert_uint_eq(w->data.bytes[52], 0xF1);
	ck_assert_uint_eq(w->data.bytes[71], 0xF1);
	ck_assert_uint_eq(w->left_out, 0);
	monread_writer_free(w);
}

/* A set of two frames: the first begins with a record with these numbers; the filler after the
 * record ends with ELEMENT. Return whether the writer stores the filler; otherwise it stores
 * zeros. */
static int stored_behind(enum monread_container container, unsigned domain, unsigned number,
                         const char *element, size_t n)
{
	unsigned char rest[4096 - 20];
	size_t at = 20 + (container == MONREAD_CONTAINER_STREAM ? MONREAD_MCE_SIZE : 4096u);
	int same;

	begin_writer(container, 0);
	ck_assert_int_eq(control(0x1000, 4096 + 40), 0);
	give(domain, number, 20, 0x1000);
	record(0, 0, sizeof rest, 0x1000 + 20);
	memset(bytes, 0xF1, sizeof rest);
	memcpy(bytes + sizeof rest - n, element, n);
	memcpy(rest, bytes, sizeof rest);
	ev.kind = MONREAD_FILLER;
	ck_assert_int_eq(monread_writer_take(w, &ev, 0), 0);
	give(4, 2, 40, 0x2000);
	same = memcmp(w->data.bytes + at, rest, sizeof rest) == 0;
	if (!same) {
		memset(rest, 0, sizeof rest);
		ck_assert_mem_eq(w->data.bytes + at, rest, sizeof rest);
	}
	is_record(w->data.bytes + at + sizeof rest, 4, 2, 40);
	ck_assert_int_eq(set_end(), 1);
	monread_writer_free(w);
	return same;
}

/* Whether a set begins after the last record of the previous set can depend on the following bytes,
 * and the writer does not store damaged bytes. */
TEST(bytes_that_look_like_a_set_are_not_stored)
{
	static const char element[] = "\xE2\x80\0\0\0\0\x90\0\0\0\x90\x63",
			  late[] = "\xE2\x80\0\0\0\0\x90\0\0\0\x8F\xFF";

	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 11, element, 12), 0);
	/* The beginning of an element is enough. */
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 11, element, 11), 0);
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 11, element, 1), 0);
	/* The end address is before the start address. */
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 11, late, 12), 1);
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 11, "", 0), 1);
	/* The reader does not search after the end of a frame, nor in MONWRITE files. */
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 1, 13, element, 12), 1);
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_STREAM, 0, 11, element, 12), 1);
	ck_assert_int_eq(stored_behind(MONREAD_CONTAINER_MONWRITE, 1, 11, element, 12), 1);
}

/* The writer places the records after the damage directly after the records before it, and makes
 * new ends of frames. */
static void damaged_set(enum monread_container container)
{
	begin_writer(container, 0);
	ck_assert_int_eq(control(0x1010, 200), 0);
	give(4, 1, 40, 0x1010);
	give(1, 13, 20, 0x1038);
	bad();
	filler(24, 0x104C);
	/* This filler has no address within the set. */
	filler(7, 0);
	filler(8, 0x1010 + 200);
	give(4, 2, 60, 0x1064);
	give(1, 13, 20, 0x10A0);
	ck_assert_int_eq(set_end(), 1);
	ck_assert_uint_eq(w->left_out, 24);
}

TEST(records_of_a_damaged_set)
{
	damaged_set(MONREAD_CONTAINER_STREAM);
	ck_assert_uint_eq(w->data.length, 12 + 100);
	is_element(w->data.bytes, 0x1000, 100);
	is_record(w->data.bytes + 12, 4, 1, 40);
	is_record(w->data.bytes + 52, 4, 2, 60);
	monread_writer_clear(w);
	/* The next set is not damaged. */
	ck_assert_int_eq(control(0x1010, 40), 0);
	give(4, 3, 40, 0x1010);
	ck_assert_int_eq(set_end(), 1);
	ck_assert_uint_eq(w->data.length, 52);
	is_element(w->data.bytes, 0x1010, 40);
	monread_writer_free(w);

	damaged_set(MONREAD_CONTAINER_MONWRITE);
	ck_assert_uint_eq(w->data.length, 8192);
	is_element(w->data.bytes + 40, 0x1000, 100);
	ck_assert_uint_eq(w->sets.n, 1);
	ck_assert_uint_eq(mr_be32(w->data.bytes + 16), 11);
	is_record(w->data.bytes + 4096, 4, 1, 40);
	is_record(w->data.bytes + 4136, 4, 2, 60);
	ck_assert_int_eq(mr_block_certain(w->data.bytes), 1);
	monread_writer_free(w);
}

TEST(damaged_set_without_a_record_after_the_damage)
{
	begin_writer(MONREAD_CONTAINER_STREAM, 0);
	ck_assert_int_eq(control(0x1000, 100), 0);
	give(4, 1, 40, 0x1000);
	bad();
	filler(60, 0x1028);
	ck_assert_int_eq(set_end(), 1);
	ck_assert_uint_eq(w->left_out, 60);
	ck_assert_uint_eq(w->data.length, 52);
	is_element(w->data.bytes, 0x1000, 40);
	monread_writer_free(w);
	/* A damaged set without any record. */
	begin_writer(MONREAD_CONTAINER_MONWRITE, 0);
	ck_assert_int_eq(control(0x1000, 100), 0);
	bad();
	filler(100, 0x1000);
	ck_assert_int_eq(set_end(), 0);
	ck_assert_uint_eq(w->data.length, 0);
	/* Damage at the end of a frame: the writer makes a new end of frame if records precede
	 * it. */
	ck_assert_int_eq(control(0x1000, 8192), 0);
	bad();
	filler(4096, 0x1000);
	give(1, 13, 20, 0x2000);
	ck_assert_int_eq(set_end(), 0);
	ck_assert_uint_eq(w->data.length, 0);
	monread_writer_free(w);
}

/* ---- Where a data set is split ---- */

TEST(sets_without_a_record_are_not_written)
{
	uint32_t start = 0x1000;
	unsigned i;

	/* More sets than a control block has room for: the data set cannot be split. */
	begin_writer(MONREAD_CONTAINER_MONWRITE, 0);
	for (i = 0; i < 339; i++, start += 4096) {
		ck_assert_int_eq(control(start, 30), MONREAD_WRITER_TAKEN);
		filler(30, start);
	}
	ck_assert_int_eq(monread_writer_end(w), MONREAD_WRITER_TAKEN);
	ck_assert_uint_eq(monread_writer_waiting(w), 0);
	monread_writer_free(w);
}

/* ---- The API ---- */

TEST(only_captures_are_written)
{
	errno = 0;
	ck_assert_ptr_null(monread_writer_new(MONREAD_CONTAINER_AUTO, 0));
	ck_assert_int_eq(errno, EINVAL);
	errno = 0;
	ck_assert_ptr_null(monread_writer_new(MONREAD_CONTAINER_DEVICE, 0));
	ck_assert_int_eq(errno, EINVAL);
	errno = 0;
	ck_assert_ptr_null(
		monread_writer_new(MONREAD_CONTAINER_STREAM, MONREAD_WRITER_SELECTED | 2));
	ck_assert_int_eq(errno, EINVAL);
	memory = 0;
	ck_assert_ptr_null(monread_writer_new(MONREAD_CONTAINER_STREAM, 0));
	memory = SIZE_MAX;
	monread_writer_free(NULL);
}

TEST(code_of_a_writer)
{
	begin_writer(MONREAD_CONTAINER_STREAM, 0);
	ck_assert_int_eq(monread_writer_code(w), MONREAD_OK);
	ck_assert_str_eq(monread_writer_error(w), "");
	ck_assert_int_eq(control(0x1000, 70000), 0);
	bad();
	record(3, 4, 65000, 0x1000);
	ev.mce = &set;
	/* At first the writer has room for 64 KB of records of a damaged set. */
	memory = 0;
	ck_assert_int_lt(monread_writer_take(w, &ev, 1), 0);
	memory = SIZE_MAX;
	ck_assert_int_eq(monread_writer_code(w), MONREAD_FAILED);
	ck_assert_str_eq(monread_writer_error(w), "out of memory");
	monread_writer_free(w);
}

UNIT_MAIN("writer", NULL, NULL)
