/* functions.c: the SQL functions median(), percentile(), corr(), regr_slope(), regr_intercept() and regexp(). */
#include "config.h"

#include "sql/functions.h"

#include <regex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"

/* ---- median() and percentile() ---- */

/* SQLite allocates it with zeros for each group. */
struct numbers {
	double *list;
	size_t n, room;
	double percent;
};

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Convert VALUE to a number. 0, or -1: it is not a number. */
static int number(sqlite3_value *value, double *to)
{
	int type = sqlite3_value_numeric_type(value);

	*to = sqlite3_value_double(value);
	return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? 0 : -1;
}

static void step(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct numbers *numbers = sqlite3_aggregate_context(context, (int)sizeof *numbers);
	double x, percent = 50;

	if (!numbers)
		sqlite3_result_error_nomem(context);
	else if (n > 1 && (number(values[1], &percent) || !(percent >= 0 && percent <= 100)))
		sqlite3_result_error(context, "percentile(): the second argument must be a number from 0 to 100", -1);
	else if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		numbers->percent = percent;
	else if (number(values[0], &x))
		sqlite3_result_error(context, n > 1 ? "percentile(): not a number" : "median(): not a number", -1);
	else if (ARRAY_GROW(numbers->list, numbers->n, numbers->room))
		sqlite3_result_error_nomem(context);
	else {
		numbers->list[numbers->n++] = x;
		numbers->percent = percent;
	}
}

static void finish(sqlite3_context *context)
{
	struct numbers *numbers = sqlite3_aggregate_context(context, 0);
	double at;
	size_t i;

	if (!numbers || !numbers->n) {
		sqlite3_result_null(context);
		return;
	}
	qsort(numbers->list, numbers->n, sizeof *numbers->list, compare);
	at = numbers->percent / 100 * (double)(numbers->n - 1);
	i = (size_t)at;
	if (i + 1 < numbers->n)
		at = numbers->list[i] + (numbers->list[i + 1] - numbers->list[i]) * (at - (double)i);
	else
		at = numbers->list[numbers->n - 1];
	sqlite3_result_double(context, at);
	free(numbers->list);
	numbers->list = NULL;
}

/* ---- corr(), regr_slope() and regr_intercept() of (Y, X), as in PostgreSQL ---- */

/* SQLite allocates it with zeros for each group. The sums are of differences from the means so far, which are exact
 * enough for seconds since 1970, too. */
struct pairs {
	double n, x, y; /* number of pairs, and means */
	double xx, xy, yy;
};

static void step_pair(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct pairs *p = sqlite3_aggregate_context(context, (int)sizeof *p);
	double x, y, dx, dy;

	(void)n;
	if (!p) {
		sqlite3_result_error_nomem(context);
		return;
	}
	if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
		return;
	if (number(values[0], &y) || number(values[1], &x)) {
		sqlite3_result_error(context, "corr() and regr_...(): not a number", -1);
		return;
	}
	p->n++;
	dx = x - p->x;
	dy = y - p->y;
	p->x += dx / p->n;
	p->y += dy / p->n;
	p->xx += dx * (x - p->x);
	p->xy += dx * (y - p->y);
	p->yy += dy * (y - p->y);
}

/* The square root of V, by Newton's method: the programs are linked without the mathematical library. */
static double root(double v)
{
	double r = v > 1 ? v : 1, next;

	while ((next = (r + v / r) / 2) < r)
		r = next;
	return r;
}

/* The user data is the name of the function. */
static void finish_pairs(sqlite3_context *context)
{
	const struct pairs *p = sqlite3_aggregate_context(context, 0);
	const char *name = sqlite3_user_data(context);
	double slope;

	if (!p || p->xx <= 0 || (*name == 'c' && p->yy <= 0))
		return;
	slope = p->xy / p->xx;
	sqlite3_result_double(context, *name == 'c' ? p->xy / root(p->xx * p->yy) :
	                               strcmp(name, "regr_slope") == 0 ? slope : p->y - slope * p->x);
}

/* ---- regexp() ---- */

static void free_expression(void *expression)
{
	regfree(expression);
	free(expression);
}

/* The compiled PATTERN, which SQLite keeps as long as the argument is the same. NULL: the error is set as the
 * result. */
static const regex_t *expression_of(sqlite3_context *context, const char *pattern)
{
	regex_t *expression = sqlite3_get_auxdata(context, 0);
	char text[200] = "regexp(): ";
	size_t n = strlen(text);
	int error;

	if (expression)
		return expression;
	expression = malloc(sizeof *expression);
	error = expression ? regcomp(expression, pattern, REG_EXTENDED | REG_NOSUB) : REG_ESPACE;
	if (!error) {
		sqlite3_set_auxdata(context, 0, expression, free_expression);
		/* NULL if out of memory: SQLite has freed the expression then. */
		return sqlite3_get_auxdata(context, 0);
	}
	if (expression)
		regerror(error, expression, text + n, sizeof text - n);
	free(expression);
	if (error == REG_ESPACE)
		sqlite3_result_error_nomem(context);
	else
		sqlite3_result_error(context, text, -1);
	return NULL;
}

static void match(sqlite3_context *context, int n, sqlite3_value **values)
{
	const char *pattern = (const char *)sqlite3_value_text(values[0]);
	const char *text = (const char *)sqlite3_value_text(values[1]);
	const regex_t *expression;

	(void)n;
	if (!pattern || !text)
		return;
	expression = expression_of(context, pattern);
	if (expression)
		sqlite3_result_int64(context, regexec(expression, text, 0, NULL, 0) == 0);
}

int sql_functions_register(sqlite3 *db)
{
	static const struct {
		const char *name;
		int arguments;
		void (*call)(sqlite3_context *, int, sqlite3_value **), (*step)(sqlite3_context *, int, sqlite3_value **);
		void (*finish)(sqlite3_context *);
	} functions[] = {
		{ "median", 1, NULL, step, finish },
		{ "percentile", 2, NULL, step, finish },
		{ "corr", 2, NULL, step_pair, finish_pairs },
		{ "regr_slope", 2, NULL, step_pair, finish_pairs },
		{ "regr_intercept", 2, NULL, step_pair, finish_pairs },
		{ "regexp", 2, match, NULL, NULL },
	};
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; code == SQLITE_OK && i < sizeof functions / sizeof functions[0]; i++)
		code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
		                                  (void *)(uintptr_t)functions[i].name, functions[i].call, functions[i].step,
		                                  functions[i].finish, NULL);
	return code;
}
