/* counts.h: counts the records of an input, or of a part that a thread reads, by domain and record number. */
#ifndef OUT_COUNTS_H
#define OUT_COUNTS_H

#include "cli/buffer.h"
#include "monread.h"
#include "port/bounds.h"

struct count {
	uint64_t records, bytes;
};

struct counts_kind {
	uint16_t domain, record;
	struct count count;
};

struct counts_head {
	uint64_t first, last; /* TOD of the earliest and the latest record */
	int any_time;
	/* Number of record sets with records by type, the first and the last of them; the same for data sets. */
	uint64_t sets[2]; /* [1]: event sets */
	uint64_t first_set, last_set;
	uint64_t datasets, first_dataset, last_dataset;
	int first_is_event;
	unsigned nkinds;
};

/* Initialize with zeros. */
struct counts {
	struct counts_head head;
	struct count known[MR_DOMAINS][MR_RECORDS];
	uint16_t kinds[MR_DOMAINS * MR_RECORDS]; /* the non-zero entries of ->known, as domain * MR_RECORDS + record */
	struct count other; /* records whose numbers are outside of the table */
};

/* Flip the top bit, so that the two epochs of TOD values compare correctly. */
static inline uint64_t counts_in_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

/* Update the earliest and the latest time with TOD. */
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

/* Return the counter of this record number, which gets one more record. */
static inline struct count *counts_of(struct counts *c, uint16_t domain, uint16_t record)
{
	struct count *of;

	if (!mr_is_in_bounds(domain, record))
		return &c->other;
	of = &c->known[domain][record];
	if (!of->records)
		c->kinds[c->head.nkinds++] = (uint16_t)(domain * MR_RECORDS + record);
	return of;
}

/* Count the record EV. */
void counts_record(struct counts *c, const struct monread_ev *ev);

/* Reset all counts. */
void counts_clear(struct counts *c);

/* Sort ->kinds, which has ->head.nkinds entries, by domain and record. */
void counts_sort(struct counts *c);

/* Return the counter of KIND, an entry of ->kinds. */
static inline struct count *counts_at(struct counts *c, unsigned kind)
{
	return &c->known[kind / MR_RECORDS][kind % MR_RECORDS];
}

/* Append all counts to B: the head, then the kinds; and reset them. */
void counts_put(struct counts *c, struct out_buffer *b);

#endif
