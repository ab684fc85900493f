/* annotate.c: copies the annotations (formats, counters, keys, arrays) in the project's .dsect file
 * of a record to a page of IBM about the same record. */
#include "listing/annotate.h"

#include <string.h>

#include "base/array.h"
#include "base/find.h"
#include "listing/draft.h"
#include "listing/write.h"

static const struct monread_field *known_field(const struct monread_layout *known, const char *name)
{
	const struct monread_field *found = NULL;
	uint32_t i;

	for (i = 0; *name != '*' && !found && i < known->nstructures; i++)
		found = mr_find_field(mr_structure_at(known, i), name);
	return found;
}

/* Return the index in d->parts of the structure that has the same name as the structure S;
 * d->nparts if the draft has no such structure, or if S is NULL. */
static size_t same_part(const struct mr_draft *d, const struct monread_structure *s)
{
	size_t i = 0;

	while (s && i < d->nparts && strcmp(d->parts[i].name, s->name) != 0)
		i++;
	return s ? i : d->nparts;
}

unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known)
{
	unsigned n = 0;
	size_t i;

	if (page->nparts == 0 || known->nstructures == 0)
		return 0;
	for (i = 0; i < page->parts[0].nrows; i++)
		if (mr_find_field(mr_structure_at(known, 0), page->parts[0].rows[i].f.name))
			n++;
	return n;
}

/* Copy the annotations of K, a field of the built-in layout, to the row with the same name, which
 * is row number I of structure number PART. */
static void annotate_row(struct mr_draft *d, size_t part, size_t i, const struct monread_field *k)
{
	const struct mr_part *p = &d->parts[part];
	struct mr_row *row = &p->rows[i];
	size_t by = same_part(d, k->structure);

	row->f.flags |= k->flags & (MONREAD_COUNTER | MONREAD_KEY | MONREAD_CODE);
	if (!*row->f.unit)
		row->f.unit = k->unit;
	if (row->f.length != k->length)
		return;
	row->f.flags |= k->flags & MONREAD_COUNTDOWN;
	if (part == 0)
		row->f.flags |= k->flags & (MONREAD_USER | MONREAD_PARTITION | MONREAD_LEVEL);
	row->f.start = k->start;
	row->f.nmeanings = k->nmeanings;
	row->meanings = mr_field(k)->meanings;
	row->f.format = k->format;
	/* A structure may only be nested in structures before it in d->parts: else it could contain
	 * itself. */
	if (by < d->nparts && by > part && d->parts[by].length == row->f.length) {
		row->f.structure = &d->made->structures[by].pub;
		row->f.format = MONREAD_GROUP;
	} else if (k->structure) {
		row->f.format = MONREAD_HEX; /* the page lacks k->structure */
	} else if (row->f.length && mr_format_is_group(p, i)) {
		row->f.format = MONREAD_GROUP;
	}
	row->has_format = 1;
}

static void annotate_rows(struct mr_draft *d, const struct monread_layout *known)
{
	const struct monread_field *k;
	size_t i, j;

	for (i = 0; i < d->nparts; i++)
		for (j = 0; j < d->parts[i].nrows; j++) {
			k = known_field(known, d->parts[i].rows[j].f.name);
			if (k)
				annotate_row(d, i, j, k);
		}
}

static int append_rules(void *arg, const char *text, size_t length)
{
	return array_append(arg, text, length);
}

/* Apply the annotations of the built-in layout KNOWN that are about several fields, such as Array,
 * to the draft D of a page, as if they were lines of the page. Ignore annotations that name a field
 * which the page lacks. Return 0, or -1 if out of memory. */
static int annotate_rules(struct mr_draft *d, const struct monread_layout *known)
{
	monread_notice *notice = d->reports.to.fn;
	const char *kind = d->layout->kind;
	unsigned reports = d->reports.n;
	struct monread_buffer text = { NULL, 0, 0 };
	struct mr_lines lines = { .write = append_rules, .arg = &text };

	mr_write_events(&lines, known);
	mr_write_list(&lines, known, MR_KEY_WHEN);
	mr_write_rules(&lines, known);
	/* If KNOWN has no such annotations, text.bytes would stay NULL. */
	if (mr_lines_finish(&lines) == 0 && array_reserve(&text, 1) == 0) {
		d->prolog = (struct mr_span){ (char *)text.bytes, (char *)text.bytes + text.length,
			                      1 };
		d->reports.to.fn = NULL;
		/* The meaning of "Break: changed" depends on the kind of the record. */
		d->layout->kind = known->kind;
		mr_annot_read(d);
		mr_annot_apply(d);
		d->layout->kind = kind;
		d->reports.to.fn = notice;
		d->reports.n = reports;
		mr_bound_draft(d);
	} else {
		d->no_memory = 1;
	}
	free(text.bytes);
	return d->no_memory ? -1 : 0;
}

/* Return NAME without its DSECT prefix: VMDTTIME for USEACT_VMDTTIME. */
static const char *copied_name(const char *name)
{
	const char *underscore = strchr(name, '_');

	return underscore && underscore[1] ? underscore + 1 : name;
}

void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin)
{
	const struct mr_part *p = page->parts;
	const struct monread_structure *s = mr_structure_at(kin, 0);
	size_t i;
	uint32_t k;

	for (i = 0; i < p->nrows; i++) {
		struct monread_field *f = &p->rows[i].f;

		if (f->flags & MONREAD_COUNTER || known_field(known, f->name))
			continue;
		for (k = 0; k < s->nfields; k++) {
			const struct monread_field *other = mr_field_at(s, k);

			if (*f->name == '*' || other->length != f->length ||
			    strcmp(copied_name(other->name), copied_name(f->name)) != 0)
				continue;
			f->flags |= other->flags & (MONREAD_COUNTER | MONREAD_CODE);
			if (!*f->unit)
				f->unit = other->unit;
		}
	}
}

int mr_annotate(struct mr_draft *page, const struct monread_layout *known)
{
	annotate_rows(page, known);
	if (annotate_rules(page, known))
		return -1;
	page->layout->configuration = known->configuration;
	page->layout->instance = known->instance;
	page->layout->nerrata = known->nerrata;
	page->made->errata = mr_layout(known)->errata;
	return 0;
}
