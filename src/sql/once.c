/* once.c: go through captures in order of time, and note what one has that another one had before. */
#include "config.h"

#include "sql/once.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/epochs.h"
#include "cli/overlap.h"
#include "cli/words.h"
#include "port/array.h"
#include "sql/events.h"
#include "table/series.h"

struct source {
	struct overlap_source common;
	struct indexed *c;
	struct events events;
	const struct monread_ev *first; /* of the next data set */
	int failed; /* 0, or an errno: there are no more events for this reason */
	int ended;
	int alone;    /* no other capture is of its system */
	int left_out; /* the last record was */
};

struct once {
	struct overlap overlap;
	struct source *sources;
	size_t n;
	struct indexed_scan how;
	uint64_t left_out;
};

/* When the capture begins, and of which system it is.  0, or -1 with errno. */
static int look(struct source *s, const struct indexed_scan *how)
{
	struct monread_system *system = monread_system_new(how->layouts);
	const struct monread_ev *ev;
	struct events e;
	int rc = -1, error;

	errno = ENOMEM;
	if (!system)
		return -1;
	if (events_open(&e, s->c, 0, how) == 0) {
		while ((rc = events_next(&e, &ev)) > 0) {
			rc = ev->kind == MONREAD_RECORD ? overlap_learn(&s->common.tod, &s->common.apart, system, ev) : 0;
			if (rc < 0)
				errno = ENOMEM;
			if (rc)
				break;
		}
		error = errno;
		events_close(&e);
	} else {
		error = errno;
	}
	snprintf(s->common.system_id, sizeof s->common.system_id, "%s", monread_system_id(system));
	monread_system_free(system);
	errno = error;
	return rc < 0 ? -1 : 0;
}

/* Only a capture that is not the only one of its system can have what another one has, but each one's times are judged. */
static void add_all(struct once *o)
{
	size_t i, k;

	for (i = 0; i < o->n; i++) {
		struct source *s = &o->sources[i];

		for (k = 0; k < o->n && (k == i || strcmp(o->sources[k].common.system_id, s->common.system_id) != 0); k++)
			;
		s->alone = k == o->n;
		epochs_add(&o->overlap, &s->common);
		/* Whether it comes first or last matters to no other one. */
		if (s->alone)
			s->c->last_row = s->common.tod;
	}
}

static void end_source(struct source *s)
{
	events_close(&s->events);
	peek_done(&s->common.peek);
	s->common.open = 0;
	s->ended = 1;
}

/* NULL: there is no more, or s->failed says why not. */
static const struct monread_ev *next_of_events(void *arg)
{
	const struct monread_ev *ev;
	struct source *s = arg;

	if (events_next(&s->events, &ev) < 0)
		s->failed = errno;
	return ev;
}

static const struct monread_ev *next_event(struct source *s)
{
	const struct monread_ev *ev = peek_take(&s->common.peek);

	return ev || s->common.peek.ended ? ev : next_of_events(s);
}

/* Say that what the next data set of S tells of its time is in doubt: TEXT, and what is done with it. */
static void doubt(struct source *s, const char *text, const char *and_so)
{
	struct verdict *v = &s->c->verdict;

	verdict_begin(v);
	verdict_damage(v, 0, 0);
	diag_damage("%s: offset 0x%llx: D%uR%u: %s%s", s->c->name, (unsigned long long)s->first->offset, s->first->domain,
	            s->first->record, text, and_so);
	verdict_begin(NULL);
}

/* 0, or -1 with errno. */
static int find_time(const struct once *o, struct source *s)
{
	char wrong[OVERLAP_WRONG];

	s->first = overlap_find_time(&o->overlap, &s->common, s->first, next_of_events, s, wrong);
	if (!s->first)
		s->failed = ENOMEM;
	else if (*wrong)
		doubt(s, wrong, ", and its data set is where those are");
	errno = s->failed;
	return s->failed ? -1 : 0;
}

/* There are no more events.  0, or -1 with errno. */
static int end_of_events(struct source *s)
{
	end_source(s);
	errno = s->failed;
	return s->failed ? -1 : 0;
}

/* Go on to the first record of the next data set.  0, or -1 with errno. */
static int look_ahead(const struct once *o, struct source *s)
{
	while ((s->first = next_event(s)) != NULL)
		if (s->first->kind == MONREAD_RECORD) {
			s->common.tod = s->first->tod;
			return find_time(o, s);
		}
	return end_of_events(s);
}

/* Note that the record at OFFSET is left out. */
static int leave_out(struct once *o, struct source *s, uint64_t offset)
{
	struct indexed *c = s->c;

	o->left_out++;
	if (s->left_out) {
		c->again[c->nagain - 1].to = offset;
		return 0;
	}
	if (ARRAY_GROW(c->again, c->nagain, c->again_room)) {
		errno = ENOMEM;
		return -1;
	}
	c->again[c->nagain++] = (struct indexed_again){ offset, offset };
	s->left_out = 1;
	return 0;
}

static int take(struct once *o, struct source *s, const struct monread_ev *ev, int others)
{
	int had = overlap_had(&o->overlap, &s->common, ev, others);

	if (had < 0) {
		errno = ENOMEM;
		return -1;
	}
	/* Framing is no row. */
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (had)
		return leave_out(o, s, ev->offset);
	s->left_out = 0;
	if (!s->alone && !(ev->flags & MONREAD_REPEATED)) {
		s->c->last_row = ev->tod;
		s->c->last_epoch = s->common.epoch;
	}
	return 0;
}

/* It is the turn of the next data set of S. */
static void turn(struct once *o, struct source *s)
{
	char text[EPOCHS_DOUBT];

	if (s->common.aside)
		return;
	if (epochs_doubt(&o->overlap, &s->common, text))
		doubt(s, text, "; give the FILEs without --merge");
	overlap_turn(&o->overlap, &s->common);
}

/* The data set of S that was begun.  0, or -1 with errno. */
static int play(struct once *o, struct source *s)
{
	const struct monread_ev *ev;
	uint64_t dataset = s->first->dataset;
	int others = 0, cut;
	size_t i;

	turn(o, s);
	for (i = 0; i < o->n && !others; i++)
		others = !o->sources[i].ended && overlap_meets(&o->overlap, &o->sources[i].common, &s->common);
	if (take(o, s, s->first, others))
		return -1;
	while ((ev = next_event(s)) != NULL) {
		cut = overlap_is_cut(&s->common, dataset, ev);
		if (!cut)
			cut = overlap_is_other(&s->common, SERIES_OTHER_SAMPLE, &ev, next_of_events, s);
		if (cut < 0)
			errno = ENOMEM;
		/* What begins the next data set comes again. */
		if (cut < 0 || (!cut && ev->kind == MONREAD_RECORD && take(o, s, ev, others)))
			return -1;
		if (cut || ev->kind == MONREAD_SET_END)
			return look_ahead(o, s);
	}
	return end_of_events(s);
}

/* 0, or -1 with errno. */
static int go_on(struct once *o, struct source *s)
{
	if (s->common.open)
		return play(o, s);
	if (events_open(&s->events, s->c, 0, &o->how))
		return -1;
	s->common.open = 1;
	return look_ahead(o, s);
}

static int find_all(struct once *o)
{
	struct source *next;
	size_t i;

	for (;;) {
		next = NULL;
		for (i = 0; i < o->n; i++)
			if (!o->sources[i].ended && (!next || overlap_is_before(&o->sources[i].common, &next->common)))
				next = &o->sources[i];
		if (!next)
			return 0;
		if (!epochs_waits(&o->overlap, &next->common) && go_on(o, next))
			return -1;
	}
}

/* Whether the last row of A is older than that of B. */
static int is_older(const struct indexed *a, const struct indexed *b)
{
	return a->last_epoch != b->last_epoch ? a->last_epoch < b->last_epoch
	                                      : overlap_order(a->last_row) < overlap_order(b->last_row);
}

static void put_in_order(struct indexed **list, size_t n)
{
	size_t i, k;

	for (i = 1; i < n; i++) {
		struct indexed *c = list[i];

		for (k = i; k > 0 && is_older(c, list[k - 1]); k--)
			list[k] = list[k - 1];
		list[k] = c;
	}
}

int once_find(struct indexed **list, size_t n, const struct indexed_scan *how)
{
	struct once o = { .n = n, .how = *how };
	int rc = 0, error;
	size_t i;

	o.sources = calloc(n + 1, sizeof *o.sources);
	if (!o.sources) {
		errno = ENOMEM;
		return -1;
	}
	o.how.piece = overlap_piece(n, INDEXED_WINDOW);
	overlap_begin(&o.overlap);
	for (i = 0; i < n && !rc; i++) {
		o.sources[i].c = list[i];
		o.sources[i].common.name = list[i]->name;
		o.sources[i].common.number = (unsigned)i + 1;
		rc = look(&o.sources[i], &o.how);
	}
	add_all(&o);
	if (!rc)
		rc = find_all(&o);
	if (!rc)
		put_in_order(list, n);
	error = errno;
	for (i = 0; i < n; i++)
		if (o.sources[i].common.open)
			end_source(&o.sources[i]);
	overlap_done(&o.overlap);
	free(o.sources);
	if (!rc && o.left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out", (unsigned long long)o.left_out,
		          words_plural(o.left_out));
	errno = error;
	return rc;
}
