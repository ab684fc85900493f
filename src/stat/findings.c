/* findings.c: the busiest interval, and peaks that stand out. */
#include "config.h"

#include "stat/findings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words.h"

/* So many peaks are told, each this many times its average or more, and no less than this part of the highest value of
 * its chart: what is next to nothing may double. */
#define PEAKS 5u
#define PEAK_TIMES 2.5
#define PEAK_PART 0.2

void findings_add(struct findings *f, int is_alarm, const char *report, const char *fmt, ...)
{
	va_list ap;

	if (is_alarm && f->alarms++ >= FINDINGS_ALARMS) {
		f->silent++;
		return;
	}
	if (f->n == FINDINGS_MOST)
		return;
	va_start(ap, fmt);
	vsnprintf(f->texts[f->n], FINDING_ROOM, fmt, ap);
	va_end(ap);
	f->list[f->n] = (struct chart_finding){ f->texts[f->n], report, is_alarm };
	f->n++;
}

static const struct report_column *column_of(const struct gather_chart *c)
{
	return &c->query->report->columns[c->chart->columns[0]];
}

/* The first report that says by which column. */
static void find_busiest(struct findings *f, const struct gather *g, const struct show *s)
{
	const struct gather_busy *b;
	const struct report_column *c;
	char when[GATHER_TIMES], doubt[100];
	size_t others;

	for (b = g->busy; b < g->busy + g->nbusy && b->highest <= 0; b++)
		;
	if (b == g->busy + g->nbusy)
		return;
	c = &b->query->report->columns[b->query->report->busy];
	gather_put_times(s, b->start, b->end, when);
	*doubt = '\0';
	others = b->npartial - (b->is_partial != 0);
	if (others)
		snprintf(doubt, sizeof doubt, "; %zu other%s, of which not all is known, may have been busier", others,
		         words_plural(others));
	findings_add(f, 0, b->query->report->name, "Busiest interval: %s, %s%.*f%s%s in all%s%s", when,
	             b->is_partial ? "at least " : "", c->decimals, b->highest, *c->unit ? " " : "", c->unit,
	             b->is_partial ? ", as not all of it is known" : "", doubt);
}

/* The highest value of a series against its average. */
struct peak {
	const struct gather_chart *chart;
	const struct gather_series *series;
	size_t at;
	double highest, average, times;
};

static int peak_of(const struct gather *g, const struct gather_chart *c, const struct gather_series *s, struct peak *p)
{
	double sum = 0, seconds = 0;
	size_t i;

	*p = (struct peak){ c, s, 0, -INFINITY, 0, 0 };
	for (i = 0; i < s->n; i++) {
		const struct chart_interval *of = &g->intervals[s->at[i]];
		double v = s->values[i], length = of->end - of->start;

		if (!isfinite(v))
			continue;
		sum += v * length;
		seconds += length;
		if (v > p->highest) {
			p->highest = v;
			p->at = s->at[i];
		}
	}
	p->average = s->averaged && isfinite(s->average) ? s->average : seconds > 0 ? sum / seconds : 0;
	if (!(p->average > 0) || !(p->highest > 0))
		return 0;
	p->times = p->highest / p->average;
	return p->times >= PEAK_TIMES;
}

/* Only the highest of a chart is told. */
static void keep_peak(struct peak *best, size_t *n, const struct peak *p)
{
	size_t i, k;

	for (i = 0; i < *n && best[i].chart != p->chart; i++)
		;
	if (i < *n) {
		if (best[i].times >= p->times)
			return;
		memmove(&best[i], &best[i + 1], (--*n - i) * sizeof *best);
	}
	for (k = *n; k > 0 && best[k - 1].times < p->times; k--)
		;
	if (k == PEAKS)
		return;
	*n += *n < PEAKS;
	memmove(&best[k + 1], &best[k], (*n - 1 - k) * sizeof *best);
	best[k] = *p;
}

static void find_peaks(struct findings *f, const struct gather *g, const struct show *s)
{
	struct peak best[PEAKS], p;
	double highest;
	size_t i, k, n = 0;
	char when[GATHER_TIMES];

	for (i = 0; i < g->ncharts; i++) {
		const struct gather_chart *c = &g->charts[i];

		for (highest = 0, k = 0; k < c->n; k++) {
			peak_of(g, c, &c->series[k], &p);
			highest = p.highest > highest ? p.highest : highest;
		}
		for (k = 0; k < c->n; k++)
			if (peak_of(g, c, &c->series[k], &p) && p.highest >= PEAK_PART * highest)
				keep_peak(best, &n, &p);
	}
	for (i = 0; i < n; i++) {
		const struct report_column *c = column_of(best[i].chart);
		const char *blank = best[i].chart->chart->by >= 0 ? " " : "", *name = *blank ? c->name : "";

		gather_put_times(s, g->intervals[best[i].at].start, g->intervals[best[i].at].end, when);
		findings_add(f, 0, best[i].chart->query->report->name, "%.100s%s%s: %.*f%s%s from %s, %.1f times its average of %.*f",
		             best[i].series->name, blank, name, c->decimals, best[i].highest, *c->unit ? " " : "", c->unit, when,
		             best[i].times, c->decimals, best[i].average);
	}
}

void findings_of(struct findings *f, const struct gather *g, const struct show *s)
{
	if (f->silent)
		findings_add(f, 0, NULL, "%zu alarms more: monstat --alarms has all", f->silent);
	find_busiest(f, g, s);
	find_peaks(f, g, s);
}
