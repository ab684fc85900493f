/* figure.c: chart_draw(): a chart in a page: the picture, its statistics, and its values as a table. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/svg.h"
#include "chart/text.h"
#include "cli/words.h"

#define WIDTH 800u
#define HEIGHT 300u
/* The size on a telephone. */
#define NARROW_WIDTH 360u
#define NARROW_HEIGHT 270u
/* Maximum rows of the table of values; if there are more intervals, several share a row. */
#define ROWS 288u
/* Maximum gaps named below the picture; the table has all. */
#define GAPS_NAMED 4u
/* Longer reasons appear only in the table. */
#define REASON_LENGTH 28u
#define DAY 86400.0

/* Print the time of a row, with the date if the chart covers more than a day. */
static void put_time(struct out_buffer *b, const struct chart *c, double t, int64_t step)
{
	char label[TICKS_LABEL];
	double from, to;

	scene_range(c, &from, &to);
	if (to - from > 1.02 * DAY) {
		date_label(whole_below(t), c->zone.offset, label);
		out_printf(b, "%s ", label);
	}
	time_label(whole_below(t), c->zone.offset, step, label);
	out_str(b, label);
}

/* Return 1 (seconds) if an interval is shorter than a minute, else 60. */
static int64_t precision(const struct chart *c)
{
	size_t i;

	for (i = 0; i < c->interval_count; i++)
		if (c->intervals[i].end - c->intervals[i].start < 59.5)
			return 1;
	return 60;
}

static void put_cell(struct out_buffer *b, double v, unsigned decimals)
{
	out_str(b, "<td>");
	text_put_short(b, v, decimals);
}

static void put_stats_head(struct out_buffer *b)
{
	out_str(b, "<thead><tr><th scope=\"col\"><th scope=\"col\"><abbr title=\"minimum\">min</abbr><th scope=\"col\"><abbr title=\"average\">avg</abbr>"
	           "<th scope=\"col\"><abbr title=\"95th percentile: not exceeded in 95 % of the time\">95 %</abbr>"
	           "<th scope=\"col\"><abbr title=\"maximum\">max</abbr><th scope=\"col\"><abbr title=\"time of the maximum\">at</abbr>"
	           "</thead><tbody>\n");
}

static void put_stats(struct out_buffer *b, const struct chart *c, const struct stats *s)
{
	put_cell(b, s->lowest, c->decimals);
	put_cell(b, s->average, c->decimals);
	put_cell(b, s->p95, c->decimals);
	put_cell(b, s->highest, c->decimals);
	out_str(b, "<td>");
	if (s->count)
		put_time(b, c, c->intervals[s->highest_at].start, precision(c));
	out_char(b, '\n');
}

static void put_legend(struct out_buffer *b, const struct choice *choice)
{
	size_t k, i;

	out_str(b, "<table class=\"s\">");
	put_stats_head(b);
	for (i = 0; i < choice->count; i++) {
		/* List areas from top to bottom, as in the picture. */
		k = choice->chart->kind == CHART_AREA ? choice->count - 1 - i : i;
		out_str(b, "<tr><th scope=\"row\">");
		svg_put_sample(b, choice, k);
		text_put(b, choice->shown[k].series.name);
		put_stats(b, choice->chart, &choice->shown[k].stats);
	}
	out_str(b, "</tbody></table>");
}

static void put_all(struct out_buffer *b, const struct choice *choice)
{
	const struct chart *c = choice->chart;
	size_t i;

	out_printf(b, "<details><summary>All %zu ", c->series_count);
	text_put(b, c->instances ? c->instances : "series");
	out_str(b, "</summary><div class=\"o\"><table>");
	put_stats_head(b);
	for (i = 0; i < c->series_count; i++) {
		out_str(b, "<tr><th scope=\"row\">");
		text_put(b, c->series[i].name);
		put_stats(b, c, &choice->all[i]);
	}
	out_str(b, "</tbody></table></div></details>\n");
}

static int64_t row_of(const struct chart *c, size_t i, int64_t step)
{
	return whole_below((c->intervals[i].start + (double)c->zone.offset) / (double)step);
}

/* Print the values of intervals FIRST to LAST of a shown series: one value, or the lowest and the highest. */
static void put_span(struct out_buffer *b, const struct chart *c, const struct shown *s, size_t first, size_t last)
{
	double low = 0, high = 0;
	size_t i, n = 0;

	out_str(b, "<td>");
	for (i = first; i <= last; i++) {
		double h = s->series.values[i], l = s->low ? s->low[i] : h;

		if (!is_value(h))
			continue;
		low = n && low < l ? low : l;
		high = n && high > h ? high : h;
		n++;
	}
	if (!n)
		return;
	text_put_number(b, low, c->decimals);
	if (high > low) {
		out_str(b, "\xE2\x80\x93");
		text_put_number(b, high, c->decimals);
	}
}

static void put_gap_row(struct out_buffer *b, const struct choice *choice, const struct scene_gap *g)
{
	const struct chart *c = choice->chart;

	out_str(b, "<tr class=\"n\"><th scope=\"row\">");
	put_time(b, c, g->from, precision(c));
	out_printf(b, "<td colspan=\"%zu\">", choice->count);
	text_put(b, g->why ? g->why : "no data");
	out_str(b, " until ");
	put_time(b, c, g->to, precision(c));
	out_char(b, '\n');
}

static void put_values_head(struct out_buffer *b, const struct choice *choice, int64_t step)
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" } };
	const struct chart *c = choice->chart;
	size_t k;

	out_str(b, "<details><summary>Values</summary><div class=\"o\"><table><caption>");
	text_put(b, c->unit);
	if (step) {
		for (k = 0; step % units[k].seconds; k++)
			;
		step /= units[k].seconds;
		out_printf(b, "%seach row has %lld %s%s, with the lowest and the highest interval in it", c->unit ? "; " : "",
		           (long long)step, units[k].name, words_plural((uint64_t)step));
	}
	out_printf(b, "</caption><thead><tr><th scope=\"col\">from, ");
	text_put(b, c->zone.name);
	for (k = 0; k < choice->count; k++) {
		out_str(b, "<th scope=\"col\">");
		text_put(b, choice->shown[k].series.name);
	}
	out_str(b, "</thead><tbody>\n");
}

static int has_values(const struct choice *choice, size_t first, size_t last)
{
	while (first < last && !choice_has_values(choice, first))
		first++;
	return choice_has_values(choice, first);
}

static void put_values(struct out_buffer *b, const struct choice *choice, const struct scene *s)
{
	const struct chart *c = choice->chart;
	size_t i, k, last, gap = 0;
	int64_t step = 0;

	if (c->interval_count > ROWS)
		step = s->by_day ? (int64_t)DAY : time_ticks_step(s->scale.to - s->scale.from, ROWS);
	put_values_head(b, choice, step);
	for (i = 0; i < c->interval_count; i = last + 1) {
		for (last = i; step && last + 1 < c->interval_count && row_of(c, last + 1, step) == row_of(c, i, step);)
			last++;
		/* Gaps within a row of several intervals come after the row. */
		for (; gap < s->gap_count && s->gaps[gap].from <= c->intervals[i].start; gap++)
			put_gap_row(b, choice, &s->gaps[gap]);
		if (!has_values(choice, i, last))
			continue;
		out_str(b, "<tr><th scope=\"row\">");
		put_time(b, c, c->intervals[i].start, precision(c));
		for (k = 0; k < choice->count; k++)
			put_span(b, c, &choice->shown[k], i, last);
		out_char(b, '\n');
	}
	for (; gap < s->gap_count; gap++)
		put_gap_row(b, choice, &s->gaps[gap]);
	out_str(b, "</tbody></table></div></details>\n");
}

/* Name the areas without known values. */
static void put_absent(struct out_buffer *b, const struct choice *choice)
{
	size_t k, n = 0;

	for (k = 0; k < choice->count; k++) {
		if (choice->chart->kind != CHART_AREA || choice->shown[k].stats.count)
			continue;
		out_str(b, n++ ? ", " : "No value is known, and none added up, of ");
		text_put(b, choice->shown[k].series.name);
	}
	out_str(b, n ? ". " : "");
}

/* Explain the parts that the picture omits. */
static void put_remarks(struct out_buffer *b, const struct choice *choice, const struct scene *s)
{
	const struct chart *c = choice->chart;
	size_t i, n = s->gap_count < GAPS_NAMED ? s->gap_count : GAPS_NAMED;

	out_str(b, "<p class=\"m\">");
	if (choice->others) {
		out_printf(b, "Shown are the %u with the highest averages and %u more with the highest peaks; ",
		           CHART_SERIES_MAX - CHOOSE_PEAKS, CHOOSE_PEAKS);
		text_put(b, choice->others_name);
		out_str(b, choice->shown[choice->count - 1].low ? " are the band from the lowest to the highest of them. "
		                                                : " are added up. ");
		if (c->series_count > CHOOSE_LISTED)
			out_printf(b, "They are too many for a list here: %zu. ", c->series_count);
	}
	if (s->negative)
		out_str(b, "Values below zero are drawn as zero; the table has them. ");
	put_absent(b, choice);
	for (i = 0; i < n; i++) {
		out_str(b, i ? "; " : "Hatched: ");
		if (s->gaps[i].why && strlen(s->gaps[i].why) <= REASON_LENGTH)
			text_put(b, s->gaps[i].why);
		else
			out_str(b, "no data");
		out_char(b, ' ');
		put_time(b, c, s->gaps[i].from, precision(c));
		out_str(b, "\xE2\x80\x93");
		put_time(b, c, s->gaps[i].to, precision(c));
	}
	if (s->gap_count > n)
		out_printf(b, "; and %zu more, which are in the table", s->gap_count - n);
	out_str(b, s->gap_count ? ".</p>\n" : "</p>\n");
}

static void put_caption(struct chart_page *p, const struct chart *c)
{
	out_str(p->out, "<figure id=\"");
	text_put_chart_id(p->out, p->sections, c->report, c->number);
	out_str(p->out, "\"><figcaption><h4>");
	text_put(p->out, c->title);
	out_str(p->out, "</h4></figcaption>\n");
}

static void put_figure(struct chart_page *p, const struct choice *choice, const struct scene *wide,
                       const struct scene *narrow)
{
	struct out_buffer *b = p->out;
	const struct chart *c = choice->chart;
	char id[32];

	put_caption(p, c);
	out_str(b, "<div class=\"f\">");
	snprintf(id, sizeof id, "c%u", p->charts);
	svg_put(b, wide, "c wide", id);
	snprintf(id, sizeof id, "c%un", p->charts);
	svg_put(b, narrow, "c narrow", id);
	put_legend(b, choice);
	out_str(b, "</div>\n");
	put_remarks(b, choice, wide);
	if (choice->others && c->series_count <= CHOOSE_LISTED)
		put_all(b, choice);
	put_values(b, choice, wide);
	out_str(b, "</figure>\n");
}

/* Return the value with the largest magnitude; NAN: the chart has no value. */
static double largest(const struct choice *choice)
{
	double most = NAN, low, high;
	size_t i;

	for (i = 0; i < choice->chart->series_count; i++) {
		low = fabs(choice->all[i].lowest);
		high = fabs(choice->all[i].highest);
		high = low > high ? low : high;
		if (is_value(high) && !(most >= high))
			most = high;
	}
	return most;
}

/* A chart whose values would all lie on its axis. */
static void put_none(struct chart_page *p, const struct chart *c)
{
	put_caption(p, c);
	out_printf(p->out, "<p class=\"m\">None: all values are below %g", c->least);
	out_str(p->out, c->unit ? " " : "");
	text_put(p->out, c->unit);
	out_str(p->out, ".</p></figure>\n");
}

static int draw_scenes(struct chart_page *p, const struct choice *choice)
{
	struct scene wide, narrow;
	int failed = scene_make(&wide, choice, WIDTH, HEIGHT);

	if (failed)
		return -1;
	failed = scene_make(&narrow, choice, NARROW_WIDTH, NARROW_HEIGHT);
	if (!failed) {
		put_figure(p, choice, &wide, &narrow);
		scene_done(&narrow);
	}
	scene_done(&wide);
	return failed;
}

int chart_draw(struct chart_page *p, const struct chart *c)
{
	struct choice choice;
	double most;
	int failed = 0;

	p->charts++;
	if (!c->interval_count || !c->series_count)
		return 0;
	if (choose(&choice, c))
		return -1;
	most = largest(&choice);
	if (most < c->least)
		put_none(p, c);
	else if (!isnan(most))
		failed = draw_scenes(p, &choice);
	choose_done(&choice);
	return failed ? -1 : 0;
}
