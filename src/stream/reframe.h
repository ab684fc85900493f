/* reframe.h: arranges selected records in new frames, one record set at a time. */
#ifndef MR_REFRAME_H
#define MR_REFRAME_H

#include "monread.h"

#define MR_REFRAME_MAX (4u * 1024u * 1024u) /* Record sets with more bytes than this are split. */

struct mr_reframe {
	unsigned char *bytes; /* bytes of the new record set, from its start address on */
	uint32_t used, cap;
	/* control element of the original record set, with the start address rounded down to a
	 * frame */
	struct monread_mce mce;
	uint64_t first, tod; /* TOD clocks of the first and the last record in the new record set */
	int frame_ended;        /* 1 if the last record was D1R13, which ends a frame */
	int any;
	/* 1 if the only record is a mark that shared its record set with other records in the
	 * input. A mark that is alone in its set announces that the following sets are repeated;
	 * this mark must not announce that */
	int false_mark;
};

/* Return 0, or -1 if out of memory. */
int mr_reframe_init(struct mr_reframe *r);
void mr_reframe_done(struct mr_reframe *r);

/* Begin the record set that MCE announces. */
void mr_reframe_open(struct mr_reframe *r, const struct monread_mce *mce);

/* Return 1 if the record of EV fits into the record set. If it does not fit, call
 * mr_reframe_close() and mr_reframe_open() first. */
int mr_reframe_fits(struct mr_reframe *r, const struct monread_ev *ev);
/* Make room in R for a record of LENGTH bytes, even if the record set becomes larger than
 * MR_REFRAME_MAX. Return 0, or -1 if out of memory. */
int mr_reframe_grow(struct mr_reframe *r, size_t length);
void mr_reframe_add(struct mr_reframe *r, const struct monread_ev *ev);

/* Finish the record set and write its control element to *MCE. Return 0 if the set has no
 * record. */
int mr_reframe_close(struct mr_reframe *r, struct monread_mce *mce);

#endif
