/* flat.h: layouts whose fields have the same offset in every record: without arrays, application
 * data, texts of variable length or conditions. Their fields can be read without a walk. */
#ifndef TABLE_FLAT_H
#define TABLE_FLAT_H

#include "monread.h"
#include "port/be.h"

/* One element of a field. */
struct flat_place {
	const struct monread_field *field;
	uint32_t offset, length; /* bytes in the record */
	uint32_t element;        /* number of the list element, as in the decoder */
};

struct flat {
	struct flat_place *places;
	uint32_t n;
	size_t room;
	uint32_t end; /* end of the last place */
	int counts_down; /* 1 if a field in ->places is a countdown */
};

/* Return 1 if the records of L are flat. */
int flat_is(const struct monread_layout *l);

/* Return 1 if the records of L are flat except for application data. */
int flat_but_payload(const struct monread_layout *l);

/* Find the places of all fields of L with one of FLAGS, in the order of the walk. *F must be zero.
 * Return 0, or -1 if out of memory; call flat_done() in both cases. */
int flat_make(struct flat *f, const struct monread_layout *l, unsigned flags);
void flat_done(struct flat *f);

static inline int flat_there(const struct flat_place *p, size_t length)
{
	return mr_is_inside(p->offset, p->length, length);
}

#endif
