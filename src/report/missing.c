/* missing.c: find the records that a report needs and captures do not have. */
#include "config.h"

#include "report/missing.h"

#include <stdio.h>
#include <string.h>

const struct report_need *missing_from(const struct missing *m, const struct report_need *n)
{
	const struct report_need *end = m->report->needs + m->report->nneeds;

	while (n < end && m->came(m->arg, n->record))
		n++;
	return n < end ? n : NULL;
}

int missing_is_left_out(const struct missing *m, const struct report_need *n)
{
	const struct monread_layout *l = monread_layouts_by_name(m->layouts, n->record);

	return m->samples && l && (l->domain == 0 || l->domain == 1);
}

static const char left_out[] = "; they may have been left out when it was stored";

static const char *advice_of(const struct missing *m, const struct report_need *n)
{
	return missing_is_left_out(m, n) ? left_out : n->enable;
}

static void missing_put(struct missing_text *t, const char *text)
{
	size_t n = strlen(t->text);

	snprintf(t->text + n, sizeof t->text - n, "%s", text);
}

static void missing_put_record(struct missing_text *t, const struct missing *m,
                               const struct report_need *n)
{
	const struct monread_layout *l = monread_layouts_by_name(m->layouts, n->record);
	char number[32];

	if (l && l->domain >= 0)
		snprintf(number, sizeof number, "D%dR%d", l->domain, l->record);
	missing_put(t, l && l->domain >= 0 ? number : n->record);
}

/* Name records with the same advice together, because such records follow each other in a
 * report. */
int missing_explain(const struct missing *m, struct missing_text *t)
{
	const struct report_need *n, *next;
	const char *advice;
	int missing = 0, begins = 1, ends;

	*t->text = '\0';
	for (n = missing_from(m, m->report->needs); n; n = next) {
		next = missing_from(m, n + 1);
		missing |= !n->optional;
		advice = advice_of(m, n);
		ends = !next || strcmp(advice, advice_of(m, next)) != 0;
		if (begins)
			missing_put(t, *t->text ? "; it has no " : "this capture has no ");
		else
			missing_put(t, ends ? " and " : ", ");
		missing_put_record(t, m, n);
		if (ends) {
			missing_put(t, *advice && advice != left_out ? " records; on z/VM: " :
			                                               " records");
			missing_put(t, advice);
		}
		begins = ends;
	}
	return missing;
}
