/* relay.h: arranges selected records in new frames, one record set at a time. */
#ifndef MR_RELAY_H
#define MR_RELAY_H

#include "monread.h"

#define MR_RELAY_MAX (4u * 1024u * 1024u) /* a larger set is split */

struct mr_relay {
	unsigned char *bytes; /* the record set from its start address on */
	uint32_t used, cap;
	struct monread_mce mce; /* element of the original set; its start is rounded down to a frame */
	uint64_t first, tod;    /* TOD clocks of the first and the last record */
	int frame_ended;        /* the last record was an end of frame */
	int any;
	int false_mark; /* the only record is a mark that did not announce repeated sets in the input */
};

/* Return 0, or -1 if out of memory. */
int mr_relay_init(struct mr_relay *r);
void mr_relay_done(struct mr_relay *r);

/* Begin the set that MCE announces. */
void mr_relay_open(struct mr_relay *r, const struct monread_mce *mce);

/* Return 1 if the record of EV fits. If not, call mr_relay_close() and mr_relay_open() first. */
int mr_relay_fits(struct mr_relay *r, const struct monread_ev *ev);
/* Make room for a record of LENGTH bytes, whatever the size of the set. Return 0, or -1 if out of memory. */
int mr_relay_grow(struct mr_relay *r, size_t length);
void mr_relay_add(struct mr_relay *r, const struct monread_ev *ev);

/* Finish the set and set *MCE to its element. Return 0 if the set has no record. */
int mr_relay_close(struct mr_relay *r, struct monread_mce *mce);

#endif
