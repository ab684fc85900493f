/* capture.c: read what was stored before, plain or compressed. */
#include "config.h"

#include "store/capture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int capture_open(struct capture *c, int fd)
{
	memset(c, 0, sizeof *c);
	c->m = monread_open(fd);
	return c->m ? 0 : -1;
}

int capture_open_packed(struct capture *c, struct uncompress_source *s, const char *kind)
{
	struct uncompress_fault fault;

	memset(c, 0, sizeof *c);
	errno = 0;
	c->u = uncompress_open(s, kind, &fault);
	if (!c->u)
		return -1;
	c->m = monread_open(MONREAD_FD_NONE);
	if (c->m)
		return 0;
	capture_close(c);
	return -1;
}

void capture_close(struct capture *c)
{
	int error = errno;

	monread_close(c->m);
	uncompress_close(c->u);
	memset(c, 0, sizeof *c);
	errno = error;
}

static int feed(struct capture *c)
{
	const void *bytes = NULL;
	ssize_t n = c->u ? uncompress_next(c->u, &bytes) : 0;
	const char *doubt = c->u ? uncompress_doubt(c->u) : NULL;

	if (n < 0 && errno == ENOMEM)
		return -1;
	if (doubt && !c->doubt[0])
		snprintf(c->doubt, sizeof c->doubt, "%s", doubt);
	/* The reader still gets the end, and returns what came before the fault. */
	if (n < 0) {
		c->failed = 1;
		n = 0;
	}
	c->length += (uint64_t)n;
	return monread_feed(c->m, bytes, (size_t)n);
}

const struct monread_ev *capture_next(struct capture *c)
{
	const struct monread_ev *ev = monread_next(c->m);

	while (!ev && monread_code(c->m) == MONREAD_AGAIN && feed(c) == 0)
		ev = monread_next(c->m);
	return ev;
}

static void note_event(struct capture_last *l, enum monread_container container, const struct monread_ev *ev)
{
	/* A mark is nothing without the sets that it announces, all of them. */
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED && monread_is_mark(ev->bytes, ev->length)) {
		l->repeating = 1;
		l->end = 0;
	}
	if (l->repeating && (ev->kind != MONREAD_CONTROL || ev->flags & MONREAD_REPEATED))
		return;
	l->repeating = 0;
	if (container != MONREAD_CONTAINER_MONWRITE) {
		if (ev->kind != MONREAD_CONTROL)
			return;
		l->begin = ev->offset;
		l->end = ev->offset + MONREAD_MCE_SIZE + (ev->mce->end - ev->mce->start) + 1u;
		l->any = 1;
	} else if (ev->kind == MONREAD_SET_END) {
		l->end = ev->offset;
	} else if (ev->kind == MONREAD_CONTROL && (!l->any || ev->dataset != l->dataset)) {
		l->dataset = ev->dataset;
		l->begin = ev->offset - MONREAD_BLOCK_AREA;
		l->end = 0;
		l->any = 1;
	}
}

int capture_find_last(struct capture *c, struct capture_last *l, struct monread_system *system)
{
	const struct monread_ev *ev;

	memset(l, 0, sizeof *l);
	errno = 0;
	/* Damage and gaps in it were there when it was stored, and do not make it incomplete. */
	while ((ev = capture_next(c))) {
		note_event(l, monread_container_found(c->m), ev);
		if (system && ev->kind == MONREAD_RECORD &&
		    monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length)) {
			errno = ENOMEM;
			return -1;
		}
		errno = 0;
	}
	if (monread_code(c->m) == MONREAD_EOF && !c->failed)
		return 0;
	errno = errno ? errno : EIO;
	return -1;
}
