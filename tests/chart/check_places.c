/* check_places.c: labels that do not overlap. */

#include "../unit/unit.h"

#include "chart/places.h"

static double placed[PLACES_MAX];

TEST(no_room)
{
	const double wanted[] = { 1, 2, 3 };

	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 47), -1);
	ck_assert_int_eq(places_make(wanted, placed, 3, 16, 0, 48), 0);
	ck_assert_int_eq(places_make(wanted, placed, 0, 16, 0, 0), 0);
}

UNIT_MAIN("places", NULL, NULL)
