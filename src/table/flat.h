/* flat.h: records whose fields stand at the same place in each: no arrays, application data, texts of any length or
 * structures with conditions.  Their fields can be looked at without a walk. */
#ifndef TABLE_FLAT_H
#define TABLE_FLAT_H

#include "monread.h"

/* One element of a field. */
struct flat_place {
	const struct monread_field *field;
	uint32_t offset, length; /* in the record */
	uint32_t element;        /* its number in a list, as the decoder has it */
};

struct flat {
	struct flat_place *places;
	uint32_t n;
	size_t room;
	uint32_t end; /* behind the last one */
	int counts_down; /* one of them does */
};

/* Whether the records of L are. */
int flat_is(const struct monread_layout *l);

/* Whether they are but for application data. */
int flat_but_payload(const struct monread_layout *l);

/* Where the fields of L stand that have one of FLAGS, in the order of the walk.  *F is all 0.  0, or -1: out of memory,
 * then flat_done() is needed all the same. */
int flat_make(struct flat *f, const struct monread_layout *l, unsigned flags);
void flat_done(struct flat *f);

static inline int flat_there(const struct flat_place *p, size_t length)
{
	return p->offset <= length && p->length <= length - p->offset;
}

#endif
