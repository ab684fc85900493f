/* draft.h: a layout while its listing is being read. */
#ifndef MR_DRAFT_H
#define MR_DRAFT_H

#include "base/arena.h"
#include "base/model.h"
#include "listing/keys.h"
#include "listing/listing.h"
#include "listing/scan.h"
#include "monread.h"

/* A row as printed. ->f is completed step by step and copied to ->field when the layout is published; until then,
 * rules and mappings only store that address. */
struct mr_row {
	struct monread_field f;
	const struct monread_field *field; /* of the published layout */
	const struct monread_field *known; /* the field of same name and length in the known layout, or NULL */
	int has_format;                    /* ->f.format was set by an annotation */
	unsigned line;
	uint32_t dec, hex; /* the two offset columns */
	int has_length;
	int dims_cut; /* the dimension has no closing parenthesis */
	struct monread_bit *bits;
	size_t bits_cap;
	const struct monread_meaning *meanings;
};

struct mr_part {
	const char *name, *text;
	uint32_t length;
	int has_length, open;
	unsigned line;
	size_t nrows, rows_cap;
	size_t string; /* the first row of type String, which moves those behind it; without one ->nrows */
	size_t mover;  /* the row that Moves names, which moves those behind it; without one ->nrows */
	struct mr_row *rows;
	struct mr_field *fields; /* one per row, filled in when the layout is published */
};

/* Where a name occurs in the contents. */
struct mr_place {
	const char *name;
	unsigned part;
	unsigned row; /* MR_PLACE_PART: the structure itself */
	int bit;      /* -1: the row itself */
	int seen;     /* the cross reference has it */
};
#define MR_PLACE_PART 0xFFFFFFFFu

/* An annotation. */
struct mr_note {
	enum mr_key key;
	const char *value;
	unsigned line;
};

struct mr_erratum {
	const char *name, *text;
	unsigned line;
	int used;
};

/* A part of the text. */
struct mr_span {
	const char *p, *end;
	unsigned line;
};

struct mr_draft {
	struct mr_arena *arena;  /* for what the layout keeps */
	struct mr_arena scratch; /* for the rest; freed with the draft */
	const char *path;
	int strict, is_dsect, no_memory;
	struct mr_listing_report *rep, unheard;
	unsigned nreports; /* about this listing */
	struct mr_span prolog, contents, xref, epilog;
	struct mr_layout *made;
	struct monread_layout *layout; /* its public part */
	size_t nparts, parts_cap;
	struct mr_part *parts;
	struct mr_structure *structures; /* one per part, filled in when the layout is published */
	unsigned nrows, nbits; /* of all parts */
	size_t nplaces;
	struct mr_place *places; /* sorted by name, then by place */
	size_t nnotes, notes_cap;
	struct mr_note *notes;
	size_t nerrata, errata_cap;
	struct mr_erratum *errata;
	size_t endings_cap;
	struct monread_ending *endings;
	int notes_full; /* the limit of annotations is reached */
	int cut; /* the contents are incomplete */
};

#if defined(__GNUC__)
#define MR_PRINTF(n) __attribute__((format(printf, n, n + 1)))
#else
#define MR_PRINTF(n)
#endif

/* Report a disagreement. Only the first MONREAD_NOTICES_MAX are passed on; all are counted. */
void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...) MR_PRINTF(3);

/* A copy in the arena. If out of memory, sets d->no_memory and returns "". */
const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len);

/* Report how many reports were not passed on; to be called at the end. */
void mr_draft_report_rest(struct mr_draft *d);

/* A copy of a name. A name that is too long is cut, which is reported. */
const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len);

/* A copy of running text with single blanks and without control characters. Text that is too long is cut, which is
 * reported. */
const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end);

/* The bytes of all elements of F. */
uint64_t mr_field_size(const struct monread_field *f);

/* Fill d->places with all names of the contents. */
void mr_draft_index(struct mr_draft *d);

/* The first place of NAME, or NULL. *COUNT (may be NULL) is set to the number of places of this name, at most
 * MONREAD_SAME_MAX; they follow each other. */
struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count);

/* The row of P, which is no structure. */
static inline struct mr_row *mr_draft_row(struct mr_draft *d, const struct mr_place *p)
{
	return &d->parts[p->part].rows[p->row];
}

/* Do Strings move fields of P? */
static inline int mr_part_moves(const struct mr_part *p)
{
	return p->string < p->nrows;
}

/* The index of the part called NAME, or -1. */
long mr_draft_part(const struct mr_draft *d, const char *name, size_t len);

/* section.c: sets d->prolog, contents, xref and epilog; ->p of a missing one is NULL. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

/* contents.c */
void mr_contents_read(struct mr_draft *d);

/* settle.c: resolves missing and contradictory columns, and allocates the structures. */
void mr_settle_parts(struct mr_draft *d);

/* annot.c: reads the annotations; those about the contents become notes. */
void mr_annot_read(struct mr_draft *d);

/* apply.c: applies the notes to the settled rows. */
void mr_annot_apply(struct mr_draft *d);

/* prolog.c: reads what a page says about itself. */
void mr_prolog_read(struct mr_draft *d);

/* format.c: decides the formats of all fields. */
void mr_format_settle(struct mr_draft *d);
int mr_format_is_group(const struct mr_part *part, size_t row);

/* bound.c: removes the mappings, and those of ARRAYS, that make the layout exceed MONREAD_PLAN_MAX or
 * MONREAD_NESTING_MAX, and reports each. */
void mr_bound_draft(struct mr_draft *d, struct monread_array *arrays);

/* unique.c: appends _2, _3... to the name of a row or bit that its structure has already: an earlier row or bit, an array
 * of the layout, "gaps" or "tail", or the meaning of a value (NAME_text). Formats are settled before. If formats have taken
 * a name in one of the project's own files, it is reported. */
void mr_unique_settle(struct mr_draft *d);

/* xref.c: compares the cross reference with the contents. */
void mr_xref_check(struct mr_draft *d);

/* check.c: additional checks for the project's own files. */
void mr_check_draft(struct mr_draft *d);

#endif
