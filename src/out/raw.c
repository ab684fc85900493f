/* raw.c: the bytes, as a valid stream capture.
 *
 * Unfiltered it is the input's stream, byte for byte.  Filtered, the selected
 * records of a set are laid into new frames under a control element of their
 * own: no record crosses a frame boundary, frames end with D1R13. */
#include "config.h"

#include <stdlib.h>

#include "out/format.h"
#include "out/frames.h"

struct raw {
	struct out_frames frames;
};

static int begin(struct out *o)
{
	struct raw *r = o->state;

	return out_frames_init(&r->frames);
}

static void flush_set(struct out *o)
{
	struct raw *r = o->state;
	unsigned char mce[12];

	if (!out_frames_close(&r->frames, mce))
		return;
	out_bytes(&o->b, mce, sizeof mce);
	out_bytes(&o->b, r->frames.bytes, r->frames.used);
}

static void event(struct out *o, const struct monread_ev *ev, int shown)
{
	struct raw *r = o->state;

	if (!o->filtered) {
		if (ev->kind != MONREAD_SET_END)
			out_bytes(&o->b, ev->bytes, ev->length);
		return;
	}
	if (ev->kind == MONREAD_CONTROL) {
		flush_set(o);
		out_frames_open(&r->frames, ev->mce);
	} else if (ev->kind == MONREAD_SET_END) {
		flush_set(o);
	} else if (ev->kind == MONREAD_RECORD && shown && !(ev->domain == 1 && ev->record == 13)) {
		if (!out_frames_fits(&r->frames, ev)) {
			flush_set(o);
			out_frames_open(&r->frames, ev->mce);
		}
		out_frames_add(&r->frames, ev);
	}
}

static void end(struct out *o)
{
	struct raw *r = o->state;

	flush_set(o);
	out_frames_done(&r->frames);
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
