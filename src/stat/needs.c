/* needs.c: check that the records of a report exist and have arrived. Called by queries.c, run.c and some formats. */
#include "config.h"

#include "stat/queries.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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

/* Return 1 if a record RECORD has arrived, or if no query reads it. */
static int is_met(const struct queries *q, const char *record)
{
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

static const char left_out[] = "; they may have been left out when it was stored";

/* Return the z/VM command that enables N. If CP writes N into each sample and there are samples, return LEFT_OUT:
 * somebody removed N from the capture. */
static const char *enable_of(const struct queries *q, const struct report_need *n)
{
	const struct monread_layout *l = monread_layouts_by_name(q->sources.tables.layouts, n->record);

	return q->samples && needs_is_sampled(l) ? left_out : n->enable;
}

static void put(struct needs_text *t, const char *text)
{
	size_t n = strlen(t->text);

	snprintf(t->text + n, sizeof t->text - n, "%s", text);
}

static void put_name(struct needs_text *t, const struct queries *q, const struct report_need *n)
{
	const struct monread_layout *l = monread_layouts_by_name(q->sources.tables.layouts, n->record);
	char number[32];

	if (l && l->domain >= 0)
		snprintf(number, sizeof number, "D%dR%d", l->domain, l->record);
	put(t, l && l->domain >= 0 ? number : n->record);
}

/* Return the first missing record from N on; NULL: none. */
static const struct report_need *next_missing(const struct queries *q, const struct report *r, const struct report_need *n)
{
	while (n < r->needs + r->nneeds && is_met(q, n->record))
		n++;
	return n < r->needs + r->nneeds ? n : NULL;
}

/* Name records that the same command enables together; they follow each other in a report. */
int needs_missing(const struct queries *q, const struct report *r, struct needs_text *t)
{
	const struct report_need *n, *next;
	const char *enable;
	int missing = 0, begins = 1, ends;

	*t->text = '\0';
	for (n = next_missing(q, r, r->needs); n; n = next) {
		next = next_missing(q, r, n + 1);
		missing |= !n->optional;
		enable = enable_of(q, n);
		ends = !next || strcmp(enable, enable_of(q, next)) != 0;
		put(t, !begins ? ends ? " and " : ", " : *t->text ? "; it has no " : "this capture has no ");
		put_name(t, q, n);
		if (ends) {
			put(t, *enable && enable != left_out ? " records; on z/VM: " : " records");
			put(t, enable);
		}
		begins = ends;
	}
	return missing;
}
