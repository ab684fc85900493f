/* fuzz_ordered.c: any bytes as a capture, of which two or three copies are read in the order of
 * time.
 *
 * The input: how many copies (1), four bytes for each of three copies, the capture. Each copy has a
 * part of the data sets, perhaps one domain alone, and perhaps a byte that is different. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tod.h"
#include "fuzz.h"
#include "session/session.h"

#define COPIES 3u
#define COPY   4u
#define HEAD   (1u + COPIES * COPY)

/* Bits of the first byte of the input, and of the first byte of each copy. */
#define THREE  0x01u /* of the first byte: number of copies */
#define FROM   0x07u /* eighths of the data sets are left out at the beginning, */
#define TO     0x38u /* and at the end */
#define DOMAIN 0x40u /* domain 0 alone */
#define FLIP   0x80u /* a byte is different */

/* While times differ by less than this, the reader must remember all records, in TOD units. */
#define REMEMBERED (3600 * MR_TOD_SECOND)

/* Limit for the number of events of all copies: comparing more would take seconds. */
#define EVENTS_MAX 6000u

struct event {
	struct monread_ev ev;
	struct monread_mce mce;
	int is_shown; /* the reader returned it, and no other copy had it before */
};

struct copy {
	struct session_source source;
	unsigned how;
	uint64_t first, last; /* number of its data sets */
	struct event *events;
	size_t n, room;
	/* number of events that next() has returned, and that session_next() has returned */
	size_t read, returned;
	struct event *held;    /* a copy of the event that next() returned last */
	struct monread_system *system;
	struct ordered_look look;
	int is_looked;
};

struct copies {
	struct copy list[COPIES];
	unsigned n;
	/* the times of all records are so close that the reader must remember each record */
	int overlap;
};

static struct monread_layouts *layouts;

static void *allocate(size_t n)
{
	void *p = calloc(1, n ? n : 1);

	if (!p)
		fuzz_fail("out of memory");
	return p;
}

static void release(struct event *e)
{
	free((void *)(uintptr_t)e->ev.bytes);
	free((void *)(uintptr_t)e->ev.text);
}

static void copy_event(struct event *to, const struct monread_ev *ev)
{
	*to = (struct event){ .ev = *ev };
	if (ev->mce)
		to->mce = *ev->mce;
	if (ev->bytes) {
		to->ev.bytes = allocate(ev->length);
		memcpy((void *)(uintptr_t)to->ev.bytes, ev->bytes, ev->length);
	}
	if (ev->text) {
		to->ev.text = allocate(strlen(ev->text) + 1);
		memcpy((void *)(uintptr_t)to->ev.text, ev->text, strlen(ev->text) + 1);
	}
}

/* ---- Copies ---- */

static void count_sets(void *arg, const struct monread_ev *ev)
{
	uint64_t *sets = arg;

	*sets = ev->dataset > *sets ? ev->dataset : *sets;
}

static void add(void *arg, const struct monread_ev *ev)
{
	struct copy *c = arg;

	if (ev->dataset < c->first || ev->dataset > c->last ||
	    (c->how & DOMAIN && ev->kind == MONREAD_RECORD && ev->domain != 0 && ev->domain != 1) ||
	    c->n == EVENTS_MAX / COPIES)
		return;
	if (c->n == c->room) {
		c->room = 2 * c->room + 64;
		c->events = realloc(c->events, c->room * sizeof *c->events);
		if (!c->events)
			fuzz_fail("out of memory");
	}
	copy_event(&c->events[c->n], ev);
	c->n++;
	if (ev->kind == MONREAD_RECORD && !c->is_looked)
		c->is_looked = ordered_learn(&c->look, c->system, ev) != 0;
}

static void make(struct copy *c, const uint8_t head[COPY], const uint8_t *data, size_t size,
                 uint64_t sets)
{
	uint8_t *bytes = allocate(size);
	size_t at = (head[1] * 256u + head[2]) * 8u;

	memcpy(bytes, data, size);
	c->how = head[0];
	c->first = sets * (c->how & FROM) / 8;
	c->last = sets - sets * ((c->how & TO) >> 3) / 8;
	if (c->how & FLIP && size)
		bytes[(at + head[3]) % size] ^= head[3];
	c->system = monread_system_new(layouts);
	if (!c->system)
		fuzz_fail("out of memory");
	fuzz_feed(MONREAD_CONTAINER_AUTO, bytes, size, SIZE_MAX, add, c);
	c->source.tod = c->look.tod;
	snprintf(c->source.system_id, sizeof c->source.system_id, "%s",
	         monread_system_id(c->system));
	free(bytes);
}

static void done(struct copy *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		release(&c->events[i]);
	if (c->held)
		release(c->held);
	free(c->held);
	free(c->events);
	monread_system_free(c->system);
}

/* Return whether the times of all records are so close that the reader may not forget any of
 * them. */
static int are_near(const struct copies *all)
{
	uint64_t least = UINT64_MAX, most = 0;
	unsigned k;
	size_t i;

	for (k = 0; k < all->n; k++) {
		const struct copy *c = &all->list[k];

		if (!c->source.tod)
			return 0;
		for (i = 0; i < c->n; i++) {
			const struct monread_ev *ev = &c->events[i].ev;

			if (ev->kind != MONREAD_RECORD)
				continue;
			least = ev->tod < least ? ev->tod : least;
			most = ev->tod > most ? ev->tod : most;
		}
	}
	return least >> 63 && most >= least && most - least < REMEMBERED;
}

/* ---- Calls of the session ---- */

/* The first member of a copy is its source. */
static const struct monread_ev *next(void *arg, struct session_source *s)
{
	struct copy *c = (struct copy *)s;
	struct event *e;

	(void)arg;
	if (c->held)
		release(c->held);
	free(c->held);
	c->held = NULL;
	if (c->read == c->n)
		return NULL;
	c->held = allocate(sizeof *c->held);
	e = &c->events[c->read++];
	if (e->ev.mce)
		e->ev.mce = &e->mce;
	copy_event(c->held, &e->ev);
	if (e->ev.mce)
		c->held->ev.mce = &c->held->mce;
	return &c->held->ev;
}

static void problem(void *arg, struct session_source *s, const struct monread_ev *ev,
                    const char *text)
{
	(void)arg;
	if (((struct copy *)s)->n == 0 || (ev->kind != MONREAD_RECORD && ev->kind < MONREAD_BAD) ||
	    !*text)
		fuzz_fail("a problem of nothing");
}

/* ---- Checks ---- */

static int is_equal(const struct monread_ev *a, const struct monread_ev *b)
{
	return a->kind == b->kind && a->length == b->length &&
	       (!a->length || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* Whether another copy of the system than C has shown the record E. */
static int was_shown(const struct copies *all, const struct copy *c, const struct event *e)
{
	unsigned k;
	size_t i;

	for (k = 0; k < all->n; k++) {
		const struct copy *other = &all->list[k];

		if (other == c || strcmp(other->source.system_id, c->source.system_id) != 0)
			continue;
		for (i = 0; i < other->returned; i++)
			if (other->events[i].is_shown && other->events[i].mce.type == e->mce.type &&
			    is_equal(&other->events[i].ev, &e->ev))
				return 1;
	}
	return 0;
}

/* The reader returned EV as the next event of C; AGAIN: another copy already had it. */
static void check(const struct copies *all, struct copy *c, const struct monread_ev *ev, int again)
{
	struct event *e = &c->events[c->returned];
	int before;

	if (c->returned == c->n || e->ev.offset != ev->offset || e->ev.serial != ev->serial ||
	    !is_equal(&e->ev, ev))
		fuzz_fail("copy %u: event %zu of %zu is another", c->source.number, c->returned,
		          c->n);
	c->returned++;
	if (ev->kind != MONREAD_RECORD) {
		if (again)
			fuzz_fail("copy %u: an event that is not a record is left out",
			          c->source.number);
		return;
	}
	before = was_shown(all, c, e);
	e->is_shown = !again;
	if (again && !before)
		fuzz_fail("copy %u: the record at 0x%llx is lost", c->source.number,
		          (unsigned long long)ev->offset);
	if (!again && before && all->overlap && !(ev->flags & MONREAD_REPEATED))
		fuzz_fail("copy %u: the record at 0x%llx is there twice", c->source.number,
		          (unsigned long long)ev->offset);
}

/* Check that the data set that begins in S is the earliest one. */
static void check_order(const struct ordered *o, const struct session_source *s)
{
	unsigned i;

	for (i = 0; i < o->n; i++) {
		const struct session_source *other = o->heap[i];

		if (other != s && other->tod && s->tod && ordered_is_before(other->tod, s->tod))
			fuzz_fail("copy %u is read before copy %u, which is earlier", s->number,
			          other->number);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct session s = { .calls = { .problem = problem, .next = next } };
	struct copies all = { .n = 2 };
	const struct monread_ev *ev;
	uint64_t sets = 0;
	unsigned k;

	if (size < HEAD)
		return 0;
	if (!layouts)
		layouts = monread_layouts_new();
	if (!layouts)
		fuzz_fail("out of memory");
	all.n += (data[0] & THREE) != 0;
	fuzz_feed(MONREAD_CONTAINER_AUTO, data + HEAD, size - HEAD, SIZE_MAX, count_sets, &sets);
	for (k = 0; k < all.n; k++) {
		make(&all.list[k], data + 1 + k * COPY, data + HEAD, size - HEAD, sets);
		session_add(&s, &all.list[k].source);
	}
	all.overlap = are_near(&all);
	session_begin(&s);
	for (ev = session_next(&s); ev; ev = session_next(&s)) {
		if (s.is_first)
			check_order(&s.order, s.now);
		check(&all, (struct copy *)s.now, ev, s.again);
	}
	for (k = 0; k < all.n; k++) {
		if (all.list[k].returned != all.list[k].n)
			fuzz_fail("copy %u: %zu events of %zu", k + 1, all.list[k].returned,
			          all.list[k].n);
		done(&all.list[k]);
	}
	session_end(&s);
	return 0;
}
