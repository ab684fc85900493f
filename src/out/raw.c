/* raw.c: the bytes, as a valid stream capture.
 *
 * Unfiltered it is the input's stream, byte for byte.  Filtered, the selected
 * records of a set are laid into new frames under a control element of their
 * own: no record crosses a frame boundary, frames end with D1R13. */
#include "config.h"

#include <errno.h>

#include "out/format.h"

struct raw {
	struct monread_writer *writer;
};

static int begin(struct out *o)
{
	struct raw *r = o->state;

	r->writer = monread_writer_new(MONREAD_CONTAINER_STREAM, MONREAD_WRITER_SELECTED);
	return r->writer ? 0 : -1;
}

/* The record sets that are complete. */
static void put_sets(struct out *o)
{
	struct raw *r = o->state;
	const unsigned char *bytes;
	size_t n;

	bytes = monread_writer_bytes(r->writer, &n);
	if (n == 0)
		return;
	out_bytes(&o->b, bytes, n);
	monread_writer_clear(r->writer);
}

static void take(struct out *o, const struct monread_ev *ev, int shown)
{
	struct raw *r = o->state;
	int rc = monread_writer_take(r->writer, ev, shown);

	put_sets(o);
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(r->writer, ev, shown);
	if (rc < 0)
		o->b.error = ENOMEM;
}

static void event(struct out *o, const struct monread_ev *ev, int shown)
{
	if (o->filtered)
		take(o, ev, shown);
	else if (ev->kind != MONREAD_SET_END)
		out_bytes(&o->b, ev->bytes, ev->length);
}

static void end(struct out *o)
{
	struct raw *r = o->state;

	if (monread_writer_end(r->writer) < 0)
		o->b.error = ENOMEM;
	put_sets(o);
	monread_writer_free(r->writer);
}

const struct out_format out_raw_format = {
	.name = "raw",
	.what = "the bytes, as a valid stream capture",
	.flags = OUT_WANTS_FILLER | OUT_EVERYTHING,
	.state_size = sizeof(struct raw),
	.begin = begin,
	.event = event,
	.end = end,
};
