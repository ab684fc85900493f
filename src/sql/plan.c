/* plan.c: chooses the conditions of a statement that reduce the rows that tables make. SQLite checks all of them
 * again. */
#include "config.h"

#include "sql/module.h"

#include <stdlib.h>
#include <string.h>

int module_looks_up(const struct table *t, long column)
{
	return (size_t)column != t->bytes && !(t->columns[column].flags & (TABLE_WIDE | TABLE_MIXED));
}

/* The operator for a plan; '\0': the condition stays with SQLite. */
static char operator_of(const struct table *t, long column, unsigned char op)
{
	int ranges = column == TABLE_OFFSET || column == TABLE_DATASET || column == TABLE_TIME_OF || column == TABLE_INTERVAL;

	/* The time between two records cannot be tested before the second one is read. */
	if ((size_t)column == TABLE_ELAPSED(t))
		return '\0';
	switch (op) {
	case SQLITE_INDEX_CONSTRAINT_EQ:
		return module_looks_up(t, column) ? '=' : '\0';
	case SQLITE_INDEX_CONSTRAINT_GT:
		return ranges ? '>' : '\0';
	case SQLITE_INDEX_CONSTRAINT_GE:
		return ranges ? 'g' : '\0';
	case SQLITE_INDEX_CONSTRAINT_LT:
		return ranges ? '<' : '\0';
	case SQLITE_INDEX_CONSTRAINT_LE:
		return ranges ? 'l' : '\0';
	default:
		return '\0';
	}
}

/* Return the estimated share of the rows for which the condition on COLUMN holds. */
static double part_of(const struct table *t, long column, char op)
{
	if (op != '=')
		return 0.3;
	if (column == TABLE_SYSTEM || column == TABLE_FILE)
		return 0.5;
	if (column == TABLE_OFFSET || column == TABLE_TIME_OF)
		return 0.001;
	return column == TABLE_DATASET || column == TABLE_INTERVAL || t->columns[column].kind == TABLE_KEY ? 0.01 : 0.1;
}

static int collates(sqlite3_index_info *info, int i)
{
	const char *name = sqlite3_vtab_collation(info, i);

	return !name || sqlite3_stricmp(name, "BINARY") == 0;
}

/* moment('08:02') in a query of NAME('capture.bin') means that capture, which is opened when the scan begins. So SQLite
 * compares times with each row there. */
static int waits_for_capture(const struct tables *t, long column)
{
	return t->are_called && (column == TABLE_TIME_OF || column == TABLE_INTERVAL);
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
	int i;

	sqlite3_str_appendf(plan, "%llx;", (unsigned long long)info->colUsed);
	for (i = 0; i < info->nConstraint; i++) {
		int column = info->aConstraint[i].iColumn;
		long of = column < 0 ? TABLE_OFFSET : v->columns[column].of;
		char op;

		if (of == MODULE_CAPTURE) {
			if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
				continue;
			if (!v->tables->are_called || !info->aConstraint[i].usable) {
				sqlite3_free(sqlite3_str_finish(plan));
				return v->tables->are_called ? SQLITE_CONSTRAINT :
				                               module_fail(v, SQLITE_ERROR, tables_not_called(t->name));
			}
			op = '(';
		} else {
			op = info->aConstraint[i].usable && column >= 0 && !has_rows ? operator_of(t, of, info->aConstraint[i].op) :
			                                                             '\0';
			if (!op || n == MODULE_CONDITIONS - 1 || !collates(info, i) || waits_for_capture(v->tables, of))
				continue;
			rows *= part_of(t, of, op);
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

/* The value as the column's comparisons see it.  1: it says nothing here; 0; -1: out of memory. */
static int take_value(struct module_condition *c, const struct module_vtab *v, sqlite3_value *value)
{
	int is_text = c->op == '(' || v->table->columns[c->of].type == TABLE_TEXT;
	int type = is_text ? sqlite3_value_type(value) : sqlite3_value_numeric_type(value);
	const char *text;

	c->value.type = type;
	if (type == SQLITE_INTEGER && !is_text)
		c->value.integer = sqlite3_value_int64(value);
	else if (type == SQLITE_FLOAT && !is_text)
		c->value.real = sqlite3_value_double(value);
	else if (type == SQLITE_TEXT && is_text) {
		text = (const char *)sqlite3_value_text(value);
		c->value.length = (size_t)sqlite3_value_bytes(value);
		c->text = text ? malloc(c->value.length + 1) : NULL;
		if (!c->text)
			return -1;
		memcpy(c->text, text, c->value.length);
		c->text[c->value.length] = '\0';
		c->value.text = c->text;
	} else if (type != SQLITE_NULL) {
		return 1;
	}
	return 0;
}

int module_conditions_take(struct module_conditions *c, const struct module_vtab *v, const char *text,
                           sqlite3_value **values, int n)
{
	char *end;
	int i, rc;

	memset(c, 0, sizeof *c);
	c->used = strtoull(text, &end, 16);
	text = end + 1;
	for (i = 0; i < n; i++) {
		struct module_condition *one = &c->list[c->n];

		one->text = NULL;
		one->op = *text;
		one->of = strtol(text + 1, &end, 10);
		text = end;
		rc = take_value(one, v, values[i]);
		if (rc < 0)
			return -1;
		if (rc > 0)
			continue;
		/* Nothing is equal to NULL, or less. */
		c->never |= one->value.type == SQLITE_NULL;
		if (one->op == '(')
			c->capture = one->text;
		c->n++;
	}
	return 0;
}

void module_conditions_done(struct module_conditions *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		free(c->list[i].text);
	memset(c, 0, sizeof *c);
}

/* ---- Whether records can meet them ---- */

static int is_text(const struct cell_value *v, const char *text, size_t n)
{
	return v->type == SQLITE_TEXT && v->length == n && memcmp(v->text, text, n) == 0;
}

/* Whether A OP B holds; ORDER is negative, 0 or positive as A is less than, equal to or greater than B. */
static int holds(char op, int order)
{
	switch (op) {
	case '=':
		return order == 0;
	case '<':
		return order < 0;
	case 'l':
		return order <= 0;
	case '>':
		return order > 0;
	default:
		return order >= 0;
	}
}

/* Whether C can hold for a number or time from FIRST to LAST, which COMPARE compares with its value. */
static int range_fits(const struct module_condition *c, int (*compare)(const struct module_condition *c, uint64_t n),
                      uint64_t first, uint64_t last)
{
	if (c->op == '=')
		return compare(c, first) <= 0 && compare(c, last) >= 0;
	return holds(c->op, compare(c, c->op == '>' || c->op == 'g' ? last : first));
}

static int compare_number(const struct module_condition *c, uint64_t n)
{
	int64_t i = (int64_t)n;

	return (i > c->value.integer) - (i < c->value.integer);
}

static int numbers_fit(const struct module_condition *c, uint64_t first, uint64_t last)
{
	return c->value.type != SQLITE_INTEGER || range_fits(c, compare_number, first, last);
}

static int era_fits(const struct module_condition *c, const char *system)
{
	return *system && is_text(&c->value, system, strlen(system));
}

/* How the text of the time TOD compares with the value of C.  The texts sort as the times do. */
static int compare_time(const struct module_condition *c, uint64_t tod)
{
	char text[MONREAD_TIME_SIZE];

	table_sql_time(monread_tod_to_unix_us(tod), text);
	return strcmp(text, c->text);
}

static int times_fit(const struct module_condition *c, uint64_t first, uint64_t last)
{
	return c->value.type != SQLITE_TEXT || range_fits(c, compare_time, first, last);
}

static int interval_fits(const struct module_condition *c, const struct indexed_stretch *s)
{
	return s->type == MONREAD_SAMPLE && !s->repeated && times_fit(c, s->interval, s->interval);
}

int module_stretch_fits(const struct module_conditions *all, const struct indexed *capture,
                        const struct indexed_stretch *s)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		const struct module_condition *c = &all->list[i];

		if ((c->of == TABLE_DATASET && !numbers_fit(c, s->dataset, s->dataset)) ||
		    (c->of == TABLE_SYSTEM && !era_fits(c, capture->eras[s->era].system)) ||
		    (c->of == TABLE_INTERVAL && !interval_fits(c, s)) ||
		    (c->of == TABLE_TIME_OF && !times_fit(c, s->first, s->last)))
			return 0;
	}
	return 1;
}

int module_offsets_fit(const struct module_conditions *all, uint64_t first, uint64_t last)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i].of == TABLE_OFFSET && !numbers_fit(&all->list[i], first, last))
			return 0;
	return 1;
}

int module_file_fits(const struct module_conditions *all, const char *name)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i].of == TABLE_FILE && !is_text(&all->list[i].value, name, strlen(name)))
			return 0;
	return 1;
}
