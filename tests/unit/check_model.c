/* check_model.c: the accessors of a layout, a structure and a field: the first element, the last, and NULL after
 * the last. */

#include "unit.h"

#include "base/model.h"

/* Each array has one more element than its count, so that a test notices a wrong limit. */
static const struct monread_bit bits[3] = { { .name = "B0" }, { .name = "B1" }, { .name = "B2" } };
static const struct mr_field fields[3] = { { .pub = { .name = "F0" } },
	                                   { .pub = { .name = "F1", .nbits = 2 }, .bits = bits },
	                                   { .pub = { .name = "F2" } } };
static const struct mr_structure structures[3] = { { .pub = { .name = "S0", .nfields = 2 }, .fields = fields },
	                                           { .pub = { .name = "S1" } },
	                                           { .pub = { .name = "S2" } } };
static const struct monread_array arrays[3];
static const struct monread_check checks[3];
static const struct monread_tells tells[3];
static const struct monread_when when[2];
static const char *const errata[3] = { "one", "two", "three" };
static const struct mr_layout full = {
	.pub = { .name = "L", .nwhen = 1, .nstructures = 2, .narrays = 2, .nchecks = 2, .ntells = 2, .nerrata = 2 },
	.when = { &when[0], &when[1] },
	.structures = structures,
	.arrays = arrays,
	.checks = checks,
	.tells = tells,
	.errata = errata,
	.payload = { &fields[0].pub, &fields[1].pub, &fields[2].pub },
};
static const struct mr_layout empty = { .pub = { .name = "E" } };

TEST(structures_fields_and_bits)
{
	ck_assert_ptr_eq(monread_layout_structure(&full.pub, 0), &structures[0].pub);
	ck_assert_ptr_eq(monread_layout_structure(&full.pub, 1), &structures[1].pub);
	ck_assert_ptr_null(monread_layout_structure(&full.pub, 2));
	ck_assert_ptr_eq(monread_structure_field(&structures[0].pub, 0), &fields[0].pub);
	ck_assert_ptr_eq(monread_structure_field(&structures[0].pub, 1), &fields[1].pub);
	ck_assert_ptr_null(monread_structure_field(&structures[0].pub, 2));
	ck_assert_ptr_eq(monread_field_bit(&fields[1].pub, 0), &bits[0]);
	ck_assert_ptr_eq(monread_field_bit(&fields[1].pub, 1), &bits[1]);
	ck_assert_ptr_null(monread_field_bit(&fields[1].pub, 2));
}

TEST(rules)
{
	ck_assert_ptr_eq(monread_layout_array(&full.pub, 1), &arrays[1]);
	ck_assert_ptr_null(monread_layout_array(&full.pub, 2));
	ck_assert_ptr_eq(monread_layout_check(&full.pub, 1), &checks[1]);
	ck_assert_ptr_null(monread_layout_check(&full.pub, 2));
	ck_assert_ptr_eq(monread_layout_tells(&full.pub, 1), &tells[1]);
	ck_assert_ptr_null(monread_layout_tells(&full.pub, 2));
	ck_assert_ptr_eq(monread_layout_when(&full.pub, 0), &when[0]);
	ck_assert_ptr_null(monread_layout_when(&full.pub, 1));
	ck_assert_str_eq(monread_layout_erratum(&full.pub, 1), "two");
	ck_assert_ptr_null(monread_layout_erratum(&full.pub, 2));
	ck_assert_ptr_eq(monread_layout_payload(&full.pub), &full.payload);
}

TEST(of_nothing_there_is_nothing)
{
	ck_assert_ptr_null(monread_layout_structure(&empty.pub, 0));
	ck_assert_ptr_null(monread_structure_field(&structures[1].pub, 0));
	ck_assert_ptr_null(monread_field_bit(&fields[0].pub, 0));
	ck_assert_ptr_null(monread_layout_array(&empty.pub, 0));
	ck_assert_ptr_null(monread_layout_check(&empty.pub, 0));
	ck_assert_ptr_null(monread_layout_tells(&empty.pub, 0));
	ck_assert_ptr_null(monread_layout_when(&empty.pub, 0));
	ck_assert_ptr_null(monread_layout_erratum(&empty.pub, 0));
	ck_assert_ptr_null(monread_layout_payload(&empty.pub));
}

/* SIZE_MAX + 1 is 0: an overflow would return the first element. */
TEST(a_number_that_is_far_behind)
{
	ck_assert_ptr_null(monread_layout_structure(&full.pub, SIZE_MAX));
	ck_assert_ptr_null(monread_structure_field(&structures[0].pub, SIZE_MAX));
	ck_assert_ptr_null(monread_field_bit(&fields[1].pub, SIZE_MAX));
	ck_assert_ptr_null(monread_layout_array(&full.pub, SIZE_MAX));
	ck_assert_ptr_null(monread_layout_check(&full.pub, SIZE_MAX));
	ck_assert_ptr_null(monread_layout_tells(&full.pub, SIZE_MAX));
	ck_assert_ptr_null(monread_layout_when(&full.pub, SIZE_MAX));
	ck_assert_ptr_null(monread_layout_erratum(&full.pub, SIZE_MAX));
}

/* The conditions of built-in layouts are present if the layout counts them. */
TEST(conditions_of_what_is_built_in)
{
	struct monread_layouts *l = monread_layouts_new();
	size_t i, k, conditions = 0;

	ck_assert_ptr_nonnull(l);
	for (i = 0; i < monread_layouts_count(l); i++) {
		const struct monread_layout *layout = monread_layouts_at(l, i);
		const struct monread_tells *t;

		ck_assert_uint_le(layout->nwhen, 2);
		for (k = 0; k < layout->nwhen; k++, conditions++)
			ck_assert_int_ge(monread_layout_when(layout, k)->op, MONREAD_EQ);
		for (k = 0; (t = monread_layout_tells(layout, k)) != NULL; k++)
			ck_assert_ptr_nonnull(t->when);
	}
	ck_assert_uint_gt(conditions, 0);
	monread_layouts_free(l);
}

UNIT_MAIN("model", NULL, NULL)
