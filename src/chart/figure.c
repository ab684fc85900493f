/* figure.c: writes a chart: the picture, the statistics, and a table of the values. */
#include "config.h"

#include <stdio.h>

#include "chart/svg.h"
#include "chart/markup.h"

/* Maximum number of rows of the table of values. If the chart has more intervals, each row stands
 * for several intervals. */
#define ROWS 288u
#define DAY 86400.0

struct figure {
	struct out_buffer *b;
	const struct chart *chart;
	const struct choice *choice;
	int has_dates; /* 1: write times with dates */
	int64_t precision; /* 60: write times without seconds; 1: with seconds */
};

static void figure_time(const struct figure *f, double t)
{
	markup_put_moment(f->b, &f->chart->zone, t, f->has_dates, f->precision);
}

/* ---- Statistics ---- */

static void put_stats_head(const struct figure *f)
{
	out_str(f->b,
	        "<thead><tr><th scope=\"col\"><th scope=\"col\"><abbr title=\"minimum\">min</abbr>"
	        "<th scope=\"col\"><abbr title=\"average\">avg</abbr>"
	        "<th scope=\"col\"><abbr title=\"95th percentile: not exceeded in 95 % of the time\">95 %</abbr>"
	        "<th scope=\"col\"><abbr title=\"maximum\">max</abbr>"
	        "<th scope=\"col\"><abbr title=\"interval of the maximum\">at</abbr></thead><tbody>\n");
}

/* Write a row with the statistics S of the series NAME, and with a sample of the line of
 * f->choice->shown[K]. If K is not an index of ->shown, write no sample. */
static void put_stats(const struct figure *f, const char *name, const struct stats *s, size_t k)
{
	const struct chart_interval *v = &f->chart->intervals[s->highest_at];
	const double values[] = { s->lowest, s->average, s->p95, s->highest };
	size_t i;

	out_str(f->b, "<tr><th scope=\"row\">");
	if (k < f->choice->count)
		svg_put_sample(f->b, f->choice, k);
	markup_put(f->b, name);
	for (i = 0; i < sizeof values / sizeof *values; i++) {
		out_str(f->b, "<td>");
		markup_put_short(f->b, values[i], f->chart->decimals);
	}
	out_str(f->b, "<td>");
	if (s->count) {
		figure_time(f, v->start);
		out_char(f->b, '-');
		markup_put_moment(f->b, &f->chart->zone, v->end, v->end - v->start > DAY / 2,
		                  f->precision);
	}
	out_char(f->b, '\n');
}

static void figure_legend(const struct figure *f)
{
	const struct choice *choice = f->choice;
	size_t k, i;

	out_str(f->b, "<table class=\"s\">");
	put_stats_head(f);
	for (i = 0; i < choice->count; i++) {
		/* List areas from top to bottom, in the order of the picture. */
		k = f->chart->kind == CHART_AREA ? choice->count - 1 - i : i;
		put_stats(f, choice->shown[k].name, &choice->shown[k].stats, k);
	}
	out_str(f->b, "</tbody></table></div>\n");
}

static void figure_all(const struct figure *f)
{
	const struct chart *c = f->chart;
	size_t i;

	markup_printf(f->b, "<details><summary>All %u %s</summary><div class=\"o\"><table>",
	              (unsigned)c->series_count, *c->instances ? c->instances : "series");
	put_stats_head(f);
	for (i = 0; i < c->series_count; i++)
		put_stats(f, c->series[i].name, &f->choice->all[i], CHART_SERIES_MAX + 1);
	out_str(f->b, "</tbody></table></div></details>\n");
}

/* ---- Values ---- */

static int64_t figure_row(const struct chart *c, size_t i, int64_t step)
{
	return whole_below((c->intervals[i].start + (double)c->zone.offset) / (double)step);
}

static void put_range(const struct figure *f, const struct shown *s, size_t first, size_t last)
{
	double low = NAN, high = NAN;
	size_t i;

	for (i = first; i <= last; i++) {
		if (isfinite(s->values[i])) {
			low = fmin(low, s->low[i]);
			high = fmax(high, s->high[i]);
		}
	}
	out_str(f->b, "<td>");
	markup_put_number(f->b, low, f->chart->decimals);
	if (high > low) {
		out_str(f->b, "\xE2\x80\x93");
		markup_put_number(f->b, high, f->chart->decimals);
	}
}

/* Print the gaps that begin up to the time UNTIL, from the gap with the index *GAP on. Set *GAP to
 * the index of the next gap. */
static void figure_gaps(const struct figure *f, size_t *gap, double until)
{
	for (; *gap < f->choice->gap_count && f->choice->gaps[*gap].from <= until; ++*gap) {
		const struct chart_gap *g = &f->choice->gaps[*gap];

		out_str(f->b, "<tr class=\"n\"><th scope=\"row\">");
		figure_time(f, g->from);
		markup_printf(f->b, "<td colspan=\"%u\">%s until ", (unsigned)f->choice->count,
		              g->why);
		figure_time(f, g->to);
		out_char(f->b, '\n');
	}
}

static void put_values_head(const struct figure *f, int64_t step)
{
	size_t k;

	markup_printf(f->b,
		"<details><summary>Values</summary><div class=\"o\"><table><caption>%s%s%s</caption><thead><tr>"
		"<th scope=\"col\">from, %s",
		f->chart->unit, *f->chart->unit && step ? "; " : "",
		step ? "each row has the lowest and the highest of several intervals" : "",
		f->chart->zone.name);
	for (k = 0; k < f->choice->count; k++)
		markup_printf(f->b, "<th scope=\"col\">%s", f->choice->shown[k].name);
	out_str(f->b, "</thead><tbody>\n");
}

static void figure_values(const struct figure *f, double seconds)
{
	const struct chart *c = f->chart;
	size_t i, k, last, gap = 0;
	int64_t step = 0;

	if (c->interval_count > ROWS)
		step = seconds > SCENE_BY_DAY ? (int64_t)DAY : time_ticks_step(seconds, ROWS);
	put_values_head(f, step);
	for (i = 0; i < c->interval_count; i = last + 1) {
		int has_values = choice_has_values(f->choice, i);

		for (last = i; step && last + 1 < c->interval_count &&
		               figure_row(c, last + 1, step) == figure_row(c, i, step);)
			has_values |= choice_has_values(f->choice, ++last);
		/* If a row stands for several intervals, print the gaps between these intervals
		 * after the row. */
		figure_gaps(f, &gap, c->intervals[i].start);
		if (!has_values)
			continue;
		out_str(f->b, "<tr><th scope=\"row\">");
		figure_time(f, c->intervals[i].start + c->intervals[i].shift);
		for (k = 0; k < f->choice->count; k++)
			put_range(f, &f->choice->shown[k], i, last);
		out_char(f->b, '\n');
	}
	figure_gaps(f, &gap, INFINITY);
	out_str(f->b, "</tbody></table></div></details>\n");
}

/* ---- The figure ---- */

static void put_remarks(const struct figure *f)
{
	const struct choice *choice = f->choice;
	const struct chart *c = f->chart;
	int is_area = c->kind == CHART_AREA;
	size_t i, absent = 0, negative = 0;

	out_str(f->b, "<p class=\"m\">");
	if (choice->others)
		markup_printf(f->b,
			"Shown are the %u with the highest averages and %u more with the highest peaks; the %s. ",
			CHART_SERIES_MAX - CHOOSE_PEAKS, CHOOSE_PEAKS,
			is_area ? "others are added up" : "grey line is the highest of the others");
	if (c->series_count > CHOOSE_LISTED)
		markup_printf(f->b, "They are too many for a list here: %u. ",
		              (unsigned)c->series_count);
	if (c->has_ranges)
		out_str(f->b,
		        "Values are averages of several intervals, also for 95 % and for sums of others; "
		        "other min, max and ranges in the table are of single intervals. ");
	for (i = 0; is_area && i < c->series_count; i++) {
		negative += choice->all[i].lowest < 0;
		if (!choice->all[i].count)
			markup_printf(f->b, "%s%s",
			              absent++ ? ", " : "No value is known, and none added up, of ",
			              c->series[i].name);
	}
	out_str(f->b, absent ? ". " : "");
	out_str(f->b, negative ? "Values below zero are drawn as zero; the table has them. " : "");
	out_str(f->b, c->names_events && c->event_count ? "Dotted lines: changes. " : "");
	if (choice->gap_count)
		out_str(f->b, "Hatched: no data; the table has the times and reasons.");
	out_str(f->b, "</p>\n");
}

static void put_figure(struct chart_page *p, const struct choice *choice)
{
	const struct chart *c = choice->chart;
	struct figure f = { .b = p->out, .chart = c, .choice = choice, .precision = 60 };
	double from, to;
	char id[32];
	size_t i;

	choice_range(c, &from, &to);
	/* If the table shows the first interval at a time before the start of the interval, the
	 * script of the page needs dates. */
	f.has_dates = to - from > 1.02 * DAY || (c->interval_count && c->intervals[0].shift < -59);
	for (i = 0; i < c->interval_count; i++)
		if (c->intervals[i].end - c->intervals[i].start < 59.5)
			f.precision = 1;
		else if (c->intervals[i].end - c->intervals[i].start > DAY / 2)
			f.has_dates = 1;
	out_str(f.b, "<div class=\"f\">");
	snprintf(id, sizeof id, "c%u", p->charts);
	svg_put(f.b, choice, 800, 300, "c wide", id);
	snprintf(id, sizeof id, "c%un", p->charts);
	/* for telephones */
	svg_put(f.b, choice, 360, 270, "c narrow", id);
	figure_legend(&f);
	put_remarks(&f);
	if (choice->others && c->series_count <= CHOOSE_LISTED)
		figure_all(&f);
	figure_values(&f, to - from);
}

/* Return the largest magnitude of all values of the chart; NAN: the chart has no value. */
static double figure_largest(const struct choice *choice)
{
	double most = NAN;
	size_t i;

	for (i = 0; i < choice->chart->series_count; i++)
		most = fmax(most, fmax(fabs(choice->all[i].lowest), fabs(choice->all[i].highest)));
	return most;
}

int chart_draw(struct chart_page *p, const struct chart *c)
{
	struct choice choice;
	int failed = choose(&choice, c);
	double largest = failed ? NAN : figure_largest(&choice);

	p->charts++;
	if (!isnan(largest)) {
		out_str(p->out, "<figure id=\"");
		markup_put_id(p->out, p->sections, c->report, c->number);
		markup_printf(p->out, "\"><figcaption><h4>%s</h4></figcaption>\n", c->title);
		if (largest < c->least)
			markup_printf(p->out,
			              "<p class=\"m\">None: all values are below %g%s%s.</p>",
			              c->least, *c->unit ? " " : "", c->unit);
		else
			put_figure(p, &choice);
		out_str(p->out, "</figure>\n");
	}
	choose_done(&choice);
	return failed;
}
