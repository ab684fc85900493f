/* feed.c: divide the events of inputs into intervals, and pass records to the sources of the
 * queries. feed_inputs.c calls it for each event, so a record that no query reads must cost only a
 * look-up in a table. -1, returned by a function: out of memory. */
#include "config.h"

#include "stat/feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lists.h"
#include "port/array.h"
#include "port/tod.h"
#include "table/cell.h"
#include "table/intervals.h"

static int feed_compares(void *arg, unsigned domain, unsigned record)
{
	const struct feed *f = arg;

	/* With several inputs, also track records whose counters are not compared, to recognize
	 * duplicates. */
	return f->is_several ? sources_use(f->sources, domain, record) :
	                       sources_compare(f->sources, domain, record);
}

int feed_begin(struct feed *f)
{
	f->series = series_new(f->layouts, feed_compares, f, 0);
	f->delta = delta_new(f->layouts);
	return f->series && f->delta ? 0 : -1;
}

void feed_done(struct feed *f)
{
	series_free(f->series);
	delta_free(f->delta);
	texts_done(&f->gone);
}

static unsigned release_of(const struct feed *f)
{
	unsigned release = f->in ? monread_system_release(f->in->system) : 0;

	return release ? release : f->system.release;
}

/* ---- Inputs ---- */

int feed_begin_input(struct feed *f, struct feed_input *in, const char *id)
{
	memset(in, 0, sizeof *in);
	in->system = monread_system_new(f->layouts);
	if (!in->system)
		return -1;
	monread_system_set_release(in->system, f->release);
	in->number = ++f->inputs;
	snprintf(in->id, sizeof in->id, "%s", id ? id : "");
	f->in = in;
	if (id || f->is_merged)
		series_turn(f->series, id ? in->number : in->number - 1, in->id);
	if (!id)
		series_begin_file(f->series);
	f->is_merged = id != NULL;
	f->open_inputs++;
	return 0;
}

void feed_end_input(struct feed *f, struct feed_input *in)
{
	if (f->in == in)
		f->in = NULL;
	f->open_inputs -= in->system != NULL;
	monread_system_free(in->system);
	in->system = NULL;
}

/* ---- Systems ---- */

void feed_end(struct feed *f)
{
	if (f->system.exists)
		f->calls.end_system(f->arg);
	memset(&f->system, 0, sizeof f->system);
	f->last.end = 0;
	f->lost[0] = '\0';
	f->lost_within = 0;
	texts_clear(&f->gone);
	sources_clear_all(f->sources);
}

/* Begin a new system if the current input belongs to another system than f->system.id. MUST: also
 * if its name is unknown, because an interval begins. Records may name the system before its first
 * interval, later or never. */
static void check_system(struct feed *f, int must)
{
	const char *id = monread_system_id(f->in->system);
	int is_same_input = f->system.input == f->in->number;

	if (!*id)
		id = f->in->id;
	if ((!*id && !must) ||
	    (f->system.exists && strncmp(f->system.id, id, MR_SYSTEM_ID_SIZE - 1) == 0 &&
	     (*id || is_same_input)))
		return;
	/* Keep the current system if it had no name until a record of the same input named it. */
	if (!*id || !f->system.exists || *f->system.id || !is_same_input || f->last.end) {
		feed_end(f);
		f->system.exists = 1;
		f->system.input = f->in->number;
		snprintf(f->system.id, sizeof f->system.id, "%s", id);
		f->calls.begin_system(f->arg);
	} else {
		snprintf(f->system.id, sizeof f->system.id, "%s", id);
	}
}

/* ---- Intervals ---- */

static void tell_gap(const struct feed *f, struct show_span *i)
{
	i->first = !f->last.end;
	if (i->first)
		return;
	i->ipled = f->last.epoch < f->system.ipl_epoch && f->system.ipl_epoch <= f->now.epoch;
	i->missing = !i->ipled && f->length && mr_tod_is_later(f->now.end, f->last.end) &&
	             f->now.end - f->last.end > f->length + f->length / 2;
	if (!mr_tod_is_later(f->now.end, f->last.end))
		i->gap = "the clock was set back";
	else if (f->lost[0])
		i->gap = f->lost;
	else if (i->ipled)
		i->gap = f->system.ipl;
	else if (i->missing)
		i->gap = "records are missing, unless the system was IPLed";
	else
		i->gap = "the system was IPLed, or monitoring was started anew";
}

int feed_end_interval(struct feed *f)
{
	struct show_span i = { .kind = SHOW_INTERVAL,
		               .system = f->system.id,
		               .end = monread_tod_to_unix_us(f->now.end),
		               .intervals = 1,
		               .release = release_of(f),
		               .domains = f->now.domains & f->last.domains,
		               .gone = &f->gone };
	int rc;

	if (!f->open)
		return 0;
	f->open = 0;
	memcpy(i.level, f->system.level, sizeof i.level);
	if (f->last.end && f->now.set == f->last.set + 1 && f->now.epoch == f->last.epoch &&
	    mr_tod_is_later(f->now.end, f->last.end)) {
		f->length = f->now.end - f->last.end;
		i.start = monread_tod_to_unix_us(f->last.end);
		i.seconds = (double)f->length / 4096e6;
	} else {
		tell_gap(f, &i);
	}
	rc = f->calls.interval(f->arg, &i);
	sources_clear(f->sources, SOURCE_INTERVAL);
	f->last = f->now;
	if (!f->lost_within)
		f->lost[0] = '\0';
	f->lost_within = 0;
	return rc;
}

static int begin_interval(struct feed *f, const struct monread_ev *ev,
                          const struct series_place *place)
{
	if (feed_end_interval(f))
		return -1;
	check_system(f, 1);
	f->open = 1;
	f->now.domains = 0;
	f->now.set = place->set;
	f->now.dataset = ev->dataset;
	f->now.end = place->first;
	f->now.epoch = place->epoch;
	f->system.release = release_of(f);
	return 0;
}

void feed_end_capture(struct feed *f)
{
	feed_end(f);
	series_forget(f->series);
}

/* ---- Events ---- */

int feed_begin_set(struct feed *f, const struct monread_ev *ev, uint64_t tod)
{
	/* Do not end the interval: another input may have more records of this sample. */
	int goes_on = tod - f->now.end < SERIES_SAME_SAMPLE ||
	              f->now.end - tod < SERIES_SAME_SAMPLE;

	/* Events since the last sample belong to the current interval, too. */
	if (ev->mce->type != MONREAD_SAMPLE)
		goes_on |= mr_tod_is_later(f->now.end, tod) &&
		           (!f->last.end || mr_tod_is_later(tod, f->last.end));
	return f->open && !goes_on ? feed_end_interval(f) : 0;
}

void feed_turn(struct feed *f, struct feed_input *in)
{
	if (f->in == in)
		return;
	f->in = in;
	series_turn(f->series, in->number, in->id);
}

int feed_again(struct feed *f, const struct monread_ev *ev)
{
	series_again(f->series, ev);
	return monread_system_learn(f->in->system, ev->domain, ev->record, ev->bytes, ev->length);
}

/* Data of the current input was lost; TEXT is the reason, "" if unknown. */
static void feed_lost(struct feed *f, const char *text)
{
	/* If other inputs are open, they may have the data that this input lost. */
	if (f->open_inputs > 1)
		return;
	series_lost(f->series);
	if (!f->lost[0])
		snprintf(f->lost, sizeof f->lost, "%s", *text ? text : "data was lost");
	f->lost_within = f->open;
}

/* Report that sample SET already has the record EV, or one with the same keys. Prints one message
 * per kind of record and sample, because all records may be duplicates. */
static void say_doubled(struct feed *f, const struct monread_ev *ev, uint64_t set)
{
	unsigned kind = indexed_kind(ev->domain, ev->record);
	char text[FEED_TEXT], time[MONREAD_TIME_SIZE];

	if (set == f->told.doubled_set && kind == f->told.doubled_kind)
		return;
	f->told.doubled_set = set;
	f->told.doubled_kind = kind;
	monread_time_text(monread_tod_to_unix_us(ev->tod), time);
	snprintf(text, sizeof text,
	         "%s: the sample already has this record; only the first of the two counts", time);
	f->sources->problem(f->sources->problem_arg, ev, VERDICT_DOUBLED, text);
}

/* Report TEXT, which says that the time of record EV or of an earlier record is wrong. Prints one
 * message per record set, because many records may be affected. */
static void say_apart(struct feed *f, const struct monread_ev *ev, const char *text)
{
	if (ev->setno == f->told.apart_set && f->in->number == f->told.apart_in)
		return;
	f->told.apart_set = ev->setno;
	f->told.apart_in = f->in->number;
	f->sources->problem(f->sources->problem_arg, ev, VERDICT_CLOCK, text);
}

/* Pass the rows of EV to the sources. IS_LATE: its interval is complete, so EV only serves to
 * compute the next difference. */
static int feed_rows(struct feed *f, const struct monread_ev *ev, const struct series_place *place,
                     int is_late)
{
	struct series_before before = { .kind = SERIES_LEVEL };
	struct table_record record = { .ev = ev,
		                       .file = "",
		                       .system = monread_system_id(f->in->system) };
	char text[INTERVALS_TEXT];

	record.layout = monread_system_layout(f->in->system, ev->domain, ev->record, ev->bytes,
	                                      ev->length);
	if (!record.layout)
		return errno == ENOMEM ? -1 : 0;
	record.release = monread_system_release(f->in->system);
	if (!(ev->flags & MONREAD_REPEATED) && series_keeps(f->series, ev)) {
		if (series_take(f->series, place, ev, record.layout, record.release, &before))
			return -1;
		if (before.apart) {
			intervals_apart(ev, text);
			say_apart(f, ev, text);
		}
		if (before.again || is_late)
			return 0;
		if (before.nth && record.layout->instance) {
			say_doubled(f, ev, place->set);
			return 0;
		}
		record.delta = f->delta;
	}
	record.interval = place->first;
	record.in_interval = place->in_set;
	return sources_take(f->sources, &record, record.delta ? &before : NULL, place->in_set);
}

static int is_wanted_system(struct feed *f)
{
	const char *id = monread_system_id(f->in->system);
	size_t n;

	if (!f->wanted_systems)
		return 1;
	if (globs_match(f->wanted_systems, id)) {
		f->has_wanted = 1;
		return 1;
	}
	n = strlen(f->others);
	if (*id && !globs_match(f->others, id) && n + strlen(id) + 2 < sizeof f->others)
		snprintf(f->others + n, sizeof f->others - n, "%s%s", n ? "," : "", id);
	return 0;
}

static int is_system(const struct monread_ev *ev)
{
	return ev->domain == 1 && ev->record == 4;
}

/* Set *V to the text in FIELD of EV; v->length is 0 if FIELD is NULL, not in EV, or not a text. */
static int read_text(struct feed *f, const struct monread_field *field, const struct monread_ev *ev,
                     struct cell_value *v)
{
	struct table_cell cell = { .kind = TABLE_NULL };

	if (field && field->offset <= ev->length && field->length <= ev->length - field->offset)
		table_cell_field(&cell, field, ev->bytes + field->offset, field->length);
	if (cell_value(&f->sources->text, &cell, 0, v))
		return -1;
	v->length = v->type == SQLITE_TEXT ? v->length : 0;
	return 0;
}

/* Add the key of the instance that the event EV, with the layout L, begins or ends to f->gone. L
 * may be NULL. */
static int note_gone(struct feed *f, const struct monread_ev *ev, const struct monread_layout *l)
{
	const struct monread_break *b;
	char text[FEED_TEXT];
	struct cell_value v;
	size_t i;

	for (i = 0; l && i < l->nbreaks; i++) {
		b = monread_layout_break(l, i);
		if (b->kind < MONREAD_BREAK_SAME)
			continue;
		if (read_text(f, b->field, ev, &v))
			return -1;
		snprintf(text, sizeof text, "%.*s", (int)v.length, v.length ? v.text : "");
		if (*text && texts_number(&f->gone, text, f->gone.n) < 0)
			return -1;
	}
	return 0;
}

/* Remember the IPL and the CP level, if it is plain ASCII, in the D1R4 record EV. */
static int note_system(struct feed *f, const struct monread_ev *ev,
                       const struct series_place *place)
{
	const struct monread_layout *l = monread_system_layout(f->in->system, ev->domain,
	                                                       ev->record, ev->bytes, ev->length);
	struct cell_value v;
	size_t i = 0;

	if (place->ipl) {
		intervals_ipl(place->ipl, f->system.ipl);
		f->system.ipl_epoch = place->epoch;
	}
	if (!l)
		return errno == ENOMEM ? -1 : 0;
	if (read_text(f, monread_layout_marked(l, MONREAD_LEVEL), ev, &v))
		return -1;
	while (i < v.length && v.text[i] >= ' ' && v.text[i] <= '~')
		i++;
	snprintf(f->system.level, sizeof f->system.level, "%.*s", i == v.length ? (int)i : 0,
	         i ? v.text : "");
	return 0;
}

/* Process a configuration record that is repeated at the beginning of a file. Ignore it if another
 * input has reported a later IPL, because it describes the state before that IPL. */
static int take_repeated(struct feed *f, const struct monread_ev *ev, int used)
{
	static const struct series_place nowhere;
	struct series_place place;

	if (is_system(ev))
		f->in->is_before = f->is_merged && f->system.config &&
		                   (int64_t)(ev->tod - f->system.config) < 0;
	if (f->in->is_before)
		return 0;
	if (is_system(ev) &&
	    (series_arrive(f->series, f->in->system, ev, &place) || note_system(f, ev, &place)))
		return -1;
	return used && !monread_is_mark(ev->bytes, ev->length) ? feed_rows(f, ev, &nowhere, 0) : 0;
}

/* Not inlined: otherwise feed_take() would save registers for each record, also for those that it
 * skips. */
static int __attribute__((noinline)) take_record(struct feed *f, const struct monread_ev *ev,
                                                 int used)
{
	struct series_place place;
	int is_late, rc = 0;

	errno = 0;
	if (monread_system_learn(f->in->system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	if (!is_wanted_system(f))
		return 0;
	check_system(f, 0);
	if (ev->flags & MONREAD_REPEATED)
		return take_repeated(f, ev, used);
	/* session_judge() reports the wrong clock. */
	if (ev->flags & MONREAD_APART) {
		f->told.apart_set = ev->setno;
		f->told.apart_in = f->in->number;
	}
	if (series_arrive(f->series, f->in->system, ev, &place))
		return -1;
	if (ev->mce->type != MONREAD_SAMPLE && note_gone(f, ev, place.layout))
		return -1;
	if (is_system(ev)) {
		f->system.config = ev->tod;
		if (note_system(f, ev, &place))
			return -1;
	}
	if (place.ends && sources_end(f->sources, f->series, &place, ev, release_of(f)))
		return -1;
	is_late = f->is_merged && !f->open && place.in_set && f->last.end &&
	          place.set == f->last.set;
	if (place.in_set && !is_late && (!f->open || place.set != f->now.set))
		rc = begin_interval(f, ev, &place);
	else if (place.in_set && f->open)
		/* another input may have an earlier record of the sample */
		f->now.end = place.first;
	if (ev->flags & MONREAD_FIRST_APART && place.in_set && f->open && place.set == f->now.set)
		f->now.epoch = place.epoch;
	return rc || !used ? rc : feed_rows(f, ev, &place, is_late);
}

int feed_take(struct feed *f, const struct monread_ev *ev)
{
	if (ev->kind == MONREAD_RECORD)
		return take_record(f, ev, sources_use(f->sources, ev->domain, ev->record));
	if (ev->kind == MONREAD_SET_END && f->open && !f->is_merged &&
	    ev->dataset >= f->now.dataset)
		return feed_end_interval(f);
	if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP)
		feed_lost(f, ev->text ? ev->text : "");
	return 0;
}
