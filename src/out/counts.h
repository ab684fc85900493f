/* counts.h: records counted by kind: those of an input, or of a part of it by the thread that reads that. */
#ifndef OUT_COUNTS_H
#define OUT_COUNTS_H

#include "cli/buffer.h"
#include "monread.h"
#include "port/bounds.h"

#define COUNTS_STRANGE 64u /* kinds that tables by number have no room for */

struct count {
	uint64_t records, bytes;
};

struct counts_kind {
	uint16_t domain, record;
	struct count count;
};

struct counts_head {
	uint64_t first, last; /* TOD, earliest and latest */
	int any_time;
	/* Record sets with records: how many by type, the first and the last one; and data sets, likewise. */
	uint64_t sets[2]; /* [1]: of events */
	uint64_t first_set, last_set;
	uint64_t datasets, first_dataset, last_dataset;
	int first_is_event;
	unsigned nkinds;
};

/* Zeroed: nothing was counted. */
struct counts {
	struct counts_head head;
	struct count known[MR_DOMAINS][MR_RECORDS];
	uint16_t kinds[MR_DOMAINS * MR_RECORDS]; /* those of them that are not zero, domain * MR_RECORDS + record */
	struct counts_kind strange[COUNTS_STRANGE]; /* in the order in which they came */
	unsigned nstrange;
};

/* Flipping the top bit puts the two epochs of TOD values in order. */
static inline uint64_t counts_in_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

/* Take TOD into the earliest and the latest of those before. */
static inline void counts_time(struct counts_head *h, uint64_t tod)
{
	if (!h->any_time) {
		h->first = h->last = tod;
		h->any_time = 1;
	} else if (counts_in_order(tod) < counts_in_order(h->first)) {
		h->first = tod;
	} else if (counts_in_order(tod) > counts_in_order(h->last)) {
		h->last = tod;
	}
}

struct count *counts_strange(struct counts *c, uint16_t domain, uint16_t record);

/* Where records of this kind, of which there is one more now, are counted.  NULL: it is one strange kind too many. */
static inline struct count *counts_of(struct counts *c, uint16_t domain, uint16_t record)
{
	struct count *of;

	if (!mr_is_in_bounds(domain, record))
		return counts_strange(c, domain, record);
	of = &c->known[domain][record];
	if (!of->records)
		c->kinds[c->head.nkinds++] = (uint16_t)(domain * MR_RECORDS + record);
	return of;
}

/* Count the record EV.  0, or -1: it is of one strange kind too many. */
int counts_record(struct counts *c, const struct monread_ev *ev);

/* Nothing was counted. */
void counts_clear(struct counts *c);

/* The kinds that were counted, strange ones aside, by domain and record: ->kinds, so many as ->head.nkinds says. */
void counts_sort(struct counts *c);

/* Where the records of KIND, one of ->kinds, are counted. */
static inline struct count *counts_at(struct counts *c, unsigned kind)
{
	return &c->known[kind / MR_RECORDS][kind % MR_RECORDS];
}

/* Put what was counted to B: the head, and so many kinds.  Then nothing was counted. */
void counts_put(struct counts *c, struct out_buffer *b);

#endif
