/* check_rows.c: rows of values keep their texts. */

#include "unit.h"

#include "stat/rows.h"

/* Texts that alternate must not need more and more memory. */
TEST(a_replaced_text_keeps_its_room)
{
	struct rows r = { .width = 1 };
	struct cell_value v, *cell = rows_add(&r);
	const char *first;

	ck_assert_ptr_nonnull(cell);
	cell_text(&v, "a long label", 12);
	ck_assert_int_eq(rows_replace(&r, cell, &v), 0);
	first = cell->text;
	cell_text(&v, "short", 5);
	ck_assert_int_eq(rows_replace(&r, cell, &v), 0);
	ck_assert_str_eq(cell->text, "short");
	cell_text(&v, "a long LABEL", 12);
	ck_assert_int_eq(rows_replace(&r, cell, &v), 0);
	ck_assert_str_eq(cell->text, "a long LABEL");
	ck_assert_ptr_eq(cell->text, first);
	cell_text(&v, "a longer label", 14);
	ck_assert_int_eq(rows_replace(&r, cell, &v), 0);
	ck_assert_str_eq(cell->text, "a longer label");
	rows_done(&r);
}

UNIT_MAIN("rows", NULL, NULL)
