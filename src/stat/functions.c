/* functions.c: sums of which no part is missing. */
#include "config.h"

#include "stat/functions.h"

#ifdef HAVE_SQLITE3

#include <stddef.h>
#include <stdint.h>

/* The callbacks get a context, of which only a function of SQLite's tells more. */
static const struct sqlite *sqlite;

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
	const struct sqlite *s = sqlite;
	struct sum *sum = s->aggregate_context(context, (int)sizeof *sum);

	(void)n;
	if (!sum) {
		s->result_error_nomem(context);
		return;
	}
	switch (s->value_type(values[0])) {
	case SQLITE_NULL:
		sum->missing = 1;
		break;
	case SQLITE_INTEGER:
		add_integer(sum, s->value_int64(values[0]));
		break;
	default:
		sum->real += s->value_double(values[0]);
		sum->is_real = 1;
		break;
	}
}

static void finish(sqlite3_context *context)
{
	const struct sqlite *s = sqlite;
	const struct sum *sum = s->aggregate_context(context, 0);

	/* There is none where there was no row. */
	if (!sum || sum->missing)
		s->result_null(context);
	else if (sum->is_real)
		s->result_double(context, sum->real);
	else
		s->result_int64(context, sum->whole);
}

int functions_register(const struct sqlite *s, sqlite3 *db)
{
	sqlite = s;
	return s->create_function_v2(db, "sum_all", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, NULL, step, finish, NULL);
}

#endif
