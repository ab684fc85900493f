/* module_plan.c: conditions by which tables skip records or find rows; SQLite tests these
 * conditions, too. */
#include "config.h"

#include "sql/module.h"

static int is_useful(const struct module_vtab *v, long of, unsigned char op)
{
	const struct table *t = v->table;
	int is_time = of == LEAD_TIME || of == LEAD_INTERVAL;

	/* The column "elapsed" is known only after the row was made. */
	if (of < 0 || (size_t)of >= t->ncolumns)
		return 0;
	/* In NAME('capture.bin'), moment('08:02') depends on the capture, which is not open yet. */
	if (is_time && v->tables->are_called)
		return 0;
	/* Equal values of wide and mixed columns can have different types and hashes. */
	if (op == SQLITE_INDEX_CONSTRAINT_EQ)
		return (size_t)of != t->bytes &&
		       !(t->columns[of].flags & (TABLE_WIDE | TABLE_MIXED));
	return is_time && (op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE ||
	                   op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE);
}

/* The plan is a text: the mask of the columns that SQLite reads, in hex, then for each condition
 * ";", operator, "," and column. */
int module_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	struct module_vtab *v = (struct module_vtab *)vtab;
	/* 1: the rows do not come from records */
	int has_rows = v->module->about && v->module->about->next;
	int n = 0, has_capture = 0, is_capture, i;
	double rows = has_rows ? 1e3 : 1e6;
	sqlite3_str *plan = sqlite3_str_new(NULL);

	sqlite3_str_appendf(plan, "%llx", (unsigned long long)info->colUsed);
	for (i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *one = &info->aConstraint[i];
		long of = one->iColumn < 0 ? LEAD_OFFSET : v->columns[one->iColumn].of;

		/* SQLite itself tests a second condition on the hidden column of the capture. */
		is_capture = of == MODULE_CAPTURE && one->op == SQLITE_INDEX_CONSTRAINT_EQ &&
		             !has_capture;
		has_capture |= is_capture;
		if (is_capture && (!v->tables->are_called || !one->usable)) {
			sqlite3_free(sqlite3_str_finish(plan));
			if (v->tables->are_called)
				return SQLITE_CONSTRAINT;
			return module_fail(v, SQLITE_ERROR, tables_not_called(v->table->name));
		}
		if (!is_capture &&
		    (!one->usable || has_rows || !is_useful(v, of, one->op) ||
		     n == MODULE_CONDITIONS - 1 ||
		     sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") != 0))
			continue;
		sqlite3_str_appendf(plan, ";%d,%d", one->op, (int)of);
		info->aConstraintUsage[i].argvIndex = ++n;
		info->aConstraintUsage[i].omit = (unsigned char)is_capture;
		if (!is_capture)
			rows *= one->op == SQLITE_INDEX_CONSTRAINT_EQ ? 0.01 : 0.3;
	}
	info->idxStr = sqlite3_str_finish(plan);
	info->needToFreeIdxStr = 1;
	info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
	info->estimatedCost = rows < 1 ? 3 : 3 * rows;
	return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

int module_conditions_take(struct module_conditions *c, const struct module_vtab *v,
                           const char *text, sqlite3_value **values, int n)
{
	int i, is_text, is_number;
	char *end;

	memset(c, 0, sizeof *c);
	c->used = strtoull(text, &end, 16);
	for (i = 0; i < n; i++) {
		struct module_condition *one = &c->list[c->n];

		one->op = (int)strtol(end + 1, &end, 10);
		one->of = strtol(end + 1, &end, 10);
		one->given = sqlite3_value_dup(values[i]);
		if (!one->given)
			return -1;
		c->n++;
		is_text = one->of == MODULE_CAPTURE ||
		          v->table->columns[one->of].type == TABLE_TEXT;
		if (!is_text)
			sqlite3_value_numeric_type(one->given);
		if (cell_take(one->given, &one->value))
			return -1;
		c->never |= one->value.type == SQLITE_NULL;
		is_number = one->value.type == SQLITE_INTEGER || one->value.type == SQLITE_FLOAT;
		if (one->of == MODULE_CAPTURE)
			c->capture = (const char *)sqlite3_value_text(one->given);
		/* Leave this condition to SQLite, because it compares the column with a value of
		 * another type. */
		else if (is_text ? one->value.type != SQLITE_TEXT : !is_number)
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

/* Compare the clock TOD with the time in the condition C, and return a result like strcmp(). As
 * texts, times sort in the order of time. */
static int plan_compare(const struct module_condition *c, uint64_t tod)
{
	char text[MONREAD_TIME_SIZE];

	table_sql_time(monread_tod_to_unix_us(tod), text);
	return strcmp(text, c->value.text);
}

static int time_fits(const struct module_condition *c, uint64_t first, uint64_t last)
{
	int from = plan_compare(c, first), to = plan_compare(c, last);

	switch (c->op) {
	case SQLITE_INDEX_CONSTRAINT_LT:
		return from < 0;
	case SQLITE_INDEX_CONSTRAINT_LE:
		return from <= 0;
	case SQLITE_INDEX_CONSTRAINT_GT:
		return to > 0;
	case SQLITE_INDEX_CONSTRAINT_GE:
		return to >= 0;
	default:
		return from <= 0 && to >= 0;
	}
}

int module_fits(const struct module_conditions *all, long of, const char *text, uint64_t first,
                uint64_t last)
{
	const struct module_condition *c;

	for (c = all->list; c < all->list + all->n; c++) {
		if (c->of != of)
			continue;
		if (text ? !*text || strcmp(c->value.text, text) != 0 : !time_fits(c, first, last))
			return 0;
	}
	return 1;
}
