/* raw.c: the bytes, as a valid stream capture.
 *
 * Unfiltered it is the input's stream, byte for byte.  Filtered, or merged, the selected
 * records of a set are laid into new frames under a control element of their
 * own: no record crosses a frame boundary, frames end with D1R13.  What is
 * repeated gets a mark of its own, as there may be fewer sets of it.
 *
 * Where damage ends the run a set waits until it is complete: of one that is not, the whole records are laid out anew. */
#include "config.h"

#include "out/formats.h"
#include "out/out.h"
#include "out/rawset.h"

struct raw {
	struct rawset *waiting; /* NULL: bytes go out as they come */
	struct monread_writer *writer;
	int repeating;  /* what it has is repeated, */
	uint64_t tod;   /* before a record of this time */
};

static int begin(struct out *o)
{
	struct raw *r = o->shared;

	r->writer = monread_writer_new(MONREAD_CONTAINER_STREAM, MONREAD_WRITER_SELECTED);
	if (!r->writer)
		return out_no_memory(&o->main);
	if (!o->settings.strict || o->settings.filtered || o->settings.merged)
		return 0;
	r->waiting = rawset_new();
	if (r->waiting)
		return 0;
	monread_writer_free(r->writer);
	return out_no_memory(&o->main);
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

/* All that was taken, with a mark where it is repeated. */
static int end_sets(struct out *o)
{
	struct raw *r = o->shared;
	int rc = monread_writer_end(r->writer);

	if (rc == MONREAD_WRITER_READY && r->repeating)
		rc = monread_writer_repeated(r->writer, r->tod);
	put_sets(o);
	return rc < 0 ? out_no_memory(&o->main) : 0;
}

/* Repeated sets wait for the last of them, as their mark says how many they are. */
static int turn(struct out *o, const struct monread_ev *ev)
{
	struct raw *r = o->shared;
	int repeated = (ev->flags & MONREAD_REPEATED) != 0;

	if (ev->kind == MONREAD_SET_END || repeated == r->repeating)
		return 0;
	if (end_sets(o))
		return -1;
	r->repeating = repeated;
	r->tod = ev->tod;
	return 0;
}

static int take(struct out *o, const struct monread_ev *ev, int shown)
{
	struct raw *r = o->shared;
	int rc;

	if (turn(o, ev))
		return -1;
	rc = monread_writer_take(r->writer, ev, shown);
	if (rc == MONREAD_WRITER_SPLIT && r->repeating && monread_writer_repeated(r->writer, r->tod))
		rc = -1;
	if (!r->repeating || rc == MONREAD_WRITER_SPLIT)
		put_sets(o);
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(r->writer, ev, shown);
	return rc < 0 ? out_no_memory(&o->main) : 0;
}

static int take_whole(void *arg, const struct monread_ev *ev)
{
	return take(arg, ev, 1);
}

static int event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l, int shown)
{
	struct raw *r = o->shared;

	(void)l;
	if (o->settings.filtered || o->settings.merged)
		return take(o, ev, shown);
	if (r->waiting)
		return rawset_add(r->waiting, ev, &o->main.b) ? out_no_memory(&o->main) : 0;
	if (ev->kind != MONREAD_SET_END)
		out_bytes(&o->main.b, ev->bytes, ev->length);
	return 0;
}

static int end(struct out *o)
{
	struct raw *r = o->shared;
	int rc = r->waiting ? rawset_end(r->waiting, take_whole, o) : 0;

	if (!rc)
		rc = end_sets(o);
	else
		out_no_memory(&o->main);
	rawset_free(r->waiting);
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
