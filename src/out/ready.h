/* ready.h: prepares the text before and after each value of a structure. It is the same in all records, so it is
 * made once. */
#ifndef OUT_READY_H
#define OUT_READY_H

#include "out/format.h"
#include "port/hash.h"

enum ready_kind {
	READY_NUMBER, /* the lead, then a plain number */
	READY_VALUE,  /* the lead, then any other value */
	READY_WHOLE   /* no lead: use ready_walk() */
};

#define READY_LEAD_MAX 64u
/* Maximum size of the part of the lead that depends on the position of the structure. */
#define READY_PLACE_MAX 16u

struct ready_field {
	const struct monread_field *field;
	uint32_t offset, length; /* of one element, in the structure */
	enum ready_kind kind;
	unsigned char size;  /* size of the lead, at most READY_LEAD_MAX */
	unsigned char at;    /* offset in the lead of the part that does not depend on the position of the structure */
	unsigned char unproven;
	unsigned char nbehind;
	char behind[4];      /* text after the value */
	char lead[READY_LEAD_MAX + READY_PLACE_MAX];
};

struct ready {
	const struct monread_structure *structure;
	uint64_t key; /* see ready_of() */
	uint32_t nfields;
	struct ready_field fields[];
};

/* The prepared structures of a worker. Initialize with zeros. */
struct ready_all {
	struct ready **made;
	size_t n, room;
	struct hash_table by_structure; /* indexes of ->made */
};

/* Prepares FIELD, which has ->field and READY_WHOLE; may leave READY_WHOLE. */
typedef void ready_lead(const struct out_worker *w, struct ready_field *field);

/* Return the prepared fields of S in order; LEAD prepares them at the first call with this KEY. NULL: the decoder
 * has to walk over S, because fields were selected, none is shown, or one has a structure; or out of memory, which
 * W notes. */
const struct ready *ready_of(struct ready_all *all, struct out_worker *w, const struct monread_structure *s, uint64_t key,
                             ready_lead *lead);

void ready_done(struct ready_all *all);

/* Return 1 if F, or its first element, lies in the structure V. */
static inline int ready_there(const struct ready_field *f, const struct monread_value *v)
{
	return f->length <= v->length && f->offset <= v->length - f->length;
}

/* Write the lead of F from byte FROM (at most READY_PLACE_MAX) on. It may write up to READY_LEAD_MAX bytes. Return
 * its end. */
static inline char *ready_put_lead(char *p, const struct ready_field *f, unsigned from)
{
	memcpy(p, f->lead + from, 32);
	if (f->size > from + 32)
		memcpy(p + 32, f->lead + from + 32, 32);
	return p + f->size - from;
}

static inline char *ready_put_behind(char *p, const struct ready_field *f)
{
	memcpy(p, f->behind, sizeof f->behind);
	return p + f->nbehind;
}

/* Set *VALUE to the value of F in the structure V, like the decoder. */
void ready_value(const struct ready_field *f, const struct monread_value *v, struct monread_value *value);

/* Show F, which is present in the structure V, with the callbacks of EMIT like the decoder: field(), begin() and
 * end(), which may be NULL. Return their result. */
int ready_walk(const struct ready_field *f, const struct monread_value *v, const struct monread_emit *emit, void *arg);

#endif
