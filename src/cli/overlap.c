/* overlap.c: which of several captures is next, and what it has in common with those before. */
#include "config.h"

#include "cli/overlap.h"

#include <stdio.h>
#include <string.h>

#include "cli/epochs.h"
#include "port/tod.h"

/* How long a record of a capture that overlaps is known: twice the time between two of its data sets, within these bounds. */
#define KEPT_LEAST (600 * MR_TOD_SECOND)
#define KEPT_MOST (7200 * MR_TOD_SECOND)

/* Configuration stands in front of the first samples: behind so many data sets nothing is learnt of the system. */
#define LOOK_SETS 3u

/* Memory for what is read of all captures, and for one of them at least. */
#define PIECES (4u * 1024u * 1024u)
#define PIECE_LEAST (8u * 1024u)

/* A time is doubted that is so long behind the one before it, at least, or that is so long before it. */
#define FORWARD (3600 * MR_TOD_SECOND)
#define BACK    (60 * MR_TOD_SECOND)
/* So much is looked at where a time is doubted: this data set and the next ones, where so many records decide. */
#define PEEK_SETS   3u
#define PEEK_MOST   (4u * 1024u * 1024u)
#define DECIDE      2u
/* Of so many records of a sample one may have a time that is wrong. */
#define FIRST       3u

/* Whether A is more than MOST before B. */
static int is_long_before(uint64_t a, uint64_t b, uint64_t most)
{
	return overlap_order(a) < overlap_order(b) && b - a > most;
}

int overlap_is_back(uint64_t a, uint64_t b)
{
	return is_long_before(a, b, BACK);
}

int overlap_learn(uint64_t *tod, int *apart, struct monread_system *system, const struct monread_ev *ev)
{
	int repeated = (ev->flags & MONREAD_REPEATED) != 0;
	/* What is repeated is older than the file, and a mark is none of its records. */
	int counts = !repeated && !monread_is_mark(ev->bytes, ev->length);

	if (counts && !*tod)
		*tod = ev->tod;
	/* Configuration is read at the time of samples that are in one data set with it. */
	if (counts && ev->domain != 1 && ev->dataset == 1 && overlap_is_back(*tod, ev->tod))
		*apart = 1;
	/* It is of when monitoring began: later, where the clock was set back since. */
	if (counts && ev->domain != 1 && overlap_is_back(ev->tod, *tod)) {
		*apart = 1;
		*tod = ev->tod;
	}
	if (!system)
		return *tod != 0;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	return *tod && ((counts && ev->domain != 1 && *monread_system_id(system)) || (ev->dataset > LOOK_SETS && !repeated));
}

size_t overlap_piece(size_t n, size_t most)
{
	size_t piece = PIECES / (n ? n : 1) & ~(size_t)4095;

	return piece < PIECE_LEAST ? PIECE_LEAST : piece > most ? most : piece;
}

void overlap_begin(struct overlap *o)
{
	memset(o, 0, sizeof *o);
	o->kept = KEPT_LEAST;
}

void overlap_done(struct overlap *o)
{
	seen_done(&o->seen);
}

/* ---- The time of a data set ---- */

struct finding {
	const struct overlap *o;
	struct overlap_source *s;
	const struct monread_ev *(*next)(void *arg);
	void *arg;
	int failed; /* out of memory */
	int is_last; /* nothing is behind the data set */
};

/* The event that N others stand in front of.  NULL: there is none, or too much is. */
static const struct monread_ev *look(struct finding *f, size_t n)
{
	struct peek *peek = &f->s->peek;
	const struct monread_ev *ev = peek_look(peek, n);

	/* What could not be kept is lost: there must be nothing behind it. */
	if (ev || f->failed || peek->ended || peek->bytes.length > PEEK_MOST)
		return ev;
	ev = f->next(f->arg);
	peek->ended = !ev;
	f->failed = ev && peek_add(peek, ev);
	return peek_look(peek, n);
}

/* CP writes it when monitoring begins, and captures have it once more at their beginning: it may be older than what it
 * stands in front of. */
static int is_config(const struct monread_ev *ev)
{
	return ev->domain == 1 && ev->record != 11 && ev->mce->type == MONREAD_SAMPLE;
}

/* Whether EV is a record that tells when its data set was made.  *CONFIGURED: there is configuration in front of it, and the
 * end of an interval is of that. */
static int tells_time(const struct monread_ev *ev, int *configured)
{
	if (ev->kind == MONREAD_CONTROL)
		*configured = 0;
	if (ev->kind != MONREAD_RECORD)
		return 0;
	*configured |= is_config(ev);
	return !is_config(ev) && (!*configured || ev->domain != 1);
}

int overlap_is_apart(uint64_t a, uint64_t b)
{
	return overlap_is_back(a, b) || overlap_is_back(b, a);
}

/* Whether the record that N events stand in front of is configuration of later: a stream may have that of several IPLs in
 * front of samples. */
static int is_later_config(struct finding *f, size_t n)
{
	const struct monread_ev *ev = look(f, n);

	return ev && ev->kind == MONREAD_RECORD && is_config(ev) && is_long_before(f->s->tod, ev->tod, BACK);
}

/* The times of the first records of the data set that are no configuration, and of one record set: a stream may have
 * several samples in a data set.  Their number. */
static unsigned first_times(struct finding *f, uint64_t tods[FIRST])
{
	const struct monread_ev *ev = peek_look(&f->s->peek, 0);
	uint64_t dataset = ev->dataset;
	int configured = 0;
	unsigned n = 0;
	size_t at;

	for (at = 0; n < FIRST && (ev = look(f, at)) != NULL && ev->kind != MONREAD_SET_END; at++) {
		if (ev->kind == MONREAD_CONTROL && (n || ev->dataset != dataset || is_later_config(f, at + 1)))
			break;
		ev = peek_look(&f->s->peek, at);
		if (tells_time(ev, &configured))
			tods[n++] = ev->tod;
	}
	return n;
}

/* The time of samples: that of the first record, or that which others agree on.  0: all is configuration. */
static uint64_t time_of(struct finding *f)
{
	uint64_t tods[FIRST];
	unsigned n = first_times(f, tods);

	return n == FIRST && overlap_is_apart(tods[0], tods[1]) && overlap_is_apart(tods[0], tods[2]) &&
	       !overlap_is_apart(tods[1], tods[2]) ? tods[1] : n ? tods[0] : 0;
}

/* When what configuration stands in front of was made: of the first record behind it that is not of the monitor domain.
 * 0: that is not known. */
static uint64_t time_behind(struct finding *f)
{
	const struct monread_ev *ev = peek_look(&f->s->peek, 0);
	uint64_t last = ev->dataset + LOOK_SETS;
	size_t at;

	for (at = 1; (ev = look(f, at)) != NULL && ev->dataset <= last; at++)
		if (ev->kind == MONREAD_RECORD && ev->domain != 1 && !(ev->flags & MONREAD_REPEATED) &&
		    !monread_is_mark(ev->bytes, ev->length))
			return ev->tod;
	return 0;
}

/* The data set is configuration of when monitoring began.  Where the clock was set back since, that is later than the
 * samples behind it, which would wait as long. */
static void join_behind(struct finding *f)
{
	uint64_t behind = time_behind(f);

	if (behind && overlap_is_back(behind, f->s->tod))
		f->s->tod = behind;
}

/* How long data sets are away from one another, at most, unless something is missing or wrong. */
static uint64_t usual(const struct overlap *o)
{
	return o->kept > FORWARD ? o->kept : FORWARD;
}

static int is_far(const struct overlap *o, uint64_t a, uint64_t b)
{
	return is_long_before(a, b, usual(o)) || is_long_before(b, a, usual(o));
}

/* How much older a record may be than what is in front of it.  Samples are in order; an event may be older. */
static uint64_t slack(const struct overlap *o, int is_sample)
{
	return is_sample ? BACK : usual(o);
}

/* Whether a record of TOD may come behind the data set before. */
static int goes_on(const struct overlap *o, const struct overlap_source *s, int is_sample, uint64_t tod)
{
	return !is_long_before(tod, s->before, slack(o, is_sample)) && !is_long_before(s->before, tod, usual(o));
}

/* Whether samples of TOD were made after the clock was set back.  Where they are behind the last samples all the same, the time
 * of an event in between is wrong. */
static int is_behind(const struct overlap_source *s, uint64_t tod)
{
	return overlap_is_back(tod, s->before) && (!s->sampled || overlap_is_back(tod, s->sampled));
}

/* Whether EV, behind the data set, is not older than the one before, and older than that itself: so it is that which is
 * wrong, also where more is missing than usual. */
static int is_between(const struct overlap *o, const struct overlap_source *s, const struct monread_ev *ev)
{
	uint64_t most = slack(o, ev->mce->type == MONREAD_SAMPLE);

	return !is_long_before(ev->tod, s->before, most) &&
	       (overlap_order(s->tod) < overlap_order(s->before) || is_long_before(ev->tod, s->tod, most));
}

/* What records behind a time that is doubted tell of it: how many agree on another one, and which. */
struct votes {
	unsigned n;
	uint64_t tod;
	int timeless; /* the first of them is of a later data set */
};

static void vote(struct votes *v, uint64_t tod, int timeless)
{
	if (!v->n++) {
		v->tod = tod;
		v->timeless = timeless;
	}
}

/* Take what V tells for the time of the data set. */
static int decides(struct overlap_source *s, const struct votes *v, uint64_t *real)
{
	*real = v->tod;
	s->timeless = v->timeless;
	return 1;
}

/* Whether the time of the data set is wrong, as that of its first record is: the records behind go on with what was before
 * it, or are between that and the time.  *REAL becomes their time.  If not, the data set may be made after the clock was set
 * back, which those behind it confirm. */
static int is_wrong(struct finding *f, int is_sample, uint64_t *real)
{
	struct overlap_source *s = f->s;
	const struct monread_ev *ev = peek_look(&s->peek, 0);
	struct votes near = { 0, 0, 0 }, between = { 0, 0, 0 };
	uint64_t dataset = ev->dataset;
	int is_back = overlap_order(s->tod) < overlap_order(s->before);
	unsigned sets = 0, agree = 0;
	int configured = is_config(ev);
	size_t at;

	for (at = 1; near.n < DECIDE && sets < PEEK_SETS && (ev = look(f, at)) != NULL; at++) {
		if (ev->kind == MONREAD_CONTROL && ev->dataset != dataset) {
			if (is_back && agree)
				break;
			dataset = ev->dataset;
			sets++;
		}
		if (!tells_time(ev, &configured))
			continue;
		/* Events of before tell nothing of a sample. */
		if (is_sample && ev->mce->type != MONREAD_SAMPLE && overlap_is_back(ev->tod, s->before))
			continue;
		if (!goes_on(f->o, s, ev->mce->type == MONREAD_SAMPLE, ev->tod)) {
			agree += !is_far(f->o, ev->tod, s->tod);
			if (is_between(f->o, s, ev) && (!between.n || !is_far(f->o, ev->tod, between.tod)))
				vote(&between, ev->tod, sets > 0);
		} else if (sets && is_back && !is_far(f->o, s->tod, s->before)) {
			/* Later ones go on with it in either case. */
			break;
		} else {
			vote(&near, ev->tod, sets > 0);
		}
	}
	/* One alone decides where there is no other one. */
	if (near.n >= DECIDE || (near.n && !agree && !ev))
		return decides(s, &near, real);
	if (!agree && (between.n >= DECIDE || (between.n && !ev)))
		return decides(s, &between, real);
	s->timeless = 0;
	/* Nothing tells whether the clock was set back. */
	f->is_last = is_back && !near.n && !agree && !ev;
	if (f->is_last)
		return decides(s, &(struct votes){ 0, s->before, 1 }, real);
	if (agree && is_sample && is_behind(s, s->tod))
		epochs_set_back(s);
	return 0;
}

/* Whether EV cannot be in the first data set of S, which is HERE, or behind it.  What is behind may be as much later as it
 * likes, but not older. */
static int contradicts(const struct overlap *o, const struct overlap_source *s, const struct monread_ev *ev, int here)
{
	return here ? is_far(o, ev->tod, s->tod) : is_long_before(ev->tod, s->tod, slack(o, ev->mce->type == MONREAD_SAMPLE));
}

/* Whether the time of the first data set is wrong: records behind agree on another one, which *REAL becomes. */
static int is_wrong_at_first(struct finding *f, uint64_t *real)
{
	struct overlap_source *s = f->s;
	const struct monread_ev *ev = peek_look(&s->peek, 0);
	uint64_t first = ev->dataset, last = first + PEEK_SETS;
	struct votes other = { 0, 0, 0 };
	int configured = is_config(ev);
	size_t at;

	for (at = 1; other.n < DECIDE && (ev = look(f, at)) != NULL && ev->dataset < last; at++) {
		if (!tells_time(ev, &configured))
			continue;
		if (other.n ? is_far(f->o, ev->tod, other.tod) : !contradicts(f->o, s, ev, ev->dataset == first))
			return 0;
		vote(&other, ev->tod, ev->dataset != first);
	}
	/* One alone decides where there is no other one. */
	return other.n >= DECIDE || (other.n && !ev) ? decides(s, &other, real) : 0;
}

/* Whether events of before were made after the clock was set back, as samples behind them were, which agree on it. */
static int are_set_back(struct finding *f)
{
	struct overlap_source *s = f->s;
	const struct monread_ev *ev = peek_look(&s->peek, 0);
	uint64_t last = ev->dataset + PEEK_SETS;
	int configured = 0;
	unsigned agree = 0;
	size_t at;

	if (!s->before || !overlap_is_back(s->tod, s->before))
		return 0;
	for (at = 1; agree < DECIDE && (ev = look(f, at)) != NULL && ev->dataset <= last; at++) {
		if (!tells_time(ev, &configured) || ev->mce->type != MONREAD_SAMPLE)
			continue;
		if (!is_behind(s, ev->tod) || is_far(f->o, ev->tod, s->tod))
			return 0;
		agree++;
	}
	return agree >= DECIDE;
}

static void say_wrong(const struct finding *f, uint64_t real, char wrong[OVERLAP_WRONG])
{
	char is[MONREAD_TIME_SIZE], taken[MONREAD_TIME_SIZE];

	monread_time_text(monread_tod_to_unix_us(f->s->tod), is);
	monread_time_text(monread_tod_to_unix_us(real), taken);
	snprintf(wrong, OVERLAP_WRONG, "its time is %s, that of the records %s it %s", is, f->is_last ? "in front of" : "behind", taken);
}

static void judge(struct finding *f, int is_sample, int is_configured, char wrong[OVERLAP_WRONG])
{
	struct overlap_source *s = f->s;
	uint64_t real = is_sample ? time_of(f) : s->tod;

	s->aside = !real;
	if (!real)
		join_behind(f);
	if (!is_sample && are_set_back(f)) {
		epochs_set_back(s);
		return;
	}
	if (real && real != s->tod) {
		if (!is_configured)
			say_wrong(f, real, wrong);
		s->tod = real;
	}
	if (!real || (s->before && goes_on(f->o, s, is_sample, real)))
		return;
	if (s->before ? is_wrong(f, is_sample, &real) : is_wrong_at_first(f, &real)) {
		say_wrong(f, real, wrong);
		s->tod = real;
	}
}

const struct monread_ev *overlap_find_time(const struct overlap *o, struct overlap_source *s, const struct monread_ev *first,
                                           const struct monread_ev *(*next)(void *arg), void *arg, char wrong[OVERLAP_WRONG])
{
	struct finding f = { o, s, next, arg, 0, 0 };
	int is_sample = first->mce->type == MONREAD_SAMPLE;

	*wrong = '\0';
	s->timeless = 0;
	s->aside = (first->flags & MONREAD_REPEATED) != 0;
	s->is_sample = is_sample;
	/* Events of the monitor domain, too, may be of when monitoring began. */
	s->tells_begin = is_sample || first->domain != 1;
	if (!s->aside && (is_sample || !s->before || overlap_is_back(s->tod, s->before) || !goes_on(o, s, 0, s->tod))) {
		if (!peek_put_back(&s->peek, first) && peek_add(&s->peek, first))
			return NULL;
		judge(&f, is_sample, is_config(first), wrong);
		first = peek_take(&s->peek);
	}
	/* The samples behind events tell whether the clock was set back. */
	s->aside |= !is_sample && !s->was_back && s->before && overlap_order(s->tod) < overlap_order(s->before);
	return f.failed ? NULL : first;
}

int overlap_is_cut(struct overlap_source *s, uint64_t dataset, const struct monread_ev *ev)
{
	if (ev->kind != MONREAD_CONTROL || ev->dataset == dataset)
		return 0;
	return peek_put_back(&s->peek, ev) || peek_add(&s->peek, ev) == 0 ? 1 : -1;
}

/* Whether the record set that FIRST begins is another sample than that of S, which is so much LATER. */
static int is_other_sample(const struct overlap_source *s, const struct monread_ev *first, uint64_t later)
{
	/* The end of an interval goes with that, wherever it is; configuration with the samples behind it, also where older
	 * configuration is in front of it. */
	if ((is_config(first) || (first->domain != 1 && !s->aside)) && is_long_before(s->tod, first->tod, later - 1))
		return 1;
	/* Or the clock was set back. */
	return first->domain != 1 && !s->aside && overlap_is_back(first->tod, s->tod);
}

int overlap_is_other(struct overlap_source *s, uint64_t later, const struct monread_ev **ev,
                     const struct monread_ev *(*next)(void *arg), void *arg)
{
	struct finding f = { NULL, s, next, arg, 0, 0 };
	const struct monread_ev *first;
	int is_event;

	if ((*ev)->kind != MONREAD_CONTROL)
		return 0;
	is_event = (*ev)->mce->type != MONREAD_SAMPLE;
	/* Where the end of the interval is missing, a stream has the events behind a sample in one data set with it. */
	if (is_event && (!s->is_sample || s->aside))
		return 0;
	if (!peek_put_back(&s->peek, *ev) && peek_add(&s->peek, *ev))
		return -1;
	first = look(&f, 1);
	if (f.failed)
		return -1;
	if (first && first->kind == MONREAD_RECORD &&
	    (is_event ? overlap_order(first->tod) > overlap_order(s->tod) : is_other_sample(s, first, later)))
		return 1;
	*ev = peek_take(&s->peek);
	return 0;
}

/* ---- The order ---- */

int overlap_is_before(const struct overlap_source *a, const struct overlap_source *b)
{
	uint64_t x = overlap_order(a->tod), y = overlap_order(b->tod);

	/* What is not known is found out first. */
	if (!a->tod != !b->tod)
		return !a->tod;
	if (a->epoch != b->epoch)
		return a->epoch < b->epoch;
	return x != y ? x < y : a->number < b->number;
}

void overlap_turn(struct overlap *o, struct overlap_source *s)
{
	uint64_t twice = s->tod > s->before && s->before ? 2 * (s->tod - s->before) : 0;

	if (twice > o->kept)
		o->kept = twice < KEPT_MOST ? twice : KEPT_MOST;
	s->before = s->tod;
	if (s->is_sample)
		s->sampled = s->tod;
	if (!s->begun && s->tells_begin)
		s->begun = s->tod;
	s->was_back = 0;
	seen_at(&o->seen, s->tod, o->kept);
}

uint64_t overlap_turn_of(const struct overlap_source *s)
{
	return !s->was_back && s->before && overlap_is_back(s->tod, s->before) ? s->before : s->tod;
}

int overlap_is_beside(const struct overlap_source *other, const struct overlap_source *s)
{
	return other != s && other->epoch >= s->epoch;
}

int overlap_meets(const struct overlap *o, const struct overlap_source *other, const struct overlap_source *s)
{
	uint64_t until = overlap_order(overlap_turn_of(s)) + o->kept;

	return overlap_is_beside(other, s) && (other->open || (other->tod && overlap_order(other->tod) <= until)) &&
	       strcmp(other->system_id, s->system_id) == 0;
}

int overlap_lasts(const struct overlap *o, const struct overlap_source *s, const struct monread_ev *ev)
{
	return o->config_lasts && (is_config(ev) || (s->aside && ev->domain == 1 && ev->mce->type == MONREAD_SAMPLE));
}

int overlap_had(struct overlap *o, struct overlap_source *s, const struct monread_ev *ev, int others)
{
	int lasts = overlap_lasts(o, s, ev);
	unsigned other;
	uint64_t hash;

	/* Configuration that was stored once more is in many captures. */
	if (ev->flags & MONREAD_REPEATED || (!others && !lasts && !o->seen.now.n && !o->seen.old.n))
		return 0;
	hash = seen_hash(s->system_id, ev);
	other = seen_has(&o->seen, ev->tod, hash, s->number);
	if (other && other != s->twin && !s->aside && ev->domain != 1)
		epochs_match(o, s, other);
	if (other)
		return 1;
	return (others || lasts) && seen_add(&o->seen, ev->tod, hash, s->number, lasts) ? -1 : 0;
}
