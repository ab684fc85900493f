/* gaps.c: finds the times without values in a chart, and their reasons. */
#include "config.h"

#include <stdlib.h>

#include "chart/scene.h"

struct gaps {
	const struct chart *chart;
	struct scene_gap *at;
	size_t count;
};

int scene_follows(const struct chart *c, size_t i)
{
	const struct chart_interval *a = &c->intervals[i], *b = a + 1;

	return b->start - a->end <= 0.01 * (a->end - a->start);
}

static void add_gap(struct gaps *g, double from, double to, const char *why)
{
	g->at[g->count++] = (struct scene_gap){ .from = from, .to = to, .why = why };
}

/* Add the part of FROM to TO that no gap of the chart covers. */
static void add_unknown(struct gaps *g, double from, double to)
{
	const struct chart *c = g->chart;
	size_t i;

	for (i = 0; i < c->gap_count && from < to; i++) {
		const struct chart_gap *known = &c->gaps[i];

		if (known->to <= from || known->from >= to)
			continue;
		if (known->from > from)
			add_gap(g, from, known->from, NULL);
		from = known->to;
	}
	if (from < to)
		add_gap(g, from, to, NULL);
}

/* Add interval V, or extend the previous gap if it has the same reason. */
static void add_partial(struct gaps *g, const struct chart_interval *v)
{
	struct scene_gap *last = g->count ? &g->at[g->count - 1] : NULL;

	if (last && last->is_partial && v->start - last->to <= 0.01 * (v->end - v->start))
		last->to = v->end;
	else
		g->at[g->count++] = (struct scene_gap){ .from = v->start, .to = v->end, .why = "a part is not known", .is_partial = 1 };
}

static int by_time(const void *a, const void *b)
{
	const struct scene_gap *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

struct scene_gap *scene_gaps(const struct choice *choice, size_t *count)
{
	const struct chart *c = choice->chart;
	struct gaps g = { c, NULL, 0 };
	double from, to, covered;
	size_t i;

	/* Each gap of the chart can split one unknown range; each interval can have a gap before it, and be a gap
	 * itself. */
	g.at = malloc((2 * c->interval_count + 2 * c->gap_count + 2) * sizeof *g.at);
	if (!g.at)
		return NULL;
	scene_range(c, &from, &to);
	covered = from;
	for (i = 0; i < c->interval_count; i++) {
		const struct chart_interval *v = &c->intervals[i];

		if (!choice_has_values(choice, i))
			continue;
		if (v->start - covered > 0.01 * (v->end - v->start))
			add_unknown(&g, covered, v->start);
		if (!choice_is_drawn(choice, i))
			add_partial(&g, v);
		covered = v->end > covered ? v->end : covered;
	}
	/* The end of the axis may differ from the last interval by up to a second. */
	if (to - covered > 1)
		add_unknown(&g, covered, to);
	for (i = 0; i < c->gap_count; i++)
		if (c->gaps[i].to >= from && c->gaps[i].from <= to)
			add_gap(&g, c->gaps[i].from > from ? c->gaps[i].from : from, c->gaps[i].to < to ? c->gaps[i].to : to,
			    c->gaps[i].why);
	qsort(g.at, g.count, sizeof *g.at, by_time);
	*count = g.count;
	return g.at;
}
