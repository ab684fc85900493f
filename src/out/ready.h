/* ready.h: the fields of a structure that are shown, each with what stands in front of its value: that is the same in all
 * records, so it is made once. */
#ifndef OUT_READY_H
#define OUT_READY_H

#include "out/format.h"
#include "port/hash.h"

enum ready_kind {
	READY_NUMBER, /* a plain number stands behind the lead */
	READY_VALUE,  /* any other value does */
	READY_WHOLE   /* the lead is not used: ready_walk() */
};

#define READY_LEAD_MAX 64u
/* Of the lead, what depends on where the structure stands. */
#define READY_PLACE_MAX 16u

struct ready_field {
	const struct monread_field *field;
	uint32_t offset, length; /* of one element, in the structure */
	enum ready_kind kind;
	unsigned char size;  /* of the lead, READY_LEAD_MAX at most */
	unsigned char at;    /* where in it begins what does not depend on where the structure stands */
	unsigned char unproven;
	unsigned char nbehind;
	char behind[4];      /* the value */
	char lead[READY_LEAD_MAX + READY_PLACE_MAX];
};

struct ready {
	const struct monread_structure *structure;
	uint64_t key; /* as ready_of() has it */
	uint32_t nfields;
	struct ready_field fields[];
};

/* Those of a worker.  Zeroed to begin with. */
struct ready_all {
	struct ready **made;
	size_t n, room;
	struct hash_table by_structure; /* numbers in ->made */
};

/* Says how FIELD is shown: it has ->field and READY_WHOLE, which may be left. */
typedef void ready_lead(const struct out_worker *w, struct ready_field *field);

/* The fields of S in order, made by LEAD when it comes first with this KEY.  NULL: the decoder has to walk it, as single
 * fields were asked for, none is shown, or others are mapped; or out of memory, of which W knows. */
const struct ready *ready_of(struct ready_all *all, struct out_worker *w, const struct monread_structure *s, uint64_t key,
                             ready_lead *lead);

void ready_done(struct ready_all *all);

/* Whether F is in the structure at V, or its first element is. */
static inline int ready_there(const struct ready_field *f, const struct monread_value *v)
{
	return f->length <= v->length && f->offset <= v->length - f->length;
}

/* The lead of F from the byte FROM on, READY_PLACE_MAX at most; READY_LEAD_MAX bytes are written at most. */
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

/* The value of F in the structure at V, as the decoder has it. */
void ready_value(const struct ready_field *f, const struct monread_value *v, struct monread_value *value);

/* Show F, which is there in the structure at V, by the functions of EMIT, as the decoder does: field(), begin(), and
 * end(), which may be NULL.  What they return. */
int ready_walk(const struct ready_field *f, const struct monread_value *v, const struct monread_emit *emit, void *arg);

#endif
