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
#include "input/input.h"
#include "port/array.h"
#include "table/intervals.h"
#include "table/row.h"

/* indexed_read() reads WINDOW_FIRST bytes; but if they begin at most WINDOW_NEAR bytes after the bytes in the
 * window, it reads INDEXED_WINDOW bytes, because it then probably goes through the file. */
#define WINDOW_FIRST (4u * 1024u)
#define WINDOW_NEAR  (32u * 1024u)

/* ---- Events ---- */

int events_open(struct events *e, struct indexed *c, const struct tables *t)
{
	*e = (struct events){ .c = c, .tables = t, .chunk = malloc(INDEXED_WINDOW) };
	e->m = e->chunk ? monread_open(MONREAD_FD_NONE) : NULL;
	if (!e->m) {
		events_close(e);
		errno = ENOMEM;
		return -1;
	}
	monread_set_container(e->m, c->asked);
	return 0;
}

void events_close(struct events *e)
{
	if (e->m && e->c->container == MONREAD_CONTAINER_AUTO)
		e->c->container = monread_container_found(e->m);
	if (e->m)
		monread_close(e->m);
	free(e->chunk);
	memset(e, 0, sizeof *e);
}

int events_more(struct events *e)
{
	ssize_t n;

	if (monread_code(e->m) != MONREAD_AGAIN)
		return monread_code(e->m) == MONREAD_FATAL ? -1 : 0;
	if (e->tables && e->tables->stopped && e->tables->stopped(e->tables->arg, e->c, e->at)) {
		errno = EINTR;
		return -1;
	}
	n = again_pread(e->c->fd, e->chunk, INDEXED_WINDOW, (off_t)e->at);
	if (n < 0) {
		e->c->error = errno;
		n = 0;
	}
	e->at += (uint64_t)n;
	return monread_feed(e->m, e->chunk, (size_t)n) == MONREAD_OK;
}

/* ---- Opening ---- */

/* Read the records at the beginning of C to learn its time and system. 0, or -1 with errno. */
static int find_first(struct indexed *c, const struct monread_layouts *layouts)
{
	struct monread_system *system = monread_system_new(layouts);
	struct ordered_look begins = { 0 };
	const struct monread_ev *ev;
	struct events e = { .c = c };
	int rc = 0, told = system && events_open(&e, c, NULL) == 0 ? 0 : -1;

	while (told >= 0 && !(told && c->first_data) && (rc = events_next(&e, &ev)) > 0) {
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (!c->first_tod && !(ev->flags & MONREAD_REPEATED))
			c->first_tod = ev->tod;
		if (!c->first_data && !(ev->flags & MONREAD_REPEATED) && ev->domain != 1)
			c->first_data = ev->tod;
		told = ordered_learn(&begins, system, ev);
	}
	events_close(&e);
	c->begins = begins.tod;
	if (told >= 0)
		snprintf(c->system, sizeof c->system, "%s", monread_system_id(system));
	monread_system_free(system);
	if (told < 0)
		errno = ENOMEM;
	return rc < 0 || told < 0 ? -1 : 0;
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
	free(c->again);
	free(c->stretches);
	close(c->fd);
	memset(c, 0, sizeof *c);
}

/* ---- The scan ---- */

/* The state of a scan. */
struct finding {
	struct indexed *c;
	struct monread_system *system;
	const unsigned char *kinds; /* see struct tables */
	struct table_state state;
	/* how many data sets have repeated configuration, and the number of the last such data set */
	uint64_t repeated, repeated_set;
	struct intervals intervals;
};

int indexed_note(struct indexed *c, const struct monread_ev *ev, const char *text)
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

/* Add the record EV to the last run and the last stretch, or begin new ones, if its kind is wanted. 0, or
 * -1: out of memory. */
static int note_run(struct finding *f, const struct monread_ev *ev)
{
	struct indexed *c = f->c;
	struct indexed_stretch *s = c->nstretches ? &c->stretches[c->nstretches - 1] : NULL;
	struct indexed_run *r = c->nruns ? &c->runs[c->nruns - 1] : NULL;
	uint8_t type = ev->mce->type == MONREAD_SAMPLE ? MONREAD_SAMPLE : MONREAD_EVENT;
	uint8_t repeated = (ev->flags & MONREAD_REPEATED) != 0;
	unsigned kind = indexed_kind(ev->domain, ev->record);

	if (f->kinds && !f->kinds[kind])
		return 0;
	if (!s || s->dataset != ev->dataset || s->type != type || s->repeated != repeated ||
	    memcmp(&s->system, &c->last, sizeof c->last) != 0) {
		if (ARRAY_GROW(c->stretches, c->nstretches, c->stretches_room))
			return -1;
		s = &c->stretches[c->nstretches++];
		*s = (struct indexed_stretch){ .dataset = ev->dataset, .type = type, .repeated = repeated,
			.interval = f->state.first, .first = ev->tod, .last = ev->tod, .system = c->last };
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

static int note_record(struct finding *f, const struct monread_ev *ev)
{
	struct indexed *c = f->c;
	char text[INTERVALS_TEXT];
	struct monread_ev gap;
	int in_interval;

	/* Record 13 of domain 1 has no data: it only ends a frame. */
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (monread_system_learn(f->system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	/* Only records of domain 1 change the name of the system. */
	if (ev->domain == 1 || monread_system_release(f->system) != c->last.release) {
		memset(&c->last, 0, sizeof c->last);
		c->last.release = monread_system_release(f->system);
		snprintf(c->last.name, sizeof c->last.name, "%.8s", monread_system_id(f->system));
	}
	if (ev->flags & MONREAD_REPEATED) {
		f->repeated += ev->dataset != f->repeated_set;
		f->repeated_set = ev->dataset;
		intervals_record(&f->intervals, f->system, ev);
		/* The record by which --write announces repeated configuration makes no row. */
		return monread_is_mark(ev->bytes, ev->length) ? 0 : note_run(f, ev);
	}
	if (intervals_concerns(ev)) {
		if (intervals_doubt(ev, text) && indexed_note(c, ev, text))
			return -1;
		if (intervals_record(&f->intervals, f->system, ev) == INTERVALS_TOO_LONG) {
			intervals_gap(&f->intervals, ev, &gap, text);
			if (indexed_note(c, &gap, gap.text))
				return -1;
		}
	}
	table_state_record(&f->state, ev, &in_interval);
	c->datasets = ev->dataset - f->repeated;
	verdict_times(&c->verdict.first, &c->verdict.last, ev);
	c->last_tod = ev->tod;
	c->verdict.records++;
	if (c->nagain && indexed_is_again(c, ev->offset))
		return 0;
	c->records++;
	return note_run(f, ev);
}

/* Read all events of the capture. 0, or -1 with errno: out of memory, or stopped. */
static int find_all(struct finding *f, const struct tables *t)
{
	const struct monread_ev *ev;
	struct monread_ev damage;
	struct events e;
	int rc, failed = 0;

	if (events_open(&e, f->c, t))
		return -1;
	while (!failed && (rc = events_next(&e, &ev)) > 0) {
		if (ev->kind == MONREAD_RECORD) {
			failed = note_record(f, ev);
		} else if (ev->kind >= MONREAD_BAD) {
			intervals_excuse(&f->intervals);
			failed = indexed_note(f->c, ev, ev->text);
		}
	}
	events_close(&e);
	if (!failed && rc == 0 && f->c->damage) {
		/* The file is a copy of a damaged compressed capture; the damage was reported when the copy was made. */
		damage = (struct monread_ev){ .offset = f->c->size, .dataset = f->c->datasets + f->repeated };
		failed = indexed_note(f->c, &damage, f->c->damage);
		if (!failed)
			f->c->problems[f->c->nproblems - 1].told = 1;
	}
	if (failed)
		errno = ENOMEM;
	return failed ? -1 : rc;
}

int indexed_scan(struct indexed *c, const struct tables *t)
{
	struct finding f = { .c = c, .kinds = t->kinds };
	int error;

	if (c->scanned)
		return 0;
	f.system = monread_system_new(t->layouts);
	if (!f.system) {
		errno = ENOMEM;
		return -1;
	}
	monread_system_set_release(f.system, t->release);
	c->scanned = find_all(&f, t) == 0;
	error = errno;
	monread_system_free(f.system);
	errno = error;
	return c->scanned ? 0 : -1;
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

int indexed_is_again(const struct indexed *c, uint64_t offset)
{
	size_t low = 0, high = c->nagain, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (c->again[middle].to < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->nagain && c->again[low].from <= offset;
}

int indexed_is_noted(const struct indexed *c, uint64_t offset, const char *text)
{
	size_t i;

	for (i = c->nproblems; i > 0; i--)
		if (c->problems[i - 1].offset == offset && strcmp(c->problems[i - 1].text, text) == 0)
			return 1;
	return 0;
}
