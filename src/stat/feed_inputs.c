/* feed_inputs.c: read inputs, one by one or merged by time, and pass their events to feed.c. */
#include "config.h"

#include "stat/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "port/tod.h"

static void reading_check(struct feed_reading *r, int rc)
{
	if (!rc)
		return;
	if (!r->stop && errno == ENOMEM)
		diag_no_memory();
	r->stop = 1;
}

struct capture {
	struct session_source source; /* the first member, see struct session_source */
	struct verdict verdict;
	int place; /* on the command line */
	struct feed_input feed;
	/* Problems of the record at the offset ->told_at, because each of its tables may find the
	 * same problem. */
	uint64_t told_at;
	struct texts told;
	uint64_t setno; /* first record set of the current data set */
};

void reading_problem(void *arg, const struct monread_ev *ev, enum verdict_why why, const char *text)
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

	/* End the interval only after the last capture: the next one may have more of the
	 * sample. */
	if (r->session.order.n == 0 && !r->stop)
		reading_check(r, feed_end_interval(r->feed));
	session_judge_end(&r->session, 0);
	r->failed |= source->is_severed || (in->is_device && in->sets == 0 && c->verdict.gaps > 0);
	verdict_end(&c->verdict);
	texts_done(&c->told);
	feed_end_input(r->feed, &c->feed);
}

/* ---- Events ---- */

/* Report a wrong time of EV, and a gap of a single capture: of several, another may have the
 * data. */
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
	reading_check(r, feed_event(r->feed, ev));
	reading_judge(r, ev);
}

/* If the time of a record is so far from the time of its sample, it is wrong. In TOD units. */
#define APART (60 * MR_TOD_SECOND)

/* Return EV, or its copy TO with the time of its data set if EV is a sample record with a wrong
 * time, which the session or feed.c reports. */
static const struct monread_ev *correct(const struct capture *s, const struct monread_ev *ev,
                                        struct monread_ev *to)
{
	uint64_t tod = s->source.tod;

	if (ev->kind != MONREAD_RECORD || s->source.is_aside || ev->setno != s->setno ||
	    ev->mce->type != MONREAD_SAMPLE || ev->domain == 1 || ev->tod - tod <= APART ||
	    tod - ev->tod <= APART)
		return ev;
	*to = *ev;
	to->tod = tod;
	return to;
}

static void begin_set(struct feed_reading *r, struct capture *c, const struct monread_ev *ev)
{
	const struct session_source *s = &c->source;

	c->setno = ev->setno;
	/* A data set with configuration only may come while samples of other captures are read. It
	 * ends the interval if it is later than these, as after an IPL, or of another system. */
	if (s->is_last && s->is_aside)
		reading_check(r, feed_end_interval(r->feed));
	else if (!s->is_aside ||
	         (!(ev->flags & MONREAD_REPEATED) && ordered_is_before(r->feed->now.end, ev->tod)))
		reading_check(r, feed_begin_set(r->feed, ev, s->tod));
}

static void take_merged(struct feed_reading *r, const struct monread_ev *ev)
{
	struct capture *now = (struct capture *)r->session.now;
	struct monread_ev corrected;

	if (r->session.is_first)
		begin_set(r, now, ev);
	feed_turn(r->feed, &now->feed);
	if (r->session.again)
		reading_check(r, feed_again(r->feed, ev));
	else
		reading_take(r, correct(now, ev, &corrected));
}

/* Read N captures, which are of one system if N is more than 1. */
static void read_captures(struct feed_reading *r, struct capture *captures, int n)
{
	struct session *s = &r->session;
	const struct monread_ev *ev;
	int i;

	*s = (struct session){ .calls = { .begin = capture_begin, .end = capture_end },
		               .arg = r,
		               .input = *r->input,
		               .delay = SERIES_SAME_SAMPLE,
		               .pass = &r->pass };
	for (i = 0; i < n; i++)
		session_add(s, &captures[i].source);
	r->pass.setno = 0;
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
			/* Do not skip the next records: this record may change which of them are
			 * needed. */
			r->pass.setno = 0;
			reading_take(r, ev);
		}
	}
	if (session_end(s)) {
		errno = ENOMEM;
		reading_check(r, -1);
	}
}

/* ---- All captures ---- */

static int capture_compare(const void *a, const void *b)
{
	const struct capture *x = a, *y = b;
	const struct session_source *one = &x->source, *other = &y->source;
	const char *id = one->system_id;
	int c = strcmp(id, other->system_id);

	/* Inputs of unknown systems are read last, in the order of the command line. */
	if (c)
		return *id && *other->system_id ? c : -c;
	if (*id && one->tod != other->tod)
		return one->tod < other->tod ? -1 : 1;
	return x->place - y->place;
}

/* Return 0 also if the system of both is unknown. */
static int is_one_system(const struct capture *a, const struct capture *b)
{
	const char *id = a->source.system_id;

	return *id && strcmp(id, b->source.system_id) == 0;
}

/* Sort N captures by system and time. If N is above 1, this reads the beginnings of the files; of a
 * pipe, which can be read only once, nothing is known. Returns the number of systems, or -1 after a
 * message. */
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
	for (i = 0; i < n; i++)
		captures[i].source.verdict = &captures[i].verdict;
	for (i = 0; i < n; i++)
		systems += !i || !is_one_system(&captures[i], &captures[i - 1]);
	return systems;
}

void reading_captures(struct feed_reading *r, char *const *names, int n, int *many)
{
	struct capture *captures = calloc((size_t)n + 1, sizeof *captures);
	int systems = captures ? look(r, captures, names, n) : 0, i, k;

	if (!captures) {
		errno = ENOMEM;
		reading_check(r, -1);
		return;
	}
	r->stop |= systems < 0;
	if (many)
		*many = systems > 1;
	if (n > 1) {
		r->feed->is_several = 1;
		series_once(r->feed->series);
	}
	for (i = 0; i < n && !r->stop && !stop_asked(); i = k) {
		/* Devices are not merged, because their data is shown as it comes. */
		k = i + 1;
		while (k < n && is_one_system(&captures[i], &captures[k]) &&
		       r->input->container != MONREAD_CONTAINER_DEVICE)
			k++;
		read_captures(r, captures + i, k - i);
	}
	/* Report it, because the name may be a mistyped operand. */
	if (systems > 0 && i < n && r->count && r->lines >= r->count)
		diag_note("%s%s: not read, because COUNT lines (%u) were shown before",
		          captures[i].source.name, i + 1 < n ? " and the FILEs after it" : "",
		          r->count);
	free(captures);
}
