/* check_arrange.c: rows in the order in which SQLite compares values. */

#include "unit.h"

#include "stat/arrange.h"

#ifdef HAVE_SQLITE3

static struct rows rows = { .width = 2 };

static void add(struct cell_value first, int64_t second)
{
	struct cell_value *row = rows_add(&rows);

	ck_assert_ptr_nonnull(row);
	row[0] = first;
	cell_integer(&row[1], second);
}

static struct cell_value number(int64_t v)
{
	return (struct cell_value){ .type = SQLITE_INTEGER, .integer = v };
}

static struct cell_value real(double v)
{
	return (struct cell_value){ .type = SQLITE_FLOAT, .real = v };
}

static struct cell_value text(const char *v)
{
	return (struct cell_value){ .type = SQLITE_TEXT, .text = v, .length = strlen(v) };
}

/* The second cells in the order of TERMS, which are forgotten. */
static const char *order(struct arrange *a)
{
	static char list[400];
	size_t i, n = 0;

	ck_assert_int_eq(arrange_rows(a, &rows), 0);
	for (i = 0; i < rows.n; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%lld", i ? " " : "",
		                      (long long)rows_at(&rows, arrange_at(a, i))[1].integer);
	arrange_done(a);
	rows_done(&rows);
	rows.width = 2;
	return list;
}

/* Each of these is less than the next one, or the same as it where the number is. */
static void add_values(void)
{
	static const char bytes[] = "LNX00001\0";

	add(text("LNX00002"), 15);
	add(text("LNX00001"), 13);
	add((struct cell_value){ .type = SQLITE_TEXT, .text = bytes, .length = 9 }, 14);
	add((struct cell_value){ .type = SQLITE_BLOB, .text = bytes, .length = 1 }, 16);
	add(text(""), 10);
	add(text("L"), 11);
	add(text("LNX0000"), 12);
	add(real(1e300), 9);
	add(number(INT64_MAX), 8);
	add(real(9007199254740992.0), 6);
	add(number(9007199254740993), 7);
	add(real(0.5), 5);
	add(real(0.0), 4);
	add(real(-0.0), 4);
	add(number(0), 4);
	add(real(-0.5), 3);
	add(number(-1), 2);
	add(real(-1e300), 1);
	add((struct cell_value){ .type = SQLITE_NULL }, 0);
}

TEST(values_are_compared_as_sqlite_does)
{
	struct arrange a = { .terms = { { 0, 0 } }, .n = 1 };

	add_values();
	ck_assert_str_eq(order(&a), "0 1 2 3 4 4 4 5 6 7 8 9 10 11 12 13 14 15 16");
}

TEST(or_the_other_way_round)
{
	struct arrange a = { .terms = { { 0, 1 } }, .n = 1 };

	add_values();
	ck_assert_str_eq(order(&a), "16 15 14 13 12 11 10 9 8 7 6 5 4 4 4 3 2 1 0");
}

TEST(the_same_stay_as_they_are)
{
	struct arrange a = { .terms = { { 0, 0 } }, .n = 1 };

	add(text("b"), 1);
	add(real(0.0), 2);
	add(real(-0.0), 3);
	add(text("b"), 4);
	add(number(0), 5);
	add(real(-0.0), 6);
	ck_assert_str_eq(order(&a), "2 3 5 6 1 4");
}

TEST(another_term_decides)
{
	struct arrange a = { .terms = { { 0, 0 }, { 1, 1 } }, .n = 2 };

	add(text("long names a"), 1);
	add(text("long names"), 2);
	add(text("long names a"), 3);
	add(text("long names"), 4);
	ck_assert_str_eq(order(&a), "4 2 3 1");
}

UNIT_MAIN("arrange", NULL, NULL)

#else

int main(void)
{
	puts("1..0 # SKIP reports are compiled with SQLite only");
	return 0;
}

#endif
