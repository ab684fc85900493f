/* doubts.h: collects the unproven fields of a record, each once. */
#ifndef OUT_DOUBTS_H
#define OUT_DOUBTS_H

#include "monread.h"
#include "port/hash.h"

/* Initialize with zeros. */
struct out_doubts {
	const struct monread_field **fields; /* in the order of the record */
	uint32_t n;
	uint32_t nknown;   /* different fields left from the previous record, which usually has the same ones */
	uint32_t nindexed; /* number of fields in ->by_field */
	size_t room;
	int changed;       /* ->fields changed since the caller set this to 0; compare ->n, too */
	struct hash_table by_field; /* indexes of ->fields */
};

/* Begin a record. */
void out_doubts_clear(struct out_doubts *d);

/* Add F if the previous record did not have it in this place. Return 0, or -1 if out of memory. */
int out_doubts_put(struct out_doubts *d, const struct monread_field *f);

/* Note that F is shown. Return 0, or -1 if out of memory. */
static inline int out_doubts_add(struct out_doubts *d, const struct monread_field *f)
{
	if (d->n == d->nknown || d->fields[d->n] != f)
		return out_doubts_put(d, f);
	d->n++;
	return 0;
}

void out_doubts_done(struct out_doubts *d);

#endif
