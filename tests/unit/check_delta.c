/* check_delta.c: differences of counters, rates, and the choice of records to compare. */

#include "unit.h"

#include "table/breaks.h"
#include "table/delta.h"
#include "table/find.h"
#include "table/flat.h"
#include "table/history.h"
#include "table/instance.h"
#include "table/intervals.h"

#define SECOND UINT64_C(4096000000)

static struct delta_rate rate;

/* The rate as text; "-": no rate. */
static const char *rate_of(uint64_t difference, enum monread_format format, uint64_t elapsed)
{
	static char text[64];

	if (delta_rate(&rate, difference, format, elapsed))
		return "-";
	snprintf(text, sizeof text, "%llu.%06u", (unsigned long long)rate.whole, (unsigned)rate.millionths);
	return text;
}

/* TOD units below a microsecond count. */
TEST(rates_are_exact)
{
	/* floor(60000008 x 4096 x 10^12 / 245760036863) millionths */
	ck_assert_str_eq(rate_of(60000008, MONREAD_UNSIGNED, 60 * SECOND + 8 * 4096 + 4095), "999999.983337");
	ck_assert_str_eq(rate_of(2000000000, MONREAD_UNSIGNED, 60 * SECOND + 4095), "33333332.777913");
	/* 4096 x 10^6 / 4095 */
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 4095), "1000244.200244");
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 1), "4096000000.000000");
	ck_assert_str_eq(rate_of(1, MONREAD_INTERVAL, 4095), "0.000244");
	/* 100 days: in microseconds, 123456789012345 / 8640000 */
	ck_assert_str_eq(rate_of(UINT64_C(123456789012345), MONREAD_UNSIGNED, 100 * 86400 * SECOND + 4095), "14288980.209762");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 52, MONREAD_UNSIGNED, (UINT64_C(1) << 53) + 2), "2048000000.000000");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 52, MONREAD_INTERVAL, (UINT64_C(1) << 53) + 2), "0.500000");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 63, MONREAD_UNSIGNED, UINT64_MAX), "2048000000.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_INTERVAL, SECOND - 1), "4503599628.470007");
}

TEST(rates_at_their_limits)
{
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 0), "-");
	ck_assert_str_eq(rate_of(0, MONREAD_INTERVAL, 0), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, SECOND - 1), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, 4096), "-");
	ck_assert_str_eq(rate_of(UINT64_C(18446744073709), MONREAD_UNSIGNED, 4096), "18446744073709000000.000000");
	ck_assert_str_eq(rate_of(UINT64_C(18446744073710), MONREAD_UNSIGNED, 4096), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, SECOND), "18446744073709551615.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, UINT64_MAX), "4096000000.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_INTERVAL, UINT64_MAX), "1.000000");
}

/* ---- History ---- */

static struct history history;

static void instance(struct instance *i, unsigned number)
{
	memset(i, 0, sizeof *i);
	i->length = 4;
	i->bytes[2] = (unsigned char)(number >> 8);
	i->bytes[3] = (unsigned char)number;
	i->hash = number % 7; /* many equal hashes: the worst case */
}

TEST(what_is_kept_is_found)
{
	struct kept one = { .tod = 0 };
	struct instance i;
	const struct kept *k;
	unsigned char byte;
	unsigned n, round;

	for (round = 0; round < 3; round++) {
		for (n = 0; n < 2000; n++) {
			instance(&i, n / 2);
			byte = (unsigned char)(n + round);
			one.tod = 5000 - n;
			ck_assert_ptr_nonnull(history_add(&history, &i, &one, &byte, 1, 0));
		}
		ck_assert_uint_eq(history.first, 5000 - 1999);
		for (n = 2000; n-- > 0;) {
			instance(&i, n / 2);
			k = history_find(&history, &i, n % 2);
			ck_assert_ptr_nonnull(k);
			ck_assert_uint_eq(k->tod, 5000 - n);
			ck_assert_uint_eq(history.bytes.bytes[k->at], (unsigned char)(n + round));
			ck_assert_ptr_null(history_find(&history, &i, 2));
		}
		instance(&i, 1000);
		ck_assert_ptr_null(history_find(&history, &i, 0));
		history_clear(&history);
		instance(&i, 1);
		ck_assert_ptr_null(history_find(&history, &i, 0));
	}
	history_done(&history);
}

/* Return whether the history finds the record NUMBER with a wrong hash. */
static int is_next(unsigned number)
{
	struct instance i;

	instance(&i, number);
	i.hash = 99;
	return history_next(&history, &i) != NULL;
}

TEST(the_next_one_is_found_without_its_hash)
{
	static const unsigned numbers[] = { 0, 1, 2, 2, 3, 4 };
	struct kept one = { .tod = 1 };
	struct instance i;
	unsigned char byte = 0;
	unsigned n;

	ck_assert_int_eq(is_next(0), 0);
	for (n = 0; n < 6; n++) {
		instance(&i, numbers[n]);
		ck_assert_ptr_nonnull(history_add(&history, &i, &one, &byte, 1, n < 3));
	}
	ck_assert_int_eq(is_next(1), 0);
	ck_assert_int_eq(is_next(0), 1);
	ck_assert_int_eq(is_next(0), 0);
	ck_assert_int_eq(is_next(1), 1);
	/* If a record has several entries of one instance, the history numbers them. */
	ck_assert_int_eq(is_next(2), 0);
	instance(&i, 2);
	ck_assert_uint_eq(history_find(&history, &i, 1)->nth, 1);
	ck_assert_int_eq(is_next(3), 1);
	/* One entry is found only once per record, even if it is the next one again. */
	ck_assert_uint_eq(history_find(&history, &i, 1)->nth, 1);
	ck_assert_int_eq(is_next(3), 0);
	instance(&i, 3);
	ck_assert_ptr_nonnull(history_find(&history, &i, 0));
	ck_assert_int_eq(is_next(4), 1);
	ck_assert_int_eq(is_next(4), 0);
	history_done(&history);
}

/* ---- Intervals ---- */

/* An interval ends SECONDS after 1900, AT bytes after the beginning of a set of these DOMAINS. Return whether it
 * was too long. */
static int ends_in_set(struct intervals *i, unsigned domains, uint32_t at, double seconds)
{
	const struct monread_mce mce = { .type = MONREAD_SAMPLE, .domains = (uint16_t)domains, .start = 0x9000000 };
	const struct monread_ev ev = { .kind = MONREAD_RECORD, .domain = 1, .record = 11, .mce = &mce, .address = mce.start + at,
		                       .tod = (uint64_t)(seconds * 1000 + 0.5) * (SECOND / 1000) };

	return intervals_record(i, NULL, &ev) == INTERVALS_TOO_LONG;
}

/* The same, after records of domain 0. */
static int ends_at(struct intervals *i, double seconds)
{
	return ends_in_set(i, 0xC000, 400, seconds);
}

/* The end of configuration comes when monitoring begins, at any time between two samples. */
TEST(an_interval_behind_configuration_may_be_short)
{
	static const uint32_t before[] = { 0, 400 }; /* position of the end in its set, in bytes */
	struct intervals i = { .end = 0 };
	size_t k;

	ck_assert_int_eq(ends_in_set(&i, 0x4000, 400, 980), 0);
	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_uint_eq(i.expected, 0);
	ck_assert_uint_eq(i.shortest, 20 * SECOND);
	ck_assert_int_eq(ends_at(&i, 1060), 0);
	ck_assert_uint_eq(i.expected, 60 * SECOND);
	/* Monitoring begins again. */
	ck_assert_int_eq(ends_in_set(&i, 0x4000, 400, 1090), 0);
	ck_assert_int_eq(ends_at(&i, 1110), 0);
	ck_assert_int_eq(ends_at(&i, 1170), 0);
	ck_assert_uint_eq(i.expected, 60 * SECOND);
	/* Configuration in a set with samples does not count. */
	memset(&i, 0, sizeof i);
	ck_assert_int_eq(ends_at(&i, 980), 0);
	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_uint_eq(i.expected, 20 * SECOND);
	/* Ends alone, of this domain or selected, and samples of this domain alone: the first one may be that of configuration. */
	for (k = 0; k < 2; k++) {
		memset(&i, 0, sizeof i);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 980), 0);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1000), 0);
		ck_assert_uint_eq(i.expected, 0);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1060), 0);
		ck_assert_uint_eq(i.expected, 60 * SECOND);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1180), 1);
	}
}

/* A mark before the end of an interval reports COUNT samples left out, or the reason WHY. */
static void left_out(struct intervals *i, unsigned why, uint32_t count)
{
	const struct monread_mark mark = { .why = (uint8_t)why, .count = count };
	unsigned char bytes[600];
	const struct monread_ev ev = { .kind = MONREAD_RECORD, .domain = 10, .record = 1, .bytes = bytes,
		                       .length = (uint32_t)monread_mark_record(&mark, 1, bytes, sizeof bytes) };

	ck_assert_uint_gt(ev.length, 0);
	ck_assert(intervals_concerns(&ev));
	ck_assert_int_eq(intervals_record(i, NULL, &ev), 0);
}

TEST(samples_that_were_left_out_are_not_missing)
{
	struct intervals i = { .end = 0 };

	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_int_eq(ends_at(&i, 1060), 0);
	left_out(&i, MONREAD_MARK_THINNED, 1);
	left_out(&i, MONREAD_MARK_THINNED, 1);
	ck_assert_int_eq(ends_at(&i, 1240), 0);
	ck_assert_uint_eq(i.length, 60 * SECOND);
	ck_assert_uint_eq(i.left_out, 0);
	ck_assert_uint_eq(i.thinned, 2);
	/* Of 211 seconds the mark explains 120; the remaining 91 seconds are too long. */
	left_out(&i, MONREAD_MARK_THINNED, 2);
	ck_assert_int_eq(ends_at(&i, 1451), 1);
	ck_assert_uint_eq(i.too_long, 91 * SECOND);
	/* One interval and a half */
	left_out(&i, MONREAD_MARK_THINNED, 1);
	ck_assert_int_eq(ends_at(&i, 1541), 0);
	ck_assert_uint_eq(i.length, 30 * SECOND);
	/* The mark reports more samples than the time allows. */
	left_out(&i, MONREAD_MARK_THINNED, 3);
	ck_assert_int_eq(ends_at(&i, 1661), 0);
	ck_assert_uint_eq(i.length, 0);
	/* A mark of a loss does not explain a long interval. */
	left_out(&i, MONREAD_MARK_THINNED | MONREAD_MARK_LOST, 1);
	ck_assert_int_eq(ends_at(&i, 1781), 1);
	ck_assert_uint_eq(i.thinned, 8);
}

TEST(the_first_intervals_may_be_thinned)
{
	struct intervals i = { .end = 0 };

	ck_assert_int_eq(ends_at(&i, 1000), 0);
	/* Some of these samples may have been before the first end. */
	left_out(&i, MONREAD_MARK_THINNED, 2);
	ck_assert_int_eq(ends_at(&i, 1180), 0);
	ck_assert_uint_eq(i.length, 60 * SECOND);
	ck_assert_uint_eq(i.expected, 0);
	left_out(&i, MONREAD_MARK_THINNED, 2);
	ck_assert_int_eq(ends_at(&i, 1360), 0);
	ck_assert_uint_eq(i.expected, 60 * SECOND);
}

/* ---- Differences ---- */

static struct monread_layouts *layouts;
static struct delta *delta;
static const struct monread_layout *layout;
static unsigned char records[2][400];
static char shown[2000];

static void setup(void)
{
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
	delta = delta_new(layouts);
	ck_assert_ptr_nonnull(delta);
	memset(records, 0, sizeof records);
	*shown = '\0';
}

static void teardown(void)
{
	delta_free(delta);
	monread_layouts_free(layouts);
}

static void put(unsigned which, size_t at, uint64_t number, unsigned bytes)
{
	while (bytes-- > 0) {
		records[which][at + bytes] = (unsigned char)number;
		number >>= 8;
	}
}

static int show_counter(void *arg, const struct monread_value *v)
{
	static const char *const kinds[] = { [DELTA_LEVEL] = "level", [DELTA_NONE] = "none" };
	uint64_t difference = 0;
	enum delta_kind kind;

	(void)arg;
	if (!delta_counts(v->field))
		return 0;
	kind = delta_get(delta, v->field, v->offset, &difference);
	if (kind == DELTA_KNOWN)
		snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%llu ", (unsigned long long)difference);
	else
		snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s ", kinds[kind]);
	return 0;
}

/* The differences of record 1 from record 0, in the order of the layout NAME. */
static const char *differences(const char *name, size_t length, enum series_kind kind, size_t kept)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = show_counter };
	struct monread_decoder *d = monread_decoder_new(layouts, 0, NULL);
	struct series_before before = { .kind = kind, .bytes = records[0], .length = kept,
		                        .elapsed = kind == SERIES_KNOWN ? SECOND : 0 };

	layout = monread_layouts_by_name(layouts, name);
	ck_assert_ptr_nonnull(layout);
	*shown = '\0';
	ck_assert_int_eq(delta_begin(delta, layout, 0, records[1], length, &before), 0);
	ck_assert_int_eq(monread_decode(d, layout, 0, records[1], length, &emit, NULL), 0);
	monread_decoder_free(d);
	return shown;
}

/* MRSTOBPG has lists of 20 counters of 4 bytes: the first from byte 20 on. */
TEST(a_record_that_got_shorter_or_longer)
{
	setup();
	put(0, 20, 5, 4);
	put(1, 20, 7, 4);
	put(0, 24, 1, 4);
	put(1, 24, 4, 4);
	ck_assert_str_eq(differences("MRSTOBPG", 28, SERIES_KNOWN, 28), "2 3 ");
	ck_assert_uint_eq(delta_elapsed(delta, 0), SECOND);
	ck_assert_str_eq(differences("MRSTOBPG", 28, SERIES_KNOWN, 24), "2 none ");
	ck_assert_str_eq(differences("MRSTOBPG", 24, SERIES_KNOWN, 28), "2 ");
	ck_assert_str_eq(differences("MRSTOBPG", 24, SERIES_KNOWN, 0), "none ");
	ck_assert_str_eq(differences("MRSTOBPG", 24, SERIES_FIRST, 0), "none ");
	ck_assert_uint_eq(delta_elapsed(delta, 0), 0);
	ck_assert_str_eq(differences("MRSTOBPG", 24, SERIES_LEVEL, 0), "level ");
	ck_assert_uint_eq(delta_between(delta), 0);
	teardown();
}

/* ---- Places of fields ---- */

static uint32_t elements(const struct monread_structure *s, unsigned flags)
{
	const struct monread_field *f;
	uint32_t n = 0;
	size_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++) {
		if (f->structure)
			n += f->flags & MONREAD_HEADER ? 0 : elements(f->structure, flags);
		else if (f->flags & flags)
			n += f->dim_count ? f->dim_count : 1;
	}
	return n;
}

TEST(each_field_has_its_place)
{
	const struct monread_layout *l;
	struct flat flat;
	size_t i;

	setup();
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		l = monread_layouts_at(layouts, i);
		if (!l || !flat_is(l))
			continue;
		memset(&flat, 0, sizeof flat);
		ck_assert_int_eq(flat_make(&flat, l, MONREAD_KEY | MONREAD_COUNTER), 0);
		ck_assert_msg(flat.n == elements(monread_layout_structure(l, 0), MONREAD_KEY | MONREAD_COUNTER), "%s", l->name);
		flat_done(&flat);
	}
	teardown();
}

/* ---- Keys of application data ---- */

#define PRODUCT_AT 32u
#define PRODUCT_SIZE 16u
#define DATA_AT 52u
#define DATA_OFFSET_AT (DATA_AT + 11u)
#define PID_AT (DATA_AT + 15u)

/* ---- New instances ---- */

TEST(what_is_new_is_known_until_nobody_asks)
{
	static const struct monread_field user = { .name = "X_USER", .length = 2, .flags = MONREAD_USER };
	struct breaks b = { .n = 0 };
	struct instance one = { .nkeys = 2 };
	unsigned i;

	one.keys[0] = (struct instance_key){ .name = INSTANCE_USER + 99, .at = 0, .length = 2 };
	one.keys[1] = (struct instance_key){ .name = INSTANCE_USER, .at = 4, .length = 2 };
	ck_assert_int_eq(breaks_since(&b, &one, 0), 0);
	/* More entries than the initial room, in any order. */
	for (i = 0; i < 100; i++) {
		const unsigned char bytes[2] = { 1, (unsigned char)(i * 37 % 100) };

		ck_assert_int_eq(breaks_add(&b, &user, bytes, 1000 + bytes[1]), 0);
	}
	ck_assert_uint_eq(b.n, 100);
	for (i = 1; i < b.n; i++)
		ck_assert(b.list[i - 1].hash < b.list[i].hash);
	one.bytes[4] = 1;
	for (i = 0; i < 100; i++) {
		one.bytes[5] = (unsigned char)i;
		ck_assert_int_eq(breaks_since(&b, &one, 999 + i), 1);
		ck_assert_int_eq(breaks_since(&b, &one, 1000 + i), 0);
	}
	one.bytes[5] = 100;
	ck_assert_int_eq(breaks_since(&b, &one, 0), 0);
	one.bytes[5] = 60;
	/* Only the last time counts. */
	ck_assert_int_eq(breaks_add(&b, &user, one.bytes + 4, 2000), 0);
	ck_assert_int_eq(breaks_add(&b, &user, one.bytes + 4, 1500), 0);
	ck_assert_uint_eq(b.n, 100);
	ck_assert_int_eq(breaks_since(&b, &one, 1999), 1);
	ck_assert_int_eq(breaks_since(&b, &one, 2000), 0);
	breaks_forget(&b, 1090);
	ck_assert_uint_eq(b.n, 11);
	ck_assert_int_eq(breaks_since(&b, &one, 0), 1);
	one.bytes[5] = 90;
	ck_assert_int_eq(breaks_since(&b, &one, 0), 1);
	one.bytes[5] = 89;
	ck_assert_int_eq(breaks_since(&b, &one, 0), 0);
	breaks_done(&b);
}

/* ---- Entries, lists ---- */

/* Counters of a record that is walked: add a different number to each counter, or ask for its difference. */
struct counters_of_record {
	unsigned char *then, *now;
	struct delta *delta;
	unsigned n;
	int asks, fell;
};

UNIT_MAIN("delta", NULL, NULL)
