/* prepared.h: makes the text before and after each value of a structure once, because it is the
 * same in all records. */
#ifndef OUT_PREPARED_H
#define OUT_PREPARED_H

#include "out/format.h"
#include "port/hash.h"

enum prepared_kind {
	PREPARED_NUMBER, /* ->lead, then an unsigned decimal number */
	PREPARED_VALUE,  /* ->lead, then any other value */
	PREPARED_WHOLE   /* no prepared text: use prepared_walk() */
};

#define PREPARED_LEAD_MAX 64u /* maximum size of the text before a value */
/* Maximum size of the start of the text before a value that depends on the offset of the
 * structure. */
#define PREPARED_PLACE_MAX 16u

struct prepared_field {
	const struct monread_field *field;
	uint32_t offset, length; /* offset in the structure; bytes of one element */
	enum prepared_kind kind;
	unsigned char size;  /* bytes of ->lead, at most PREPARED_LEAD_MAX */
	/* offset in ->lead after the text that contains the offset of the field */
	unsigned char at;
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

/* All structures for which a worker prepared text. Initialize with zeros. */
struct prepared_all {
	struct prepared **made;
	size_t n, room;
	struct hash_table by_structure; /* indexes of ->made */
};

/* Make the text of FIELD, of which only ->field is set. ->kind is PREPARED_WHOLE; keep it if no
 * text can be made. */
typedef void prepared_lead(const struct out_worker *w, struct prepared_field *field);

/* Return the fields of S with prepared text, in order. At the first call for S and KEY, call LEAD
 * for each field. Return NULL if the decoder must walk over S (--fields, no shown field, nested
 * structures), or if out of memory, which is noted in W. */
const struct prepared *prepared_of(struct prepared_all *all, struct out_worker *w,
                                   const struct monread_structure *s, uint64_t key,
                                   prepared_lead *lead);

void prepared_done(struct prepared_all *all);

/* Return 1 if the structure V is long enough to contain F or its first element. */
static inline int prepared_there(const struct prepared_field *f, const struct monread_value *v)
{
	return f->length <= v->length && f->offset <= v->length - f->length;
}

/* Write the text that precedes the value of F, without its first FROM bytes (at most
 * PREPARED_PLACE_MAX). It may write up to PREPARED_LEAD_MAX bytes at P. Return the end of the
 * text. */
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

/* Set *VALUE to the value of F in the structure V, as the decoder does. */
void prepared_value(const struct prepared_field *f, const struct monread_value *v,
                    struct monread_value *value);

/* Show F, which V contains, by calling field(), begin() and end() of EMIT as the decoder does.
 * begin() and end() may be NULL. Return the result of the last call. */
int prepared_walk(const struct prepared_field *f, const struct monread_value *v,
                  const struct monread_emit *emit, void *arg);

#endif
