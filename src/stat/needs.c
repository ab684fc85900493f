/* needs.c: whether what a report needs is a record, and whether it came. */
#include "config.h"

#include "stat/needs.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/near.h"

static const struct table *root_of(const struct table *t)
{
	while (t && t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	return t;
}

static const struct table *table_of(const struct queries *q, const char *record)
{
	return root_of(table_find(q->schema, record));
}

static int is_read(const struct queries *q, const struct query *one, const struct table *t)
{
	size_t i;

	for (i = 0; i < q->sources.n; i++)
		if (one->uses[i] && root_of(q->sources.list[i]->table) == t)
			return 1;
	return 0;
}

static void say_unknown(const struct queries *q, const struct report *r, const struct report_need *n, int forgiving)
{
	char room[NEAR_ROOM];
	struct near near;

	near_begin(&near, n->record);
	near_records(&near, q->sources.tables.layouts);
	(forgiving ? diag_verbose : diag_fail)("%s:%u: %s: %s: no such record; %s", r->path, n->line,
	                                       n->optional ? "Uses" : "Needs", n->record,
	                                       near_list(&near, room, "see monread --list-layouts"));
}

int needs_check(struct queries *q, const struct query *one, int forgiving)
{
	const struct report *r = one->report;
	size_t i;

	for (i = 0; i < r->nneeds; i++) {
		const struct report_need *n = &r->needs[i];
		const struct table *t = table_of(q, n->record);

		if (!t && errno == ENOMEM) {
			q->no_memory = 1;
			return -1;
		}
		if (!t) {
			say_unknown(q, r, n, forgiving);
			return -1;
		}
		if (!is_read(q, one, t))
			diag_verbose("%s:%u: %s: %s: the query does not read it, so that nothing tells whether it is missing", r->path,
			             n->line, n->optional ? "Uses" : "Needs", n->record);
	}
	return 0;
}

int needs_met(const struct queries *q, const char *record)
{
	const struct table *wanted = table_of(q, record);
	int met = 1;
	size_t i;

	for (i = 0; i < q->sources.n; i++) {
		if (root_of(q->sources.list[i]->table) != wanted)
			continue;
		if (q->sources.list[i]->met)
			return 1;
		met = 0;
	}
	return met;
}

int needs_say_missing(const struct queries *q, const struct report *r, const struct report_need *n)
{
	const struct monread_layout *l = monread_layouts_by_name(q->sources.tables.layouts, n->record);
	const char *name = l ? l->name : n->record;
	char number[32] = "";

	if (needs_met(q, n->record))
		return 0;
	if (l && l->domain >= 0)
		snprintf(number, sizeof number, "D%dR%d ", l->domain, l->record);
	(n->optional ? diag_note : diag_damage)("%s: %s %s%s%s%s: not in this capture%s%s", r->name,
	                                        n->optional ? "uses" : "needs", number, *number ? "(" : "", name,
	                                        *number ? ")" : "", *n->enable ? "; on z/VM: " : "", n->enable);
	return !n->optional;
}

#endif
