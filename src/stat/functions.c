/* functions.c: sums of which no part is missing. */
#include "config.h"

#include "stat/functions.h"

#ifdef HAVE_SQLITE3

#include <stddef.h>
#include <stdint.h>

/* SQLite gives it zeroed. */
struct sum {
	double real;
	int64_t whole;
	int missing;
	int is_real; /* not all of them were integers, or they come to more than one holds */
};

static void add_integer(struct sum *sum, int64_t v)
{
	sum->real += (double)v;
	if (v > 0 ? sum->whole > INT64_MAX - v : sum->whole < INT64_MIN - v)
		sum->is_real = 1;
	else
		sum->whole += v;
}

static void step(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct sum *sum = sqlite3_aggregate_context(context, (int)sizeof *sum);

	(void)n;
	if (!sum) {
		sqlite3_result_error_nomem(context);
		return;
	}
	switch (sqlite3_value_type(values[0])) {
	case SQLITE_NULL:
		sum->missing = 1;
		break;
	case SQLITE_INTEGER:
		add_integer(sum, sqlite3_value_int64(values[0]));
		break;
	default:
		sum->real += sqlite3_value_double(values[0]);
		sum->is_real = 1;
		break;
	}
}

static void finish(sqlite3_context *context)
{
	const struct sum *sum = sqlite3_aggregate_context(context, 0);

	/* There is none where there was no row. */
	if (!sum || sum->missing)
		sqlite3_result_null(context);
	else if (sum->is_real)
		sqlite3_result_double(context, sum->real);
	else
		sqlite3_result_int64(context, sum->whole);
}

int functions_register(sqlite3 *db)
{
	return sqlite3_create_function_v2(db, "sum_all", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, NULL, step, finish, NULL);
}

#endif
