/* flat.h: flat layouts have no arrays, application data, texts of variable length or conditions, so
 * that each field has the same offset in every record and can be read without the decoder. */
#ifndef TABLE_FLAT_H
#define TABLE_FLAT_H

#include "base/be.h"
#include "monread.h"

/* The place of a field, or of one element of a list, in the record. */
struct flat_place {
	const struct monread_field *field;
	uint32_t offset, length;
};

struct flat {
	struct flat_place *places;
	uint32_t n;
	size_t room;
	uint32_t end; /* offset in the record of the end of the last field in ->places */
	int counts_down; /* 1 if one of the fields in ->places is a countdown */
};

/* Return 1 if the layout L is flat. */
int flat_is(const struct monread_layout *l);

/* Return 1 if the layout L is flat, except that its records can have application data. */
int flat_but_payload(const struct monread_layout *l);

/* Store in *F, whose members must be zero, the places of the fields of the layout L that have one
 * of the flags FLAGS, in the order in which the decoder reports these fields. Return 0, or -1 if
 * out of memory; call flat_done() in both cases. */
int flat_make(struct flat *f, const struct monread_layout *l, unsigned flags);
void flat_done(struct flat *f);

#endif
