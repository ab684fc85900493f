/* annotate.c: copies the annotations (formats, counters, keys, arrays) in the project's .dsect file
 * of a record to a page of IBM about the same record. */
#include "listing/annotate.h"

#include <string.h>

#include "base/find.h"
#include "listing/draft.h"

/* Return the first field called NAME in any structure of KNOWN, or NULL. */
static const struct monread_field *known_field(const struct monread_layout *known, const char *name)
{
	const struct monread_field *found = NULL;
	uint32_t i;

	for (i = 0; *name != '*' && !found && i < known->nstructures; i++)
		found = mr_find_field(mr_structure_at(known, i), name);
	return found;
}

/* Return the row of the record's structure that has the name of F, or NULL. Ignore the first text
 * of variable length and all later rows, because their offsets differ between records. */
static const struct mr_row *same_row(const struct mr_draft *d, const struct monread_field *f)
{
	const struct mr_part *p = d->parts;
	size_t i;

	for (i = 0; f && i < p->mover; i++)
		if (strcmp(p->rows[i].f.name, f->name) == 0)
			return &p->rows[i];
	return NULL;
}

static const struct monread_field *same_field(const struct mr_draft *d,
                                              const struct monread_field *f)
{
	const struct mr_row *row = same_row(d, f);

	return row ? row->field : NULL;
}

static const struct monread_field *same_number(const struct mr_draft *d,
                                               const struct monread_field *f)
{
	const struct mr_row *row = same_row(d, f);

	return row && row->f.length >= 1 && row->f.length <= 8 ? row->field : NULL;
}

/* Return the index in d->parts of the structure that has the name of S; d->nparts if there is no
 * such structure or S is NULL. */
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

static void annotate_row(struct mr_draft *d, struct mr_row *row, size_t part,
                         const struct monread_field *k)
{
	size_t by;

	row->f.flags |= k->flags & (MONREAD_COUNTER | MONREAD_KEY | MONREAD_CODE);
	if (row->f.length == k->length) {
		row->f.flags |= k->flags & MONREAD_COUNTDOWN;
		if (part == 0)
			row->f.flags |= k->flags &
			                (MONREAD_USER | MONREAD_PARTITION | MONREAD_LEVEL);
		row->f.start = k->start;
		row->f.nmeanings = k->nmeanings;
		row->meanings = mr_field(k)->meanings;
	}
	if (!*row->f.unit)
		row->f.unit = k->unit;
	if (row->f.length != k->length)
		return;
	row->known = k;
	by = same_part(d, k->structure);
	/* A structure may only be nested in structures that come before it in d->parts. Otherwise
	 * it could contain itself. */
	if (by < d->nparts && by > part && d->parts[by].length == row->f.length) {
		row->f.structure = &d->structures[by].pub;
		row->f.format = MONREAD_GROUP;
		row->has_format = 1;
	}
}

/* KNOWN is the condition of a field in the built-in layout: copy it to ROW, the field of the same
 * name on a page of IBM. If the page lacks the field that the condition tests, do not copy the
 * condition: the field ROW is then always shown. Return 0, or -1 if out of memory. */
static int annotate_when(struct mr_draft *d, struct mr_row *row, size_t part,
                         const struct monread_when *known)
{
	struct monread_when *when;
	size_t i;

	if (!known || row->f.when || mr_part_moves(&d->parts[part]))
		return 0;
	when = mr_arena_alloc(d->arena, sizeof *when);
	if (!when)
		return -1;
	*when = *known;
	when->field = same_number(d, known->field);
	for (i = 0; known->field && i < d->parts[part].nrows; i++)
		if (strcmp(d->parts[part].rows[i].f.name, known->field->name) == 0 &&
		    d->parts[part].rows[i].f.length == known->field->length)
			when->field = d->parts[part].rows[i].field;
	if (!when->field == !known->field)
		row->f.when = when;
	return 0;
}

static int annotate_rows(struct mr_draft *d, const struct monread_layout *known)
{
	const struct monread_field *k;
	size_t i, j;

	for (i = 0; i < d->nparts; i++)
		for (j = 0; j < d->parts[i].nrows; j++) {
			k = known_field(known, d->parts[i].rows[j].f.name);
			if (k)
				annotate_row(d, &d->parts[i].rows[j], i, k);
			if (k && annotate_when(d, &d->parts[i].rows[j], i, k->when))
				return -1;
		}
	return 0;
}

/* Copy the condition FROM of the built-in layout to *ROOM, so that it refers to fields of D, the
 * unfinished layout of a page of IBM, and point *TO to the copy. If FROM is NULL, set *TO to NULL.
 * Return 0 if the page lacks the field that FROM tests. */
static int take_when(const struct mr_draft *d, const struct monread_when *from,
                     const struct monread_when **to, struct monread_when *room)
{
	*to = NULL;
	if (!from)
		return 1;
	*room = *from;
	room->field = same_number(d, from->field);
	*to = room;
	return !room->field == !from->field;
}

/* Copy the array FROM of the built-in layout to *TO, so that it refers to fields and structures of
 * D, the unfinished layout of a page of IBM. Return 0 if the page lacks one of them. */
static int take_array(const struct mr_draft *d, const struct monread_layout *known,
                      const struct monread_array *from, struct monread_array *to,
                      struct monread_when *when)
{
	size_t part = same_part(d, from->structure);

	*to = *from;
	to->structure = part < d->nparts ? &d->structures[part].pub : NULL;
	to->text = same_field(d, from->text);
	to->count = same_number(d, from->count);
	to->size = same_number(d, from->size);
	to->at = same_number(d, from->at);
	to->bytes = same_number(d, from->bytes);
	if (to->structure && !to->size && from->size_const == from->structure->length)
		to->size_const = d->parts[part].length;
	if (!to->at && from->at_const == mr_structure_at(known, 0)->length)
		to->at_const = d->parts[0].length;
	if (!to->at && mr_part_moves(d->parts))
		return 0;
	return !from->structure == !to->structure && !from->text == !to->text &&
	       !from->count == !to->count && !from->size == !to->size && !from->at == !to->at &&
	       !from->bytes == !to->bytes && take_when(d, from->when, &to->when, when) &&
	       (to->size || !to->structure || to->size_const);
}

static int take_arrays(struct mr_draft *d, const struct monread_layout *known)
{
	struct monread_array *arrays = mr_arena_array(d->arena, known->narrays, sizeof *arrays);
	struct monread_when *whens = mr_arena_array(d->arena, known->narrays, sizeof *whens);
	uint32_t i, n = 0;

	if (!arrays || !whens)
		return -1;
	for (i = 0; i < known->narrays; i++)
		if (take_array(d, known, monread_layout_array(known, i), &arrays[n], &whens[n]))
			n++;
	d->layout->narrays = n;
	d->made->arrays = arrays;
	mr_bound_draft(d, arrays);
	return 0;
}

static int take_checks(struct mr_draft *d, const struct monread_layout *known)
{
	struct monread_check *checks = mr_arena_array(d->arena, known->nchecks, sizeof *checks);
	uint32_t i, n = 0;

	if (!checks)
		return -1;
	for (i = 0; i < known->nchecks; i++) {
		checks[n].left = same_number(d, monread_layout_check(known, i)->left);
		checks[n].right = same_number(d, monread_layout_check(known, i)->right);
		checks[n].text = monread_layout_check(known, i)->text;
		if (checks[n].left && checks[n].right)
			n++;
	}
	d->layout->nchecks = n;
	d->made->checks = checks;
	return 0;
}

static int take_tells(struct mr_draft *d, const struct monread_layout *known)
{
	struct monread_tells *tells = mr_arena_array(d->arena, known->ntells, sizeof *tells);
	struct monread_when *whens = mr_arena_array(d->arena, known->ntells, sizeof *whens);
	uint32_t i, n = 0;

	if (!tells || !whens)
		return -1;
	for (i = 0; i < known->ntells; i++) {
		tells[n] = *monread_layout_tells(known, i);
		if (take_when(d, tells[n].when, &tells[n].when, &whens[n]))
			n++;
	}
	d->layout->ntells = n;
	d->made->tells = tells;
	return 0;
}

static int take_breaks(struct mr_draft *d, const struct monread_layout *known)
{
	struct monread_break *breaks = mr_arena_array(d->arena, known->nbreaks, sizeof *breaks);
	uint32_t i, n = 0;

	if (!breaks)
		return -1;
	for (i = 0; i < known->nbreaks; i++) {
		breaks[n].kind = monread_layout_break(known, i)->kind;
		breaks[n].field = same_field(d, monread_layout_break(known, i)->field);
		n += !breaks[n].field == !monread_layout_break(known, i)->field;
	}
	d->layout->nbreaks = n;
	d->made->breaks = breaks;
	return 0;
}

static int take_endings(struct mr_draft *d, const struct monread_layout *known)
{
	struct monread_ending *endings = mr_arena_array(d->arena, known->nendings, sizeof *endings);
	uint32_t i, n = 0;

	if (!endings)
		return -1;
	for (i = 0; i < known->nendings; i++) {
		endings[n] = *monread_layout_ending(known, i);
		endings[n].key = same_field(d, endings[n].key);
		n += !endings[n].key == !monread_layout_ending(known, i)->key;
	}
	d->layout->configuration = known->configuration;
	d->layout->nendings = n;
	d->endings.v = endings;
	return 0;
}

static void take_payload(struct mr_draft *d, const struct monread_payload *from)
{
	const struct mr_row *product = same_row(d, from->product);
	struct monread_payload p = { NULL, same_number(d, from->at), same_number(d, from->bytes) };

	if (!product || product->f.length != 16 || !p.at || !p.bytes)
		return;
	p.product = product->field;
	d->made->payload = p;
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
	if (annotate_rows(page, known) || take_arrays(page, known) || take_checks(page, known) ||
	    take_tells(page, known) || take_breaks(page, known) || take_endings(page, known))
		return -1;
	take_payload(page, &mr_layout(known)->payload);
	page->layout->instance = known->instance;
	page->layout->nerrata = known->nerrata;
	page->made->errata = mr_layout(known)->errata;
	return 0;
}
