/* draft.h: a layout in the making, while its listing is read. */
#ifndef MR_DRAFT_H
#define MR_DRAFT_H

#include "base/arena.h"
#include "listing/keys.h"
#include "listing/listing.h"
#include "listing/scan.h"
#include "monread.h"

/* A row as printed; ->f grows into the field.  What refers to the field has its address before there is anything in it. */
struct mr_row {
	struct monread_field f;
	const struct monread_field *field; /* where it is once the layout is published */
	const struct monread_field *known; /* of the same name and length in the layout that a page is annotated by, or NULL */
	int has_format;                    /* ->f has it from an annotation */
	unsigned line;
	uint32_t dec, hex; /* what the two columns say */
	int has_length;
	int dims_cut; /* the closing parenthesis is missing */
	struct monread_bit *bits;
	size_t bits_cap;
};

struct mr_part {
	const char *name, *text;
	uint32_t length;
	int has_length, open;
	unsigned line;
	size_t nrows, rows_cap;
	struct mr_row *rows;
	struct monread_field *fields; /* one for each row, empty until the layout is published */
};

/* Where a name of the contents is. */
struct mr_place {
	const char *name;
	unsigned part;
	unsigned row; /* MR_PLACE_PART: the structure itself */
	int bit;      /* -1: the row itself */
	int seen;     /* in the cross reference */
};
#define MR_PLACE_PART 0xFFFFFFFFu

struct mr_note { /* an annotation */
	enum mr_key key;
	const char *value;
	unsigned line;
};

struct mr_erratum {
	const char *name, *text;
	unsigned line;
	int used;
};

struct mr_span { /* of the text */
	const char *p, *end;
	unsigned line;
};

struct mr_draft {
	struct mr_arena *arena;  /* of the layout */
	struct mr_arena scratch; /* of what the layout needs no more */
	const char *path;
	int strict, is_dsect, no_memory;
	struct mr_listing_report *rep, unheard;
	unsigned nreports; /* of this listing */
	struct mr_span prolog, contents, xref, epilog;
	struct monread_layout *layout;
	size_t nparts, parts_cap;
	struct mr_part *parts;
	struct monread_structure *structures; /* one for each part, empty until the layout is published */
	unsigned nrows, nbits; /* of all parts */
	size_t nplaces;
	struct mr_place *places; /* by name, then by place */
	size_t nnotes, notes_cap;
	struct mr_note *notes;
	size_t nerrata, errata_cap;
	struct mr_erratum *errata;
	int notes_full; /* there are more annotations than there may be */
	int cut; /* the contents end before their structure does */
};

#if defined(__GNUC__)
#define MR_PRINTF(n) __attribute__((format(printf, n, n + 1)))
#else
#define MR_PRINTF(n)
#endif

/* Tell of a disagreement; of the first MONREAD_NOTICES_MAX, that is. */
void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...) MR_PRINTF(3);

/* Copies in the arena; "" where memory is short, and d->no_memory is set. */
const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len);

/* How many reports were too many to be told; to be called at the end. */
void mr_draft_report_rest(struct mr_draft *d);

/* The same of a name.  One that is too long is cut, and that is reported. */
const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len);

/* The same of running text: blanks as one blank, no control characters.  What is too long is cut and reported. */
const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end);

/* Bytes of all elements of F. */
uint64_t mr_field_size(const struct monread_field *f);

/* Sort all names of the contents into d->places. */
void mr_draft_index(struct mr_draft *d);

/* The first place of NAME, or NULL; *COUNT (may be NULL): how many follow each other there, up to MONREAD_SAME_MAX. */
struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count);

/* The row that P is, or whose bit it is. */
static inline struct mr_row *mr_draft_row(struct mr_draft *d, const struct mr_place *p)
{
	return &d->parts[p->part].rows[p->row];
}

/* The part called NAME; -1: none. */
long mr_draft_part(const struct mr_draft *d, const char *name, size_t len);

/* contents.c */
void mr_contents_read(struct mr_draft *d);

/* settle.c: what the columns leave open; and room for the structures. */
void mr_settle_parts(struct mr_draft *d);

/* annot.c: who the record is; notes the rest down. */
void mr_annot_read(struct mr_draft *d);

/* apply.c: applies the rest to the settled rows. */
void mr_annot_apply(struct mr_draft *d);

/* prolog.c: what a page says of itself. */
void mr_prolog_read(struct mr_draft *d);

/* format.c: how a value is to be understood. */
void mr_format_settle(struct mr_draft *d);
int mr_format_is_group(const struct mr_part *part, size_t row);

/* xref.c: holds the cross reference against the contents. */
void mr_xref_check(struct mr_draft *d);

/* check.c: what our own files must keep. */
void mr_check_draft(struct mr_draft *d);

#endif
