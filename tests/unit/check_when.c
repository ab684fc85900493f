/* check_when.c: numbers of a record, and conditions on them. */

#include "unit.h"

#include "base/when.h"

static const unsigned char bytes[16] = { 1,    2,    3,    4,    5,    6,    7,    8,
	                                 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

static int64_t number(uint32_t offset, uint32_t length, size_t limit)
{
	struct monread_field f = { .offset = offset, .length = length };

	return mr_number_in(&f, bytes, limit);
}

TEST(numbers)
{
	ck_assert_int_eq(number(0, 1, 16), 1);
	ck_assert_int_eq(number(1, 3, 16), 0x020304);
	ck_assert_int_eq(number(0, 8, 16), INT64_C(0x0102030405060708));
	ck_assert_int_eq(number(8, 4, 16), UINT32_MAX);
	ck_assert_int_eq(number(8, 8, 16), INT64_MAX);
	ck_assert_int_eq(number(0, 0, 16), -1);
	ck_assert_int_eq(number(0, 9, 16), -1);
}

TEST(invalid_numbers_are_refused)
{
	ck_assert_int_eq(number(4, 4, 8), 0x05060708);
	ck_assert_int_eq(number(4, 4, 7), -1);
	ck_assert_int_eq(number(5, 4, 8), -1);
	ck_assert_int_eq(number(0, 4, 4), 0x01020304);
	ck_assert_int_eq(number(0, 4, 3), -1);
	ck_assert_int_eq(number(0, 1, 0), -1);
	ck_assert_int_eq(number(UINT32_MAX, 1, 8), -1);
}

/* Return whether V OP 5 is true, for the number, the length and the release V. */
static int holds(enum monread_op op, unsigned v)
{
	unsigned char byte = (unsigned char)v;
	struct monread_field f = { .offset = 0, .length = 1 };
	struct mr_asked of_field = { &byte, 1, 1, 0 }, of_length = { &byte, v, 1, 0 },
			of_release = { &byte, 1, 1, v };
	struct monread_when w = { op, &f, 0, 5 };
	int by_field = mr_when_holds(&w, &of_field), by_length, by_release;

	w.field = NULL;
	by_length = mr_when_holds(&w, &of_length);
	w.of_release = 1;
	by_release = mr_when_holds(&w, &of_release);
	ck_assert_int_eq(by_field, by_length);
	ck_assert_int_eq(by_field, by_release);
	return by_field;
}

TEST(conditions)
{
	static const struct {
		enum monread_op op;
		int below, at, above;
	} ops[] = { { MONREAD_EQ, 0, 1, 0 }, { MONREAD_NE, 1, 0, 1 }, { MONREAD_LT, 1, 0, 0 },
		    { MONREAD_LE, 1, 1, 0 }, { MONREAD_GT, 0, 0, 1 }, { MONREAD_GE, 0, 1, 1 } };
	size_t i;

	for (i = 0; i < sizeof ops / sizeof ops[0]; i++) {
		ck_assert_int_eq(holds(ops[i].op, 4), ops[i].below);
		ck_assert_int_eq(holds(ops[i].op, 5), ops[i].at);
		ck_assert_int_eq(holds(ops[i].op, 6), ops[i].above);
	}
}

/* An unknown value meets no condition, not even "not equal". */
TEST(unknown_fields_are_undecided)
{
	struct monread_field f = { .offset = 1, .length = 1 };
	struct mr_asked r = { bytes, 1, 1, 0 };
	struct monread_when field = { MONREAD_NE, &f, 0, 5 }, release = { MONREAD_NE, NULL, 1, 5 };

	ck_assert_int_eq(mr_when_holds(&field, &r), 0);
	ck_assert_int_eq(mr_when_holds(&release, &r), 0);
	r.limit = 2;
	r.release = 504;
	ck_assert_int_eq(mr_when_holds(&field, &r), 1);
	ck_assert_int_eq(mr_when_holds(&release, &r), 1);
}

UNIT_MAIN("when", NULL, NULL)
