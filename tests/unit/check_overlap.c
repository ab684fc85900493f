/* check_overlap.c: the order of captures, and memory that is short while their beginnings are looked at. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/overlap.h"
#include "memory.h"
#include "port/tod.h"
#include "unit.h"

static int is_before(uint64_t a, uint64_t b)
{
	struct overlap_source x = { .number = 2, .tod = a }, y = { .number = 1, .tod = b };

	return overlap_is_before(&x, &y);
}

/* The clock begins anew in 2042: what has its highest bit is of the years before. */
START_TEST(the_clock_goes_round)
{
	static const uint64_t order[] = { UINT64_C(0x8000000000000000), UINT64_C(0xBFFFFFFFFFFFFFFF), UINT64_C(0xC000000000000000),
		                          UINT64_C(0xFFFFFFFFFFFFFFFF), 1, UINT64_C(0x3FFFFFFFFFFFFFFF),
		                          UINT64_C(0x4000000000000000), UINT64_C(0x7FFFFFFFFFFFFFFF) };
	size_t i;

	for (i = 1; i < sizeof order / sizeof order[0]; i++)
		ck_assert(is_before(order[i - 1], order[i]) && !is_before(order[i], order[i - 1]));
	/* Unknown ones are found out first; of the same time the lower number is. */
	ck_assert(is_before(0, order[0]) && !is_before(order[0], 0) && !is_before(1, 1));
}
END_TEST

START_TEST(memory_is_short_for_a_beginning)
{
	struct monread_layouts *layouts = monread_layouts_new();
	unsigned char bytes[2000] = { 0 };
	struct monread_ev ev = { .kind = MONREAD_RECORD, .domain = 1, .record = 4, .tod = 7, .bytes = bytes, .length = sizeof bytes };
	struct monread_system *system;
	unsigned n, refused;
	uint64_t tod;
	int rc, apart = 0;

	for (n = 1;; n++) {
		system = monread_system_new(layouts);
		ck_assert_ptr_nonnull(system);
		tod = 0;
		memory_begin(n, 0);
		memory_watch();
		rc = overlap_learn(&tod, &apart, system, &ev);
		memory_rest();
		refused = atomic_load(&memory.refused);
		monread_system_free(system);
		if (!refused)
			break;
		ck_assert_int_eq(rc, -1);
	}
	ck_assert_int_ge(rc, 0);
	ck_assert_uint_eq(tod, 7);
	ck_assert_uint_gt(n, 1);
	monread_layouts_free(layouts);
}
END_TEST

/* ---- The time of a data set ---- */

#define BASE (UINT64_C(1000000) * 60 * MR_TOD_SECOND)

/* Data sets: "S" samples or "E" events, and the minute of each record; "c": of configuration, "i": the end of an interval.
 * They end with ".", which one that is cut off has not. */
struct sets {
	const char *at;
	struct monread_ev ev;
	struct monread_mce mce;
	unsigned char bytes[20];
};

static uint64_t tod_of(long minute)
{
	return BASE + (uint64_t)minute * 60 * MR_TOD_SECOND;
}

static const struct monread_ev *next_of_sets(void *arg)
{
	struct sets *s = arg;
	char *end, kind;

	s->at += strspn(s->at, " ");
	s->ev.bytes = NULL;
	s->ev.length = 0;
	s->ev.mce = &s->mce;
	if (!*s->at)
		return NULL;
	if (*s->at == 'S' || *s->at == 'E') {
		s->mce.type = *s->at++ == 'S' ? MONREAD_SAMPLE : MONREAD_EVENT;
		s->ev.kind = MONREAD_CONTROL;
		s->ev.dataset++;
	} else if (*s->at == '.') {
		s->at++;
		s->ev.kind = MONREAD_SET_END;
	} else {
		kind = *s->at;
		s->at += kind == 'c' || kind == 'i';
		s->ev.kind = MONREAD_RECORD;
		s->ev.domain = kind == 'c' || kind == 'i' ? 1 : 0;
		s->ev.record = kind == 'c' ? 4 : kind == 'i' ? 11 : 1;
		s->ev.tod = tod_of(strtol(s->at, &end, 10));
		s->at = end;
		s->ev.bytes = s->bytes;
		s->ev.length = sizeof s->bytes;
	}
	return &s->ev;
}

/* The first record of all. */
static const struct monread_ev *first_of(struct sets *s, struct overlap_source *source)
{
	const struct monread_ev *ev;

	while ((ev = next_of_sets(s)) && ev->kind != MONREAD_RECORD)
		;
	ck_assert_ptr_nonnull(ev);
	source->tod = ev->tod;
	return ev;
}

/* The time of the first of SETS, behind one of minute 0.  What follows is the same events. */
static void find(const char *sets, int is_first, struct overlap_source *source, char wrong[OVERLAP_WRONG])
{
	struct sets s = { .at = sets }, again = { .at = sets };
	const struct monread_ev *ev, *expected;
	struct overlap o;

	overlap_begin(&o);
	memset(source, 0, sizeof *source);
	source->before = is_first ? 0 : tod_of(0);
	ev = overlap_find_time(&o, source, first_of(&s, source), next_of_sets, &s, wrong);
	while ((expected = next_of_sets(&again)) && expected->kind != MONREAD_RECORD)
		;
	for (; expected; expected = next_of_sets(&again)) {
		ck_assert_ptr_nonnull(ev);
		ck_assert(ev->kind == expected->kind && ev->tod == expected->tod && ev->dataset == expected->dataset &&
		          ev->mce->type == expected->mce->type && ev->length == expected->length);
		ev = peek_take(&source->peek);
		if (!ev && !source->peek.ended)
			ev = next_of_sets(&s);
	}
	ck_assert_ptr_null(ev);
	peek_done(&source->peek);
	overlap_done(&o);
}

START_TEST(a_time_is_believed_or_not)
{
	static const struct {
		const char *sets;
		int is_first; /* there is none before */
		long minute;
		unsigned wrong, timeless, aside, epoch;
	} cases[] = {
		{ "S 5 5 5. S 10 10.", 0, 5, 0, 0, 0, 0 },
		{ "S 5 400 5. S 10 10.", 0, 5, 0, 0, 0, 0 },
		/* Two others know better. */
		{ "S 400 5 5. S 10 10.", 0, 5, 1, 0, 0, 0 },
		{ "S 7 5 5. S 10 10.", 0, 5, 1, 0, 0, 0 },
		{ "S 400 5 5", 1, 5, 1, 0, 0, 0 },
		{ "S -3000 5 5.", 0, 5, 1, 0, 0, 0 },
		/* The next data sets do. */
		{ "S 400. S 10 10.", 0, 10, 1, 1, 0, 0 },
		{ "S 400 300 500 S 10 10.", 0, 10, 1, 1, 0, 0 },
		{ "S -3000. S 5 5.", 0, 5, 1, 1, 0, 0 },
		/* Nothing is in front of it. */
		{ "E 400 1 2. S 5 5.", 1, 1, 1, 0, 0, 0 },
		{ "E 400. E 1. S 5 5.", 1, 1, 1, 1, 0, 0 },
		{ "E 400 1.", 1, 1, 1, 0, 0, 0 },
		{ "E -3000. E 1. S 5 5.", 1, -3000, 0, 0, 0, 0 },
		{ "E 5 5. S 10 10.", 1, 5, 0, 0, 0, 0 },
		/* Or more than an hour is missing. */
		{ "E -3000. S 200 200.", 0, 200, 1, 1, 0, 0 },
		{ "E 4000. S 200 200.", 0, 200, 1, 1, 0, 0 },
		/* Nothing more is behind it, or nothing at all. */
		{ "S -3000 5.", 0, 5, 1, 0, 0, 0 },
		{ "E -3000.", 0, 0, 1, 1, 0, 0 },
		/* Data sets are missing. */
		{ "S 400 400. S 405. S 410. S 415.", 0, 400, 0, 0, 0, 0 },
		{ "S 400 400.", 0, 400, 0, 0, 0, 0 },
		/* The clock was set back; by how much is not to be seen in what has one record. */
		{ "S -30 -30. S -25 -25. S 0 0. S 5 5.", 0, -30, 0, 0, 0, 1 },
		{ "S -3000. S -2995. S -2990.", 0, -3000, 0, 0, 0, 1 },
		{ "S -2. S 3. S 8. S 13.", 0, -2, 0, 0, 0, 0 },
		{ "S -30. S -25. S -20.", 0, -30, 0, 0, 0, 1 },
		{ "S -30. S 5. S 10.", 0, -30, 0, 0, 0, 0 },
		/* Events may be of before. */
		{ "E -20 -10 2. S 5.", 0, -20, 0, 0, 1, 0 },
		{ "E -3000 1 2. S 5.", 0, 1, 1, 0, 0, 0 },
		{ "E -3000 -2999. S -2998 -2998.", 0, -3000, 0, 0, 0, 1 },
		{ "E -20 -19. E -19. S -18 -18.", 0, -20, 0, 0, 0, 1 },
		{ "E -20 -19. S -18 5 5.", 0, -20, 0, 0, 1, 0 },
		/* So is configuration. */
		{ "S c-500 c-500. S 5 5.", 0, -500, 0, 0, 1, 0 },
		{ "S c-500 c-500. S 5 5.", 1, -500, 0, 0, 1, 0 },
		{ "S c-500 c-500 5 5.", 0, 5, 0, 0, 0, 0 },
		{ "S c-500 c-500 5 5.", 1, 5, 0, 0, 0, 0 },
		{ "S c-500 400 5 5.", 1, 5, 0, 0, 0, 0 },
		{ "S c-500 i-500. S 5 5.", 0, -500, 0, 0, 1, 0 },
		{ "S c-30 -30 -30. S -25 -25.", 0, -30, 0, 0, 0, 1 },
		{ "S i5. S i10.", 0, 5, 0, 0, 0, 0 },
		{ "S i-500. S c-501 c-501. S i-495.", 0, -500, 0, 0, 0, 1 },
		/* Or it is of later, as the clock was set back since. */
		{ "S c60 c60. S 5 5. S 10 10.", 1, 5, 0, 0, 1, 0 },
		{ "S c60 c60. S c60. S 5 5. S 10 10.", 0, 5, 0, 0, 1, 0 },
		{ "S c60 c60. S c60. E 4. S 5 5.", 0, 4, 0, 0, 1, 0 },
		{ "S c60 c60. S 70 70.", 0, 60, 0, 0, 1, 0 },
	};
	char wrong[OVERLAP_WRONG];
	struct overlap_source s;
	size_t i;

	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		find(cases[i].sets, cases[i].is_first, &s, wrong);
		ck_assert_msg(s.tod == tod_of(cases[i].minute) && (*wrong != '\0') == (int)cases[i].wrong &&
		              s.timeless == (int)cases[i].timeless && s.aside == (int)cases[i].aside && s.epoch == cases[i].epoch,
		              "%s: minute %ld, wrong \"%s\", timeless %d, aside %d, epoch %llu", cases[i].sets,
		              (long)((int64_t)(s.tod - BASE) / (int64_t)(60 * MR_TOD_SECOND)), wrong, s.timeless, s.aside,
		              (unsigned long long)s.epoch);
	}
}
END_TEST

/* Behind samples of minute 0 and an event of minute EVENT, whether the clock was set back before SETS. */
static uint64_t epoch_behind(long event, const char *sets)
{
	struct overlap_source source = { .before = tod_of(event), .sampled = tod_of(0) };
	struct sets s = { .at = sets };
	char wrong[OVERLAP_WRONG];
	struct overlap o;

	overlap_begin(&o);
	ck_assert_ptr_nonnull(overlap_find_time(&o, &source, first_of(&s, &source), next_of_sets, &s, wrong));
	ck_assert_str_eq(wrong, "");
	peek_done(&source.peek);
	overlap_done(&o);
	return source.epoch;
}

START_TEST(the_time_of_an_event_is_wrong)
{
	ck_assert_uint_eq(epoch_behind(30, "S 5 5. S 10 10."), 0);
	ck_assert_uint_eq(epoch_behind(30, "E 4. S 5 5."), 0);
	ck_assert_uint_eq(epoch_behind(30, "S -5 -5. S 0 0."), 1);
	ck_assert_uint_eq(epoch_behind(30, "E -6. S -5 -5."), 1);
}
END_TEST

START_TEST(memory_is_short_for_a_time)
{
	const struct monread_ev *first, *ev = NULL;
	struct overlap_source source;
	char wrong[OVERLAP_WRONG];
	unsigned n, refused;
	struct overlap o;

	for (n = 1;; n++) {
		struct sets s = { .at = "S 400. S 500. S 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10." };

		overlap_begin(&o);
		memset(&source, 0, sizeof source);
		source.before = tod_of(0);
		first = first_of(&s, &source);
		memory_begin(n, 0);
		memory_watch();
		ev = overlap_find_time(&o, &source, first, next_of_sets, &s, wrong);
		memory_rest();
		refused = atomic_load(&memory.refused);
		peek_done(&source.peek);
		overlap_done(&o);
		if (!refused)
			break;
		ck_assert_ptr_null(ev);
	}
	ck_assert_ptr_nonnull(ev);
	ck_assert_uint_gt(n, 2);
}
END_TEST

START_TEST(a_data_set_without_an_end)
{
	struct sets s = { .at = "S 5 5 S 10 10." };
	struct overlap_source source = { .number = 1 };
	const struct monread_ev *ev;
	unsigned n = 0;

	while ((ev = next_of_sets(&s)) != NULL && !overlap_is_cut(&source, 1, ev))
		n++;
	/* Its control element and two records; then that of the next one, once more. */
	ck_assert_uint_eq(n, 3);
	ev = peek_take(&source.peek);
	ck_assert_ptr_nonnull(ev);
	ck_assert(ev->kind == MONREAD_CONTROL && ev->dataset == 2);
	ck_assert_int_eq(overlap_is_cut(&source, 1, ev), 1);
	ck_assert_ptr_eq(peek_take(&source.peek), ev);
	ck_assert_ptr_null(peek_take(&source.peek));
	peek_done(&source.peek);
}
END_TEST

UNIT_MAIN("overlap", the_clock_goes_round, memory_is_short_for_a_beginning, a_time_is_believed_or_not,
          the_time_of_an_event_is_wrong, memory_is_short_for_a_time, a_data_set_without_an_end)
