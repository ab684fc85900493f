/* check_walk.c: records into values: bounds, arrays, tails, application data. */

#include "unit.h"

#include <stddef.h>

#include "base/be.h"
#include "monread.h"

static struct monread_layouts *layouts;
static struct monread_decoder *decoder;
static unsigned char rec[1024];
static const unsigned char *bytes_from, *bytes_to;

/* ---- A walk that checks where its values are ---- */

/* If the value is right, do not call ck_assert(), which makes a system call each time. */
static int inside(void *arg, const struct monread_value *v)
{
	(void)arg;
	if (v->bytes < bytes_from || v->length > (size_t)(bytes_to - v->bytes) ||
	    v->bytes != bytes_from + v->offset)
		ck_abort_msg("%u bytes at %u are not in the record", (unsigned)v->length,
		             (unsigned)v->offset);
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	const struct monread_value *v = place->value;
	enum monread_level level = place->level;

	if (v->number || (int)v->format ||
	    ((level == MONREAD_LEVEL_STRUCTURE || level == MONREAD_LEVEL_PAYLOAD) && v->index))
		ck_abort_msg("a level has a number or a format");
	/* The size of an array level is the size of one entry, even if the array is empty. */
	if (level != MONREAD_LEVEL_ARRAY)
		return inside(arg, v);
	if (v->bytes < bytes_from || v->bytes > bytes_to)
		ck_abort_msg("an array is not in the record");
	return 0;
}

static int no_field(void *arg, const struct monread_value *v)
{
	ck_assert(!v->field && v->number == 0 && v->index == 0 && v->format == MONREAD_HEX);
	return inside(arg, v);
}

static const struct monread_emit emit = { .size = sizeof emit,
	                                  .field = inside,
	                                  .begin = begin,
	                                  .gap = no_field,
	                                  .tail = no_field };

static const struct monread_layout *layout(const char *name)
{
	const struct monread_layout *l = monread_layouts_by_name(layouts, name);

	ck_assert_ptr_nonnull(l);
	return l;
}

static void begin_test(unsigned flags, const char *const *fields)
{
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
	decoder = monread_decoder_new(layouts, flags, fields);
	ck_assert_ptr_nonnull(decoder);
	memset(rec, 0, sizeof rec);
}

static void end_test(void)
{
	monread_decoder_free(decoder);
	monread_layouts_free(layouts);
}

/* A D0R23 with COUNT entries of SIZE bytes at AT. */
static void locks(uint32_t count, uint16_t size, uint16_t at)
{
	mr_put_be32(rec + 20, count);
	mr_put_be16(rec + 24, size);
	mr_put_be16(rec + 26, at);
}

/* ---- Tests ---- */

/* Application data of Linux: memory. */
static void linux_memory(uint16_t at, uint16_t length)
{
	static const unsigned char product[16] = { 0xD3, 0xC9, 0xD5, 0xE4, 0xE7, 0xD2, 0xD9, 0xD5,
		                                   0xD3, 0x01, 0xF2, 0xF6, 0xF0, 0xF1, 0xF0, 0xF0 };

	mr_put_be16(rec + 20, at);
	mr_put_be16(rec + 22, length);
	memcpy(rec + 32, product, 16);
}

/* Application data with counted strings: a file system. */
static size_t file_system(unsigned char *p, unsigned first, unsigned second)
{
	static const unsigned char product[16] = "LNXAPPL\0\1";

	mr_put_be16(rec + 20, 52);
	memcpy(rec + 32, product, 16);
	memset(p, 0, 12);
	mr_put_be16(p + 10, 12);
	mr_put_be16(p + 12, (uint16_t)first);
	mr_put_be16(p + 14 + first, (uint16_t)second);
	return 16 + (size_t)first + second;
}

TEST(unknown_flags_are_refused)
{
	errno = 0;
	ck_assert_ptr_null(monread_decoder_new(NULL, MONREAD_WALK_PROVEN | 8, NULL));
	ck_assert_int_eq(errno, EINVAL);
}

static int count_field(void *arg, const struct monread_value *v)
{
	(void)v;
	++*(unsigned *)arg;
	return 0;
}

/* Fields of MRPRCIOP, whose fields from byte 32 on are unproven, and the place of its tail. */
static struct {
	unsigned proven, unproven;
	uint32_t tail, tail_length;
} shown;

static int count_proven(void *arg, const struct monread_value *v)
{
	(void)arg;
	if (v->field->flags & MONREAD_UNPROVEN)
		shown.unproven++;
	else
		shown.proven++;
	return 0;
}

static int note_tail(void *arg, const struct monread_value *v)
{
	(void)arg;
	shown.tail = v->offset;
	shown.tail_length = v->length;
	return 0;
}

TEST(proven_fields_only)
{
	static const struct monread_emit one = { .size = sizeof one,
		                                 .field = count_proven,
		                                 .tail = note_tail };
	unsigned proven;
	size_t n;

	memset(&shown, 0, sizeof shown);
	begin_test(0, NULL);
	ck_assert_int_eq(monread_decode(decoder, layout("MRPRCIOP"), 0, rec, 96, &one, &n), 0);
	end_test();
	ck_assert_uint_eq(shown.unproven, 8);
	ck_assert_uint_eq(shown.tail_length, 0);
	proven = shown.proven;
	memset(&shown, 0, sizeof shown);
	begin_test(MONREAD_WALK_PROVEN, NULL);
	ck_assert_int_eq(monread_decode(decoder, layout("MRPRCIOP"), 0, rec, 96, &one, &n), 0);
	end_test();
	ck_assert_uint_eq(shown.proven, proven);
	ck_assert_uint_eq(shown.unproven, 0);
	ck_assert_uint_eq(shown.tail, 32);
	ck_assert_uint_eq(shown.tail_length, 64);
}

static int never(void *arg, const struct monread_place *place)
{
	(void)arg;
	(void)place;
	ck_abort_msg("a callback was called that the caller does not know");
	return 1;
}

TEST(callbacks_stop_at_the_size)
{
	struct monread_emit known = { .field = count_field, .begin = never, .end = never };
	unsigned n = 0;

	begin_test(0, NULL);
	locks(1, 50, 44);
	known.size = offsetof(struct monread_emit, begin);
	ck_assert_int_eq(monread_decode(decoder, layout("MRSYTLCK"), 0, rec, 100, &known, &n), 0);
	ck_assert_uint_gt(n, 10);
	known.size = 0;
	errno = 0;
	ck_assert_int_lt(monread_decode(decoder, layout("MRSYTLCK"), 0, rec, 100, &known, &n), 0);
	ck_assert_int_eq(errno, EINVAL);
	end_test();
}

/* ---- Callbacks that stop a walk ---- */

struct stopping {
	int calls, at;
};

static int stops(struct stopping *s)
{
	return ++s->calls == s->at ? 42 : 0;
}

static int stop_value(void *arg, const struct monread_value *v)
{
	(void)v;
	return stops(arg);
}

static int stop_place(void *arg, const struct monread_place *place)
{
	(void)place;
	return stops(arg);
}

static int stop_problem(void *arg, const char *text)
{
	(void)text;
	return stops(arg);
}

/* Stop at each call of a walk in turn; returns the number of calls. */
static int stop_everywhere(const char *name, size_t length)
{
	static const struct monread_emit all = { .size = sizeof all,
		                                 .field = stop_value,
		                                 .begin = stop_place,
		                                 .end = stop_place,
		                                 .gap = stop_value,
		                                 .tail = stop_value,
		                                 .problem = stop_problem };
	struct stopping s = { 0, 0 };
	int n;

	ck_assert_int_eq(monread_decode(decoder, layout(name), 0, rec, length, &all, &s), 0);
	n = s.calls;
	for (s.at = 1; s.at <= n; s.at++) {
		s.calls = 0;
		ck_assert_int_eq(monread_decode(decoder, layout(name), 0, rec, length, &all, &s),
		                 42);
		ck_assert_int_eq(s.calls, s.at);
	}
	return n;
}

TEST(each_callback_can_end_the_walk)
{
	size_t n;

	begin_test(MONREAD_WALK_RESERVED, NULL);
	locks(3, 44, 120); /* each with a tail, the third beyond the end */
	rec[28] = 1;
	mr_put_be32(rec + 32, 1);
	mr_put_be16(rec + 36, 72);
	mr_put_be16(rec + 38, 42);
	memset(rec + 40, 1, 2);
	memset(rec + 114, 1, 130);
	ck_assert_int_ge(stop_everywhere("MRSYTLCK", 240), 60);
	memset(rec, 0, sizeof rec);
	linux_memory(60, 150);
	rec[55] = rec[60 + 8] = rec[60 + 149] = rec[211] = 1;
	ck_assert_int_ge(stop_everywhere("MRAPLSDT", 212), 30);
	memset(rec, 0, sizeof rec);
	n = file_system(rec + 52, 5, 0xFFFF);
	mr_put_be16(rec + 22, 30);
	ck_assert_int_ge(stop_everywhere("MRAPLSDT", 82), 10);
	ck_assert_uint_gt(n, 0);
	end_test();
}

/* ---- Every byte is shown ---- */

/* The walk does not read bytes outside of the record, whatever the record contains. */
TEST(every_layout_over_every_length)
{
	size_t i, n, k;

	begin_test(MONREAD_WALK_RESERVED, NULL);
	for (k = 0; k < 2; k++) {
		memset(rec, k ? 0xFF : 0x01, sizeof rec);
		for (i = 0; i < monread_layouts_count(layouts); i++) {
			const struct monread_layout *l = monread_layouts_at(layouts, i);

			for (n = 0; n <= 400; n += n < 60 ? 1 : 17) {
				unsigned char *copy = malloc(n ? n : 1);

				ck_assert(l && copy);
				memcpy(copy, rec, n);
				bytes_from = copy;
				bytes_to = copy + n;
				ck_assert_int_eq(monread_decode(decoder, l, 0, copy, n, &emit,
				                                NULL),
				                 0);
				free(copy);
			}
		}
	}
	end_test();
}

UNIT_MAIN("walk", NULL, NULL)
