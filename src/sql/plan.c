/* plan.c: chooses the conditions of a statement that reduce the rows that tables make. SQLite checks all of them
 * again. */
#include "config.h"

#include "sql/module.h"

#include <stdlib.h>
#include <string.h>

/* The operator for a plan; '\0': the condition stays with SQLite. */
static char operator_of(const struct table *t, long column, unsigned char op)
{
	/* The time between two records cannot be tested before the second one is read. */
	if ((size_t)column == TABLE_ELAPSED(t))
		return '\0';
	/* A lookup must find the same rows as SQLite. */
	if (op == SQLITE_INDEX_CONSTRAINT_EQ)
		return (size_t)column == t->bytes || t->columns[column].flags & (TABLE_WIDE | TABLE_MIXED) ? '\0' : '=';
	if (column != TABLE_OFFSET && column != TABLE_DATASET && column != TABLE_TIME_OF && column != TABLE_INTERVAL)
		return '\0';
	return op == SQLITE_INDEX_CONSTRAINT_GT ? '>' :
	       op == SQLITE_INDEX_CONSTRAINT_GE ? 'g' :
	       op == SQLITE_INDEX_CONSTRAINT_LT ? '<' :
	       op == SQLITE_INDEX_CONSTRAINT_LE ? 'l' :
	                                          '\0';
}

/* The plan as text: the columns that are used in hex, then ";" and for each argument an operator and a column. */
int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	struct module_vtab *v = (struct module_vtab *)vtab;
	const struct table *t = v->table;
	int has_rows = v->module->about && v->module->about->next; /* tables with few rows that are not made from records */
	double rows = has_rows ? 1e3 : 1e6;
	size_t n = 0;
	sqlite3_str *plan = sqlite3_str_new(NULL);
	int i, has_capture = 0;

	sqlite3_str_appendf(plan, "%llx;", (unsigned long long)info->colUsed);
	for (i = 0; i < info->nConstraint; i++) {
		int column = info->aConstraint[i].iColumn;
		long of = column < 0 ? TABLE_OFFSET : v->columns[column].of;
		char op;

		if (of == MODULE_CAPTURE) {
			/* SQLite compares further names with the column. */
			if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || has_capture)
				continue;
			if (!v->tables->are_called || !info->aConstraint[i].usable) {
				sqlite3_free(sqlite3_str_finish(plan));
				return v->tables->are_called ? SQLITE_CONSTRAINT :
				                               module_fail(v, SQLITE_ERROR, tables_not_called(t->name));
			}
			op = '(';
			has_capture = 1;
		} else {
			op = info->aConstraint[i].usable && column >= 0 && !has_rows ? operator_of(t, of, info->aConstraint[i].op) :
			                                                             '\0';
			if (!op || n == MODULE_CONDITIONS - 1 || sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
				continue;
			/* moment('08:02') in a query of NAME('capture.bin') means that capture, which is opened when the scan begins.
			 * So SQLite compares times with each row there. */
			if (v->tables->are_called && (of == TABLE_TIME_OF || of == TABLE_INTERVAL))
				continue;
			rows *= op == '=' ? 0.01 : 0.3;
		}
		sqlite3_str_appendf(plan, "%c%d", op, (int)of);
		info->aConstraintUsage[i].argvIndex = (int)++n;
		info->aConstraintUsage[i].omit = op == '(';
	}
	info->idxStr = sqlite3_str_finish(plan);
	info->needToFreeIdxStr = 1;
	if (!info->idxStr)
		return SQLITE_NOMEM;
	info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
	info->estimatedCost = rows < 1 ? 3 : 3 * rows;
	return SQLITE_OK;
}

/* ---- Values ---- */

int module_conditions_take(struct module_conditions *c, const struct module_vtab *v, const char *text,
                           sqlite3_value **values, int n)
{
	char *end;
	int i, is_text, is_number;

	memset(c, 0, sizeof *c);
	c->used = strtoull(text, &end, 16);
	text = end + 1;
	for (i = 0; i < n; i++) {
		struct module_condition *one = &c->list[c->n];

		one->op = *text;
		one->of = strtol(text + 1, &end, 10);
		text = end;
		one->given = sqlite3_value_dup(values[i]);
		if (!one->given)
			return -1;
		c->n++;
		is_text = one->op == '(' || v->table->columns[one->of].type == TABLE_TEXT;
		if (!is_text)
			sqlite3_value_numeric_type(one->given);
		if (cell_take(one->given, &one->value))
			return -1;
		/* Nothing is equal to NULL, or less. */
		c->never |= one->value.type == SQLITE_NULL;
		if (one->op == '(')
			c->capture = (const char *)sqlite3_value_text(one->given);
		/* SQLite converts other values, and compares them itself. */
		is_number = one->value.type == SQLITE_INTEGER || one->value.type == SQLITE_FLOAT;
		if (one->op != '(' && (is_text ? one->value.type != SQLITE_TEXT : !is_number))
			sqlite3_value_free(c->list[--c->n].given);
	}
	return 0;
}

void module_conditions_done(struct module_conditions *c)
{
	while (c->n > 0)
		sqlite3_value_free(c->list[--c->n].given);
	memset(c, 0, sizeof *c);
}

/* ---- Whether records can meet them ---- */

/* Whether N, a number or a TOD clock, is less than the value of C (-1), equal (0) or greater (1). */
static int compare(const struct module_condition *c, uint64_t n)
{
	char text[MONREAD_TIME_SIZE];
	int64_t i = (int64_t)n;

	if (c->value.type == SQLITE_INTEGER)
		return (i > c->value.integer) - (i < c->value.integer);
	if (c->value.type == SQLITE_FLOAT)
		return ((double)n > c->value.real) - ((double)n < c->value.real);
	/* The texts sort as the times do. */
	table_sql_time(monread_tod_to_unix_us(n), text);
	i = strcmp(text, c->value.text);
	return (i > 0) - (i < 0);
}

static int condition_fits(const struct module_condition *c, uint64_t first, uint64_t last)
{
	switch (c->op) {
	case '=':
		return compare(c, first) <= 0 && compare(c, last) >= 0;
	case '<':
		return compare(c, first) < 0;
	case 'l':
		return compare(c, first) <= 0;
	case '>':
		return compare(c, last) > 0;
	default:
		return compare(c, last) >= 0;
	}
}

int module_range_fits(const struct module_conditions *all, long of, uint64_t first, uint64_t last)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i].of == of && !condition_fits(&all->list[i], first, last))
			return 0;
	return 1;
}

int module_text_fits(const struct module_conditions *all, long of, const char *text)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i].of == of && (!*text || strcmp(all->list[i].value.text, text) != 0))
			return 0;
	return 1;
}
