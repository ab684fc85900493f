/* needs.c: check that the records of a report exist and have arrived. Called by queries.c, run.c and some formats. */
#include "config.h"

#include "stat/queries.h"

#include <errno.h>

#include "cli/diag.h"
#include "cli/near.h"

static const struct table *table_of(const struct queries *q, const char *record)
{
	const struct table *t = table_find(q->schema, record);

	while (t && t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	return t;
}

int needs_check(struct queries *q, const struct query *one, int forgiving)
{
	const struct report *r = one->report;
	const struct report_need *n;
	char room[NEAR_ROOM];
	struct near near;

	for (n = r->needs; n < r->needs + r->nneeds; n++) {
		if (table_of(q, n->record))
			continue;
		if (errno == ENOMEM) {
			q->no_memory = 1;
			return -1;
		}
		near_begin(&near, n->record);
		near_records(&near, q->sources.tables.layouts);
		(forgiving ? diag_verbose : diag_fail)("%s:%u: %s: %s: no such record; %s", r->path, n->line,
		                                       n->optional ? "Uses" : "Needs", n->record,
		                                       near_list(&near, room, "see monread --tables"));
		return -1;
	}
	return 0;
}

/* A function of struct missing. A record that no query reads counts as one that came. */
static int came(const void *queries, const char *record)
{
	const struct queries *q = queries;
	const struct table *wanted = table_of(q, record);
	int met = 1;
	size_t i;

	for (i = 0; i < q->sources.n; i++) {
		if (q->sources.list[i]->root != wanted)
			continue;
		if (q->sources.list[i]->met)
			return 1;
		met = 0;
	}
	return met;
}

int needs_missing(const struct queries *q, const struct report *r, struct missing_text *t)
{
	struct missing m = { r, q->sources.tables.layouts, came, q, q->samples };

	return missing_explain(&m, t);
}
