/* prepared.h: prepares the text before and after each value of a structure. It is the same in all records, so it is
 * made once. */
#ifndef OUT_PREPARED_H
#define OUT_PREPARED_H

#include "out/format.h"
#include "port/hash.h"

enum prepared_kind {
	PREPARED_NUMBER, /* the lead, then a plain number */
	PREPARED_VALUE,  /* the lead, then any other value */
	PREPARED_WHOLE   /* no lead: use prepared_walk() */
};

#define PREPARED_LEAD_MAX 64u /* the lead is what a line has before the value */
/* Maximum size of the part of the lead, which is written before the value, that depends on the place of the
 * structure. */
#define PREPARED_PLACE_MAX 16u

struct prepared_field {
	const struct monread_field *field;
	uint32_t offset, length; /* of one element, in the structure */
	enum prepared_kind kind;
	unsigned char size;  /* size of the lead, at most PREPARED_LEAD_MAX */
	unsigned char at;    /* offset in the lead of the part that does not depend on the position of the structure */
	unsigned char unproven;
	unsigned char ntail;
	char tail[4];      /* text after the value */
	char lead[PREPARED_LEAD_MAX + PREPARED_PLACE_MAX];
};

struct prepared {
	const struct monread_structure *structure;
	uint64_t key; /* see prepared_of() */
	uint32_t nfields;
	struct prepared_field fields[];
};

/* The prepared structures of a worker. Initialize with zeros. */
struct prepared_all {
	struct prepared **made;
	size_t n, room;
	struct hash_table by_structure; /* indexes of ->made */
};

/* Prepares FIELD, which has ->field and PREPARED_WHOLE; may leave PREPARED_WHOLE. */
typedef void prepared_lead(const struct out_worker *w, struct prepared_field *field);

/* Return the prepared fields of S in order; LEAD prepares them at the first call with this KEY. NULL: the decoder
 * has to walk over S, because fields were selected, none is shown, or one has a structure; or out of memory, which
 * W notes. */
const struct prepared *prepared_of(struct prepared_all *all, struct out_worker *w, const struct monread_structure *s, uint64_t key,
                             prepared_lead *lead);

void prepared_done(struct prepared_all *all);

/* Return 1 if F, or its first element, lies in the structure V. */
static inline int prepared_there(const struct prepared_field *f, const struct monread_value *v)
{
	return f->length <= v->length && f->offset <= v->length - f->length;
}

/* Write the text that precedes the value of F, without its first FROM bytes (at most PREPARED_PLACE_MAX). It may write
 * up to PREPARED_LEAD_MAX bytes at P. Return the end of the text. */
static inline char *prepared_put_lead(char *p, const struct prepared_field *f, unsigned from)
{
	memcpy(p, f->lead + from, 32);
	if (f->size > from + 32)
		memcpy(p + 32, f->lead + from + 32, 32);
	return p + f->size - from;
}

static inline char *prepared_put_tail(char *p, const struct prepared_field *f)
{
	memcpy(p, f->tail, sizeof f->tail);
	return p + f->ntail;
}

/* Set *VALUE to the value of F in the structure V, like the decoder. */
void prepared_value(const struct prepared_field *f, const struct monread_value *v, struct monread_value *value);

/* Show F, which is present in the structure V, with the callbacks of EMIT like the decoder: field(), begin() and
 * end(), which may be NULL. Return their result. */
int prepared_walk(const struct prepared_field *f, const struct monread_value *v, const struct monread_emit *emit, void *arg);

#endif
