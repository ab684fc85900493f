/* frames.h: selected records laid into frames anew, one record set at a time. */
#ifndef OUT_FRAMES_H
#define OUT_FRAMES_H

#include "monread.h"

#define OUT_FRAMES_MAX (4u * 1024u * 1024u) /* a larger set is split into several */

struct out_frames {
	unsigned char *bytes; /* the record set, from its start address on */
	uint32_t used, cap;
	struct monread_mce mce; /* of the set that it is made from; its start is that of a frame */
	uint64_t tod;           /* of the last record */
	int frame_ended;        /* the last record was one that ends a frame */
	int any;
};

int out_frames_init(struct out_frames *f);
void out_frames_done(struct out_frames *f);

/* Begin the set that MCE announces. */
void out_frames_open(struct out_frames *f, const struct monread_mce *mce);

/* Whether EV's record fits; if not, close and open. */
int out_frames_fits(struct out_frames *f, const struct monread_ev *ev);
/* Room for one more record, however many there are.  0, or -1: out of memory. */
int out_frames_grow(struct out_frames *f, size_t length);
void out_frames_add(struct out_frames *f, const struct monread_ev *ev);

/* Finish the set: its control element goes to MCE.  0: no record was added, there is no set. */
int out_frames_close(struct out_frames *f, unsigned char *mce);

#endif
