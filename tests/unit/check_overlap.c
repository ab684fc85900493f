/* check_overlap.c: the order of captures, and memory that is short while their beginnings are looked at. */
#include "config.h"

#include <string.h>

#include "cli/overlap.h"
#include "memory.h"
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
	int rc;

	for (n = 1;; n++) {
		system = monread_system_new(layouts);
		ck_assert_ptr_nonnull(system);
		tod = 0;
		memory_begin(n, 0);
		memory_watch();
		rc = overlap_learn(&tod, system, &ev);
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

UNIT_MAIN("overlap", the_clock_goes_round, memory_is_short_for_a_beginning)
