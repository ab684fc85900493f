/* decoder.h: the internals of a decoder: the plans that a decoder compiles from layouts, and the
 * walk over a record by a plan. Only files of decode include this header. A mover is a field with
 * MONREAD_MOVES: its value is the position of the next fields of the same structure. */
#ifndef MR_DECODER_H
#define MR_DECODER_H

#include "base/record.h"
#include "base/when.h"
#include "monread.h"

#define PROBLEMS_KEPT 8u
/* Maximum number of levels of application data, which can contain other application data. */
#define MAX_PAYLOADS 8u

/* The cost of showing a value is its number of bytes and bits, plus LINE_COST for its line in the
 * output. The budget of a record limits the cost: see walk.c. */
#define LINE_COST 4u

/* A range of bytes in a structure or a record. */
struct decode_extent {
	uint32_t offset, length;
};

enum op_kind {
	OP_VALUE,
	OP_LIST,
	OP_STRUCTURE,
	OP_STRUCTURES,
	OP_STRING,
	OP_MOVES
};

struct op {
	enum op_kind kind;
	/* for OP_STRING and OP_MOVES: 0 if the field is not shown and only read because its value
	 * moves the fields after it */
	int shown;
	const struct monread_field *field;
	/* the nested structure of an operation OP_STRUCTURE or OP_STRUCTURES; else NULL */
	struct decode_part *part;
	uint32_t cost; /* cost of showing all elements of the field: see LINE_COST */
};

/* A compiled structure. */
struct decode_part {
	const struct monread_structure *structure;
	struct op *ops;
	uint32_t nops;
	const struct op *inner; /* the first operation that has a nested structure, or NULL */
	/* bytes before this offset count as described: MR_HEADER_SIZE in the structure of a whole
	 * record, else 0 */
	uint32_t from;
	/* 1 if fields describe each byte of the structure, unless the record ends inside the
	 * structure */
	int tight;
	int64_t cost; /* sum of the costs of all operations */
	/* 1 if a field of the structure is shown; always 1 without a selection of fields */
	int shows;
	int moves; /* 1 if the structure has counted strings or a mover */
	const struct monread_field *mover; /* the field with MONREAD_MOVES, or NULL */
	int conditional; /* 1 if the presence of some fields depends on the record */
};

struct plan_array {
	char name[MONREAD_NAME_MAX + 1];
	/* compiled structure of the entries; NULL: the array is a text, or is not shown */
	struct decode_part *entry;
	int shows; /* 1 if the text of the array or a field of its entries is shown */
	/* 1 if the array is not shown and the bytes of the array count as not described */
	int hidden;
};

/* A compiled layout: the operations of a walk over a record. The decoder has one plan per
 * layout. */
struct plan {
	const struct monread_layout *layout;
	struct decode_part *root;
	struct plan_array *arrays; /* one element per array of the layout */
	int shows; /* 0 if records are not shown but only checked for problems */
	int sound; /* 1 if records cannot have problems */
	/* room for the byte ranges of a record that fields describe. Each level of application data
	 * has separate room, because a record and its application data can have the same layout. */
	struct decode_extent *described;
};

/* Maximum number of byte ranges of a record with the layout L that are stored as described: one for
 * the fixed part, one for each array, and one for the application data. */
#define DESCRIBED(l) ((size_t)(l)->narrays + 2)

struct monread_decoder {
	const struct monread_layouts *layouts;
	unsigned flags;
	/* fields with one of these flags are not shown, and the bytes of these fields count as not
	 * described */
	unsigned hidden;
	char **globs; /* patterns of the fields to show, in lower case; NULL: all fields */
	int narrow;   /* 1 if only some fields are shown */
	struct plan **plans;
	size_t nplans;
	/* room for the byte ranges of all fields of a structure */
	struct decode_extent *spans;
	size_t nspans;
	/* cache of the layouts of application data; the index of an element is a hash of the
	 * product ID */
	struct decoder_product {
		unsigned char id[16];
		const struct monread_layout *layout;
		/* total number of layouts when the product ID ->id was looked up; 0: this element
		 * of the cache is empty */
		size_t known;
	} products[16];
	int64_t budget; /* cost that the remaining values of the current record may have */
	int over;       /* 1: the budget was exceeded */
	unsigned nproblems;
	char problems[PROBLEMS_KEPT][200];
};

/* The state of a walk over one record. */
struct decode_walk {
	struct monread_decoder *d;
	const struct monread_emit *emit;
	void *arg;
	unsigned release; /* release of the system that wrote the record; 0: unknown */
	const struct monread_layout *layout;
	const unsigned char *bytes;
	uint32_t length; /* number of valid bytes at ->bytes */
	uint32_t base;   /* offset of bytes[0] in the record */
	uint32_t shift; /* by how many bytes the next fields of the current structure are moved */
	uint32_t limit; /* offset of the end of the fixed part of the record */
	uint32_t array; /* index of the current array among the arrays of the layout */
};

/* ---- plan.c ---- */

/* Return the plan of the layout L, or NULL if out of memory. The plan belongs to the decoder D. */
struct plan *mr_plan_of(struct monread_decoder *d, const struct monread_layout *l);

/* ---- extent.c ---- */

/* Return 1 if the field F describes bytes. A group does not: the fields in the group describe the
 * bytes of the group. */
static inline int mr_has_bytes(const struct monread_field *f)
{
	return f->format != MONREAD_GROUP || f->structure;
}

/* Return the number of bytes of the field F: of all elements, if F is a list. */
static inline uint32_t mr_field_bytes(const struct monread_field *f)
{
	return f->dim_count ? f->length * f->dim_count : f->length;
}

/* Sort the N extents EXTENTS by offset. */
void mr_sort_extents(struct decode_extent *extents, uint32_t n);

/* F is the mover of the structure at offset AT. Return by how many bytes F moves the fields after
 * F, or MR_NOWHERE if F would move them to a position before the end of F. */
#define MR_NOWHERE UINT32_MAX
uint32_t mr_moved(const struct decode_walk *w, const struct monread_field *f, uint32_t at);

/* Return the offset after the last byte that a field describes among the first LENGTH bytes of the
 * structure P, which is at offset AT. */
uint32_t mr_described(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                      uint32_t length);

/* Return the value of the field F, or -1 if F ends after the first LIMIT bytes of the record. */
static inline int64_t mr_number_of(const struct decode_walk *w, const struct monread_field *f,
                                   uint32_t limit)
{
	return mr_number_in(f, w->bytes, limit);
}

/* Return 1 if the condition WHEN of a field of the structure P holds, or if WHEN is NULL. P is at
 * offset AT, and the record has the first LENGTH bytes of P. */
int mr_holds_in(const struct decode_walk *w, const struct decode_part *p,
                const struct monread_when *when, uint32_t at, uint32_t length);

/* The position of an array in the current record: COUNT entries of SIZE bytes from offset AT on,
 * and then REST bytes, which are too few for another entry. */
struct placed {
	int64_t count, size, at, rest;
};

/* Compute the position of the array A from fields of the record. Return 1, or 0 if one of these
 * fields ends after the first LIMIT bytes of the record: the record is then too short to have the
 * array. */
int mr_place_array(const struct decode_walk *w, const struct monread_array *a, uint32_t limit,
                   struct placed *place);

/* Return the length of the fixed part of the record. The fixed part ends where the first array
 * begins, which in records of older releases can be before the end that the layout L gives. */
uint32_t mr_fixed_part(const struct decode_walk *w, const struct monread_layout *l);

/* Report LENGTH bytes at offset AT that no field describes: if TAIL is 1, as a tail (bytes after
 * the last field); else as a gap (bytes between fields), unless all bytes are zero. Return the
 * result of the callback. */
int mr_undescribed(const struct decode_walk *w, int tail, uint32_t at, uint32_t length);

/* Report the gaps in the first LENGTH bytes of the structure P, which is at offset AT. The record
 * has the first THERE bytes of P. Return the result of the callback. */
int mr_walk_gaps(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                 uint32_t length, uint32_t there);

#endif
