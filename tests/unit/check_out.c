/* check_out.c: records are printed in order, each with the system that was known at its time. */

#include "unit.h"

#include "out/out.h"

#define RECORDS 5000u
#define SET 300u    /* records of a set */
#define SYSTEM 700u /* records per system; the first is the D1R4 of the system */
#define LENGTH 1024u

static struct monread_layouts *layouts;
static struct out out;
static struct monread_mce mce = { MONREAD_SAMPLE, 0, 0x4000, 0x1000, 0x1FFF };
static const struct out_file file = { "f", MONREAD_CONTAINER_STREAM, 0, 1 };

static void begin(const struct out_format *format)
{
	memset(&out, 0, sizeof out);
	out.settings.layouts = layouts = monread_layouts_new();
	out.system = monread_system_new(layouts);
	ck_assert(layouts && out.system);
	ck_assert_int_eq(out_begin(&out, format, OUT_MEMORY), 0);
	ck_assert_int_eq(out_begin_file(&out, &file), 0);
}

/* Print a record with a known text; the first record of a new system is its D1R4, with the name SYSTEM1 and so on. */
static int show(unsigned n)
{
	static const unsigned char name[] = { 0xE2, 0xE8, 0xE2, 0xE3, 0xC5, 0xD4 };
	const struct monread_layout *l = monread_layouts_by_name(layouts, "D1R4");
	unsigned char bytes[LENGTH];
	struct monread_ev ev;
	const struct monread_field *f;
	size_t i;

	memset(&ev, 0, sizeof ev);
	memset(bytes, 0, sizeof bytes);
	ck_assert_ptr_nonnull(l);
	for (i = 0; (f = monread_structure_field(monread_layout_structure(l, 0), i)) != NULL; i++) {
		if (strcmp(f->name, "MTRSYS_SYSTMID") == 0) {
			memset(bytes + f->offset, 0x40, f->length);
			memcpy(bytes + f->offset, name, sizeof name);
			bytes[f->offset + sizeof name] = (unsigned char)(0xF0 + n / SYSTEM);
		}
	}
	ev.kind = MONREAD_RECORD;
	ev.offset = n;
	ev.setno = 1 + n / SET;
	ev.mce = &mce;
	mce.start = n / SET;
	ev.domain = 1;
	ev.record = n % SYSTEM ? 200 : 4;
	ev.bytes = bytes;
	ev.length = sizeof bytes;
	return out_show(&out, &ev);
}

static void end(void)
{
	monread_system_free(out.system);
	monread_layouts_free(layouts);
}

/* ---- Order ---- */

static int one_line(struct out_worker *w, const struct out_record *r)
{
	out_printf(&w->b, "%u %s %u %s%s\n", (unsigned)r->ev->offset, w->file->name, (unsigned)r->ev->mce->start, r->system,
	           r->first ? " first" : "");
	return 0;
}

/* ---- Failures ---- */

static unsigned begun, ended;

static int begin_format(struct out *o)
{
	(void)o;
	begun++;
	return 0;
}

static int end_format(struct out *o)
{
	ended++;
	return out_fail(&o->main, "the end failed");
}

static int begin_worker(struct out_worker *w)
{
	return out_no_memory(w);
}

TEST(what_was_begun_is_ended)
{
	static const struct out_format no_worker = { .name = "no worker", .begin = begin_format, .end = end_format,
		                                     .begin_worker = begin_worker, .record = one_line };
	static const struct out_format no_end = { .name = "no end", .begin = begin_format, .end = end_format,
		                                  .record = one_line };

	begun = ended = 0;
	memset(&out, 0, sizeof out);
	out.settings.layouts = layouts = monread_layouts_new();
	ck_assert_int_eq(out_begin(&out, &no_worker, OUT_MEMORY), -1);
	ck_assert_str_eq(out.main.error, "out of memory");
	ck_assert_ptr_null(out.main.b.buf);
	ck_assert_uint_eq(begun, 1);
	ck_assert_uint_eq(ended, 1);
	monread_layouts_free(layouts);
	begin(&no_end);
	ck_assert_int_eq(show(0), 0);
	ck_assert_int_eq(out_end(&out), -1);
	ck_assert_str_eq(out.main.error, "the end failed");
	ck_assert_uint_eq(begun, 2);
	ck_assert_uint_eq(ended, 2);
	end();
}

UNIT_MAIN("out", NULL, NULL)
