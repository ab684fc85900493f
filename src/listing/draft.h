/* draft.h: a draft: the layout while its listing is read, and the functions that complete it one
 * after the other. */
#ifndef MR_DRAFT_H
#define MR_DRAFT_H

#include "base/arena.h"
#include "base/model.h"
#include "listing/keys.h"
#include "listing/listing.h"
#include "listing/scan.h"
#include "monread.h"

/* A row of the page. Functions complete ->f step by step, and mr_listing_publish() copies it to
 * ->field. Before that, arrays and conditions only store the address of ->field. */
struct mr_row {
	struct monread_field f;
	const struct monread_field *field; /* its address in the published layout */
	/* field of the same name and length in the built-in layout; NULL: none */
	const struct monread_field *known;
	int has_format;                    /* 1: an annotation set ->f.format */
	unsigned line;
	uint32_t dec, hex; /* the offsets in the decimal and hexadecimal columns */
	int has_length;
	int dims_cut; /* 1: the page cut off the dimension, whose ")" is missing */
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
	/* index of the first String, or of the row of Moves, after which offsets vary; ->nrows:
	 * none */
	size_t mover;
	struct mr_row *rows;
	struct mr_field *fields; /* one per row; mr_listing_publish() fills them in */
};

/* One place where the contents use a name: a structure, a row or a bit. */
struct mr_place {
	const char *name;
	unsigned part;
	unsigned row; /* index; MR_PLACE_PART: a structure has the name */
	int bit;      /* index; -1: the row has the name */
	int seen;     /* 1: the cross reference has an entry for this place */
};
#define MR_PLACE_PART 0xFFFFFFFFu

/* An annotation KEY: VALUE that is applied after the contents are read. */
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

/* A section of the listing, from ->p to ->end. */
struct mr_span {
	const char *p, *end;
	unsigned line;
};

struct mr_draft {
	struct mr_arena *arena;  /* memory of the published layout */
	struct mr_arena scratch; /* temporary memory, freed with the draft */
	const char *path;
	int strict, is_dsect, no_memory;
	struct {
		struct mr_listing_report *to, unheard;
		unsigned n; /* number of reports about this listing */
	} reports;
	struct mr_span prolog, contents, xref, epilog;
	struct mr_layout *made;
	struct monread_layout *layout; /* the public part of ->made */
	size_t nparts, parts_cap;
	struct mr_part *parts;
	/* one per element of ->parts; mr_listing_publish() fills them in */
	struct mr_structure *structures;
	struct {
		unsigned rows, bits;
	} total; /* of all structures */
	struct {
		size_t n;
		struct mr_place *v; /* sorted by name, then by position in the contents */
	} places;
	struct {
		size_t n, cap;
		struct mr_note *v;
		int full; /* 1: there were more annotations than allowed */
	} notes;
	struct {
		size_t n, cap;
		struct mr_erratum *v;
	} errata;
	struct {
		size_t cap;
		struct monread_ending *v;
	} endings;
	int cut; /* 1: a limit cut the contents, so names may be missing */
};

#if defined(__GNUC__)
#define MR_PRINTF(n) __attribute__((format(printf, n, n + 1)))
#else
#define MR_PRINTF(n)
#endif

/* Report an error or contradiction. Only the first MONREAD_NOTICES_MAX reach the caller;
 * d->reports.n counts all. */
void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...) MR_PRINTF(3);

/* Return a copy of the LEN bytes at P in the arena. If out of memory, set d->no_memory and return
 * "". */
const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len);

/* Call this at the end: it reports how many reports exceeded MONREAD_NOTICES_MAX. */
void mr_draft_report_rest(struct mr_draft *d);

/* Return a copy of the name at P, LEN bytes. If it is too long, cut it and report that. */
const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len);

/* Return a copy of the text from P to END with single blanks and without control characters. If it
 * is too long, cut it and report that. */
const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end);

/* Return the length of F in bytes times its dimensions. */
uint64_t mr_field_size(const struct monread_field *f);

/* Fill d->places.v with the names of all structures, rows and bits, for mr_draft_find(). */
void mr_draft_index(struct mr_draft *d);

/* Return the first place of NAME, or NULL; the next places in the array have the same name. Set
 * *COUNT, unless COUNT is NULL, to their number, at most MONREAD_SAME_MAX. */
struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count);

/* Return the row of the place P; P must be a row or a bit, not a structure. */
static inline struct mr_row *mr_draft_row(struct mr_draft *d, const struct mr_place *p)
{
	return &d->parts[p->part].rows[p->row];
}

/* Return 1 if offsets in P vary, because P has a String or a row of Moves. */
static inline int mr_part_moves(const struct mr_part *p)
{
	return p->mover < p->nrows;
}

/* Return the index in d->parts of the structure NAME, or -1. */
long mr_draft_part(const struct mr_draft *d, const char *name, size_t len);

/* section.c: find d->prolog, contents, xref and epilog in TEXT; the ->p of a missing section is
 * NULL. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

/* contents.c: read d->contents into structures, rows and bits. */
void mr_contents_read(struct mr_draft *d);

/* settle.c: find offsets and lengths of rows that are missing or contradictory; allocate
 * d->structures. */
void mr_settle_parts(struct mr_draft *d);

/* annot.c: read the annotations; store those about the contents as notes. */
void mr_annot_read(struct mr_draft *d);

/* apply.c: apply the stored annotations to the rows; settle.c must have found the offsets. */
void mr_annot_apply(struct mr_draft *d);

/* prolog.c: read numbers, kind, title and release of the record from the prolog and epilog of a
 * page. */
void mr_prolog_read(struct mr_draft *d);

/* format.c: decide the formats of all fields. mr_format_is_group(): return 1 if ROW of PART names
 * several fields. */
void mr_format_settle(struct mr_draft *d);
int mr_format_is_group(const struct mr_part *part, size_t row);

/* bound.c: if the layout exceeds MONREAD_PLAN_MAX fields or MONREAD_NESTING_MAX levels, show fields
 * in hex without their structures, or leave arrays out, and report each. */
void mr_bound_draft(struct mr_draft *d, struct monread_array *arrays);

/* unique.c: append _2, _3... to the name of a row or bit if its structure already has the name: for
 * an earlier row or bit, an array of the layout, "gaps" or "tail", or the meaning of a value
 * (NAME_text). Call it after formats are known. In the project's own files, report names that
 * output formats reserve. */
void mr_unique_settle(struct mr_draft *d);

/* xref.c: compare the cross reference with the contents, and report differences. */
void mr_xref_check(struct mr_draft *d);

/* check.c: make additional checks of the project's own .dsect files, for mklayouts. */
void mr_check_draft(struct mr_draft *d);

/* Return the format of F by its type, for a field of a .dsect file without an annotation that is
 * not a group. */
enum monread_format mr_format_of_type(const struct monread_field *f);

#endif
