/* indexed.c: index the records of a capture, and read them again later. See indexed.h. */
#include "config.h"

#include "sql/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "port/array.h"
#include "table/intervals.h"
#include "table/row.h"

/* indexed_read() reads WINDOW_FIRST bytes; but if they begin at most WINDOW_NEAR bytes after the bytes in the
 * window, it reads INDEXED_WINDOW bytes, because it then probably goes through the file. */
#define WINDOW_FIRST (4u * 1024u)
#define WINDOW_NEAR  (32u * 1024u)

/* Bytes for each read if several captures are read together. */
#define SMALL_WINDOW (32u * 1024u)

/* ---- Events ---- */

/* Begin to read S. 0, or -1: out of memory. */
static int begin(struct events *e, struct events_source *s)
{
	s->chunk = malloc(e->piece);
	s->m = s->chunk ? monread_open(MONREAD_FD_NONE) : NULL;
	if (s->m)
		monread_set_container(s->m, s->c->asked);
	else
		e->error = ENOMEM;
	return s->m ? 0 : -1;
}

static void end(void *arg, struct ordered_source *source)
{
	struct events_source *s = (struct events_source *)source;

	(void)arg;
	if (s->m && s->c->container == MONREAD_CONTAINER_AUTO)
		s->c->container = monread_container_found(s->m);
	monread_close(s->m);
	free(s->chunk);
	s->m = NULL;
	s->chunk = NULL;
}

/* Pass more bytes of S to S->m. Return 1 if it can return an event now. */
static int more(struct events *e, struct events_source *s)
{
	ssize_t n;

	if (monread_code(s->m) == MONREAD_FATAL)
		e->error = ENOMEM;
	else if (e->tables->stopped && e->tables->stopped(e->tables->arg, s->c, s->at))
		e->error = EINTR;
	if (e->error || monread_code(s->m) != MONREAD_AGAIN)
		return 0;
	n = again_pread(s->c->fd, s->chunk, e->piece, (off_t)s->at);
	if (n < 0) {
		s->c->error = errno;
		n = 0;
	}
	s->at += (uint64_t)n;
	return monread_feed(s->m, s->chunk, (size_t)n) == MONREAD_OK;
}

/* Callback of the ordered reader: return the next event of SOURCE, or NULL. */
static const struct monread_ev *next(void *arg, struct ordered_source *source)
{
	struct events_source *s = (struct events_source *)source;
	const struct monread_ev *ev = NULL;
	struct events *e = arg;

	if (!e->error && (s->m || begin(e, s) == 0))
		while (!(ev = monread_next(s->m)) && more(e, s))
			;
	return ev;
}

/* Callback of the ordered reader: the time of EV is doubtful. */
static void doubt(void *arg, struct ordered_source *source, const struct monread_ev *ev, const char *text)
{
	struct events *e = arg;

	if (indexed_problem(e->tables, ((struct events_source *)source)->c, ev, text))
		e->error = ENOMEM;
}

int events_open(struct events *e, struct indexed *const *list, size_t n, const struct tables *t)
{
	struct events_source *s;

	/* N + 1, because events_close() also frees element ->n, which may be incomplete after a failure. */
	*e = (struct events){ .sources = calloc(n + 1, sizeof *s), .tables = t, .piece = n > 1 ? SMALL_WINDOW : INDEXED_WINDOW,
		.order = { .calls = { .next = next, .end = end, .doubt = doubt, .arg = e }, .delay = SERIES_SAME_SAMPLE } };
	e->now = e->sources;
	for (; e->sources && e->n < n; e->n++) {
		s = &e->sources[e->n];
		s->c = list[e->n];
		s->system = monread_system_new(t->layouts);
		if (!s->system || (n == 1 && begin(e, s)))
			break;
		monread_system_set_release(s->system, t->release);
		s->order.tod = s->c->begins;
		memcpy(s->order.system_id, s->c->system, sizeof s->order.system_id);
		ordered_add(&e->order, &s->order);
		/* At equal times the order of the command line counts, not the order of LIST. */
		s->order.number = s->c->place + 1;
	}
	if (e->n == n && !e->order.failed)
		return 0;
	events_close(e);
	return -1;
}

void events_close(struct events *e)
{
	struct events_source *s;

	ordered_done(&e->order);
	for (s = e->sources; s && s <= &e->sources[e->n]; s++) {
		end(e, &s->order);
		monread_system_free(s->system);
	}
	free(e->sources);
	e->sources = NULL;
}

const struct monread_ev *events_more(struct events *e)
{
	struct ordered_source *s = &e->now->order;
	const struct monread_ev *ev = e->n > 1 ? ordered_next(&e->order, &s, &e->again) : more(e, e->now) ? next(e, s) : NULL;

	e->now = (struct events_source *)s;
	if (e->order.failed)
		e->error = ENOMEM;
	return e->error ? NULL : ev;
}

/* ---- Opening ---- */

/* Read the records at the beginning of C to learn its time and system. 0, or -1: out of memory. */
static int find_first(struct indexed *c, const struct monread_layouts *layouts)
{
	const struct tables t = { .layouts = layouts };
	struct ordered_look begins = { 0 };
	const struct monread_ev *ev;
	struct events e;
	int told = 0;

	if (events_open(&e, &c, 1, &t))
		return -1;
	while (told >= 0 && !(told && c->first_data) && (ev = events_next(&e))) {
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (!c->first_tod && !(ev->flags & MONREAD_REPEATED))
			c->first_tod = ev->tod;
		if (!c->first_data && !(ev->flags & MONREAD_REPEATED) && ev->domain != 1)
			c->first_data = ev->tod;
		told = told ? told : ordered_learn(&begins, e.now->system, ev);
	}
	c->begins = begins.tod;
	snprintf(c->system, sizeof c->system, "%s", monread_system_id(e.now->system));
	events_close(&e);
	return e.error || told < 0 ? -1 : 0;
}

int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container,
                 const struct monread_layouts *layouts, const char *damage)
{
	struct stat st;

	memset(c, 0, sizeof *c);
	c->name = name;
	c->fd = fd;
	c->asked = c->container = container;
	c->size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;
	c->damage = *damage ? strdup(damage) : NULL;
	return c->damage || !*damage ? find_first(c, layouts) : -1;
}

void indexed_close(struct indexed *c)
{
	size_t i;

	for (i = 0; i < c->nproblems; i++)
		free(c->problems[i].text);
	free(c->runs);
	free(c->problems);
	free(c->damage);
	free(c->stretches);
	close(c->fd);
	memset(c, 0, sizeof *c);
}

/* ---- The scan ---- */

/* The state of the scan of a capture. */
struct finding {
	struct table_state state;
	/* how many data sets have repeated configuration, and the number of the last such data set */
	uint64_t repeated, repeated_set;
	struct intervals intervals;
	size_t ended; /* number of stretches whose interval was looked for */
};

/* Add the problem TEXT of the event EV to the problems of C. 0, or -1: out of memory. */
static int note(struct indexed *c, const struct monread_ev *ev, const char *text)
{
	char *copy = strdup(text);

	if (!copy || ARRAY_GROW(c->problems, c->nproblems, c->problems_room)) {
		free(copy);
		return -1;
	}
	c->problems[c->nproblems++] = (struct indexed_problem){
		.offset = ev->offset, .dataset = ev->dataset, .is_gap = ev->kind == MONREAD_GAP, .skipped = ev->skipped,
		.numbered = (ev->flags & MONREAD_NUMBERED) != 0, .domain = ev->domain, .record = ev->record, .text = copy
	};
	return 0;
}

int indexed_problem(const struct tables *t, struct indexed *c, const struct monread_ev *ev, const char *text)
{
	size_t i;

	for (i = c->nproblems; i > 0; i--)
		if (c->problems[i - 1].offset == ev->offset && strcmp(c->problems[i - 1].text, text) == 0)
			return 0;
	if (note(c, ev, text))
		return -1;
	c->problems[c->nproblems - 1].told = 1;
	if (t->problem)
		t->problem(t->arg, c);
	return 0;
}

/* Add the record EV to the last run and the last stretch, or begin new ones, if its kind is wanted. 0, or
 * -1: out of memory. */
static int note_run(struct finding *f, const struct events *e, const struct monread_ev *ev)
{
	const unsigned char *kinds = e->tables->kinds;
	struct indexed *c = e->now->c;
	struct indexed_stretch *s = c->nstretches ? &c->stretches[c->nstretches - 1] : NULL;
	struct indexed_run *r = c->nruns ? &c->runs[c->nruns - 1] : NULL;
	uint8_t type = ev->mce->type == MONREAD_SAMPLE ? MONREAD_SAMPLE : MONREAD_EVENT;
	uint8_t repeated = (ev->flags & MONREAD_REPEATED) != 0;
	unsigned kind = indexed_kind(ev->domain, ev->record);
	/* The interval of an event is known when the next sample begins. */
	uint8_t in_interval = type == MONREAD_SAMPLE && !repeated;
	uint64_t interval = in_interval ? f->state.first : 0;

	if (kinds && !kinds[kind])
		return 0;
	if (!s || s->dataset != ev->dataset || s->interval != interval ||
	    s->in_interval != in_interval || s->type != type || s->repeated != repeated ||
	    memcmp(&s->system, &c->last, sizeof c->last) != 0) {
		if (ARRAY_GROW(c->stretches, c->nstretches, c->stretches_room))
			return -1;
		s = &c->stretches[c->nstretches++];
		*s = (struct indexed_stretch){ .dataset = ev->dataset,
			                       .type = type,
			                       .repeated = repeated,
			                       .in_interval = in_interval,
			                       .interval = interval,
			                       .first = ev->tod,
			                       .last = ev->tod,
			                       .system = c->last };
		r = NULL;
	}
	if (ordered_is_before(ev->tod, s->first))
		s->first = ev->tod;
	if (ordered_is_before(s->last, ev->tod))
		s->last = ev->tod;
	if (r && r->kind == kind && r->offset + r->bytes == ev->offset && r->bytes + ev->length <= UINT16_MAX) {
		r->bytes = (uint16_t)(r->bytes + ev->length);
		return 0;
	}
	if (ARRAY_GROW(c->runs, c->nruns, c->runs_room))
		return -1;
	c->has[kind] = 1;
	c->runs[c->nruns++] =
		(struct indexed_run){ ev->offset, (uint32_t)(c->nstretches - 1), (uint16_t)ev->length, (uint16_t)kind };
	return 0;
}

/* A sample of SYSTEM with the TOD clock FIRST came: it ends the interval of the earlier events of
 * C. */
static void end_events(struct finding *f, struct indexed *c, const char *system, uint64_t first)
{
	/* Later events of C may be of SYSTEM, too. */
	for (; f->ended < c->nstretches && strcmp(c->last.name, system) == 0; f->ended++) {
		struct indexed_stretch *s = &c->stretches[f->ended];

		if (s->in_interval || s->repeated || ordered_is_before(first, s->last) ||
		    strcmp(s->system.name, system) != 0)
			continue;
		s->in_interval = 1;
		s->interval = first;
	}
}

static int note_record(struct finding *f, const struct events *e, const struct monread_ev *ev)
{
	struct monread_system *system = e->now->system;
	struct indexed *c = e->now->c;
	char text[INTERVALS_TEXT];
	enum intervals_event event;
	struct monread_ev gap;
	int in_interval;

	/* Record 13 of domain 1 has no data: it only ends a frame. */
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	/* Only records of domain 1 change the name of the system. */
	if (ev->domain == 1 || monread_system_release(system) != c->last.release) {
		memset(&c->last, 0, sizeof c->last);
		c->last.release = monread_system_release(system);
		snprintf(c->last.name, sizeof c->last.name, "%.8s", monread_system_id(system));
	}
	if (ev->flags & MONREAD_REPEATED) {
		f->repeated += ev->dataset != f->repeated_set;
		f->repeated_set = ev->dataset;
		intervals_record(&f->intervals, system, ev);
		/* The record by which --write announces repeated configuration makes no row. */
		return monread_is_mark(ev->bytes, ev->length) ? 0 : note_run(f, e, ev);
	}
	if (intervals_concerns(ev)) {
		if (intervals_doubt(ev, text) && note(c, ev, text))
			return -1;
		event = intervals_record(&f->intervals, system, ev);
		if (event == INTERVALS_TOO_LONG || event == INTERVALS_LOST) {
			intervals_gap(&f->intervals, event, ev, &gap, text);
			if (note(c, &gap, gap.text))
				return -1;
		}
	}
	table_state_record(&f->state, ev, &in_interval);
	c->datasets = ev->dataset - f->repeated;
	verdict_times(&c->verdict.first, &c->verdict.last, ev);
	c->last_tod = ev->tod;
	c->verdict.records++;
	if (e->again)
		return 0;
	c->records++;
	return note_run(f, e, ev);
}

/* The capture of F was read to its end. 0, or -1: out of memory. */
static int end_scan(struct finding *f, struct indexed *c)
{
	/* If the file is a copy of a damaged compressed capture, the damage was reported when the copy was made. */
	const struct monread_ev damage = { .offset = c->size, .dataset = c->datasets + f->repeated };

	char text[INTERVALS_TEXT];
	struct monread_ev gap;

	if (intervals_suspended(&f->intervals, &gap, text)) {
		gap.offset = c->size;
		gap.dataset = damage.dataset;
		if (note(c, &gap, text))
			return -1;
	}
	if (c->damage && note(c, &damage, c->damage))
		return -1;
	if (c->damage)
		c->problems[c->nproblems - 1].told = 1;
	c->scanned = 1;
	return 0;
}

int indexed_scan(struct indexed *const *list, size_t n, const struct tables *t)
{
	const struct monread_ev *ev;
	struct finding *f, *now = NULL;
	uint64_t first = 0;
	int failed = ENOMEM;
	struct events e;
	size_t i;

	if (list[0]->scanned)
		return 0;
	f = calloc(n, sizeof *f);
	if (f && events_open(&e, list, n, t) == 0) {
		failed = 0;
		while (!failed && (ev = events_next(&e))) {
			/* Some streams do not mark the ends of data sets: one ends where the capture changes. */
			if (now != f + (e.now - e.sources)) {
				now = f + (e.now - e.sources);
				memset(&now->state, 0, sizeof now->state);
			}
			if (ev->kind == MONREAD_RECORD) {
				failed = note_record(now, &e, ev);
				/* Records of domain 1 can be configuration, which is not an
				 * interval. */
				if (now->state.first == first || ev->mce->type != MONREAD_SAMPLE ||
				    ev->domain == 1)
					continue;
				first = now->state.first;
				for (i = 0; i < n; i++)
					end_events(&f[i], list[i], e.now->c->last.name, first);
			} else if (ev->kind >= MONREAD_BAD) {
				intervals_excuse(&now->intervals);
				failed = note(e.now->c, ev, ev->text);
			}
		}
		failed = failed ? ENOMEM : e.error;
		events_close(&e);
		for (i = 0; i < n && !failed; i++)
			failed = end_scan(&f[i], list[i]) ? ENOMEM : 0;
		if (!failed)
			ordered_say_left_out(&e.order);
	}
	free(f);
	errno = failed;
	return failed ? -1 : 0;
}

/* ---- Reading again ---- */

const unsigned char *indexed_read(const struct indexed *c, struct indexed_window *w, uint64_t offset, size_t n)
{
	uint64_t end = w->at + w->length;
	int follows = w->of == c && offset >= w->at && offset <= end + WINDOW_NEAR;
	ssize_t got;

	if (follows && offset <= end && end - offset >= n)
		return w->bytes + (size_t)(offset - w->at);
	errno = ENOMEM;
	if (!w->bytes && !(w->bytes = malloc(INDEXED_WINDOW)))
		return NULL;
	w->of = NULL;
	errno = EIO;
	got = again_pread(c->fd, w->bytes, follows ? INDEXED_WINDOW : n > WINDOW_FIRST ? n : WINDOW_FIRST, (off_t)offset);
	if (got < 0 || (size_t)got < n)
		return NULL;
	w->of = c;
	w->at = offset;
	w->length = (size_t)got;
	return w->bytes;
}
