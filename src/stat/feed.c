/* feed.c: divide the events of inputs into intervals, and pass records to the sources. feed_take()
 * runs for each record, so a record that no query reads must cost only a look-up in a table.
 * Functions return -1 if out of memory. */
#include "config.h"

#include "stat/feed.h"

#include <stdio.h>

#include "base/find.h"
#include "cli/lists.h"
#include "table/cell.h"

/* Return 1 if the feed ARG must store records of type RECORD of DOMAIN, to compare later records
 * with them. */
static int feed_compares(void *arg, unsigned domain, unsigned record)
{
	const struct feed *f = arg;
	const struct sources *s = f->sources;
	size_t i;

	/* With several inputs, also store records whose differences no query reads, to find
	 * duplicates. */
	if (f->is_several)
		return sources_use(s, domain, record);
	for (i = 0; i < s->n; i++)
		if (s->list[i]->view == MODULE_DELTA &&
		    s->list[i]->vtab->kinds[indexed_kind(domain, record)])
			return 1;
	return 0;
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

/* Begin the input IN. If several inputs are merged, ID is the identifier of the system of IN; if IN
 * is read alone, ID is NULL. Call feed_end_input() even after -1. */
static int feed_begin_input(struct feed *f, struct feed_input *in, const char *id)
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

static void feed_end_input(struct feed *f, struct feed_input *in)
{
	if (f->in == in)
		f->in = NULL;
	f->open_inputs -= in->system != NULL;
	monread_system_free(in->system);
	in->system = NULL;
}

void feed_end(struct feed *f)
{
	if (f->system.exists)
		f->calls.end_system(f->calls.arg);
	memset(&f->system, 0, sizeof f->system);
	f->last.end = 0;
	f->lost[0] = '\0';
	f->lost_within = 0;
	texts_clear(&f->gone);
	sources_clear_all(f->sources);
}

void feed_end_capture(struct feed *f)
{
	feed_end(f);
	series_forget(f->series);
}

/* Begin a new system if the current and the previous input are of different systems. If the name of
 * the system of the current input is unknown, wait for a record that has the name, except if MUST
 * is 1 because an interval begins now. */
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
	/* If the system had no name, and a record of the same input now has one, the system is not
	 * a new one. */
	if (!*id || !f->system.exists || *f->system.id || !is_same_input || f->last.end) {
		feed_end(f);
		f->system.exists = 1;
		f->system.input = f->in->number;
		snprintf(f->system.id, sizeof f->system.id, "%s", id);
		f->calls.begin_system(f->calls.arg);
	} else {
		snprintf(f->system.id, sizeof f->system.id, "%s", id);
	}
}

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

/* End the current interval, if one has begun. Returns -1 also if f->calls.interval() returned
 * -1. */
static int feed_end_interval(struct feed *f)
{
	struct show_span i = {
		.kind = SHOW_INTERVAL,
		.system = f->system.id,
		.end = monread_tod_to_unix_us(f->now.end),
		.intervals = 1,
		.release = release_of(f),
		.zone = f->system.zone,
		.domains = f->now.domains & f->last.domains,
		.gone = &f->gone,
	};
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
	rc = f->calls.interval(f->calls.arg, &i);
	if (sources_pass(f->sources))
		rc = -1;
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

/* Begin a data set with the time TOD and the first record EV. If TOD is later than the end of the
 * current interval, end this interval. */
static int feed_begin_set(struct feed *f, const struct monread_ev *ev, uint64_t tod)
{
	/* The data set may be another input's part of the sample that ends the current interval. */
	int goes_on = mr_tod_is_within(SERIES_SAME_SAMPLE, tod, f->now.end);

	/* An event after the previous interval, but not after the current interval, belongs to the
	 * current interval. */
	if (ev->mce->type != MONREAD_SAMPLE)
		goes_on |= mr_tod_is_later(f->now.end, tod) &&
		           (!f->last.end || mr_tod_is_later(tod, f->last.end));
	return f->open && !goes_on ? feed_end_interval(f) : 0;
}

/* Note that data of the current input was lost, as the event EV reports. */
static void feed_lost(struct feed *f, const struct monread_ev *ev)
{
	/* Ignore the loss if other inputs are open, because they may have the lost data. */
	if (f->open_inputs > 1)
		return;
	series_lost(f->series);
	if (!f->lost[0])
		snprintf(f->lost, sizeof f->lost, "%s",
		         ev->text && *ev->text ? ev->text : "data was lost");
	f->lost_within = f->open;
}

/* Report that sample number SET already has the record EV, or a record with the same keys: once per
 * kind of record and sample. */
static void say_doubled(struct feed *f, const struct monread_ev *ev, uint64_t set)
{
	unsigned kind = indexed_kind(ev->domain, ev->record);
	char text[FEED_TEXT], time[MONREAD_TIME_SIZE];

	if (set == f->doubled.set && kind == f->doubled.kind)
		return;
	f->doubled.set = set;
	f->doubled.kind = kind;
	monread_time_text(monread_tod_to_unix_us(ev->tod), time);
	snprintf(text, sizeof text,
	         "%s: the sample already has this record; only the first of the two counts", time);
	f->sources->problem(f->sources->problem_arg, ev, VERDICT_DOUBLED, text);
}

/* Pass the rows of the record EV to the sources. If IS_LATE is 1, the interval of EV is already
 * complete, so only store EV for comparison with later records. */
static int feed_rows(struct feed *f, const struct monread_ev *ev, const struct series_place *place,
                     int is_late)
{
	struct series_before before = { .kind = SERIES_LEVEL };
	struct table_record record = {
		.ev = ev,
		.file = "",
		.system = monread_system_id(f->in->system),
	};

	record.layout = monread_system_layout(f->in->system, ev->domain, ev->record, ev->bytes,
	                                      ev->length);
	if (!record.layout)
		return errno == ENOMEM ? -1 : 0;
	record.release = monread_system_release(f->in->system);
	if (!(ev->flags & MONREAD_REPEATED) && series_keeps(f->series, ev)) {
		if (series_take(f->series, place, ev, record.layout, record.release, &before))
			return -1;
		if (before.apart)
			session_apart(f->session, f->session->now, ev);
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

/* Set *V to the text in FIELD, which may be NULL, of the record EV; v->length is 0 if EV has no
 * such text. */
static int read_text(struct feed *f, const struct monread_field *field, const struct monread_ev *ev,
                     struct cell_value *v)
{
	struct table_cell cell = { .kind = TABLE_NULL };

	if (field && mr_field_is_inside(field, ev->length))
		table_cell_field(&cell, field, ev->bytes + field->offset, field->length);
	if (cell_value(&f->sources->text, &cell, 0, v))
		return -1;
	v->length = v->type == SQLITE_TEXT ? v->length : 0;
	return 0;
}

/* If the event record EV reports that an instance, such as a user, begins or ends, add its key,
 * such as the user ID, to f->gone. L is the layout of EV, or NULL. */
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

/* Store what the D1R4 record EV tells about the system: an IPL, the time zone, and the CP level,
 * which counts as unknown if it is not plain ASCII. */
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
	f->system.zone = intervals_zone(f->in->system, ev);
	if (read_text(f, monread_layout_marked(l, MONREAD_LEVEL), ev, &v))
		return -1;
	while (i < v.length && v.text[i] >= ' ' && v.text[i] <= '~')
		i++;
	snprintf(f->system.level, sizeof f->system.level, "%.*s", i == v.length ? (int)i : 0,
	         i ? v.text : "");
	return 0;
}

/* Process EV, which is repeated configuration. If another input has reported a later IPL, ignore
 * EV, because it describes the system before this IPL. */
static int take_repeated(struct feed *f, const struct monread_ev *ev, int used)
{
	static const struct series_place nowhere;
	struct series_place place;

	if (series_has_ipl(ev))
		f->in->is_before = f->is_merged && f->system.config &&
		                   (int64_t)(ev->tod - f->system.config) < 0;
	if (f->in->is_before)
		return 0;
	if (series_has_ipl(ev) &&
	    (series_arrive(f->series, f->in->system, ev, &place) || note_system(f, ev, &place)))
		return -1;
	return used && !monread_is_mark(ev->bytes, ev->length) ? feed_rows(f, ev, &nowhere, 0) : 0;
}

/* Not inlined: else feed_take() would save registers even for the records that it skips. */
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
	if (series_arrive(f->series, f->in->system, ev, &place))
		return -1;
	if (ev->mce->type != MONREAD_SAMPLE && note_gone(f, ev, place.layout))
		return -1;
	if (series_has_ipl(ev)) {
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
		/* The interval ends at the first record of its sample. This input may have an
		 * earlier record of the sample than previous inputs. */
		f->now.end = place.first;
	if (ev->flags & MONREAD_FIRST_APART && place.in_set && f->open && place.set == f->now.set)
		f->now.epoch = place.epoch;
	return rc || !used ? rc : feed_rows(f, ev, &place, is_late);
}

static int feed_take(struct feed *f, const struct monread_ev *ev)
{
	if (ev->kind == MONREAD_RECORD)
		return take_record(f, ev, sources_use(f->sources, ev->domain, ev->record));
	if (ev->kind == MONREAD_SET_END && f->open && !f->is_merged &&
	    ev->dataset >= f->now.dataset)
		return feed_end_interval(f);
	if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP)
		feed_lost(f, ev);
	return 0;
}

/* Return 1 if, as for most records, no report reads EV, and EV has no effect on other records. */
static inline int feed_ignores(struct feed *f, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && !(ev->flags & (MONREAD_REPEATED | MONREAD_APART)) &&
	       !sources_use(f->sources, ev->domain, ev->record) && series_ignores(f->series, ev);
}

/* ---- Reading inputs, one by one or merged by time ---- */

static void reading_check(struct feed_reading *r, int rc)
{
	if (!rc)
		return;
	if (!r->stop && errno == ENOMEM)
		diag_no_memory();
	r->stop = 1;
}

struct capture {
	struct session_source source; /* first member: pointers to it are cast to struct capture */
	struct verdict verdict;
	struct capture *next; /* next element of the list ->joined of struct feed_reading */
	int place; /* position on the command line */
	struct feed *of; /* the feed that gets the records */
	struct feed_input feed;
	/* problems already reported for the record at the offset ->told_at: several tables may find
	 * the same problem, which is reported once */
	uint64_t told_at;
	struct texts told;
	uint64_t setno; /* number of the first record set of the current data set */
};

static void reading_problem(void *arg, const struct monread_ev *ev, enum verdict_why why,
                            const char *text)
{
	struct session_source *now = ((struct feed_reading *)arg)->session.now;
	struct capture *c = (struct capture *)now;
	size_t known;

	if (ev->offset != c->told_at)
		texts_clear(&c->told);
	c->told_at = ev->offset;
	known = c->told.n;
	if (texts_number(&c->told, text, 0) < 0 || c->told.n > known)
		verdict_problem(now->verdict, why, ev, text);
}

/* ---- Callbacks of the session ---- */

static void capture_turn(void *arg, struct session_source *source)
{
	struct feed_reading *r = arg;
	struct feed *f = ((struct capture *)source)->of;

	if (f != r->feed)
		r->turn(r->arg, f);
	r->feed = f;
}

static int capture_begin(void *arg, struct session_source *source)
{
	struct capture *c = (struct capture *)source;
	struct feed_reading *r = arg;
	const char *id = r->session.is_single ? NULL : source->system_id;

	if (feed_begin_input(r->feed, &c->feed, id)) {
		reading_check(r, -1);
		feed_end_input(r->feed, &c->feed);
		return -1;
	}
	source->may_change = id != NULL;
	source->system = c->feed.system;
	c->verdict.is_live = source->in.is_live;
	r->begin(r->arg, &source->in);
	return 0;
}

static void capture_end(void *arg, struct session_source *source)
{
	struct capture *c = (struct capture *)source;
	const struct input *in = &source->in;
	struct feed_reading *r = arg;

	/* Only the end of the last capture ends the interval, because other captures may have more
	 * records of the sample at the end of the interval. */
	if ((r->session.order.n == 0 || r->session.is_single) && !r->stop)
		reading_check(r, feed_end_interval(r->feed));
	session_judge_end(&r->session, 0);
	r->failed |= source->is_severed || (in->is_device && in->sets == 0 && c->verdict.gaps > 0);
	verdict_end(&c->verdict);
	texts_done(&c->told);
	feed_end_input(r->feed, &c->feed);
}

static void capture_next_file(void *arg, struct session_source *source, enum input_more next)
{
	struct capture *c = (struct capture *)source;
	struct feed_reading *r = arg;

	r->pass.setno = 0;
	if (next != INPUT_OTHER)
		return;
	reading_check(r, feed_end_interval(r->feed));
	/* All files of a series are of one system. Keep the name of this system, because a file may
	 * lack the name if the program that writes the series was started again. */
	if (r->input->successor) {
		series_begin_file(r->feed->series);
		c->feed.is_before = 0;
		return;
	}
	feed_end_input(r->feed, &c->feed);
	if (feed_begin_input(r->feed, &c->feed, NULL))
		reading_check(r, -1);
	source->system = c->feed.system;
}

static void reading_use(struct feed_reading *r, struct feed *f)
{
	f->session = &r->session;
	f->sources->problem = reading_problem;
	f->sources->problem_arg = r;
}

static int capture_join(void *arg, const char *name)
{
	struct feed_reading *r = arg;
	struct capture *c = calloc(1, sizeof *c);
	struct feed *f = c ? r->join(r->arg) : NULL;

	if (!f) {
		reading_check(r, -1);
		free(c);
		return -1;
	}
	reading_use(r, f);
	c->of = f;
	c->source.name = c->verdict.name = name;
	c->source.verdict = &c->verdict;
	c->next = r->joined;
	r->joined = c;
	session_add(&r->session, &c->source);
	return 0;
}

/* Report a wrong time of EV. Report a gap before EV only if one capture is read: if several
 * captures are read, another capture may have the missing data. */
static void reading_judge(struct feed_reading *r, const struct monread_ev *ev)
{
	struct session *s = &r->session;
	char text[INTERVALS_TEXT];

	if (ev->kind != MONREAD_RECORD || !intervals_concerns(ev))
		return;
	if (s->is_single)
		session_judge(s, ev, text);
	else if (!(ev->flags & MONREAD_REPEATED) && intervals_doubt(ev, text))
		session_doubt(s, s->now, ev, text);
}

static void reading_take(struct feed_reading *r, const struct monread_ev *ev)
{
	if (!r->has_first && ev->kind == MONREAD_RECORD) {
		r->has_records = 1;
		r->has_first = !(ev->flags & MONREAD_REPEATED);
		if (r->has_first)
			r->first(r->arg, ev->tod);
	}
	if (!feed_ignores(r->feed, ev))
		reading_check(r, feed_take(r->feed, ev));
	if (ev->kind == MONREAD_RECORD && ev->mce->type == MONREAD_SAMPLE)
		r->feed->now.domains |= UINT32_C(1) << (ev->domain & 31);
	reading_judge(r, ev);
}

/* A record has a wrong time if this time differs from the time of its data set by more than
 * APART. */
#define APART (60 * MR_TOD_SECOND)

/* Return EV or, if EV is a sample record with a wrong time, a copy in *TO with the time of its data
 * set. */
static const struct monread_ev *correct(const struct capture *s, const struct monread_ev *ev,
                                        struct monread_ev *to)
{
	uint64_t tod = s->source.tod;

	if (ev->kind != MONREAD_RECORD || s->source.is_aside || ev->setno != s->setno ||
	    ev->mce->type != MONREAD_SAMPLE || ev->domain == 1 ||
	    mr_tod_is_within(APART, ev->tod, tod))
		return ev;
	*to = *ev;
	to->tod = tod;
	return to;
}

static void begin_set(struct feed_reading *r, struct capture *c, const struct monread_ev *ev)
{
	const struct session_source *s = &c->source;

	c->setno = ev->setno;
	/* A data set that has only configuration may come between samples of other captures. Such a
	 * data set ends the interval if it is later than these samples, as after an IPL, or if it
	 * belongs to another system. */
	if (s->is_last && s->is_aside)
		reading_check(r, feed_end_interval(r->feed));
	else if (!s->is_aside ||
	         (!(ev->flags & MONREAD_REPEATED) && ordered_is_before(r->feed->now.end, ev->tod)))
		reading_check(r, feed_begin_set(r->feed, ev, s->tod));
}

static void take_merged(struct feed_reading *r, const struct monread_ev *ev)
{
	struct capture *now = (struct capture *)r->session.now;
	struct feed *f = r->feed;
	struct monread_ev corrected;

	if (r->session.is_first)
		begin_set(r, now, ev);
	if (f->in != &now->feed) {
		f->in = &now->feed;
		series_turn(f->series, f->in->number, f->in->id);
	}
	if (r->session.again) {
		/* Another input already had this record, so do not pass it to the sources. */
		series_again(f->series, ev);
		reading_check(r, monread_system_learn(f->in->system, ev->domain, ev->record,
		                                      ev->bytes, ev->length));
	} else {
		reading_take(r, correct(now, ev, &corrected));
	}
}

/* Read the N CAPTURES. If N is above 1, all of them are of one system. */
static void read_captures(struct feed_reading *r, struct capture *captures, int n)
{
	struct session *s = &r->session;
	const struct monread_ev *ev;
	struct capture *c;
	int i;

	*s = (struct session){ .calls = { .begin = capture_begin,
		                          .end = capture_end,
		                          .turn = capture_turn,
		                          .next_file = capture_next_file,
		                          .join = r->join ? capture_join : NULL },
		               .arg = r,
		               .input = *r->input,
		               .delay = SERIES_SAME_SAMPLE,
		               .pass = &r->pass };
	for (i = 0; i < n; i++) {
		captures[i].of = r->feed;
		session_add(s, &captures[i].source);
	}
	session_begin(s);
	while (!r->stop) {
		ev = session_next(s);
		if (!ev)
			break;
		if (n > 1) {
			take_merged(r, ev);
		} else if (r->has_first && feed_ignores(r->feed, ev)) {
			series_pass(&r->pass, ev);
			reading_judge(r, ev);
		} else {
			/* Skip no records for now: EV may change which records are needed. */
			r->pass.setno = 0;
			reading_take(r, ev);
		}
	}
	if (session_end(s)) {
		errno = ENOMEM;
		reading_check(r, -1);
	}
	for (c = r->joined; c; c = r->joined) {
		r->joined = c->next;
		free(c);
	}
}

static int capture_compare(const void *a, const void *b)
{
	const struct capture *x = a, *y = b;
	const struct session_source *one = &x->source, *other = &y->source;
	const char *id = one->system_id;
	int c = strcmp(id, other->system_id);

	/* Captures of unknown systems come last, in the order of the command line. */
	if (c)
		return *id && *other->system_id ? c : -c;
	if (*id && one->tod != other->tod)
		return one->tod < other->tod ? -1 : 1;
	return x->place - y->place;
}

/* Captures of unknown systems count as captures of different systems. */
static int is_one_system(const struct capture *a, const struct capture *b)
{
	const char *id = a->source.system_id;

	return *id && strcmp(id, b->source.system_id) == 0;
}

/* If N is above 1, read the system and the time at the beginning of each of the N captures NAMES,
 * and sort CAPTURES by system and time. The systems of pipes stay unknown, because the data of a
 * pipe can be read only once. Returns the number of systems, or -1 after a message. */
static int look(struct feed_reading *r, struct capture *captures, char *const *names, int n)
{
	struct folder_look found;
	int i, systems = 0;

	for (i = 0; i < n; i++) {
		struct session_source *s = &captures[i].source;

		s->name = captures[i].verdict.name = names[i];
		captures[i].place = i;
		if (n == 1)
			break;
		if (folder_look(&found, names[i], r->input, 1, r->feed->layouts))
			return -1;
		s->tod = found.begins.tod;
		memcpy(s->system_id, found.system, sizeof s->system_id);
	}
	qsort(captures, (size_t)n, sizeof *captures, capture_compare);
	for (i = 0; i < n; i++) {
		captures[i].source.verdict = &captures[i].verdict;
		systems += !i || !is_one_system(&captures[i], &captures[i - 1]);
	}
	return systems;
}

void reading_captures(struct feed_reading *r, char *const *names, int n, int *many)
{
	struct capture *captures = calloc((size_t)n + 1, sizeof *captures);
	int systems = captures ? look(r, captures, names, n) : 0, i, k;

	if (!captures) {
		reading_check(r, -1);
		return;
	}
	reading_use(r, r->feed);
	r->stop |= systems < 0;
	if (many)
		*many = systems > 1;
	if (n > 1) {
		r->feed->is_several = 1;
		series_once(r->feed->series);
	}
	for (i = 0; i < n && !r->stop && !stop_asked(); i = k) {
		/* Do not merge devices, because their data is shown as soon as it arrives. */
		k = i + 1;
		while (k < n && is_one_system(&captures[i], &captures[k]) &&
		       r->input->container != MONREAD_CONTAINER_DEVICE)
			k++;
		read_captures(r, captures + i, k - i);
	}
	/* Report unread captures, because their names may be mistyped operands. */
	if (systems > 0 && i < n && r->count && r->lines >= r->count)
		diag_note("%s%s: not read, because COUNT lines (%u) were shown before",
		          captures[i].source.name, i + 1 < n ? " and the FILEs after it" : "",
		          r->count);
	free(captures);
}
