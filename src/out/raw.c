/* raw.c: the bytes, as a valid stream capture.
 *
 * Unfiltered it is the input's stream, byte for byte.  Filtered, the selected
 * records of a set are laid into new frames under a control element of their
 * own: no record crosses a frame boundary, frames end with D1R13. */
#include "config.h"

#include "out/formats.h"
#include "out/out.h"

struct raw {
	struct monread_writer *writer;
};

static int begin(struct out *o)
{
	struct raw *r = o->shared;

	r->writer = monread_writer_new(MONREAD_CONTAINER_STREAM, MONREAD_WRITER_SELECTED);
	return r->writer ? 0 : out_no_memory(&o->main);
}

/* The record sets that are complete. */
static void put_sets(struct out *o)
{
	struct raw *r = o->shared;
	const unsigned char *bytes;
	size_t n;

	bytes = monread_writer_bytes(r->writer, &n);
	if (n == 0)
		return;
	out_bytes(&o->main.b, bytes, n);
	monread_writer_clear(r->writer);
}

static int take(struct out *o, const struct monread_ev *ev, int shown)
{
	struct raw *r = o->shared;
	int rc = monread_writer_take(r->writer, ev, shown);

	put_sets(o);
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(r->writer, ev, shown);
	return rc < 0 ? out_no_memory(&o->main) : 0;
}

static int event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l, int shown)
{
	(void)l;
	if (o->settings.filtered)
		return take(o, ev, shown);
	if (ev->kind != MONREAD_SET_END)
		out_bytes(&o->main.b, ev->bytes, ev->length);
	return 0;
}

static int end(struct out *o)
{
	struct raw *r = o->shared;
	int rc = monread_writer_end(r->writer) < 0 ? out_no_memory(&o->main) : 0;

	put_sets(o);
	monread_writer_free(r->writer);
	return rc;
}

const struct out_format out_raw_format = {
	.name = "raw",
	.wants = OUT_WANTS_FILLER | OUT_WANTS_OTHERS,
	.shared_size = sizeof(struct raw),
	.begin = begin,
	.event = event,
	.end = end,
};
