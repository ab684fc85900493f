/* check_number.c: numbers in the notation of printf(3). */

#include "unit.h"

#include <float.h>
#include <math.h>

#include "stat/number.h"

#define ROUNDS 200000

static uint64_t state = 88172645463325252u;

/* xorshift64: the same numbers on all machines. */
static uint64_t more(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* A number from 0 to 1. */
static double part(void)
{
	return (double)(more() >> 11) / 9007199254740992.0;
}

static void compare_one(double v)
{
	char ours[NUMBER_SIZE], theirs[NUMBER_SIZE];
	size_t n = number_put_digits(ours, v);

	snprintf(theirs, sizeof theirs, "%.10g", v);
	/* An assertion is slow even if it holds, so assert only after a difference. */
	if (strcmp(ours, theirs) != 0 || n != strlen(theirs))
		ck_abort_msg("%a: %s, and not %s", v, theirs, ours);
}

static void compare(double v)
{
	compare_one(v);
	compare_one(-v);
}

/* Any pattern of bits, including subnormal numbers. */
TEST(any_bits)
{
	double v;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		uint64_t bits = more();

		memcpy(&v, &bits, sizeof v);
		if (isfinite(v))
			compare(v);
	}
}

TEST(ordinary_numbers)
{
	int i;

	for (i = 0; i < ROUNDS; i++) {
		compare(part() * 100);
		compare(part() * pow(10, (double)(more() % 22) - 7));
	}
}

/* Numbers with few decimals, and numbers exactly between two decimals. */
TEST(halves)
{
	static const double powers[] = {
		1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11
	};
	int i;

	for (i = 0; i < ROUNDS; i++) {
		compare((double)(more() % 100000000000u) / powers[more() % 12]);
		compare((double)(more() % 1000000u) + 0.5);
		compare((double)(2 * (more() % 10000000000u) + 1) /
		        (double)(UINT64_C(1) << more() % 20));
	}
}

TEST(next_to_powers_of_ten)
{
	double v;
	int i, k;

	for (i = -320; i <= 308; i++) {
		v = pow(10, i);
		for (k = 0; k < 20; k++, v = nextafter(v, 0))
			compare(v);
		v = pow(10, i);
		for (k = 0; k < 20; k++, v = nextafter(v, INFINITY))
			compare(v);
		for (k = 1; k < 17; k++)
			compare(pow(10, i) * (1 - pow(10, -k)));
	}
}

TEST(edges)
{
	static const double list[] = {
		0,
		1,
		9.9999999994,
		9.9999999995,
		9.9999999996,
		0.00099999999995,
		99999.999995,
		9999999999.4,
		9999999999.5,
		0.0001,
		0.00009999999999,
		123456789012345680.0,
		0.5,
		2.5,
		DBL_MAX,
		DBL_MIN,
		4.9e-324,
		1e300,
		1e-300,
		1e9,
		1e10,
	};
	size_t i;

	for (i = 0; i < sizeof list / sizeof *list; i++)
		compare(list[i]);
	compare_one(INFINITY);
}

UNIT_MAIN("number", NULL, NULL)
