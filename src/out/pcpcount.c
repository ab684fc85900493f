/* pcpcount.c: counters that PCP can take differences of, which are those that monread finds. */
#include "config.h"

#include "out/pcpcount.h"

#include <stdlib.h>
#include <string.h>

void pcp_counts_done(struct pcp_counts *c)
{
	free(c->list);
	memset(c, 0, sizeof *c);
}

/* ---- Differences ---- */

static int add(struct pcp_counts *c, const struct pcp_metric *m, const struct table_cell *cell)
{
	struct pcp_count *one;

	if (c->n == c->room) {
		size_t room = c->room ? 2 * c->room : 256;

		one = realloc(c->list, room * sizeof *one);
		if (!one)
			return -1;
		c->list = one;
		c->room = room;
	}
	one = &c->list[c->n++];
	one->known = cell && pcp_value(m, cell, &one->difference) > 0;
	return 0;
}

static int add_list(struct pcp_counts *c, const struct pcp_table *t, const struct table_cell *cells)
{
	const struct pcp_metric *m = &t->metrics[0];
	const struct table_cell *list = &cells[m->column];
	uint32_t i;

	if (m->semantics != PCP_COUNTER || list->kind != TABLE_CELLS)
		return 0;
	for (i = 0; i < list->length; i++)
		if (add(c, m, &list->cells[i]))
			return -1;
	return 0;
}

int pcp_counts_add(struct pcp_counts *c, const struct pcp_tables *s, const struct pcp_table *t,
                   const struct table_cell *cells)
{
	uint32_t i;

	for (i = 0; i < t->nlists; i++)
		if (add_list(c, s->list[t->lists[i]], cells))
			return -1;
	for (i = 0; i < t->n; i++)
		if (t->metrics[i].semantics == PCP_COUNTER && add(c, &t->metrics[i], &cells[t->metrics[i].column]))
			return -1;
	return 0;
}

/* ---- Counters ---- */

static int make_room(struct pcp_table *t)
{
	size_t n = t->instances_room * t->n;
	struct pcp_counter *more;

	if (t->ncounters >= n)
		return 0;
	more = realloc(t->counters, n * sizeof *more);
	if (!more)
		return -1;
	memset(more + t->ncounters, 0, (n - t->ncounters) * sizeof *more);
	t->counters = more;
	t->ncounters = n;
	return 0;
}

int pcp_count(struct pcp_counts *c, struct pcp_table *t, long instance, uint32_t k, int there, uint64_t *v)
{
	const struct pcp_count *one = c->next < c->n ? &c->list[c->next++] : NULL;
	int known = one && one->known;
	struct pcp_counter *last;

	if (!there)
		return 0;
	if (make_room(t))
		return -1;
	last = &t->counters[(size_t)instance * t->n + k];
	if (!known) /* then it has to fall */
		last->more = last->any && *v >= last->value ? 0 - *v : 0;
	else if (*v + last->more < last->value) /* it began anew */
		last->more = last->value + one->difference - *v;
	*v += last->more;
	last->any = 1;
	last->value = *v;
	return 0;
}
