/* events.c: read the events of an indexed capture in order. */
#include "config.h"

#include "sql/events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes for each read. */
static size_t chunk_size(const struct indexed_scan *how)
{
	return how && how->piece ? how->piece : INDEXED_WINDOW;
}

int events_open(struct events *e, struct indexed *c, const struct indexed_scan *how)
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

/* Feed the next chunk to the reader. 1: it may have events now; 0: it has ended; -1: stopped (EINTR). */
static int feed(struct events *e)
{
	ssize_t n;

	if (e->how && e->how->stopped && e->how->stopped(e->how->arg, e->c, e->at)) {
		errno = EINTR;
		return -1;
	}
	n = indexed_read_at(e->c, e->chunk, chunk_size(e->how), e->at);
	if (n < 0) {
		e->c->error = errno;
		n = 0;
	}
	e->at += (uint64_t)n;
	return monread_feed(e->m, e->chunk, (size_t)n) == MONREAD_OK;
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
