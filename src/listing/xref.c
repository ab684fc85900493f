/* xref.c: compares the section Cross Reference of a listing with the section Contents, and reports
 * differences. The layout has what Contents says. */
#include "listing/draft.h"

#include <stdio.h>
#include <string.h>

/* A cross reference has one entry per field, bit and structure; MONREAD_ROWS_MAX is the limit of
 * fields and also of bits. */
#define ENTRIES_MAX (2 * MONREAD_ROWS_MAX + MONREAD_STRUCTURES_MAX)

struct xref_entry {
	const char *name;
	size_t len;
	unsigned line;
	struct mr_word offset; /* as the page prints it */
	uint32_t hex;          /* the number of ->offset */
	struct mr_word value;  /* length, or mask of a bit; ->len is 0 if the entry has neither */
};

static int name_length(const struct xref_entry *e)
{
	return e->len < MONREAD_NAME_MAX ? (int)e->len : (int)MONREAD_NAME_MAX;
}

/* Return 1 if an annotation Erratum names the field NAME, so that differences about this field are
 * not reported. */
static int is_erratum(struct mr_draft *d, const char *name, size_t len)
{
	uint32_t i;
	int found = 0;

	for (i = 0; i < d->layout->nerrata; i++)
		if (strlen(d->errata[i].name) == len && !strncmp(d->errata[i].name, name, len)) {
			d->errata[i].used = 1;
			found = 1;
		}
	return found;
}

static uint32_t place_offset(struct mr_draft *d, const struct mr_place *p)
{
	if (p->row == MR_PLACE_PART)
		return 0;
	if (p->bit >= 0)
		return mr_draft_row(d, p)->bits[p->bit].offset;
	return mr_draft_row(d, p)->f.offset;
}

/* If the entry E says that the bit at the place P is in another byte of its field, move the bit to
 * this byte. */
static void move_bit(struct mr_draft *d, const struct mr_place *p, const struct xref_entry *e)
{
	const struct monread_field *f = &mr_draft_row(d, p)->f;
	struct monread_bit *b = &mr_draft_row(d, p)->bits[p->bit];

	if (e->hex >= f->offset && (uint64_t)e->hex + b->width <= (uint64_t)f->offset + f->length)
		b->offset = e->hex;
}

static int number_is(const struct xref_entry *e, unsigned base, uint64_t want)
{
	uint64_t v = 0;
	size_t len = e->value.len;

	if (base == 10 && len > 1 && e->value.p[len - 1] == '+')
		len--;
	return mr_text_number(e->value.p, len, base, UINT64_MAX, &v) && v == want;
}

static int value_agrees(struct mr_draft *d, const struct mr_place *p, const struct xref_entry *e)
{
	const struct monread_field *f;

	if (e->value.len == 0)
		return 1;
	if (p->row == MR_PLACE_PART)
		return number_is(e, 10, d->parts[p->part].length);
	f = &mr_draft_row(d, p)->f;
	if (p->bit >= 0)
		return number_is(e, 16, mr_draft_row(d, p)->bits[p->bit].mask);
	return number_is(e, 10, f->length) || number_is(e, 10, mr_field_size(f));
}

static void report_offset(struct mr_draft *d, const struct mr_place *p, const struct xref_entry *e)
{
	uint32_t offset = place_offset(d, p), dec;
	int decimal = mr_word_number(&e->offset, 10, &dec) && dec == offset;

	mr_draft_report(d, e->line, "cross reference: %.*s: offset %.*s%s; the contents say %X",
	                name_length(e), e->name, (int)e->offset.len, e->offset.p,
	                decimal ? " is decimal" : "", offset);
}

static void report_value(struct mr_draft *d, const struct mr_place *p, const struct xref_entry *e)
{
	char contents[24];

	if (p->bit >= 0)
		snprintf(contents, sizeof contents, "%llX",
		         (unsigned long long)mr_draft_row(d, p)->bits[p->bit].mask);
	else
		snprintf(contents, sizeof contents, "%u",
		         p->row == MR_PLACE_PART ? d->parts[p->part].length :
		                                   mr_draft_row(d, p)->f.length);
	mr_draft_report(d, e->line, "cross reference: %.*s: %s %.*s; the contents say %s",
	                name_length(e), e->name, p->bit >= 0 ? "value" : "length",
	                (int)e->value.len, e->value.p, contents);
}

/* P is the first of N places with the name of the entry E. Mark all of these places as seen, and
 * return the place that fits E best. */
static struct mr_place *best_place(struct mr_draft *d, struct mr_place *p, size_t n,
                                   const struct xref_entry *e)
{
	size_t i;

	for (i = 0; i < n; i++) {
		p[i].seen = 1;
		if (p[i].bit >= 0)
			move_bit(d, &p[i], e);
	}
	for (i = 0; i < n; i++)
		if (place_offset(d, &p[i]) == e->hex && value_agrees(d, &p[i], e))
			return &p[i];
	return p;
}

static void check_entry(struct mr_draft *d, const struct xref_entry *e)
{
	size_t n;
	struct mr_place *p = mr_draft_find(d, e->name, e->len, &n);
	int offset, value;

	if (!p) {
		if (!d->cut && !is_erratum(d, e->name, e->len))
			mr_draft_report(d, e->line, "cross reference: %.*s: not in the contents",
			                name_length(e), e->name);
		return;
	}
	p = best_place(d, p, n, e);
	offset = place_offset(d, p) == e->hex;
	value = value_agrees(d, p, e);
	if ((offset && value) || is_erratum(d, e->name, e->len))
		return;
	if (!offset)
		report_offset(d, p, e);
	if (!value)
		report_value(d, p, e);
}

/* Return 1 if the word W is in the heading. The last word of the heading looks like an entry if the
 * name after it looks like a hex offset (BAD, FACE). */
static int is_heading(const struct mr_word *w)
{
	return mr_word_is(w, "Name") || mr_word_is(w, "Offset") || mr_word_is(w, "Length") ||
	       mr_word_is(w, "Value");
}

/* Read the entry that begins with the word NAME into *E. Return 0 if NAME does not begin an
 * entry. */
static int parse_entry(struct mr_draft *d, struct mr_scan *s, const struct mr_word *name,
                       struct xref_entry *e)
{
	struct mr_scan ahead = *s;
	struct mr_word w;
	uint64_t v;

	*e = (struct xref_entry){ .name = name->p,
		                  .len = mr_name_span(name->p, name->len),
		                  .line = name->line };
	if (is_heading(name) && !mr_draft_find(d, name->p, name->len, NULL))
		return 0;
	if (e->len == 0 || *e->name == '*' || (e->len < name->len && e->name[e->len] != '('))
		return 0;
	if (!mr_scan_word(&ahead, &w) || w.len > 8 || !mr_word_number(&w, 16, &e->hex))
		return 0;
	e->offset = w;
	*s = ahead;
	if (!mr_scan_word(&ahead, &w) || w.len > 40)
		return 1;
	v = w.len;
	if (v > 1 && w.p[v - 1] == '+')
		v--;
	/* The word W may be the name with which the next entry begins. */
	if (!mr_text_number(w.p, (size_t)v, 16, UINT64_MAX, &v) ||
	    (w.first && mr_draft_find(d, w.p, w.len, NULL)))
		return 1;
	e->value = w;
	*s = ahead;
	return 1;
}

static int sorts_after(const char *name, const struct xref_entry *last)
{
	size_t i;

	for (i = 0; i < last->len && name[i]; i++)
		if (name[i] != last->name[i])
			return mr_name_rank(name[i]) > mr_name_rank(last->name[i]);
	return name[i] != '\0';
}

static void check_missing(struct mr_draft *d, const struct xref_entry *last)
{
	struct mr_place *p;
	size_t i, len;

	for (i = 0; i < d->places.n; i++) {
		p = &d->places.v[i];
		len = strlen(p->name);
		if (p->seen || (i && !strcmp(p->name, p[-1].name)))
			continue;
		/* A page without an epilog may be cut off, so that names after the last entry are
		 * missing. */
		if (!d->is_dsect && !d->epilog.p && sorts_after(p->name, last))
			continue;
		if (!is_erratum(d, p->name, len))
			mr_draft_report(d, last->line,
			                "cross reference: %s: missing; the contents have it at %X",
			                p->name, place_offset(d, p));
	}
}

void mr_xref_check(struct mr_draft *d)
{
	struct xref_entry e, last = { 0 };
	struct mr_scan s;
	struct mr_word w;
	unsigned n = 0;

	mr_scan_init(&s, &d->xref);
	while (mr_scan_word(&s, &w)) {
		if (!parse_entry(d, &s, &w, &e))
			continue;
		if (n == ENTRIES_MAX) {
			mr_draft_report(
				d, e.line,
				"more than %u entries; the rest of the cross reference is left out",
				ENTRIES_MAX);
			return;
		}
		check_entry(d, &e);
		last = e;
		n++;
	}
	if (n && !d->cut)
		check_missing(d, &last);
}
