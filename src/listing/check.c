/* check.c: additional checks for the project's own .dsect files, which mklayouts runs. */
#include "listing/draft.h"

#include <string.h>

static unsigned note_line(const struct mr_draft *d, const char *key)
{
	return mr_listing_line(d->prolog.p, (size_t)(d->prolog.end - d->prolog.p), key);
}

static int check_has_key(const struct mr_draft *d)
{
	size_t i;

	for (i = 0; d->nparts > 0 && i < d->parts[0].nrows; i++)
		if (d->parts[0].rows[i].f.flags & MONREAD_KEY)
			return 1;
	return 0;
}

static void check_keys(struct mr_draft *d)
{
	const struct monread_layout *l = d->layout;
	/* With the status MONREAD_NAME_ONLY, the source of the layout only mentions the record, so
	 * the record number may be unknown. */
	int record = !l->product && strcmp(l->name, "MRRECHDR") != 0 &&
	             l->status != MONREAD_NAME_ONLY;
	int once = l->instance && strcmp(l->instance, "key") == 0;

	if (!*l->name)
		mr_draft_report(d, 1, "expected a line Record: NAME");
	if (!note_line(d, "DSECT") && !l->product)
		mr_draft_report(d, 1, "expected a line DSECT: NAME");
	if (l->domain < 0 && record)
		mr_draft_report(d, 1, "expected a line Number: DnRn");
	if (!*l->title)
		mr_draft_report(d, 1, "expected a line Title: TEXT");
	if (!note_line(d, "Status"))
		mr_draft_report(d, 1, "expected a line Status: whole, front part or name only");
	if (!*l->source)
		mr_draft_report(d, 1, "expected a line Source: TEXT");
	if (l->ntells && l->domain < 0)
		mr_draft_report(
			d, note_line(d, "Tells"),
			"Tells: expected also a line Number: DnRn, because only records tell a release");
	if (once && !check_has_key(d))
		mr_draft_report(
			d, 1, "Instance is \"key\", but Key names no field of the first structure");
	else if (l->instance && !once && check_has_key(d))
		mr_draft_report(
			d, 1,
			"Instance is \"system\", but Key names fields of the first structure");
	if (note_line(d, "Status") && l->status != MONREAD_NAME_ONLY && d->nparts == 0)
		mr_draft_report(d, 1, "expected contents, because Status is not \"name only\"");
}

/* Return 1 if other rows may overlap row number I of the structure P, because they describe its
 * bytes in more detail, or because row I itself shows bytes of an earlier row again. */
static int may_be_entered(const struct mr_part *p, size_t i)
{
	const struct monread_field *f = &p->rows[i].f, *g;
	size_t j;

	if (f->type == MONREAD_TYPE_STRUCTURE)
		return 1;
	for (j = 0; j < p->nrows; j++) {
		g = &p->rows[j].f;
		if (j != i && g->offset == f->offset && g->length &&
		    (j < i || mr_field_size(g) <= mr_field_size(f)))
			return 1;
	}
	return 0;
}

static void check_overlap(struct mr_draft *d, const struct mr_part *p, size_t i)
{
	const struct monread_field *f = &p->rows[i].f, *g;
	uint64_t end = mr_field_end(f), other_end;
	const struct monread_field *inside = NULL;
	size_t j;

	if (f->length == 0)
		return;
	for (j = 0; j < i; j++) {
		g = &p->rows[j].f;
		other_end = mr_field_end(g);
		if (g->length && g->offset == f->offset)
			return;
		if (g->offset < f->offset && f->offset < other_end &&
		    (end > other_end || !may_be_entered(p, j)))
			inside = g;
	}
	if (inside)
		mr_draft_report(d, p->rows[i].line, "%s: overlaps %s", f->name, inside->name);
}

static void check_double(struct mr_draft *d)
{
	const struct mr_place *p;
	size_t i;
	int field;

	for (i = 1; i < d->places.n; i++) {
		p = &d->places.v[i];
		if (strcmp(p->name, p[-1].name) != 0)
			continue;
		field = p->row != MR_PLACE_PART && p[-1].row != MR_PLACE_PART;
		if (p->part == p[-1].part && field)
			mr_draft_report(d, d->parts[p->part].rows[p->row].line,
			                "%s: is in %s twice", p->name, d->parts[p->part].name);
		else if (p->part != p[-1].part && !field && p->row == p[-1].row)
			mr_draft_report(d, d->parts[p->part].line,
			                "%s: two structures of this name", p->name);
	}
}

static void check_row_format(struct mr_draft *d, const struct mr_part *p, size_t i)
{
	const struct monread_field *f = &p->rows[i].f;

	if (f->type != MONREAD_TYPE_CHARACTER || p->rows[i].has_format || f->length == 0 ||
	    f->structure || f->flags & (MONREAD_RESERVED | MONREAD_HEADER) ||
	    mr_format_is_group(p, i))
		return;
	mr_draft_report(
		d, p->rows[i].line,
		"%s: expected a format for this Character field; add it to a line such as Text: or Hex:",
		f->name);
}

/* Report named bits of a field whose format shows it as a whole, without bits. */
static void check_bits(struct mr_draft *d, const struct mr_part *p, size_t i)
{
	const struct monread_field *f = &p->rows[i].f;

	if (f->nbits && p->rows[i].has_format && f->format != MONREAD_BITS && !f->structure)
		mr_draft_report(
			d, p->rows[i].line,
			"%s: has named bits, which its format does not show; remove the format or the bits",
			f->name);
}

static void check_length(struct mr_draft *d)
{
	const struct mr_part *p = &d->parts[0];
	uint64_t end = 0;
	size_t i;

	for (i = 0; i < p->nrows; i++)
		if (mr_field_end(&p->rows[i].f) > end)
			end = mr_field_end(&p->rows[i].f);
	if (end < p->length && d->layout->status == MONREAD_WHOLE)
		mr_draft_report(d, p->line, "%s: has %u bytes, but its fields end at %u", p->name,
		                p->length, (unsigned)end);
}

static void check_errata(struct mr_draft *d)
{
	const struct mr_erratum *e;
	uint32_t i;

	for (i = 0; i < d->layout->nerrata; i++) {
		e = &d->errata[i];
		if (!mr_draft_find(d, e->name, strlen(e->name), NULL))
			mr_draft_report(d, e->line, "Erratum: no field %s", e->name);
		else if (!e->used && d->xref.p)
			mr_draft_report(
				d, e->line,
				"Erratum: %s: contents and cross reference agree; remove the line",
				e->name);
	}
}

void mr_check_draft(struct mr_draft *d)
{
	size_t i, j;

	check_keys(d);
	check_double(d);
	for (i = 0; i < d->nparts; i++)
		for (j = 0; j < d->parts[i].nrows; j++) {
			check_overlap(d, &d->parts[i], j);
			check_row_format(d, &d->parts[i], j);
			check_bits(d, &d->parts[i], j);
		}
	if (d->nparts)
		check_length(d);
	check_errata(d);
}
