/* decoder.h: the inside of a decoder: the plans that it compiles from layouts, and the walk of a record. */
#ifndef MR_DECODER_H
#define MR_DECODER_H

#include "base/when.h"
#include "monread.h"
#include "port/record.h"

#define PROBLEMS_KEPT 8u
#define MAX_PAYLOADS 8u /* application data inside of application data */

/* What is shown costs its bytes, bits and the line it takes.  A structure inside pays for its fields itself. */
#define LINE_COST 4u

/* Bytes that are described. */
struct extent {
	uint32_t offset, length;
};

/* Bytes of a structure that none of its fields describes. */
struct hole {
	uint32_t offset, length;
};

enum op_kind { OP_VALUE, OP_LIST, OP_STRUCTURE, OP_STRUCTURES, OP_STRING, OP_MOVES, OP_CONDITIONAL };

struct op {
	enum op_kind kind;
	int shown; /* OP_STRING, OP_MOVES: it is needed even where it is not shown, as it moves what is behind it */
	const struct monread_field *field;
	struct part *part; /* OP_STRUCTURE(S) */
	uint32_t cost;     /* of what is shown, of all elements */
	enum op_kind then; /* OP_CONDITIONAL: where the condition of the field holds */
	int local;         /* OP_CONDITIONAL: the condition is on a field of the same structure */
};

/* A field with a condition.  Where it does not hold, the field describes nothing. */
struct overlay {
	struct extent extent;
	uint32_t unit; /* length of an element, of which a record may have some; 0: it is no list */
	const struct monread_when *when;
	int local; /* the condition is on a field of the same structure */
};

/* A structure and what of it is shown. */
struct part {
	const struct monread_structure *structure;
	struct op *ops;
	uint32_t nops;
	const struct op *inner; /* the first that a structure maps; NULL: there is none */
	struct hole *holes;
	uint32_t nholes;
	uint32_t from;        /* where what its fields describe begins: behind the header, in the structure of a record */
	struct extent *spans; /* room for all fields, where the holes of a record may be others; else NULL */
	struct overlay *overlays; /* in order; the holes are those without them */
	uint32_t noverlays;
	int64_t cost; /* of all ops */
	int shows;    /* some of it is named, or all of it; without names always */
	int moves;    /* it has counted strings, or a mover: where a field is depends on them */
	const struct monread_field *mover; /* MONREAD_MOVES; NULL: there is none */
	int tight;    /* there are no gaps but what a mover makes */
	int conditional; /* which of its fields are there depends on the record */
	unsigned hidden;    /* fields with one of these flags are as good as not described */
	uint32_t described; /* where the last one of the others ends, or the structure, where none is hidden */
};

struct plan {
	const struct monread_layout *layout;
	struct part *root;
	struct part **entries; /* one for each array; NULL: not shown */
	char (*names)[MONREAD_NAME_MAX + 1]; /* for each array: what it is called */
	unsigned char *texts;  /* for each array that is a text: whether it is shown */
	unsigned char *hidden; /* for each array: whether it is as good as not described */
	int shows; /* some of it is shown; else it is only looked at whether something is wrong */
	int sound; /* nothing in a record says where or how long something else is: it cannot have problems */
	/* Room for what is described, while walking; as application data may have the same plan again, once for
	 * each depth. */
	struct extent *described;
};

/* The fixed part, the arrays and the application data. */
#define DESCRIBED(l) ((size_t)(l)->narrays + 2)

struct monread_decoder {
	const struct monread_layouts *layouts;
	unsigned flags;
	char **globs; /* lower case; NULL: no narrowing by names */
	int narrow;   /* not all fields are shown */
	struct plan **plans;
	size_t nplans;
	unsigned char product[16]; /* that was looked up last */
	const struct monread_layout *product_layout;
	size_t product_known; /* how many layouts there were then; 0: none was looked up */
	int64_t budget;       /* for what is left of the record */
	int over;
	unsigned nproblems;
	char problems[PROBLEMS_KEPT][200];
};

/* The walk of one record. */
struct walk {
	struct monread_decoder *d;
	const struct monread_emit *emit;
	void *arg;
	unsigned release; /* of the system that the record is from; 0: not known */
	const struct monread_layout *layout; /* of the record, or of the application data that is walked */
	const unsigned char *bytes;
	uint32_t length; /* that may be looked at */
	uint32_t base;   /* offset of bytes[0] in the record */
	uint32_t shift;  /* how far what was met so far in this structure moves what is behind it */
	uint32_t limit;  /* where the fixed part of the record ends */
	uint32_t array;  /* number of the array of the layout that is walked */
};

/* ---- plan.c ---- */

/* The plan of L, made when it is met first.  NULL: out of memory. */
struct plan *mr_plan_of(struct monread_decoder *d, const struct monread_layout *l);

/* ---- extent.c ---- */

static inline uint32_t mr_field_bytes(const struct monread_field *f)
{
	return f->dim_count ? f->length * f->dim_count : f->length;
}

/* How many of SIZE bytes at OFFSET are in the first LENGTH ones: all, or of a list, of elements of UNIT bytes, those of whole
 * elements.  UNIT 0: it is no list. */
static inline uint64_t mr_bytes_there(uint64_t offset, uint64_t size, uint32_t unit, uint64_t length)
{
	if (offset + size <= length)
		return size;
	return unit && offset < length ? (length - offset) / unit * unit : 0;
}

/* In order of their offsets. */
void mr_sort_extents(struct extent *extents, uint32_t n);

/* How far F, which is MONREAD_MOVES, moves what is behind it in the structure at AT; MR_NOWHERE: it points to itself, or in
 * front of itself. */
#define MR_NOWHERE UINT32_MAX
uint32_t mr_moved(const struct walk *w, const struct monread_field *f, uint32_t at);

/* How many of the first LENGTH bytes of P, which stands at AT, the fields describe. */
uint32_t mr_described(const struct walk *w, const struct part *p, uint32_t at, uint32_t length);

/* The same, field by field, as counted strings move what is behind them; the extents of the fields that are there are put
 * into SPANS, which may be NULL, in their order, and are counted in *N. */
uint32_t mr_described_here(const struct walk *w, const struct part *p, uint32_t at, uint32_t length, struct extent *spans,
                           uint32_t *n);

/* A number out of the record's fixed part, which ends before LIMIT; -1: it is not there. */
static inline int64_t mr_number_of(const struct walk *w, const struct monread_field *f, uint32_t limit)
{
	return mr_number_in(f, w->bytes, limit);
}

/* Whether WHEN holds for the structure at AT, of which LENGTH bytes are there.  LOCAL: it is on a field of it. */
int mr_holds_in(const struct walk *w, const struct monread_when *when, int local, uint32_t at, uint32_t length);

/* An array as this record has it: COUNT entries of SIZE bytes, and REST bytes that are too few for one more. */
struct placed {
	int64_t count, size, at, rest;
};

/* 0: the record has no such array, as its fixed part ends before LIMIT. */
int mr_place_array(const struct walk *w, const struct monread_array *a, uint32_t limit, struct placed *place);

/* The fixed part ends where the first array begins: an older record has a shorter one. */
uint32_t mr_fixed_part(const struct walk *w, const struct monread_layout *l);

/* Report LENGTH bytes at AT as a tail or, unless they are all zero, as a gap.  What the caller's function returns. */
int mr_undescribed(const struct walk *w, int tail, uint32_t at, uint32_t length);

/* What no field describes in the first LENGTH bytes of the structure at AT, of which THERE bytes are there. */
int mr_walk_gaps(const struct walk *w, const struct part *p, uint32_t at, uint32_t length, uint32_t there);

#endif
