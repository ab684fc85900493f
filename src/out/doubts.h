/* doubts.h: the unproven fields of a record that were shown, each once. */
#ifndef OUT_DOUBTS_H
#define OUT_DOUBTS_H

#include "monread.h"
#include "port/hash.h"

/* Zeroed to begin with. */
struct out_doubts {
	const struct monread_field **fields; /* in their order */
	uint32_t n;
	uint32_t nknown;   /* so many, no two alike, are left from the record before: mostly it is those again */
	uint32_t nindexed; /* of the fields: they are in ->by_field */
	size_t room;
	int changed;       /* ->fields, since the caller last set it to 0; ->n is looked at as well */
	struct hash_table by_field; /* numbers in ->fields */
};

/* A record begins. */
void out_doubts_clear(struct out_doubts *d);

/* The same where the record before has not had this field in this place.  0, or -1: out of memory. */
int out_doubts_put(struct out_doubts *d, const struct monread_field *f);

/* F is shown.  0, or -1: out of memory. */
static inline int out_doubts_add(struct out_doubts *d, const struct monread_field *f)
{
	if (d->n == d->nknown || d->fields[d->n] != f)
		return out_doubts_put(d, f);
	d->n++;
	return 0;
}

void out_doubts_done(struct out_doubts *d);

#endif
