/* run.c: inputs to intervals, intervals to rows of reports. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/globs.h"
#include "cli/near.h"
#include "cli/stop.h"
#include "port/array.h"
#include "stat/collect.h"
#include "stat/feed.h"
#include "stat/format.h"
#include "stat/inputs.h"
#include "stat/needs.h"
#include "stat/number.h"
#include "stat/output.h"
#include "stat/rows.h"
#include "table/intervals.h"

struct steps {
	double length; /* seconds; 0: each interval stands for itself */
	int by_clock;
	struct show_span span; /* what there is of it, */
	char gap[FEED_TEXT];   /* with a text that lasts longer than its intervals */
	struct steps_place {
		int64_t number;
		long zone; /* seconds; 0 where a step may be of several */
	} place; /* by the clock: of the step */
	int was_said;          /* that lines are not as long as was asked for */
};

struct run {
	const struct options *o;
	const struct monread_layouts *layouts;
	struct queries queries;
	struct feed feed;
	struct output output;
	struct show show;
	struct steps steps;
	struct reading reading;
	int64_t since, until; /* microseconds since 1970 */
	int has_shown;        /* an interval was between them, */
	int has_rows;         /* or a sample without one, of which there are levels */
	size_t *order;
	size_t order_room;
	struct show_span all; /* of the system, */
	unsigned samples;     /* which has had so many */
	int begins;           /* and nothing of which was shown yet */
	int had_values;       /* an interval had a length */
	unsigned lines;       /* for COUNT, */
	int enough;           /* and nothing more is shown */
	double shortest, longest; /* intervals, in seconds */
};

#define SECOND 1000000
#define HOUR 3600.0
#define LATE 1.0 /* samples are so many seconds late, at most */

static int no_memory(struct run *r)
{
	r->reading.stop = 1;
	diag_fail("out of memory");
	return -1;
}

static int64_t us_of(uint64_t tod)
{
	return monread_tod_to_unix_us(tod);
}

/* ---- Rows ---- */

/* Does the row pass --only? */
static int is_wanted(const struct run *r, const struct query *q, size_t row)
{
	char text[128];
	char *const *only;
	double number;

	for (only = r->o->only; only && *only; only++) {
		size_t n = strcspn(*only, "=");
		const struct cell_value *v = rows_at(&q->rows, row) + report_column_find(q->report, *only, n);

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

/* The rows to be shown to r->order.  How many; -1: it was said why. */
static long order_rows(struct run *r, const struct query *q)
{
	const char *by = r->o->by;
	size_t n = 0, i;
	int column = by ? report_column_find(q->report, by, strlen(by)) : -1;
	uint32_t of = (uint32_t)column;

	if (ARRAY_EXTEND(r->order, r->order_room, q->rows.n))
		return no_memory(r);
	rows_sort(&q->rows, &of, column >= 0, 1, r->order);
	for (i = 0; i < q->rows.n; i++)
		if (is_wanted(r, q, r->order[i]))
			r->order[n++] = r->order[i];
	return (long)(r->o->top && r->o->top < n ? r->o->top : n);
}

/* Whether Q shows changes only, and there is none. */
static int is_the_same(const struct run *r, const struct query *q)
{
	return q->report->changes && !r->o->format->unchanged && !r->begins && rows_same_all(&q->rows, &q->before);
}

/* Report the note of Q once for each system. */
static void say_note(struct run *r, struct query *q)
{
	const char *system = feed_system(&r->feed);

	if (!*q->note || q->noted)
		return;
	q->noted = 1;
	diag_note("%s%s%s: %s", system, *system ? ": " : "", q->report->name, q->note);
}

/* Show the reports of what sources_show() was told.  0, or -1: it was said why. */
static int show(struct run *r, const struct show_span *span)
{
	const struct format *f = r->o->format;
	const struct sources_span told = { span->system, span->start, span->end, span->seconds, span->intervals,
		span->kind == SHOW_AVERAGE };
	int has_rows = 0;
	size_t i;
	long n;

	if (queries_show(&r->queries, &told))
		return no_memory(r);
	for (i = 0; i < r->queries.n; i++) {
		struct query *q = &r->queries.list[i];

		if (q->report->changes && span->kind == SHOW_AVERAGE)
			continue;
		if (queries_run(&r->queries, q)) {
			queries_say(q);
			continue;
		}
		say_note(r, q);
		if (f->as_is && r->show.on_terminal && rows_make_harmless(&q->rows))
			return no_memory(r);
		if (is_the_same(r, q))
			continue;
		q->shown |= q->rows.n > 0;
		n = order_rows(r, q);
		r->show.has_output |= n > 0;
		has_rows |= n > 0 && !show_passes(q, span);
		if (n < 0 || (f->rows && f->rows(&r->show, q, span, r->order, (size_t)n)))
			return -1;
	}
	r->begins = 0;
	r->has_rows |= has_rows && span->kind != SHOW_AVERAGE;
	r->had_values |= span->seconds > 0;
	if (f->end_span && f->end_span(&r->show, span))
		return -1;
	r->enough |= r->show.b.error != 0;
	if (r->show.b.error == EPIPE && r->show.live)
		stop_ask_unread();
	/* Of the first sample there are levels, at most. */
	if (span->kind != SHOW_AVERAGE && r->o->count && (has_rows || !span->first) && ++r->lines == r->o->count)
		r->enough = 1;
	return 0;
}

/* ---- Intervals ---- */

/* The step in which most of SPAN is: samples are taken a little late, so that its end may be in the next one. */
static struct steps_place place_of(const struct run *r, const struct show_span *span)
{
	const struct steps *s = &r->steps;
	int64_t length = (int64_t)(s->length * SECOND), us = show_middle(span), at;
	long zone = show_zone(&r->show, us);

	at = us + zone * SECOND;
	length = length > 0 ? length : 1;
	/* An hour that comes twice is two, but a day with it is one. */
	return (struct steps_place){ at / length - (at % length < 0), s->length <= HOUR ? zone : 0 };
}

static int is_other(const struct run *r, const struct show_span *span)
{
	struct steps_place place = place_of(r, span);

	return place.number != r->steps.place.number || place.zone != r->steps.place.zone;
}

/* INTERVAL is no multiple of CP's interval: once, as it is so of all lines. */
static void say_length(struct steps *s)
{
	double seconds = s->span.seconds;

	if (s->was_said || seconds <= 0 || fabs(seconds - s->length) <= LATE)
		return;
	s->was_said = 1;
	diag_note("INTERVAL is %.0f s, and lines are of whole intervals of CP's, as near to it as they come: this one is of %.0f s",
	          s->length, seconds);
}

static int finish_step(struct run *r)
{
	struct show_span span = r->steps.span;
	int rc;

	memset(&r->steps.span, 0, sizeof r->steps.span);
	if (!span.intervals)
		return 0;
	sources_show(&r->queries.sources, SOURCE_STEP);
	rc = show(r, &span);
	sources_clear(&r->queries.sources, SOURCE_STEP);
	return rc;
}

/* A sample that has no length, as there is nothing to compare it with, is of the step that goes on from it: by itself it is of
 * none, and which one it is in would be a matter of microseconds. */
static int before_step(struct run *r, const struct show_span *span)
{
	const struct steps *s = &r->steps;

	return s->by_clock && s->span.seconds > 0 && is_other(r, span) ? finish_step(r) : 0;
}

/* Add SPAN to the step, and show it if it is full. */
static int add_to_step(struct run *r, const struct show_span *span)
{
	struct steps *s = &r->steps;
	struct show_span *all = &s->span;

	if (!all->intervals) {
		*all = *span;
		all->kind = SHOW_STEP;
		s->place = place_of(r, span);
	} else {
		if (all->seconds <= 0) {
			all->start = span->start;
			s->place = place_of(r, span);
		}
		all->end = span->end;
		all->seconds += span->seconds;
		all->intervals++;
		all->first &= span->first;
	}
	if (span->gap && (!all->gap || all->gap == span->gap)) {
		snprintf(s->gap, sizeof s->gap, "%s", span->gap);
		all->gap = s->gap;
	}
	/* Intervals take a little more or less than they are said to, which does not make lines longer and shorter by turns
	 * where INTERVAL is between two of them. */
	if (s->by_clock || (all->seconds + span->seconds * 0.51 < s->length && !span->first))
		return 0;
	say_length(s);
	return finish_step(r);
}

static void begin_system(void *arg)
{
	struct run *r = arg;
	size_t i;

	memset(&r->all, 0, sizeof r->all);
	for (i = 0; i < r->queries.n; i++) {
		r->queries.list[i].note[0] = '\0';
		r->queries.list[i].noted = 0;
	}
	r->samples = 0;
	r->begins = 1;
	r->shortest = r->longest = 0;
	if (r->o->format->begin_system)
		r->o->format->begin_system(&r->show, feed_system(&r->feed));
}

static void say_lengths(const struct run *r)
{
	const char *colon = *r->all.system ? ": " : "";
	char text[INTERVALS_TEXT];

	if (series_contradict(r->feed.series, text))
		diag_note("%s%s%s", r->all.system, colon, text);
	if (r->longest > 1.5 * r->shortest)
		diag_note("%s%sintervals took from %.0f to %.0f s: averages are weighted by time", r->all.system,
		          colon, r->shortest, r->longest);
}

/* Report averages that cover only a part of the time. */
static void say_covered(struct run *r)
{
	const struct sources *s = &r->queries.sources;
	char text[SOURCES_COVERED];
	size_t i;

	for (i = 0; i < s->n; i++)
		if (sources_covered(s, i, text))
			diag_note("%s%s%s: averages cover only a part of the time: %s", r->all.system, *r->all.system ? ": " : "",
			          s->list[i]->name, text);
}

static void end_system(void *arg)
{
	struct run *r = arg;
	const struct format *f = r->o->format;

	r->all.system = feed_system(&r->feed);
	reading_end_system(&r->reading, r->all.system);
	if (finish_step(r)) {
		r->reading.stop |= r->enough;
		return;
	}
	if (f->averages && r->samples && !r->show.b.error) {
		r->all.kind = SHOW_AVERAGE;
		sources_show(&r->queries.sources, SOURCE_ALL);
		show(r, &r->all);
	}
	r->reading.stop |= r->enough;
	if (f->end_system)
		f->end_system(&r->show, r->all.system);
	if ((f->averages || r->steps.length > 0) && r->samples > 1)
		say_covered(r);
	say_lengths(r);
}

static void note_length(struct run *r, double seconds)
{
	if (seconds <= 0)
		return;
	if (r->shortest <= 0 || seconds < r->shortest)
		r->shortest = seconds;
	if (seconds > r->longest)
		r->longest = seconds;
}

static void say_gap(const struct run *r, const struct show_span *span, int missing)
{
	char time[SHOW_TIME_SIZE];

	if (!span->gap)
		return;
	show_put_time(&r->show, time, span->end);
	(missing ? diag_damage : diag_note)("%s%s%s: no values of what was counted up to here: %s", span->system,
	                                    *span->system ? ": " : "", time, span->gap);
}

/* The interval SPAN is complete, and its rows were not added.  0, or -1: it was said why. */
static int show_interval(struct run *r, const struct show_span *span)
{
	struct sources *s = &r->queries.sources;

	r->show.release = span->release;
	memcpy(r->show.level, span->level, sizeof r->show.level);
	if (r->steps.length > 0) {
		if (before_step(r, span))
			return -1;
		if (sources_add(s, span->seconds, 1))
			return no_memory(r);
		return add_to_step(r, span);
	}
	if (sources_add(s, span->seconds, 0))
		return no_memory(r);
	sources_show(s, SOURCE_INTERVAL);
	return show(r, span);
}

static int interval(void *arg, const struct feed_interval *i)
{
	struct run *r = arg;
	struct show_span span = { .kind = SHOW_INTERVAL, .system = feed_system(&r->feed), .end = us_of(i->end), .intervals = 1,
		.first = i->first, .release = feed_release(&r->feed), .gap = i->gap };
	int rc;

	memcpy(span.level, r->feed.level, sizeof span.level);
	r->queries.samples = 1;
	if (i->start) {
		span.start = us_of(i->start);
		span.seconds = (double)(i->end - i->start) / 4096e6;
	}
	/* What a layout is missing for would look like a record that nobody knows. */
	if (monread_layouts_failed(r->layouts))
		return no_memory(r);
	if (show_middle(&span) < r->since)
		return 0;
	if (show_middle(&span) > r->until) {
		/* Time goes on: no other one will be before it. */
		r->reading.stop |= r->show.live;
		return r->show.live ? -1 : 0;
	}
	r->has_shown |= span.seconds > 0;
	note_length(r, span.seconds);
	say_gap(r, &span, i->missing);
	if (!r->samples++)
		r->all.start = span.seconds > 0 ? span.start : span.end;
	r->all.intervals += span.seconds > 0;
	r->all.end = span.end;
	r->all.seconds += span.seconds;
	rc = show_interval(r, &span);
	r->reading.stop |= r->enough;
	return rc || r->reading.stop ? -1 : 0;
}

/* ---- Events ---- */

/* --since and --until may count from the first record. */
static void settle_times(void *arg, uint64_t tod)
{
	struct run *r = arg;
	const struct options *o = r->o;

	moment_span(&o->since, &o->until, us_of(tod), o->time == STAT_TIME_LOCAL, &r->since, &r->until);
	/* A second is all of it. */
	if (o->until.kind && !o->until.exact)
		r->until += 999999;
}

static void begin_input(void *arg, const struct input *in)
{
	struct run *r = arg;

	if (in->is_live == r->show.live)
		return;
	r->show.live = in->is_live;
	if (r->show.live && r->show.on_terminal && r->o->format->begin_live)
		r->o->format->begin_live(&r->show);
}

/* The N captures NAMES.  MANY: whether they are of several systems is shown. */
static void read_captures(struct run *r, char *const *names, int n, int many)
{
	struct order_look *looks = calloc((size_t)n + 1, sizeof *looks);
	int i, k;

	if (!looks) {
		no_memory(r);
		return;
	}
	if (order_look(looks, names, n, r->o, r->layouts)) {
		r->reading.stop = 1;
		n = 0;
	}
	if (many)
		r->show.many_systems = order_systems(looks, n) > 1;
	if (n > 1)
		feed_several(&r->feed);
	for (i = 0; i < n && !r->reading.stop && !stop_asked(); i = k) {
		/* What a device gives is read as it comes. */
		for (k = i + 1; k < n && *looks[i].id && strcmp(looks[i].id, looks[k].id) == 0 &&
		                r->o->input.container != MONREAD_CONTAINER_DEVICE; k++)
			;
		if (k > i + 1)
			merged_read(&r->reading, looks + i, (unsigned)(k - i));
		else
			reading_all(&r->reading, looks[i].name);
	}
	/* It may be a name that was not meant as one. */
	if (i < n && r->o->count && r->lines >= r->o->count)
		diag_note("%s%s: not read: COUNT is %u, and so many lines were shown before", looks[i].name,
		          i + 1 < n ? " and what follows it" : "", r->o->count);
	free(looks);
}

/* ---- Before and after ---- */

/* 0, or -1: it was said why. */
static int find_reports(struct run *r, const struct collect *c)
{
	const struct options *o = r->o;
	struct report **list = calloc(o->nnames + 1, sizeof *list);
	size_t i;
	int rc;

	if (!list)
		return no_memory(r);
	for (i = 0; i < o->nnames; i++)
		list[i] = collect_find(c, o->names[i]);
	rc = queries_add(&r->queries, list, o->nnames, o->all);
	free(list);
	return rc > 0 ? 0 : -1;
}

/* Differences are those of averages of numbers. */
static void check_compared(const struct run *r)
{
	const char *by = r->o->by;
	size_t i, changes = 0;

	for (i = 0; i < r->queries.n; i++) {
		const struct report *report = r->queries.list[i].report;
		int column = by ? report_column_find(report, by, strlen(by)) : -1;

		changes += report->changes != 0;
		if (column >= 0 && (report->columns[column].role != REPORT_VALUE || report->columns[column].decimals < 0))
			diag_usage("--by=%s: --diff compares numbers, and %s of %s is none", by, by, report->name);
	}
	if (changes == r->queries.n)
		diag_usage("--diff: %s shows what changed, and has no averages to compare; compare what it shows of each FILE",
		           r->queries.list[0].report->name);
}

static void check_by(const struct run *r)
{
	const char *by = r->o->by;
	char room[NEAR_ROOM];
	struct near near;
	size_t i, k, has = 0;

	if (!by)
		return;
	near_begin(&near, by);
	for (i = 0; i < r->queries.n; i++) {
		const struct report *report = r->queries.list[i].report;

		has += report_column_find(report, by, strlen(by)) >= 0;
		/* report_column_find() wants no percent sign. */
		for (k = 0; k < report->ncolumns; k++)
			near_offer(&near, report->columns[k].name + (*report->columns[k].name == '%' && *by != '%'));
	}
	if (!has)
		diag_usage("--by=%s: no such column; %s", by,
		           near_list(&near, room, "see monstat --explain=REPORT"));
	for (i = 0; i < r->queries.n; i++) {
		const struct report *report = r->queries.list[i].report;

		if (report->nkeys && report_column_find(report, by, strlen(by)) < 0)
			diag_note("--by=%s: %s has no such column, and keeps its order", by, report->name);
	}
}

/* Records that never came. */
static void say_missing(const struct run *r)
{
	struct needs_text t;
	size_t i;

	if (!r->reading.has_records)
		return;
	if (r->o->systems && !r->feed.has_wanted) {
		diag_damage("--system=%s: no such system; %s%s", r->o->systems, *r->feed.others ? "found: " : "no capture says of which "
		            "system it is", r->feed.others);
		return;
	}
	if (!r->has_shown && !r->has_rows && (r->o->since.kind || r->o->until.kind))
		diag_note("no interval is mostly between --since and --until");
	/* Of all reports, those that the capture has nothing for are not shown. */
	for (i = 0; i < r->queries.n && !r->reading.stop && !r->o->all; i++) {
		const struct query *q = &r->queries.list[i];
		int missing = needs_missing(&r->queries, q->report, &t);

		if (*t.text)
			(missing ? diag_damage : diag_note)("%s: %s", q->report->name, t.text);
		if (!missing && !q->failed && !q->shown && r->had_values)
			diag_damage("%s: nothing to show: its records do not have what it is made of: they are shorter, or no "
			            "layout reaches so far", q->report->name);
	}
}

static int begin(struct run *r, const struct collect *c, const struct monread_codepage *codepage)
{
	const struct options *o = r->o;

	if (queries_begin(&r->queries, r->layouts, codepage, o->release) || find_reports(r, c))
		return -1;
	check_by(r);
	if (o->format->compares)
		check_compared(r);
	if (o->format->one_report && r->queries.n > 1)
		diag_usage("--format=%s has place for one report; name one, or use --format=json", o->format->name);
	r->queries.sources.problem = reading_problem;
	r->queries.sources.problem_arg = &r->reading;
	r->feed.sources = &r->queries.sources;
	r->feed.layouts = r->layouts;
	r->feed.release = o->release;
	r->feed.codepage = codepage;
	r->feed.wanted_systems = o->systems;
	r->feed.begin_system = begin_system;
	r->feed.end_system = end_system;
	r->feed.interval = interval;
	r->feed.arg = r;
	r->reading.feed = &r->feed;
	r->reading.begin = begin_input;
	r->reading.first = settle_times;
	r->reading.arg = r;
	r->show.options = o;
	r->show.queries = &r->queries;
	r->show.format = o->format;
	r->steps.length = o->every > 0 ? o->every : o->interval;
	r->steps.by_clock = o->every > 0;
	if (feed_begin(&r->feed))
		return no_memory(r);
	if (output_begin(&r->output, o, &r->show.b))
		return -1;
	r->show.on_terminal = isatty(r->output.fd);
	return o->format->begin ? o->format->begin(&r->show) : 0;
}

/* Headings alone replace no file where the run fails. */
static void end(struct run *r)
{
	struct out_buffer *b = &r->show.b;

	if (b->cut && !r->show.has_output && (diag_status() == STATUS_FAILED || r->reading.failed))
		b->p = b->buf;
	else if (r->o->format->end && !b->error)
		r->o->format->end(&r->show);
	/* Nothing shown is no result then. */
	if (r->reading.failed) {
		out_flush(b);
		b->cut = 0;
	}
}

/* The captures of a directory are one side. */
static void compare_captures(struct run *r)
{
	const struct folder_names *found = &r->o->found;
	int i, k;

	for (i = 0; i < r->o->nfiles && !r->reading.stop && !stop_asked(); i = k) {
		for (k = i + 1; found->names && k < found->n && found->of[k] == found->of[i]; k++)
			;
		read_captures(r, r->o->files + i, k - i, 0);
		feed_end_capture(&r->feed);
		r->reading.has_first = 0;
		r->o->format->end_file(&r->show);
	}
}

/* What was shown comes before what is said about it. */
static void before_message(void *arg)
{
	struct run *r = arg;

	/* A file would be replaced by headings. */
	if (!r->show.b.cut)
		out_flush(&r->show.b);
}

int run_reports(struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage)
{
	struct run r;

	memset(&r, 0, sizeof r);
	r.o = r.reading.o = o;
	r.layouts = layouts;
	stop_install();
	if (begin(&r, c, codepage) == 0) {
		if (isatty(STDERR_FILENO))
			diag_flush_before(before_message, &r);
		if (o->format->compares)
			compare_captures(&r);
		else
			read_captures(&r, o->files, o->nfiles, 1);
		feed_end(&r.feed);
		say_missing(&r);
		diag_flush_before(NULL, NULL);
		end(&r);
	}
	if (o->format->done)
		o->format->done(&r.show);
	if (r.show.b.buf)
		output_end(&r.output, &r.show.b);
	feed_done(&r.feed);
	free(r.reading.often.list);
	queries_done(&r.queries);
	free(r.order);
	return r.show.fired;
}
