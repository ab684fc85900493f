/* unproven.h: collects the unproven fields of a record, each once. */
#ifndef OUT_UNPROVEN_H
#define OUT_UNPROVEN_H

#include "monread.h"
#include "port/hash.h"

/* Initialize with zeros. */
struct out_unproven {
	const struct monread_field **fields; /* in the order of the record */
	uint32_t n;
	uint32_t nknown;   /* different fields left from the previous record, which usually has the same ones */
	uint32_t nindexed; /* number of fields in ->by_field */
	size_t room;
	int changed;       /* ->fields changed since the caller set this to 0; compare ->n, too */
	struct hash_table by_field; /* indexes of ->fields */
};

/* Begin a record. */
void out_unproven_clear(struct out_unproven *d);

/* Add F if the previous record did not have it in this place. Return 0, or -1 if out of memory. */
int out_unproven_put(struct out_unproven *d, const struct monread_field *f);

/* Note that F is shown. Return 0, or -1 if out of memory. */
static inline int out_unproven_add(struct out_unproven *d, const struct monread_field *f)
{
	if (d->n == d->nknown || d->fields[d->n] != f)
		return out_unproven_put(d, f);
	d->n++;
	return 0;
}

void out_unproven_done(struct out_unproven *d);

#endif
