/* events.c: the events of a capture, one after the other. */
#include "config.h"

#include "sql/events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is at least so large is read by a thread, once so much of it was looked at: many look at the beginning only. */
#define AHEAD_SIZE (4u * 1024u * 1024u)
#define AHEAD_FROM (1024u * 1024u)

/* Bytes that are read at once. */
static size_t chunk_size(const struct indexed_scan *how)
{
	return how && how->piece ? how->piece : INDEXED_WINDOW;
}

int events_open(struct events *e, struct indexed *c, unsigned flags, const struct indexed_scan *how)
{
	memset(e, 0, sizeof *e);
	e->c = c;
	e->how = how;
	e->chunk = malloc(chunk_size(how));
	e->m = e->chunk ? monread_open(MONREAD_FD_NONE) : NULL;
	if (!e->m) {
		free(e->chunk);
		memset(e, 0, sizeof *e);
		errno = ENOMEM;
		return -1;
	}
	/* What is in front of the data is told by who looks for its form, which takes more than a few bytes. */
	monread_set_container(e->m, how && how->limit ? c->container : c->asked);
	monread_set_flags(e->m, flags);
	return 0;
}

void events_close(struct events *e)
{
	if (e->m && e->c->container == MONREAD_CONTAINER_AUTO)
		e->c->container = monread_container_found(e->m);
	if (e->m)
		monread_close(e->m);
	ahead_end(e->ahead);
	free(e->chunk);
	memset(e, 0, sizeof *e);
}

/* Who reads pieces reads many captures, and a thread for each would be too many. */
static void read_ahead(struct events *e, uint64_t limit)
{
	if (e->alone || e->ahead || e->at < AHEAD_FROM)
		return;
	if (!e->how->piece && e->c->size >= AHEAD_SIZE)
		e->ahead = ahead_start(e->c, e->at, limit);
	e->alone = !e->ahead;
}

/* The next bytes, as e->rest.  Their number; 0 at the end; -1 with errno. */
static ssize_t read_next(struct events *e)
{
	uint64_t limit = e->how ? e->how->limit : 0;
	ssize_t n;

	if (e->nrest)
		return (ssize_t)e->nrest;
	if (e->how)
		read_ahead(e, limit);
	e->rest = e->chunk;
	if (e->ahead)
		n = ahead_next(e->ahead, &e->rest);
	else
		n = indexed_read_at(e->c, e->chunk, indexed_most(chunk_size(e->how), e->at, limit), e->at);
	e->nrest = n > 0 ? (size_t)n : 0;
	return n;
}

/* 1: go on; 0: there is no more; -1: stopped. */
static int feed(struct events *e)
{
	const struct copy_gaps *g = &e->c->gaps;
	const unsigned char *bytes;
	ssize_t n;

	if (e->how && e->how->stopped && e->how->stopped(e->how->arg, e->c, e->at)) {
		errno = EINTR;
		return -1;
	}
	if (e->gap < g->n && e->at == g->at[e->gap]) {
		e->gap++;
		return monread_feed_gap(e->m) == MONREAD_OK;
	}
	n = read_next(e);
	if (n < 0) {
		e->c->error = errno;
		n = 0;
	}
	if (e->gap < g->n && g->at[e->gap] - e->at < (uint64_t)n)
		n = (ssize_t)(g->at[e->gap] - e->at);
	bytes = e->rest;
	e->rest += n;
	e->nrest -= (size_t)n;
	e->at += (uint64_t)n;
	return monread_feed(e->m, bytes, (size_t)n) == MONREAD_OK;
}

int events_more(struct events *e)
{
	switch (monread_code(e->m)) {
	case MONREAD_AGAIN:
		return feed(e);
	case MONREAD_FATAL:
		return -1;
	default:
		return 0;
	}
}

int events_each(struct indexed *c, unsigned flags, const struct indexed_scan *how,
                int (*event)(void *arg, const struct monread_ev *ev), void *arg)
{
	const struct monread_ev *ev;
	struct events e;
	int rc;

	if (events_open(&e, c, flags, how))
		return -1;
	while ((rc = events_next(&e, &ev)) > 0)
		if ((rc = event(arg, ev)) != 0)
			break;
	events_close(&e);
	return rc;
}
