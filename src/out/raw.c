/* raw.c: the format raw: the bytes of records as a valid stream capture. If all records of one
 * input are shown, the output equals the stream of the input. Else, a monread_writer puts the
 * selected records into new frames. Before repeated configuration, the writer puts a new mark (D10
 * record), which contains the number of repeated record sets. With --strict, new frames are
 * written, too, so that the last record set before damage is complete. */
#include "config.h"

#include "out/formats.h"
#include "out/out.h"

struct raw {
	struct monread_writer *writer;
	int repeating;  /* 1: the record sets that are being collected are repeated configuration */
	uint64_t tod; /* for the mark: TOD clock at which repeated configuration began */
};

static int raw_begin(struct out_worker *w)
{
	struct raw *r = w->state;

	r->writer = monread_writer_new(MONREAD_CONTAINER_STREAM, MONREAD_WRITER_SELECTED);
	return r->writer ? 0 : out_no_memory(w);
}

/* Write the complete record sets. */
static void put_sets(struct out_worker *w)
{
	struct raw *r = w->state;
	const unsigned char *bytes;
	size_t n;

	bytes = monread_writer_bytes(r->writer, &n);
	if (n == 0)
		return;
	out_bytes(&w->b, bytes, n);
	monread_writer_clear(r->writer);
}

/* End the last record set and write all record sets, with a mark before repeated configuration. */
static int end_sets(struct out_worker *w)
{
	struct raw *r = w->state;
	int rc = monread_writer_end(r->writer);

	if (rc == MONREAD_WRITER_READY && r->repeating)
		rc = monread_writer_repeated(r->writer, r->tod);
	put_sets(w);
	return rc < 0 ? out_no_memory(w) : 0;
}

/* Write the collected record sets before the first event of repeated configuration, and before the
 * first event after it. */
static int change_repeated(struct out_worker *w, const struct monread_ev *ev)
{
	struct raw *r = w->state;
	int repeated = (ev->flags & MONREAD_REPEATED) != 0;

	if (ev->kind == MONREAD_SET_END || repeated == r->repeating)
		return 0;
	if (end_sets(w))
		return -1;
	r->repeating = repeated;
	r->tod = ev->tod;
	return 0;
}

static int raw_take(struct out_worker *w, const struct monread_ev *ev, int shown)
{
	struct raw *r = w->state;
	int rc;

	if (change_repeated(w, ev))
		return -1;
	rc = monread_writer_take(r->writer, ev, shown);
	if (rc == MONREAD_WRITER_SPLIT && r->repeating &&
	    monread_writer_repeated(r->writer, r->tod))
		rc = -1;
	if (!r->repeating || rc == MONREAD_WRITER_SPLIT)
		put_sets(w);
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(r->writer, ev, shown);
	return rc < 0 ? out_no_memory(w) : 0;
}

static int raw_event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                     int shown)
{
	const struct out_settings *s = &o->settings;

	(void)l;
	if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP)
		return 0;
	if (s->filtered || s->merged)
		return raw_take(&o->main, ev, shown);
	if (s->strict)
		return raw_take(&o->main, ev, 1);
	if (ev->kind != MONREAD_SET_END)
		out_bytes(&o->main.b, ev->bytes, ev->length);
	return 0;
}

static void raw_end(struct out_worker *w)
{
	struct raw *r = w->state;

	end_sets(w);
	monread_writer_free(r->writer);
}

const struct out_format out_raw_format = {
	.name = "raw",
	.wants = OUT_WANTS_FILLER | OUT_WANTS_NO_LAYOUT,
	.state_size = sizeof(struct raw),
	.begin = raw_begin,
	.end = raw_end,
	.event = raw_event,
};
