/* check_places.c: labels that do not overlap. */

#include "../unit/unit.h"

#include "chart/places.h"

static double placed[PLACES_MAX];

TEST(there_is_room)
{
	const double wanted[] = { 100, 20, 60 };

	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 200), 0);
	ck_assert_double_eq(placed[0], 100);
	ck_assert_double_eq(placed[1], 20);
	ck_assert_double_eq(placed[2], 60);
}

TEST(two_at_one_place_move_by_the_same)
{
	const double wanted[] = { 50, 50 };

	ck_assert_int_eq(places_make(wanted, placed, 2, 16, 0, 200), 0);
	ck_assert_double_eq(placed[0], 42);
	ck_assert_double_eq(placed[1], 58);
}

TEST(a_block_meets_the_next)
{
	/* 10 and 10 become 2 and 18, which is too near to 20; the three are centred, but the first must be whole. */
	const double wanted[] = { 10, 10, 20 };

	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 200), 0);
	ck_assert_double_eq(placed[0], 8);
	ck_assert_double_eq(placed[1], 24);
	ck_assert_double_eq(placed[2], 40);
}

TEST(at_the_bottom)
{
	const double wanted[] = { 199, 198, 197, 120 };

	ck_assert_int_eq(places_make(wanted, placed, 4, 16, 0, 200), 0);
	ck_assert_double_eq(placed[0], 192);
	ck_assert_double_eq(placed[1], 176);
	ck_assert_double_eq(placed[2], 160);
	ck_assert_double_eq(placed[3], 120);
}

TEST(never_an_overlap)
{
	double wanted[PLACES_MAX];
	unsigned seed = 1, round, i, k, n;

	for (round = 0; round < 2000; round++) {
		n = 1 + round % 12;
		for (i = 0; i < n; i++) {
			seed = seed * 1103515245u + 12345u;
			wanted[i] = (double)(seed >> 16 & 0xFF);
		}
		ck_assert_int_eq(places_make(wanted, placed, n, 16, 10, 210), 0);
		for (i = 0; i < n; i++) {
			ck_assert_double_ge(placed[i], 18 - 1e-9);
			ck_assert_double_le(placed[i], 202 + 1e-9);
			for (k = 0; k < i; k++) {
				double apart = placed[i] - placed[k];

				ck_assert_double_ge(apart < 0 ? -apart : apart, 16 - 1e-9);
				/* And in the order of what they name. */
				if (wanted[i] > wanted[k])
					ck_assert_double_gt(apart, 0);
			}
		}
	}
}

TEST(no_room)
{
	const double wanted[] = { 1, 2, 3 };

	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 47), -1);
	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 48), 0);
	ck_assert_int_eq(places_make(wanted, placed, 0, 16, 0, 0), 0);
}

UNIT_MAIN("places", NULL, NULL)
