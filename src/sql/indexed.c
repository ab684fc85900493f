/* indexed.c: find the records of a capture, and read them again. */
#include "config.h"

#include "sql/indexed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/array.h"

#define CHUNK INDEXED_WINDOW

/* Up to N bytes; less only at the end.  -1 with errno. */
static ssize_t read_at(int fd, unsigned char *bytes, size_t n, uint64_t at)
{
	size_t have = 0;
	ssize_t got;

	do {
		got = pread(fd, bytes + have, n - have, (off_t)(at + have));
		if (got > 0)
			have += (size_t)got;
	} while (have < n && (got > 0 || (got < 0 && errno == EINTR)));
	return got < 0 && have == 0 ? -1 : (ssize_t)have;
}

/* ---- Events ---- */

struct feeding {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at;
};

/* 0, or -1 with errno: out of memory. */
static int feeding_begin(struct feeding *f, struct indexed *c)
{
	f->c = c;
	f->at = 0;
	f->chunk = malloc(CHUNK);
	f->m = f->chunk ? monread_open(MONREAD_FD_NONE) : NULL;
	if (!f->m) {
		free(f->chunk);
		errno = ENOMEM;
		return -1;
	}
	monread_set_container(f->m, c->container);
	return 0;
}

static void feeding_end(struct feeding *f)
{
	monread_close(f->m);
	free(f->chunk);
}

/* 1: go on; 0: there is no more, with c->error where reading failed. */
static int feed(struct feeding *f)
{
	ssize_t n = read_at(f->c->fd, f->chunk, CHUNK, f->at);

	if (n < 0) {
		f->c->error = errno;
		n = 0;
	}
	f->at += (uint64_t)n;
	return monread_feed(f->m, f->chunk, (size_t)n) == MONREAD_OK;
}

/* ---- Opening ---- */

/* 0, or -1 with errno. */
static int find_first(struct indexed *c)
{
	const struct monread_ev *ev;
	struct feeding f;

	if (feeding_begin(&f, c))
		return -1;
	while (!c->first_tod) {
		ev = monread_next(f.m);
		if (ev && ev->kind == MONREAD_RECORD)
			c->first_tod = ev->tod;
		else if (!ev && (monread_code(f.m) != MONREAD_AGAIN || !feed(&f)))
			break;
	}
	feeding_end(&f);
	return 0;
}

int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container)
{
	struct stat st;

	memset(c, 0, sizeof *c);
	c->name = name;
	c->fd = fd;
	c->container = container;
	if (fstat(fd, &st))
		return -1;
	c->size = (uint64_t)st.st_size;
	return find_first(c);
}

void indexed_close(struct indexed *c)
{
	size_t i;

	for (i = 0; i < c->nproblems; i++)
		free(c->problems[i].text);
	for (i = 0; c->lists && i < INDEXED_KINDS; i++)
		free(c->lists[i].runs);
	free(c->lists);
	free(c->problems);
	free(c->told);
	free(c->runs);
	free(c->stretches);
	free(c->eras);
	if (c->fd >= 0)
		close(c->fd);
	memset(c, 0, sizeof *c);
	c->fd = -1;
}

/* ---- What is found ---- */

struct finding {
	struct indexed *c;
	struct monread_system *system;
	uint64_t dataset;  /* of the last record */
	uint64_t interval; /* of its data set */
	int new_stretch;
};

static int note_problem(struct indexed *c, const struct monread_ev *ev)
{
	struct indexed_problem *p;

	if (ARRAY_GROW(c->problems, c->nproblems, c->problems_room))
		return -1;
	p = &c->problems[c->nproblems];
	memset(p, 0, sizeof *p);
	p->offset = ev->offset;
	p->dataset = ev->dataset;
	p->numbered = (ev->flags & MONREAD_NUMBERED) != 0;
	p->domain = ev->domain;
	p->record = ev->record;
	p->text = strdup(ev->text);
	if (!p->text)
		return -1;
	c->nproblems++;
	return 0;
}

/* The era that the system is in now. */
static int enter_era(struct finding *f)
{
	struct indexed *c = f->c;
	unsigned release = monread_system_release(f->system);
	const char *id = monread_system_id(f->system);
	struct indexed_era *e = c->neras ? &c->eras[c->neras - 1] : NULL;

	if (e && e->release == release && strcmp(e->system, id) == 0)
		return 0;
	if (ARRAY_GROW(c->eras, c->neras, c->eras_room))
		return -1;
	e = &c->eras[c->neras++];
	memset(e, 0, sizeof *e);
	e->release = release;
	memcpy(e->system, id, strnlen(id, sizeof e->system - 1));
	f->new_stretch = 1;
	return 0;
}

/* The stretch that a record of EV belongs to. */
static int enter_stretch(struct finding *f, const struct monread_ev *ev)
{
	struct indexed *c = f->c;
	struct indexed_stretch *s = c->nstretches ? &c->stretches[c->nstretches - 1] : NULL;
	int is_sample = ev->mce && ev->mce->type == MONREAD_SAMPLE;

	if (ev->dataset != f->dataset)
		f->interval = 0;
	if (is_sample && !f->interval)
		f->interval = ev->tod;
	f->dataset = ev->dataset;
	if (s && !f->new_stretch && s->dataset == ev->dataset && s->type == (is_sample ? MONREAD_SAMPLE : MONREAD_EVENT))
		return 0;
	if (ARRAY_GROW(c->stretches, c->nstretches, c->stretches_room))
		return -1;
	s = &c->stretches[c->nstretches++];
	s->dataset = ev->dataset;
	s->type = is_sample ? MONREAD_SAMPLE : MONREAD_EVENT;
	s->interval = is_sample ? f->interval : 0;
	s->era = (uint32_t)(c->neras - 1);
	f->new_stretch = 0;
	return 0;
}

static int add_run(struct indexed *c, const struct monread_ev *ev, unsigned kind)
{
	struct indexed_list *l = &c->lists[kind];
	struct indexed_run *r;

	if (ARRAY_GROW(c->runs, c->nruns, c->runs_room) || ARRAY_GROW(l->runs, l->n, l->room))
		return -1;
	l->runs[l->n++] = (uint32_t)c->nruns;
	r = &c->runs[c->nruns++];
	r->offset = ev->offset;
	r->stretch = (uint32_t)(c->nstretches - 1);
	r->bytes = (uint16_t)ev->length;
	r->kind = (uint16_t)kind;
	return 0;
}

static int note_record(struct finding *f, const struct monread_ev *ev)
{
	struct indexed *c = f->c;
	unsigned kind = indexed_kind(ev->domain, ev->record);
	struct indexed_run *r = c->nruns ? &c->runs[c->nruns - 1] : NULL;

	/* End-of-frame records are framing. */
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (monread_system_learn(f->system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	/* Only these tell something of the system. */
	if ((ev->domain == 1 || !c->neras || monread_system_release(f->system) != c->eras[c->neras - 1].release) &&
	    enter_era(f))
		return -1;
	if (enter_stretch(f, ev))
		return -1;
	c->records++;
	c->last_tod = ev->tod;
	c->datasets = ev->dataset;
	if (r && r->kind == kind && r->stretch == c->nstretches - 1 && r->offset + r->bytes == ev->offset &&
	    r->bytes + ev->length <= UINT16_MAX) {
		r->bytes = (uint16_t)(r->bytes + ev->length);
		return 0;
	}
	return add_run(c, ev, kind);
}

/* 0, or -1: out of memory. */
static int find_event(void *arg, const struct monread_ev *ev)
{
	struct finding *f = arg;

	if (ev->kind == MONREAD_RECORD ? note_record(f, ev) : ev->kind >= MONREAD_BAD && note_problem(f->c, ev)) {
		errno = ENOMEM;
		return -1;
	}
	return 0;
}

int indexed_each(struct indexed *c, unsigned flags, const struct indexed_scan *how,
                 int (*event)(void *arg, const struct monread_ev *ev), void *arg)
{
	const struct monread_ev *ev;
	struct feeding f;
	int rc = 0;

	if (feeding_begin(&f, c))
		return -1;
	monread_set_flags(f.m, flags);
	while (!rc) {
		ev = monread_next(f.m);
		if (ev) {
			rc = event(arg, ev);
		} else if (how->stopped && how->stopped(how->arg)) {
			errno = EINTR;
			rc = -1;
		} else if (monread_code(f.m) == MONREAD_FATAL) {
			rc = -1;
		} else if (monread_code(f.m) != MONREAD_AGAIN || !feed(&f)) {
			break;
		}
	}
	if (c->container == MONREAD_CONTAINER_AUTO)
		c->container = monread_container_found(f.m);
	feeding_end(&f);
	return rc;
}

int indexed_scan(struct indexed *c, const struct indexed_scan *how)
{
	struct finding f = { .c = c };
	int rc;

	if (c->scanned)
		return 0;
	c->lists = calloc(INDEXED_KINDS, sizeof *c->lists);
	f.system = monread_system_new(how->layouts);
	if (!c->lists || !f.system) {
		monread_system_free(f.system);
		errno = ENOMEM;
		return -1;
	}
	monread_system_set_release(f.system, how->release);
	c->scanned = 1;
	rc = indexed_each(c, 0, how, find_event, &f);
	monread_system_free(f.system);
	return rc;
}

/* ---- Reading again ---- */

int indexed_read(const struct indexed *c, struct indexed_window *w, uint64_t offset, size_t n, size_t ahead)
{
	ssize_t got;

	if (!w->bytes && !(w->bytes = malloc(INDEXED_WINDOW))) {
		errno = ENOMEM;
		return -1;
	}
	w->of = NULL;
	errno = EIO;
	got = read_at(c->fd, w->bytes, ahead < n ? n : ahead, offset);
	if (got < 0 || (size_t)got < n)
		return -1;
	w->of = c;
	w->at = offset;
	w->length = (size_t)got;
	return 0;
}

void indexed_window_done(struct indexed_window *w)
{
	free(w->bytes);
	memset(w, 0, sizeof *w);
}

int indexed_tells(struct indexed *c, uint64_t offset)
{
	size_t i = c->ntold;

	/* Nearly always they come in order. */
	while (i > 0 && c->told[i - 1] > offset)
		i--;
	if ((i > 0 && c->told[i - 1] == offset) || ARRAY_GROW(c->told, c->ntold, c->told_room))
		return 0;
	memmove(c->told + i + 1, c->told + i, (c->ntold++ - i) * sizeof *c->told);
	c->told[i] = offset;
	return 1;
}
