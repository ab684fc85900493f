/* functions.c: SQL functions such as median() and moment(). */
#include "config.h"

#include "sql/functions.h"

#include <float.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>

#include "base/array.h"
#include "cli/moment.h"
#include "table/text.h"

/* ---- median() and percentile() ---- */

/* The values of one group. SQLite fills the structure with zeros. */
struct numbers {
	double *list;
	size_t n, room;
	double percent;
};

static int functions_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

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
		sqlite3_result_error(
			context, "percentile(): the second argument must be a number from 0 to 100",
			-1);
	else if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		numbers->percent = percent;
	else if (number(values[0], &x))
		sqlite3_result_error(context,
		                     n > 1 ? "percentile(): not a number" :
		                             "median(): not a number",
		                     -1);
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
	double at, low;
	size_t i;

	if (!numbers || !numbers->n)
		return;
	qsort(numbers->list, numbers->n, sizeof *numbers->list, functions_compare);
	at = numbers->percent / 100 * (double)(numbers->n - 1);
	i = (size_t)at;
	low = numbers->list[i];
	if (i + 1 < numbers->n)
		low += (numbers->list[i + 1] - low) * (at - (double)i);
	sqlite3_result_double(context, low);
	free(numbers->list);
	numbers->list = NULL;
}

/* ---- corr(), regr_slope() and regr_intercept() of (Y, X), as in PostgreSQL ---- */

/* Sums over the pairs (y, x) of one group. The summands are differences from the means: sums of
 * large values, such as squares of seconds since 1970, would lose digits. SQLite fills the
 * structure with zeros. */
struct pairs {
	double n, x, y; /* number of pairs, and the means of x and y */
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
	if (sqlite3_value_type(values[0]) == SQLITE_NULL ||
	    sqlite3_value_type(values[1]) == SQLITE_NULL)
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

static void finish_pairs(sqlite3_context *context)
{
	const struct pairs *p = sqlite3_aggregate_context(context, 0);
	const char *name = sqlite3_user_data(context);
	double slope, both;

	if (!p || p->xx <= 0 || (*name == 'c' && p->yy <= 0))
		return;
	slope = p->xy / p->xx;
	both = p->xx * p->yy;
	both = both > 0 && both <= DBL_MAX ? sqrt(both) : sqrt(p->xx) * sqrt(p->yy);
	if (*name == 'c')
		sqlite3_result_double(context, p->xy / both);
	else if (strcmp(name, "regr_slope") == 0)
		sqlite3_result_double(context, slope);
	else
		sqlite3_result_double(context, p->y - slope * p->x);
}

/* ---- regexp() ---- */

static void free_expression(void *expression)
{
	regfree(expression);
	free(expression);
}

static void match(sqlite3_context *context, int n, sqlite3_value **values)
{
	const char *pattern = (const char *)sqlite3_value_text(values[0]);
	const char *text = (const char *)sqlite3_value_text(values[1]);
	/* If the pattern is a constant, SQLite keeps the compiled pattern for the next row. */
	regex_t *kept = sqlite3_get_auxdata(context, 0), *expression = kept;
	char why[200] = "regexp(): ";
	int error = 0;

	(void)n;
	if (!pattern || !text)
		return;
	if (!kept) {
		expression = malloc(sizeof *expression);
		error = expression ? regcomp(expression, pattern, REG_EXTENDED | REG_NOSUB) :
		                     REG_ESPACE;
	}
	if (!error) {
		sqlite3_result_int64(context, regexec(expression, text, 0, NULL, 0) == 0);
		if (!kept)
			sqlite3_set_auxdata(context, 0, expression, free_expression);
		return;
	}
	if (error == REG_ESPACE) {
		sqlite3_result_error_nomem(context);
	} else {
		regerror(error, expression, why + strlen(why), sizeof why - strlen(why));
		sqlite3_result_error(context, why, -1);
	}
	free(expression);
}

int sql_functions_register(sqlite3 *db)
{
	static const struct {
		const char *name;
		int arguments;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
		void (*step)(sqlite3_context *, int, sqlite3_value **);
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
		code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments,
		                                  SQLITE_UTF8 | SQLITE_DETERMINISTIC,
		                                  (void *)(uintptr_t)functions[i].name,
		                                  functions[i].call, functions[i].step,
		                                  functions[i].finish, NULL);
	return code;
}

/* ---- moment() ---- */

static void call_moment(sqlite3_context *context, int n, sqlite3_value **values)
{
	const struct moments *moments = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]), *why = NULL;
	char time[MONREAD_TIME_SIZE], message[300];
	struct moment m;
	int64_t start = 0;

	if (!text)
		return;
	if (moment_parse(&m, text, 0) || m.kind == MOMENT_FROM_END)
		why = "expected a time, as in 2018-09-12 09:26:44, 09:26, 9:26:44, +90 or +10m";
	else if (moments->at)
		start = *moments->at;
	else if (m.kind != MOMENT_ABSOLUTE)
		why = moments->start(moments->arg,
		                     n > 1 ? (const char *)sqlite3_value_text(values[1]) : NULL,
		                     &start);
	snprintf(message, sizeof message, "moment(): %s", why ? why : "");
	if (why)
		sqlite3_result_error(context, message, -1);
	else
		sqlite3_result_text(context, time,
		                    (int)table_sql_time(moment_resolve(&m, start, 0), time),
		                    SQLITE_TRANSIENT);
}

const char *moments_iso(const char *text)
{
	const char *p, *before;

	for (p = strchr(text, '\''); p; p = strchr(p, '\'')) {
		for (before = p++; before > text && before[-1] == ' '; before--)
			;
		if (strcspn(p, "'") > 10 && p[4] == '-' && p[7] == '-' && p[10] == 'T' &&
		    (before == text || before[-1] != '('))
			break;
	}
	return p;
}

int moments_register(const struct moments *m, sqlite3 *db)
{
	/* Because moment() is deterministic, SQLite calls it with constants once, not for each
	 * row. */
	int flags = SQLITE_UTF8 | (m->are_named || m->at ? 0 : SQLITE_DETERMINISTIC),
	    code = SQLITE_OK, n;

	for (n = 1; code == SQLITE_OK && n <= 1 + m->are_named; n++)
		code = sqlite3_create_function_v2(db, "moment", n, flags, (void *)m, call_moment,
		                                  NULL, NULL, NULL);
	return code;
}
