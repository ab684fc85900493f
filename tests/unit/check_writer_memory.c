/* check_writer_memory.c: a writer where memory is short says so, and can be used on. */

#include "unit.h"

#include "memory.h"
#include "base/be.h"
#include "stream/frame.h"
#include "stream/monwrite.h"
#include "stream/writer.h"

#define SAMPLE TEST_DATA "/../data/sample.monwrite"
#define TOD UINT64_C(0x0123456789ABCDEF)

static const enum monread_container containers[] = { MONREAD_CONTAINER_STREAM, MONREAD_CONTAINER_MONWRITE };

struct bytes {
	unsigned char *p;
	size_t n, room;
};

static void append(struct bytes *b, const void *p, size_t n)
{
	if (n > b->room - b->n) {
		b->room = 2 * b->room + n;
		b->p = realloc(b->p, b->room);
		ck_assert_ptr_nonnull(b->p);
	}
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
}

static void done(struct bytes *b)
{
	free(b->p);
	memset(b, 0, sizeof *b);
}

/* ---- A capture that is written ---- */

static struct monread_writer *w;
static int selects, retries, failures;
static struct bytes written;

/* A call has returned RC, before which so many allocations had failed. */
static void told(int rc, unsigned refused)
{
	int failed = rc == MONREAD_FAILED;

	/* Assertions take their time. */
	if (failed ? memory.refused == refused : !selects && memory.refused != refused)
		ck_abort_msg("%u allocations failed, and the call returned %d", memory.refused - refused, rc);
	if (monread_writer_code(w) != (failed ? MONREAD_FAILED : MONREAD_OK) || (failed && errno != ENOMEM) ||
	    strcmp(monread_writer_error(w), failed ? "out of memory" : "") != 0)
		ck_abort_msg("code %d, errno %d, \"%s\"", monread_writer_code(w), errno, monread_writer_error(w));
	failures += failed;
}

static int take(const struct monread_ev *ev)
{
	unsigned refused = memory.refused;
	int rc;

	errno = 0;
	memory_watch();
	rc = monread_writer_take(w, ev, 1);
	memory_rest();
	told(rc, refused);
	return rc == MONREAD_FAILED && retries ? take(ev) : rc;
}

static void collect(void)
{
	const unsigned char *p;
	size_t n;

	p = monread_writer_bytes(w, &n);
	append(&written, p, n);
	monread_writer_clear(w);
}

/* The data set that is ready, with a mark in front of it. */
static void collect_marked(void)
{
	static const struct monread_mark mark = { .why = MONREAD_MARK_LOST, .count = 1 };
	unsigned refused = memory.refused;
	int rc;

	errno = 0;
	memory_watch();
	rc = monread_writer_gap(w, &mark, monread_writer_tod(w));
	memory_rest();
	ck_assert_int_eq(rc == MONREAD_FAILED, memory.refused != refused);
	told(rc, refused);
	if (rc == MONREAD_FAILED && retries)
		collect_marked();
	else
		collect();
}

static void give(const struct monread_ev *ev)
{
	int rc = take(ev);

	if (rc > 0)
		collect_marked();
	if (rc == MONREAD_WRITER_SPLIT)
		take(ev);
}

static void end(void)
{
	unsigned refused = memory.refused;
	int rc;

	errno = 0;
	memory_watch();
	rc = monread_writer_end(w);
	memory_rest();
	told(rc, refused);
	if (rc == MONREAD_FAILED && retries)
		end();
	/* What is complete of selected records is there at any time. */
	if (selects || rc == MONREAD_WRITER_READY)
		collect();
}

/* ---- What is given ---- */

/* A capture, damaged or not. */
static struct bytes capture;

static void read_sample(void)
{
	unsigned char part[4096];
	FILE *f = fopen(SAMPLE, "rb");
	size_t n;

	ck_assert_ptr_nonnull(f);
	capture.n = 0;
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		append(&capture, part, n);
	fclose(f);
}

/* What a reader finds in the N bytes at P is given to EACH. */
static void read_capture(const unsigned char *p, size_t n, unsigned flags, void (*each)(const struct monread_ev *))
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_set_flags(m, flags), MONREAD_OK);
	for (;;) {
		while ((ev = monread_next(m)))
			each(ev);
		if (monread_code(m) != MONREAD_AGAIN)
			break;
		ck_assert_int_eq(monread_feed(m, p, n), MONREAD_OK);
		n = 0;
	}
	ck_assert_int_eq(monread_code(m), MONREAD_EOF);
	monread_close(m);
}

static void give_capture(void)
{
	read_capture(capture.p, capture.n, MONREAD_WANT_FILLER, give);
}

/* Sets that the writer's memory has to grow for, wherever in them that is. */
static unsigned first_length; /* bytes of the first set */
static int damaged;           /* the second one is, behind so many records; 0: it is not */

static struct monread_mce mce;
static unsigned char bytes[4096];

static void give_control(uint32_t start, uint32_t length)
{
	struct monread_ev ev = { .kind = MONREAD_CONTROL, .mce = &mce };

	mce = (struct monread_mce){ MONREAD_EVENT, 0, 0x8000, start, start + length - 1 };
	give(&ev);
}

static void give_bytes(enum monread_kind kind, uint32_t address, size_t length)
{
	struct monread_ev ev = { .kind = kind, .mce = &mce, .bytes = bytes, .length = length, .address = address,
		                 .domain = 4, .record = 1, .tod = TOD };

	memset(bytes, 0xC1, length);
	mr_put_be16(bytes, (uint16_t)length);
	memset(bytes + 2, 0, 18);
	bytes[4] = 4;
	bytes[7] = 1;
	mr_put_be64(bytes + 8, TOD);
	give(&ev);
}

static void give_large(void)
{
	const struct monread_ev bad = { .kind = MONREAD_BAD }, set_end = { .kind = MONREAD_SET_END };
	uint32_t at;
	int i;

	give_control(0x10010, first_length);
	for (at = 0; at + 1000 <= first_length; at += 1000)
		give_bytes(MONREAD_RECORD, 0x10010 + at, 1000);
	if (at < first_length)
		give_bytes(MONREAD_FILLER, 0x10010 + at, first_length - at);
	/* More records than the first table of places has, most of them with a hole in front. */
	give_control(0x100010, 1200 * 120);
	for (i = 0; i < 1200; i++) {
		if (damaged && i == damaged)
			give(&bad);
		give_bytes(MONREAD_RECORD, 0x100010 + (uint32_t)i * 120 + 60, 60);
	}
	give(&set_end);
}

/* ---- Each allocation fails in turn ---- */

/* Records of what was written, without marks and ends of frames. */
static struct bytes *found;
static unsigned bads;

static void note_record(const struct monread_ev *ev)
{
	bads += ev->kind == MONREAD_BAD;
	if (ev->kind == MONREAD_RECORD && !mr_is_frame_end(ev->domain, ev->record) &&
	    !monread_is_mark(ev->bytes, ev->length))
		append(found, ev->bytes, ev->length);
}

static void records_of(struct bytes *records, const struct bytes *b)
{
	bads = 0;
	found = records;
	read_capture(b->p, b->n, 0, note_record);
	/* Holes are copied. */
	if (selects)
		ck_assert_uint_eq(bads, 0);
}

static void same(const struct bytes *a, const struct bytes *b)
{
	ck_assert_uint_eq(a->n, b->n);
	ck_assert(a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

/* 1: there was a writer. */
static int run(enum monread_container container, void (*all)(void))
{
	written.n = 0;
	failures = 0;
	memory_watch();
	w = monread_writer_new(container, selects ? MONREAD_WRITER_SELECTED : 0);
	memory_rest();
	if (!w)
		return 0;
	all();
	end();
	monread_writer_free(w);
	return 1;
}

/* So many allocations are made. */
static unsigned each_fails(enum monread_container container, int lasting, void (*all)(void))
{
	struct bytes want = { 0 }, want_records = { 0 }, records = { 0 };
	unsigned n, made;

	memory_begin(0, 0);
	ck_assert_int_eq(run(container, all), 1);
	ck_assert_int_eq(failures, 0);
	made = memory.made;
	append(&want, written.p, written.n);
	records_of(&want_records, &want);
	ck_assert_uint_gt(want_records.n, 0);
	for (n = 1; n <= made; n++) {
		memory_begin(n, lasting);
		if (!run(container, all)) {
			ck_assert_uint_gt(memory.refused, 0);
			continue;
		}
		/* A call that failed comes to nothing.  Sets of selected records may be smaller, with the same records. */
		if (!selects && (failures == 0 || retries))
			same(&written, &want);
		if (!selects)
			continue;
		/* What is handed out is good in any case. */
		records.n = 0;
		if (written.n)
			records_of(&records, &written);
		if (failures == 0 || retries)
			same(&records, &want_records);
	}
	done(&want);
	done(&want_records);
	done(&records);
	return made;
}

static unsigned all_ways(void (*all)(void))
{
	unsigned i, most = 0, n;

	for (i = 0; i < 12; i++) {
		selects = i % 2;
		retries = i < 4;
		n = each_fails(containers[i / 2 % 2], i >= 8, all);
		most = n > most ? n : most;
	}
	done(&written);
	return most;
}

TEST(a_capture)
{
	read_sample();
	/* A writer, its frames, the data set, the places of its records, and the data set with a mark. */
	ck_assert_uint_ge(all_ways(give_capture), 5);
	done(&capture);
}

TEST(a_damaged_capture)
{
	size_t at;

	read_sample();
	for (at = 9000; at + 100 < capture.n; at += 9000)
		memset(capture.p + at, 0xFF, 100);
	ck_assert_uint_ge(all_ways(give_capture), 5);
	done(&capture);
}

LOOP_TEST(large_sets, 0, 4)
{
	static const unsigned before[] = { 0, 1, 700, 1199 };

	damaged = (int)before[_i];
	/* The first memory of a data set is 256 KB: it ends in the first set, between the sets, or in the second one. */
	for (first_length = 256 * 1024 - 8300; first_length < 256 * 1024 + 100; first_length += 1361)
		ck_assert_uint_ge(all_ways(give_large), 6);
	first_length = 100000;
	ck_assert_uint_ge(all_ways(give_large), 5);
}

UNIT_MAIN("writer where memory is short", NULL, NULL)
