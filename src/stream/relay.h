/* relay.h: selected records laid into frames anew, one record set at a time. */
#ifndef MR_RELAY_H
#define MR_RELAY_H

#include "monread.h"

#define MR_RELAY_MAX (4u * 1024u * 1024u) /* a larger set is split into several */

struct mr_relay {
	unsigned char *bytes; /* the record set, from its start address on */
	uint32_t used, cap;
	struct monread_mce mce; /* of the set that it is made from; its start is that of a frame */
	uint64_t first, tod;    /* TOD clocks of the first record and of the last */
	int frame_ended;        /* the last record was one that ends a frame */
	int any;
	int false_mark; /* the only record is a mark that announced nothing where it was read */
};

int mr_relay_init(struct mr_relay *r);
void mr_relay_done(struct mr_relay *r);

/* Begin the set that MCE announces. */
void mr_relay_open(struct mr_relay *r, const struct monread_mce *mce);

/* Whether EV's record fits; if not, close and open. */
int mr_relay_fits(struct mr_relay *r, const struct monread_ev *ev);
/* Room for one more record, however many there are.  0, or -1: out of memory. */
int mr_relay_grow(struct mr_relay *r, size_t length);
void mr_relay_add(struct mr_relay *r, const struct monread_ev *ev);

/* Finish the set: *MCE announces it.  0: no record was added, there is no set. */
int mr_relay_close(struct mr_relay *r, struct monread_mce *mce);

#endif
