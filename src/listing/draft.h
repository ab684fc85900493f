/* draft.h: a draft, which is the unfinished layout of a listing (a .dsect file or a page of IBM),
 * and the functions that complete the draft one after the other. */
#ifndef MR_DRAFT_H
#define MR_DRAFT_H

#include "base/model.h"
#include "listing/keys.h"
#include "listing/listing.h"
#include "listing/scan.h"

/* A row of the listing, which describes a field. mr_listing_publish() copies ->f to ->field; until
 * then, arrays and conditions may store the address ->field, but must not read the field. */
struct mr_row {
	struct monread_field f;
	const struct monread_field *field;
	int has_format; /* 1: an annotation, or the built-in layout, has set ->f.format */
	unsigned line;
	uint32_t dec, hex; /* the offsets in the decimal and in the hexadecimal column */
	int has_length;
	int dims_cut; /* 1: the page cuts off the dimension, so that its ")" is missing */
	struct monread_bit *bits;
	const struct monread_meaning *meanings;
};

struct mr_part {
	const char *name, *text;
	uint32_t length;
	int has_length, open;
	unsigned line;
	size_t nrows;
	/* index of the first row after which offsets differ between records: a row of type String,
	 * or the row that the annotation Moves names; ->nrows if no offset differs */
	size_t mover;
	struct mr_row *rows;
};

/* An occurrence of a name in the contents, as the name of a structure, row or bit. */
struct mr_place {
	const char *name;
	unsigned part;
	unsigned row; /* index of the row; MR_PLACE_PART: the name of a structure */
	int bit;      /* index of the bit in the row; -1: the name of a row or structure */
	unsigned nth; /* number of earlier places with this name */
	int seen;     /* 1: the cross reference of the listing contains the name */
};
#define MR_PLACE_PART 0xFFFFFFFFu

/* An annotation "KEY: VALUE". */
struct mr_note {
	enum mr_key key;
	const char *value;
	unsigned line;
};

/* An annotation "Erratum: NAME: TEXT". TEXT has the same index in ->made->errata of the draft. */
struct mr_erratum {
	const char *name;
	unsigned line;
	int used; /* 1: the cross reference contradicts the contents about NAME */
};

struct mr_draft {
	struct mr_arena *arena;  /* memory of the published layout */
	struct mr_arena scratch; /* temporary memory, freed with the draft */
	int strict, is_dsect, no_memory;
	struct {
		struct mr_listing_report to;
		unsigned n; /* number of reports, including those that ->to did not get */
	} reports;
	struct mr_span prolog, contents, xref, epilog; /* ->p is NULL if a section is missing */
	struct mr_layout *made;
	struct monread_layout *layout; /* the public part of ->made */
	size_t nparts;
	struct mr_part *parts; /* structures; mr_listing_publish() copies them to ->made */
	struct {
		unsigned rows, bits;
	} total; /* numbers in all structures */
	struct {
		size_t n;
		struct mr_place *v; /* places, sorted by name, then by position in the contents */
	} places;
	struct {
		size_t n;
		struct mr_note *v;
		int full; /* 1: there were more annotations than allowed */
	} notes;
	struct mr_erratum *errata; /* ->layout->nerrata elements */
	int cut; /* 1: the contents were cut at a limit, so names may be missing */
};

/* Report an error or contradiction in line number LINE of the listing. Only the first
 * MONREAD_NOTICES_MAX reports reach d->reports.to; d->reports.n counts all reports. */
void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Add an element, filled with zeros, to an array in the arena A to which only this function adds
 * elements, and return the address of the new element. The array has COUNT elements of SIZE bytes.
 * PLACE is the address of the pointer to the array, which changes if the array must move. If out of
 * memory, set d->no_memory and return NULL. */
void *mr_draft_more(struct mr_draft *d, struct mr_arena *a, void *place, size_t count, size_t size);

/* Return a copy of the LEN bytes at P in d->arena. If out of memory, set d->no_memory and return
 * "". */
const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len);

/* Like mr_draft_string(), for a name in line number LINE. Report a name that is too long, and cut
 * it. */
const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len);

/* Like mr_draft_string(), for the text from P to END in line number LINE, with words separated by
 * single blanks, and without control characters. Report a text that is too long, and cut it. */
const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end);

/* mr_field_size() returns the length of all elements of the field F together, and mr_field_end()
 * the offset after them. */
uint64_t mr_field_size(const struct monread_field *f);
uint64_t mr_field_end(const struct monread_field *f);

/* Fill d->places.v with the names of all structures, rows and bits, for mr_draft_find(). */
void mr_draft_index(struct mr_draft *d);

/* Return the first place in d->places.v with the name NAME of LEN bytes; NULL: none. The other
 * places with this name follow. If COUNT is not NULL, set *COUNT to the number of places with this
 * name, at most MONREAD_SAME_MAX. */
struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count);

static inline struct mr_row *mr_draft_row(struct mr_draft *d, const struct mr_place *p)
{
	return &d->parts[p->part].rows[p->row];
}

/* Return the part of the draft D that becomes the structure S of the layout. */
static inline struct mr_part *mr_part_of(struct mr_draft *d, const struct monread_structure *s)
{
	return &d->parts[mr_structure(s) - d->made->structures];
}

/* Return 1 if P has rows whose offsets vary from record to record. */
static inline int mr_part_moves(const struct mr_part *p)
{
	return p->mover < p->nrows;
}

/* section.c: find d->prolog, d->contents, d->xref and d->epilog in TEXT. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

/* contents.c: read d->contents into structures, rows and bits. */
void mr_contents_read(struct mr_draft *d);

/* settle.c: find offsets and lengths that rows lack or that are contradictory; allocate
 * d->made->structures and the fields of the structures. */
void mr_settle_parts(struct mr_draft *d);

/* annot.c: read the annotations in d->prolog. Store annotations about the contents in d->notes. */
void mr_annot_read(struct mr_draft *d);

/* apply.c: apply the annotations in d->notes to the rows, whose offsets must be known. */
void mr_annot_apply(struct mr_draft *d);

/* prolog.c: read the name, numbers, kind, title and release of the record from the prolog and
 * epilog of a page. */
void mr_prolog_read(struct mr_draft *d);

/* format.c: mr_format_settle() decides the formats of all fields. mr_format_is_group() returns 1 if
 * row number ROW of the structure PART has no format and no nested structure, and only gives a name
 * to several fields. */
void mr_format_settle(struct mr_draft *d);
int mr_format_is_group(const struct mr_part *part, size_t row);

/* bound.c: if the layout exceeds MONREAD_PLAN_MAX fields or MONREAD_NESTING_MAX levels of nested
 * structures, show fields in hex instead of their structures, or leave out arrays, and report
 * this. */
void mr_bound_draft(struct mr_draft *d);

/* unique.c: append _2 (or _3, _4, ...) to the name of a row or bit if the output already uses the
 * name for an earlier row or bit of the structure, an array, the meaning of a value (NAME_text), or
 * as the key "gaps" or "tail". The formats of fields must be known. */
void mr_unique_settle(struct mr_draft *d);

/* xref.c: compare the cross reference with the contents, and report the differences. */
void mr_xref_check(struct mr_draft *d);

/* check.c: make the additional checks of mklayouts for the project's own .dsect files. */
void mr_check_draft(struct mr_draft *d);

/* Return the format that the type of the field F implies in a .dsect file. F must not be a
 * group. */
enum monread_format mr_format_of_type(const struct monread_field *f);

#endif
