/* check_formats.c: large record sets of --raw. */

#include "unit.h"

#include "out/formats.h"
#include "out/out.h"

static unsigned char bytes[4096];
static struct monread_mce mce = { MONREAD_SAMPLE, 0, 0x8000, 0x1000, 0x1FFF };
static struct monread_ev ev = { .kind = MONREAD_RECORD,
	                        .dataset = 1,
	                        .setno = 1,
	                        .mce = &mce,
	                        .bytes = bytes,
	                        .domain = 250,
	                        .record = 7 };

/* IS_SHOWN: the set needs no heading. */
static void give(struct out *o, size_t length, int is_shown)
{
	ev.length = length;
	ck_assert_int_eq(out_raw_format.event(o, &ev, NULL, is_shown), 0);
}

/* The writer splits selected records of more than 4 MB into two sets. */
TEST(raw_splits_large_sets)
{
	static const unsigned char first[12] = { MONREAD_SAMPLE, 0x80, 0, 0,    0,    0,
		                                 0x10,           0,    0, 0x3F, 0xEF, 0xFF };
	static const unsigned char second[12] = { MONREAD_SAMPLE, 0x80, 0, 0, 0,    0,
		                                  0x10,           0,    0, 0, 0x20, 0x13 };
	static unsigned char got[5 * 1024 * 1024];
	const size_t at = 12 + 1022 * 4096;
	struct out o;
	struct monread_layouts *layouts = monread_layouts_new();
	FILE *f = tmpfile();
	unsigned n;

	ck_assert_ptr_nonnull(f);
	memset(&o, 0, sizeof o);
	o.settings.layouts = layouts;
	o.settings.filtered = 1;
	ck_assert_int_eq(out_begin(&o, &out_raw_format, fileno(f)), 0);
	ev.kind = MONREAD_CONTROL;
	give(&o, 24, 0);
	ev.kind = MONREAD_RECORD;
	for (n = 0; n < 1023; n++)
		give(&o, sizeof bytes, 1);
	give(&o, 20, 0);
	give(&o, 20, 1);
	ck_assert_int_eq(out_end(&o), 0);
	monread_layouts_free(layouts);
	rewind(f);
	ck_assert_uint_eq(fread(got, 1, sizeof got, f), at + 12 + 4096 + 20);
	fclose(f);
	ck_assert_mem_eq(got, first, 12);
	ck_assert_mem_eq(got + at, second, 12);
	ck_assert_mem_eq(got + at + 12, bytes, 4096);
	ck_assert_mem_eq(got + at + 12 + 4096, bytes, 20);
}

UNIT_MAIN("formats", NULL, NULL)
