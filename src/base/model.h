/* model.h: the complete structs of a layout, for the library only. Programs use the structs of
 * monread.h, to which later versions can append members. */
#ifndef MR_MODEL_H
#define MR_MODEL_H

#include "monread.h"

/* Each complete struct begins with its public struct, so that a pointer to the public struct can be
 * cast to a pointer to the complete struct. */
struct mr_field {
	struct monread_field pub;
	const struct monread_bit *bits;
	const struct monread_meaning *meanings;
};

struct mr_structure {
	struct monread_structure pub;
	struct mr_field *fields;
};

struct mr_layout {
	struct monread_layout pub;
	const struct monread_when *when[2];
	struct mr_structure *structures;
	struct monread_array *arrays;
	struct monread_check *checks;
	struct monread_tells *tells;
	struct monread_break *breaks;
	struct monread_ending *endings;
	const char **errata;
	/* payload.product is NULL if the record has no application data */
	struct monread_payload payload;
};

static inline const struct mr_field *mr_field(const struct monread_field *f)
{
	return (const struct mr_field *)f;
}

static inline const struct mr_structure *mr_structure(const struct monread_structure *s)
{
	return (const struct mr_structure *)s;
}

static inline const struct mr_layout *mr_layout(const struct monread_layout *l)
{
	return (const struct mr_layout *)l;
}

/* I is not checked. */
static inline const struct monread_structure *mr_structure_at(const struct monread_layout *l,
                                                              size_t i)
{
	return &mr_layout(l)->structures[i].pub;
}

static inline const struct monread_field *mr_field_at(const struct monread_structure *s, size_t i)
{
	return &mr_structure(s)->fields[i].pub;
}

static inline const struct monread_bit *mr_bit_at(const struct monread_field *f, size_t i)
{
	return &mr_field(f)->bits[i];
}

#endif
