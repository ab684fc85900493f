/* show_run.c: read captures, join intervals to steps, run the queries, and pass rows to the
 * format. */
#include "config.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/descriptors.h"
#include "cli/escape.h"
#include "cli/lists.h"
#include "cli/thread.h"
#include "show/format.h"
#include "show/processes.h"
#include "show/show_output.h"
#include "stat/alarms.h"
#include "stat/number.h"

/* The intervals that --every or INTERVAL joins to steps. */
struct steps {
	double length; /* seconds; 0: each interval is shown */
	int by_clock;
	struct show_span span; /* combines the intervals of the current step so far */
	/* copy of the text in span.gap, because the text in the span of an interval is only valid
	 * during this interval */
	char gap[FEED_TEXT];
	int64_t place; /* start of the step; if ->by_clock is 1, a round time such as a full hour */
	int is_outside; /* 1: the last interval was outside of --daily and --days */
	int was_said; /* 1: say_length() has printed its message */
};

/* The state of a system. Captures that are read one after the other use the same struct. With
 * --follow, each system that is read at the same time has its own struct. */
struct show_system {
	/* the first member, so that a pointer to it can be cast to struct show_system */
	struct feed feed;
	struct queries queries;
	struct alarms *alarms;
	struct steps steps;
	struct show_span all; /* all intervals of the system, for its averages */
	unsigned samples;
	int begins; /* 1: no interval of the system has been shown yet */
	double shortest, longest; /* lengths of the shortest and the longest interval, in seconds */
	struct show_zones zones;
	struct show_system *next;
};

struct show_run {
	const struct show_options *o;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	struct show_system *systems;
	struct show_system *of; /* the system whose records are being read */
	struct processes processes;
	struct output output;
	struct show show;
	struct feed_reading reading;
	int64_t since, until; /* microseconds since 1970 */
	int has_shown; /* 1: an interval between ->since and ->until was shown */
	/* 1: a row was shown, possibly of the first sample, which does not end an interval */
	int has_rows;
	size_t *order;
	size_t order_room;
	int had_values; /* 1: some interval had a known length */
	/* start of the first interval and end of the last one, shown or not, in microseconds since
	 * 1970; 0: no interval */
	int64_t first, last;
};

#define SECOND 1000000
/* Without --jobs, at most JOBS_MAX processes run, and only one if the captures have less than
 * PARALLEL_SIZE bytes. */
#define JOBS_MAX 8
#define PARALLEL_SIZE (4u * 1024u * 1024u)

static int run_no_memory(struct show_run *r)
{
	r->reading.stop = 1;
	return diag_no_memory();
}

/* ---- Rows ---- */

/* Return 1 if ROW, a row of the report R, matches all elements of ONLY, the arguments of --only.
 * ONLY may be NULL. */
static int is_wanted_row(const struct report *r, const struct cell_value *row, char *const *only)
{
	char text[128];
	double number;

	for (; only && *only; only++) {
		size_t n = strcspn(*only, "=");
		const struct cell_value *v = row + report_only_column(r, *only, n);

		if (v->type == SQLITE_TEXT)
			snprintf(text, sizeof text, "%.*s", (int)v->length, v->text);
		else if (rows_number(v, &number) == 0)
			text[number_put_digits(text, number)] = '\0';
		else
			return 0;
		if (!globs_match(*only + n + 1, text))
			return 0;
	}
	return 1;
}

/* Set r->order to the indexes of the rows of the query Q that are shown. If the report of Q shows
 * only changes, leave out rows that are equal to a row of the previous interval. Returns the number
 * of rows; -1 after a message. */
static long order_rows(struct show_run *r, const struct query *q)
{
	const char *by = r->o->rows.by;
	size_t n = 0, i;
	int column = -1;
	int is_changed = q->report->show.changes && !r->o->format->unchanged && !r->of->begins;
	uint32_t of;

	if (by)
		column = report_column_find(q->report, by, strlen(by));
	else if (r->o->rows.top)
		column = report_first_column(q->report, NULL);
	column = report_sort_column(q->report, column);
	of = (uint32_t)column;
	if (ARRAY_EXTEND(r->order, r->order_room, q->rows.n))
		return run_no_memory(r);
	rows_sort(&q->rows, &of, column >= 0, 1, r->order);
	for (i = 0; i < q->rows.n; i++)
		if (!is_changed ||
		    (!q->is_same && !rows_have(&q->before, rows_at(&q->rows, r->order[i]))))
			r->order[n++] = r->order[i];
	return (long)(r->o->rows.top && r->o->rows.top < n ? r->o->rows.top : n);
}

/* Remove rows of the query Q that --only does not select, and totals that the format does not
 * show. */
static void drop_rows(const struct show_run *r, struct query *q)
{
	int has_totals = r->o->format->totals && !r->o->rows.by && !r->o->rows.top;
	size_t n = 0, i;

	for (i = 0; i < q->rows.n; i++) {
		const struct cell_value *row = rows_at(&q->rows, i);

		if (is_wanted_row(q->report, row, r->o->rows.only) &&
		    (has_totals || !keys_are_total(q->report, row)))
			memmove(rows_at(&q->rows, n++), row, q->rows.width * sizeof *row);
	}
	q->rows.n = n;
}

/* In the texts of the rows R, replace control characters except tabs and newlines by question
 * marks. */
static void make_harmless(struct rows *r)
{
	struct cell_value *v = r->cells;
	size_t left = r->n * r->width, at, to, n;
	int unsafe;

	for (; left > 0; left--, v++) {
		char *text = (char *)v->text;

		if (v->type != SQLITE_TEXT)
			continue;
		for (at = to = 0; at < v->length; at += n) {
			n = safe_character(text + at, v->length - at, &unsafe);
			memmove(text + to, unsafe ? "?" : text + at, unsafe ? 1 : n);
			to += unsafe ? 1 : n;
		}
		text[to] = '\0';
		v->length = to;
	}
}

/* Print the note of the query Q once per system. All rows have the same note. */
static void say_note(struct show_run *r, struct query *q)
{
	const char *system = r->of->feed.system.id;
	size_t i;

	for (i = 0; i < q->report->ncolumns && q->rows.n && !*q->note; i++) {
		const struct cell_value *v = rows_at(&q->rows, 0) + i;

		if (!report_is_note(q->report, i) || v->type != SQLITE_TEXT || !v->length)
			continue;
		snprintf(q->note, sizeof q->note, "%.*s", (int)v->length, v->text);
		diag_note("%s%s%s: %s", system, *system ? ": " : "", q->report->name, q->note);
	}
}

/* Return 1 if the query Q runs for SPAN. ONLY_EVENTS: 1 if SPAN is an interval inside a step, for
 * which only reports of events run. */
static int runs_in_span(const struct query *q, const struct show_span *span, int only_events)
{
	if (q->report->show.events)
		return span->kind == SHOW_INTERVAL;
	return !only_events && !(q->report->show.changes && span->kind == SHOW_AVERAGE);
}

/* Pass the rows of the query Q to the format. If the rows are events, pass each row with the time
 * of the event instead of SPAN. Returns 0, or -1 after a message. */
static int pass_rows(struct show_run *r, struct query *q, const struct show_span *span)
{
	struct show_span event = { .system = span->system };
	size_t i, n = r->show.n;
	double time;

	if (!r->o->format->rows)
		return 0;
	if (!q->report->show.events)
		return r->o->format->rows(&r->show, q, span);
	r->show.n = 1;
	for (i = 0; i < n; i++) {
		r->show.order = &r->order[i];
		time = show_number(q->report, rows_at(&q->rows, r->order[i]), "unix_time");
		event.end = isnan(time) ? span->end : (int64_t)(time * SECOND + 0.5);
		if (r->o->format->rows(&r->show, q, &event))
			return -1;
	}
	return 0;
}

/* Run all queries on the rows that sources_show() has chosen. Returns 0, or -1 after a message. */
static int show(struct show_run *r, const struct show_span *span)
{
	const struct format *f = r->o->format;
	int only_events = r->of->steps.length > 0 && span->kind == SHOW_INTERVAL, has_rows = 0;
	long n = texts_number(&r->show.systems, span->system, r->show.system_number);
	size_t i;

	r->show.system_number = n < 0 ? 0 : (size_t)n;
	if (n < 0 || queries_show(&r->of->queries, span) ||
	    (!only_events && processes_span(&r->processes, &r->of->queries)))
		return run_no_memory(r);
	for (i = 0; i < r->of->queries.n; i++) {
		struct query *q = &r->of->queries.list[i];

		if (!runs_in_span(q, span, only_events))
			continue;
		if (processes_run(&r->processes, &r->of->queries, q)) {
			if (!r->processes.has_failed)
				continue;
			/* Set an error in the output buffer, so that output_end() removes the
			 * incomplete page. */
			r->show.b.error = EPIPE;
			r->reading.stop = 1;
			return -1;
		}
		say_note(r, q);
		q->shown |= q->rows.n > 0;
		drop_rows(r, q);
		if ((f->as_is || r->o->data == &format_csv) && r->show.on_terminal)
			make_harmless(&q->rows);
		n = order_rows(r, q);
		r->show.order = r->order;
		r->show.n = (size_t)n;
		r->show.has_output |= n > 0;
		has_rows |= n > 0 && !show_passes(q, span);
		if (n < 0 || pass_rows(r, q, span))
			return -1;
	}
	if (only_events)
		return 0;
	r->of->begins = 0;
	r->has_rows |= has_rows && span->kind != SHOW_AVERAGE;
	r->had_values |= span->seconds > 0;
	if (span->seconds > 0)
		texts_clear(&r->of->feed.gone);
	if (f->end_span && f->end_span(&r->show, span))
		return -1;
	/* Do not write headings without rows to a file, because they would replace its contents. */
	if (r->show.live && (r->show.has_output || !r->show.b.cut))
		out_flush(&r->show.b);
	r->reading.stop |= r->show.b.error != 0;
	if (r->show.b.error == EPIPE && r->show.live)
		stop_ask_unread();
	/* The first sample has no differences of counters, so it counts as a line for COUNT only if
	 * it has rows. */
	if (span->kind != SHOW_AVERAGE && r->o->pace.count && (has_rows || !span->first) &&
	    ++r->reading.lines == r->o->pace.count)
		r->reading.stop = 1;
	return 0;
}

/* ---- Intervals ---- */

/* Return the middle of SPAN or, for the first sample, a time just before its end. */
static int64_t show_middle(const struct show_span *span)
{
	return span->seconds > 0 ? span->start + (span->end - span->start) / 2 : span->end - 1;
}

static int is_in_window(const struct show_run *r, const struct show_span *span)
{
	int64_t us = show_middle(span), day;

	return windows_have(&r->o->period.windows, us + show_zone(&r->show, us) * SECOND, &day);
}

/* Return the start, such as a full hour, of the step that contains the middle of SPAN. The end of
 * SPAN could be in the next step, because CP takes samples a little late. A step of one or more
 * days has whole windows of --daily, even if a window ends after midnight. */
static int64_t place_of(const struct show_run *r, const struct show_span *span)
{
	int64_t length = (int64_t)(r->of->steps.length * SECOND);
	int64_t us = show_middle(span), at, over, day;
	long zone = show_zone(&r->show, us);

	at = us + zone * SECOND;
	length = length > 0 ? length : 1;
	windows_have(&r->o->period.windows, at, &day);
	if (length % SHOW_DAY == 0)
		at = day;
	over = at % length;
	at -= over < 0 ? over + length : over;
	/* Use the UTC offset at the start of the step, because the offset may change within the
	 * step. So the hour that occurs twice at the end of daylight saving time is two steps of an
	 * hour, but belongs to one step of a day. */
	return at - show_zone(&r->show, at - zone * SECOND) * SECOND;
}

/* If the time that a line covers differs from INTERVAL by more than a second, report this once:
 * INTERVAL is not a multiple of the interval of CP. */
static void say_length(struct steps *s)
{
	double seconds = s->span.seconds;

	if (s->was_said || seconds <= 0 || fabs(seconds - s->length) <= 1)
		return;
	s->was_said = 1;
	diag_note(
		"INTERVAL is %.0f s, but a line covers whole intervals of CP: this line covers %.0f s",
		s->length, seconds);
}

static int finish_step(struct show_run *r)
{
	struct show_span span = r->of->steps.span;
	int rc;

	memset(&r->of->steps.span, 0, sizeof r->of->steps.span);
	if (!span.intervals)
		return 0;
	sources_show(&r->of->queries.sources, SOURCE_STEP);
	rc = show(r, &span);
	sources_clear(&r->of->queries.sources, SOURCE_STEP);
	return rc;
}

static int add_to_step(struct show_run *r, const struct show_span *span)
{
	struct steps *s = &r->of->steps;
	struct show_span *all = &s->span;
	int begins = !all->intervals || all->seconds <= 0;

	if (!all->intervals) {
		*all = *span;
		all->kind = SHOW_STEP;
	} else {
		all->start = begins ? span->start : all->start;
		all->end = span->end;
		all->seconds += span->seconds;
		all->intervals++;
		all->first &= span->first;
		all->ipled |= span->ipled;
	}
	if (begins) {
		s->place = s->by_clock ? place_of(r, span) : show_start(span);
		all->label = s->length < 3600 ? 0 : s->place;
	}
	if (span->gap && (!all->gap || all->gap == span->gap)) {
		snprintf(s->gap, sizeof s->gap, "%s", span->gap);
		all->gap = s->gap;
	}
	/* End a step at the multiple of CP's interval that is nearest to INTERVAL. Multiply by
	 * 0.51, not 0.50, because the lengths of intervals vary a little: if INTERVAL is halfway
	 * between two multiples, long and short lines would alternate. */
	if (s->by_clock || (all->seconds + span->seconds * 0.51 < s->length && !span->first))
		return 0;
	say_length(s);
	return finish_step(r);
}

static void run_begin_system(void *arg)
{
	struct show_run *r = arg;
	struct show_system *of = r->of;
	size_t i;

	memset(&of->all, 0, sizeof of->all);
	for (i = 0; i < of->queries.n; i++)
		of->queries.list[i].note[0] = '\0';
	of->samples = 0;
	of->begins = 1;
	of->steps.is_outside = 0;
	of->zones.n = 0;
	of->shortest = INFINITY;
	of->longest = 0;
	if (r->o->format->begin_system)
		r->o->format->begin_system(&r->show);
}

static void note_times(const struct show_run *r)
{
	const struct show_system *of = r->of;
	const char *system = of->all.system, *colon = *system ? ": " : "";
	const struct sources *s = &of->queries.sources;
	char text[INTERVALS_TEXT > SOURCES_COVERED ? INTERVALS_TEXT : SOURCES_COVERED];
	size_t i;

	for (i = 0; (r->o->format->averages || of->steps.length > 0) && of->samples > 1 && i < s->n;
	     i++)
		if (sources_covered(s, i, text))
			diag_note("%s%s%s: averages cover only a part of the time: %s", system,
			          colon, s->list[i]->name, text);
	if (series_contradict(of->feed.series, text))
		diag_note("%s%s%s", system, colon, text);
	if (of->longest > 1.5 * of->shortest)
		diag_note("%s%sintervals took from %.0f to %.0f s: averages are weighted by time",
		          system, colon, of->shortest, of->longest);
	if (r->o->time == STAT_TIME_SYSTEM && of->samples && !of->zones.n)
		diag_note("%s%sno record D1R4 gives the time zone of the system: times are UTC",
		          system, colon);
}

static void run_end_system(void *arg)
{
	struct show_run *r = arg;
	struct show_system *of = r->of;
	const struct format *f = r->o->format;

	of->all.system = r->show.system = of->feed.system.id;
	if (finish_step(r))
		return;
	if (f->averages && of->samples && !r->show.b.error) {
		of->all.kind = SHOW_AVERAGE;
		sources_show(&of->queries.sources, SOURCE_ALL);
		show(r, &of->all);
	}
	if (f->end_system)
		f->end_system(&r->show);
	if (of->alarms)
		alarms_clear(of->alarms);
	note_times(r);
}

static void say_gap(const struct show_run *r, const struct show_span *span)
{
	void (*say)(const char *fmt, ...) = span->missing ? diag_damage : diag_note;
	char time[SHOW_TIME_SIZE];

	if (!span->gap)
		return;
	show_put_time(&r->show, time, span->end);
	say("%s%s%s: no values for the interval that ends here: %s", span->system,
	    *span->system ? ": " : "", time, span->gap);
}

static int show_interval(struct show_run *r, const struct show_span *span)
{
	struct sources *s = &r->of->queries.sources;
	const struct steps *steps = &r->of->steps;
	int has_steps = steps->length > 0;

	r->show.release = span->release;
	memcpy(r->show.level, span->level, sizeof r->show.level);
	/* If SPAN belongs to the next step, end the current step. But do not end a step that has
	 * only the first sample: this sample has no length, and a few microseconds decide to which
	 * step it belongs. */
	if (steps->by_clock && steps->span.seconds > 0 && steps->place != place_of(r, span) &&
	    finish_step(r))
		return -1;
	if (sources_add(s, span, has_steps))
		return run_no_memory(r);
	sources_show(s, SOURCE_INTERVAL);
	return show(r, span) || (has_steps && add_to_step(r, span)) ? -1 : 0;
}

static int pass_interval(struct show_run *r)
{
	if (r->of->steps.is_outside)
		return 0;
	r->of->steps.is_outside = 1;
	sources_skip(&r->of->queries.sources);
	return r->of->steps.by_clock ? 0 : finish_step(r);
}

static int interval(void *arg, const struct show_span *span)
{
	struct show_run *r = arg;
	struct show_system *of = r->of;
	struct show_span shown = *span;
	int64_t start = show_start(span);
	int rc;

	of->queries.samples = 1;
	show_note_zone(&r->show, span);
	/* Stop if there was no memory for a layout, because records of this layout would look
	 * unknown. */
	if (monread_layouts_failed(r->layouts))
		return run_no_memory(r);
	r->first = !r->first || start < r->first ? start : r->first;
	r->last = span->end > r->last ? span->end : r->last;
	if (show_middle(span) < r->since)
		return 0;
	if (show_middle(span) > r->until) {
		/* Live data comes in the order of time, so no later interval can be before
		 * --until. */
		r->reading.stop |= r->show.live;
		return r->show.live ? -1 : 0;
	}
	if (!is_in_window(r, span))
		return pass_interval(r);
	r->has_shown |= span->seconds > 0;
	if (span->seconds > 0) {
		of->shortest = fmin(of->shortest, span->seconds);
		of->longest = fmax(of->longest, span->seconds);
	}
	say_gap(r, span);
	if (!of->samples++)
		of->all.start = start;
	of->all.intervals += span->seconds > 0;
	of->all.end = span->end;
	of->all.seconds += span->seconds;
	if (of->steps.is_outside && !shown.gap)
		shown.gap = "outside of --daily and --days";
	of->steps.is_outside = 0;
	rc = show_interval(r, &shown);
	return rc || r->reading.stop ? -1 : 0;
}

/* ---- Events ---- */

/* Compute the times of --since and --until, which may be relative to TOD, the time of the first
 * record. */
static void settle_times(void *arg, uint64_t tod)
{
	struct show_run *r = arg;
	const struct show_options *o = r->o;

	moment_span(&o->period.since, &o->period.until, monread_tod_to_unix_us(tod),
	            o->time == STAT_TIME_LOCAL, &r->since, &r->until);
	/* If the time of --until has no fraction of a second, it includes the whole second. */
	if (o->period.until.kind && !o->period.until.exact)
		r->until += 999999;
}

static void begin_input(void *arg, const struct input *in)
{
	struct show_run *r = arg;

	if (in->is_live == r->show.live)
		return;
	r->show.live = in->is_live;
	if (r->show.live && r->show.on_terminal && r->o->format->begin_live)
		r->o->format->begin_live(&r->show);
}

/* ---- Before and after ---- */

/* If no interval is in the period that the user asked for, report this and return 1. */
static int say_period(const struct show_run *r)
{
	char first[SHOW_TIME_SIZE], last[SHOW_TIME_SIZE];
	const struct windows *w = &r->o->period.windows;
	int has_windows = w->days || w->from || w->to;
	const char *where = "between --since and --until";

	if (!r->first || r->has_shown || r->has_rows ||
	    !(r->o->period.since.kind || r->o->period.until.kind || has_windows))
		return 0;
	show_put_time(&r->show, first, r->first);
	show_put_time(&r->show, last, r->last);
	if (has_windows)
		where = "in a window of --daily and --days";
	diag_note("no interval lies mostly %s; the intervals of the captures are from %s to %s",
	          where, first, last);
	return 1;
}

static void say_missing(struct show_run *r)
{
	const struct show_options *o = r->o;
	char unchecked[512];
	struct missing_text t;
	size_t i, n = 0;
	int said, had_rows = r->had_values;

	if (!r->reading.has_records)
		return;
	r->of = r->systems;
	if (o->systems && !r->of->feed.has_wanted) {
		if (*r->of->feed.others)
			diag_damage("--system=%s: no such system; found: %s", o->systems,
			            r->of->feed.others);
		else
			diag_damage("--system=%s: no such system; no capture names its system",
			            o->systems);
		return;
	}
	said = say_period(r);
	for (i = 0; i < r->of->queries.n && !r->reading.stop; i++) {
		const struct query *q = &r->of->queries.list[i];
		const struct show_system *other;
		int missing = 1, shown = 0, failed = 0;
		/* If the user asked for "all" reports, mention only the reports that --alarm names:
		 * without --alarms, only these reports have alarms. */
		int is_named = !o->wanted.all ||
		               (o->alarms.list && !o->alarms.own && q->report->nalarms);

		/* A report is missing only if no system has its records. */
		for (other = r->systems; other; other = other->next) {
			missing &= needs_missing(&other->queries, q->report, &t);
			shown |= other->queries.list[i].shown;
			failed |= other->queries.list[i].failed;
		}
		if (!is_named && missing && o->alarms.own && q->report->nalarms &&
		    n < sizeof unchecked)
			n += (size_t)snprintf(unchecked + n, sizeof unchecked - n, "%s%s",
			                      n ? ", " : "", q->report->name);
		said |= is_named && missing;
		had_rows |= shown;
		if (!is_named)
			continue;
		if (*t.text)
			(missing ? diag_damage : diag_note)("%s: %s", q->report->name, t.text);
		if (missing || failed || shown || !r->had_values)
			continue;
		said = 1;
		diag_damage("%s: nothing to show: the records of this report are too short, or no "
		            "layout describes the fields that it needs", q->report->name);
	}
	if (o->rows.only && had_rows && !r->has_rows && !said && !r->reading.failed) {
		said = 1;
		/* If no row matches, report damage only if all input was read: the unread rest of
		 * the input may have matching rows. */
		(r->reading.stop || stop_asked() ? diag_note : diag_damage)(
			"--only=%s%s: no row of any report matches; without --only, monstat shows all rows",
			o->rows.only[0], o->rows.only[1] ? " --only=..." : "");
	}
	if (n)
		diag_note(
			"--alarms: reports that were not checked, because the captures do not have their records: %s%s",
			unchecked, n < sizeof unchecked ? "" : "...");
	if (!said && !n && !r->had_values && !r->has_rows && !r->reading.stop &&
	    !r->reading.failed && !stop_asked())
		diag_damage("nothing to show: no two samples can be compared");
}

static void show_run_turn(void *arg, struct feed *f)
{
	struct show_run *r = arg;

	r->of = (struct show_system *)f;
	r->show.queries = &r->of->queries;
	r->show.alarms = r->of->alarms;
	r->show.zones = &r->of->zones;
}

/* Add a system to r->systems. Returns the feed of this system, or NULL after a message. */
static struct feed *show_run_join(void *arg)
{
	struct show_run *r = arg;
	const struct show_options *o = r->o;
	struct show_system *s = calloc(1, sizeof *s), **end = &r->systems;

	if (!s) {
		run_no_memory(r);
		return NULL;
	}
	while (*end)
		end = &(*end)->next;
	*end = s;
	s->steps.length = o->every > 0 ? o->every : o->pace.interval;
	s->steps.by_clock = o->every > 0;
	s->feed.sources = &s->queries.sources;
	s->feed.layouts = r->layouts;
	s->feed.release = o->release;
	s->feed.wanted_systems = o->systems;
	s->feed.calls = (struct feed_calls){ run_begin_system, run_end_system, interval,
		                             r };
	if (queries_begin(&s->queries, r->layouts, r->codepage, o->release))
		return NULL;
	s->queries.classes = o->rows.classes;
	if (queries_add(&s->queries, o->wanted.list, o->wanted.n, o->wanted.all) <= 0)
		return NULL;
	s->alarms = alarms_new(&s->queries);
	if (s->alarms && feed_begin(&s->feed) == 0)
		return &s->feed;
	run_no_memory(r);
	return NULL;
}

static int show_run_begin(struct show_run *r)
{
	const struct show_options *o = r->o;

	r->reading.feed = show_run_join(r);
	if (!r->reading.feed)
		return -1;
	show_run_turn(r, r->reading.feed);
	if (o->format->one_report && r->of->queries.n > 1)
		diag_usage("--format=%s can only hold one report; name one, or use --format=json",
		           o->format->name);
	if (r->processes.number)
		return 0;
	if (output_begin(&r->output, o, &r->show.b))
		return -1;
	r->show.on_terminal = isatty(r->output.fd);
	r->show.state = calloc(1, o->format->state_size + 1);
	r->show.parts = calloc(r->of->queries.n + 1, o->format->part_size + 1);
	if (!r->show.state || !r->show.parts || out_buffer_init(&r->show.words, OUT_MEMORY))
		return run_no_memory(r);
	return o->format->begin ? o->format->begin(&r->show) : 0;
}

/* Finish the output. After a failure, headings without rows do not replace an existing file. */
static void show_run_end(struct show_run *r)
{
	struct out_buffer *b = &r->show.b;

	if (b->cut && !r->show.has_output && (diag_status() == STATUS_FAILED || r->reading.failed))
		b->p = b->buf;
	else if (r->o->format->end && !b->error)
		r->o->format->end(&r->show);
	if (r->reading.failed) {
		out_flush(b);
		b->cut = 0;
	}
}

/* Read the two operands of --diff. All captures of a directory count as one capture. */
static void compare_captures(struct show_run *r)
{
	const struct folder_names *found = &r->o->files.found;
	int i, k;

	for (i = 0; i < r->o->files.n && !r->reading.stop && !stop_asked(); i = k) {
		for (k = i + 1; found->names && k < found->n && found->of[k] == found->of[i]; k++)
			;
		reading_captures(&r->reading, r->o->files.list + i, k - i, NULL);
		feed_end_capture(&r->of->feed);
		r->reading.has_first = 0;
		r->o->format->end_file(&r->show);
	}
}

/* Write the rows so far, so that a terminal shows them before the next message. */
static void run_flush(void *arg)
{
	struct show_run *r = arg;

	/* Do not write headings without rows to a file, because they would replace its contents. */
	if (!r->show.b.cut)
		out_flush(&r->show.b);
}

/* Return the number of processes to use: only one process can read a device or pipe. */
static unsigned run_processes(const struct show_options *o)
{
	uint64_t size = 0;
	struct stat st;
	int i;

	if (o->wanted.n < 2 || o->diff || o->screen || o->pace.follows ||
	    o->input.follow || o->input.container == MONREAD_CONTAINER_DEVICE)
		return 1;
	for (i = 0; i < o->files.n; i++) {
		if (descriptor_named(o->files.list[i]) >= 0 || stat(o->files.list[i], &st) ||
		    !S_ISREG(st.st_mode))
			return 1;
		size += (uint64_t)st.st_size;
	}
	if (!o->pace.jobs && size < PARALLEL_SIZE)
		return 1;
	return thread_number(o->pace.jobs, JOBS_MAX);
}

int run_reports(struct show_options *o, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage)
{
	const struct format silent = { .averages = o->format->averages };
	struct show_run r = {
		.o = o,
		.layouts = layouts,
		.codepage = codepage,
		.reading = {
			.input = &o->input,
			.count = o->pace.count,
			.begin = begin_input,
			.first = settle_times,
			.join = o->files.found.has_many ? show_run_join : NULL,
			.turn = show_run_turn,
			.arg = &r,
		},
		.show = {
			.options = o,
			.many_systems = o->files.found.has_many,
		},
	};
	struct show_system *next;
	int begun;

	if (processes_begin(&r.processes, run_processes(o)))
		o->format = &silent;
	stop_install();
	begun = show_run_begin(&r) == 0;
	if (begun) {
		if (isatty(STDERR_FILENO))
			diag_flush_before(run_flush, &r);
		if (o->diff)
			compare_captures(&r);
		else
			reading_captures(&r.reading, o->files.list, o->files.n,
			                 o->files.found.has_many ? NULL : &r.show.many_systems);
		for (next = r.systems; next; next = next->next) {
			show_run_turn(&r, &next->feed);
			feed_end(&next->feed);
		}
	}
	processes_end(&r.processes);
	if (begun) {
		say_missing(&r);
		diag_flush_before(NULL, NULL);
		show_run_end(&r);
	}
	if (o->format->done && r.show.state && r.show.parts)
		o->format->done(&r.show);
	free(r.show.state);
	free(r.show.parts);
	out_buffer_done(&r.show.words);
	texts_done(&r.show.systems);
	if (r.show.b.buf)
		output_end(&r.output, &r.show.b);
	for (; r.systems; r.systems = next) {
		next = r.systems->next;
		alarms_free(r.systems->alarms);
		feed_done(&r.systems->feed);
		queries_done(&r.systems->queries);
		free(r.systems);
	}
	free(r.order);
	return r.show.fired;
}
