/* peek.c: a queue of events that were read ahead. */
#include "config.h"

#include "session/ordered.h"

#include "base/array.h"

struct peek_event {
	struct monread_ev ev;
	struct monread_mce mce;
	/* offset of the bytes of the event in ->bytes of struct peek; the text of the event follows
	 * them */
	size_t at;
};

int peek_add(struct peek *p, const struct monread_ev *ev)
{
	struct peek_event *e;
	size_t at;

	/* All events of the queue were taken, so use its memory again. */
	if (p->at == p->n)
		p->at = p->n = p->bytes.length = 0;
	at = p->bytes.length;
	if (ARRAY_GROW(p->list, p->n, p->room) ||
	    array_append(&p->bytes, ev->bytes, ev->bytes ? ev->length : 0) ||
	    array_append(&p->bytes, ev->text, ev->text ? strlen(ev->text) + 1 : 0))
		return -1;
	e = &p->list[p->n++];
	e->ev = *ev;
	e->at = at;
	if (ev->mce)
		e->mce = *ev->mce;
	return 0;
}

const struct monread_ev *peek_look(struct peek *p, size_t n)
{
	struct peek_event *e = n < p->n - p->at ? &p->list[p->at + n] : NULL;

	if (!e)
		return NULL;
	/* Set the pointers in the event now, because the arrays that they point into may have moved
	 * since the event was added. */
	if (e->ev.mce)
		e->ev.mce = &e->mce;
	if (e->ev.text)
		e->ev.text = (const char *)p->bytes.bytes + e->at +
		             (e->ev.bytes ? e->ev.length : 0);
	if (e->ev.bytes)
		e->ev.bytes = p->bytes.bytes + e->at;
	return &e->ev;
}

const struct monread_ev *peek_take(struct peek *p)
{
	const struct monread_ev *ev = peek_look(p, 0);

	p->at += ev != NULL;
	return ev;
}

int peek_put_back(struct peek *p, const struct monread_ev *ev)
{
	if (p->at == 0 || &p->list[p->at - 1].ev != ev)
		return 0;
	p->at--;
	return 1;
}

void peek_done(struct peek *p)
{
	free(p->list);
	free(p->bytes.bytes);
	memset(p, 0, sizeof *p);
}
