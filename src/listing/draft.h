/* draft.h: a draft: the layout while its listing is read, and the functions that complete it step by step. */
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
	const struct monread_field *field; /* in the published layout */
	const struct monread_field *known; /* the field of the same name and length in the known layout, or NULL */
	int has_format;                    /* an annotation set ->f.format */
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
	size_t mover; /* the first String or the row that Moves names, which moves the following rows; ->nrows if none */
	struct mr_row *rows;
	struct mr_field *fields; /* one per row, filled in when the layout is published */
};

/* A place in the contents where a name occurs. */
struct mr_place {
	const char *name;
	unsigned part;
	unsigned row; /* MR_PLACE_PART: the structure itself */
	int bit;      /* -1: the row itself */
	int seen;     /* the cross reference has this name */
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
	struct mr_arena *arena;  /* memory of the layout */
	struct mr_arena scratch; /* temporary memory, freed with the draft */
	const char *path;
	int strict, is_dsect, no_memory;
	struct mr_listing_report *rep, unheard;
	unsigned nreports; /* reports about this listing */
	struct mr_span prolog, contents, xref, epilog;
	struct mr_layout *made;
	struct monread_layout *layout; /* the public part of ->made */
	size_t nparts, parts_cap;
	struct mr_part *parts;
	struct mr_structure *structures; /* one per part, filled in when the layout is published */
	unsigned nrows, nbits; /* total of all parts */
	size_t nplaces;
	struct mr_place *places; /* sorted by name, then by position */
	size_t nnotes, notes_cap;
	struct mr_note *notes;
	size_t nerrata, errata_cap;
	struct mr_erratum *errata;
	size_t endings_cap;
	struct monread_ending *endings;
	int notes_full; /* the limit of annotations was reached */
	int cut; /* the contents are incomplete */
};

#if defined(__GNUC__)
#define MR_PRINTF(n) __attribute__((format(printf, n, n + 1)))
#else
#define MR_PRINTF(n)
#endif

/* Report an error or a contradiction. Only the first MONREAD_NOTICES_MAX are passed on; all are counted. */
void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...) MR_PRINTF(3);

/* Return a copy in the arena. If out of memory, set d->no_memory and return "". */
const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len);

/* At the end, report how many reports were not passed on. */
void mr_draft_report_rest(struct mr_draft *d);

/* Return a copy of a name. If the name is too long, cut it and report that. */
const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len);

/* Return a copy of running text with single blanks and without control characters. If the text is too long, cut it
 * and report that. */
const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end);

/* Return the bytes of all elements of F. */
uint64_t mr_field_size(const struct monread_field *f);

/* Fill d->places with all names of the contents. */
void mr_draft_index(struct mr_draft *d);

/* Return the first place of NAME, or NULL. *COUNT (may be NULL) is the number of consecutive places of this name,
 * at most MONREAD_SAME_MAX. */
struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count);

/* Return the row of P, which must not be a structure. */
static inline struct mr_row *mr_draft_row(struct mr_draft *d, const struct mr_place *p)
{
	return &d->parts[p->part].rows[p->row];
}

/* Return 1 if a String or Moves moves fields of P. */
static inline int mr_part_moves(const struct mr_part *p)
{
	return p->mover < p->nrows;
}

/* Return the index of the part called NAME, or -1. */
long mr_draft_part(const struct mr_draft *d, const char *name, size_t len);

/* section.c: set d->prolog, contents, xref and epilog; ->p is NULL if one is missing. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

/* contents.c */
void mr_contents_read(struct mr_draft *d);

/* settle.c: resolve missing and contradictory columns, and allocate the structures. */
void mr_settle_parts(struct mr_draft *d);

/* annot.c: read the annotations; those about the contents become notes. */
void mr_annot_read(struct mr_draft *d);

/* apply.c: apply the lines of annotations to the rows, of which settle.c has found the offsets. */
void mr_annot_apply(struct mr_draft *d);

/* prolog.c: read the description of the record in the prolog and epilog of a page. */
void mr_prolog_read(struct mr_draft *d);

/* format.c: decide the formats of all fields. */
void mr_format_settle(struct mr_draft *d);
int mr_format_is_group(const struct mr_part *part, size_t row);

/* bound.c: remove structures from fields and arrays until the layout meets MONREAD_PLAN_MAX and
 * MONREAD_NESTING_MAX; report each. */
void mr_bound_draft(struct mr_draft *d, struct monread_array *arrays);

/* unique.c: append _2, _3... to the name of a row or bit if its structure already uses the name: for an earlier row
 * or bit, an array of the layout, "gaps" or "tail", or the meaning of a value (NAME_text). Call it after formats
 * are settled. If output formats use a name in one of the project's own files, report it. */
void mr_unique_settle(struct mr_draft *d);

/* xref.c: compare the cross reference with the contents. */
void mr_xref_check(struct mr_draft *d);

/* check.c: additional checks for the project's own files. */
void mr_check_draft(struct mr_draft *d);

/* Return the format of a field in a .dsect file that is not a group and has no annotation. */
enum monread_format mr_format_of_type(const struct monread_field *f);

#endif
