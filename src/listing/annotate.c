/* annotate.c: gives a loaded page what we know of its fields: formats, counters, keys, arrays. */
#include "config.h"

#include "listing/annotate.h"

#include <string.h>

#include "listing/bound.h"

struct merging {
	struct mr_arena *arena;
	struct monread_layout *page;
	const struct monread_layout *known;
	struct monread_structure *structures; /* copies of the page's */
	void (*tell)(void *arg, const char *text);
	void *arg;
};

static const struct monread_field *field_in(const struct monread_structure *s, const char *name)
{
	uint32_t i;

	for (i = 0; i < s->nfields; i++)
		if (strcmp(s->fields[i].name, name) == 0)
			return &s->fields[i];
	return NULL;
}

/* What the page's record calls the same; NULL: nothing. */
static const struct monread_field *same_field(const struct merging *m, const struct monread_field *f)
{
	return f ? field_in(&m->structures[0], f->name) : NULL;
}

static const struct monread_field *same_number(const struct merging *m, const struct monread_field *f)
{
	const struct monread_field *found = same_field(m, f);

	return found && found->length >= 1 && found->length <= 8 ? found : NULL;
}

static const struct monread_structure *same_structure(const struct merging *m,
                                                      const struct monread_structure *s)
{
	uint32_t i;

	for (i = 0; s && i < m->page->nstructures; i++)
		if (strcmp(m->structures[i].name, s->name) == 0)
			return &m->structures[i];
	return NULL;
}

unsigned mr_annotate_common(const struct monread_layout *page, const struct monread_layout *known)
{
	unsigned n = 0;
	uint32_t i;

	if (page->nstructures == 0 || known->nstructures == 0)
		return 0;
	for (i = 0; i < page->structures[0].nfields; i++)
		if (field_in(&known->structures[0], page->structures[0].fields[i].name))
			n++;
	return n;
}

static const struct monread_field *known_field(const struct merging *m, const char *name)
{
	const struct monread_field *found = NULL;
	uint32_t i;

	for (i = 0; *name != '*' && !found && i < m->known->nstructures; i++)
		found = field_in(&m->known->structures[i], name);
	return found;
}

static void merge_field(const struct merging *m, struct monread_field *f, uint32_t part)
{
	const struct monread_field *k = known_field(m, f->name);
	const struct monread_structure *s;

	if (!k)
		return;
	f->flags |= k->flags & (MONREAD_COUNTER | MONREAD_KEY);
	if (!*f->unit)
		f->unit = k->unit;
	if (f->length != k->length)
		return;
	s = same_structure(m, k->structure);
	/* A structure maps only what stands before it, so that none maps a part of itself. */
	if (s && s->length == f->length && s > &m->structures[part])
		f->structure = s;
	if (f->format != MONREAD_GROUP || f->length == 0)
		f->format = k->format;
	if (f->structure)
		f->format = MONREAD_GROUP;
	else if (f->format == MONREAD_GROUP && k->structure)
		f->format = MONREAD_HEX;
}

static int merge_fields(struct merging *m)
{
	struct monread_field *fields;
	uint32_t i, j, n;

	m->structures = mr_arena_array(m->arena, m->page->nstructures, sizeof *m->structures);
	if (!m->structures)
		return -1;
	for (i = 0; i < m->page->nstructures; i++)
		m->structures[i] = m->page->structures[i];
	for (i = 0; i < m->page->nstructures; i++) {
		n = m->structures[i].nfields;
		fields = mr_arena_array(m->arena, n, sizeof *fields);
		if (!fields)
			return -1;
		for (j = 0; j < n; j++) {
			fields[j] = m->structures[i].fields[j];
			merge_field(m, &fields[j], i);
		}
		m->structures[i].fields = fields;
	}
	return 0;
}

/* An array rule holds only where all that it names is there. */
static int merge_array(const struct merging *m, const struct monread_array *from, struct monread_array *to)
{
	*to = *from;
	to->structure = same_structure(m, from->structure);
	to->text = same_field(m, from->text);
	to->count = same_number(m, from->count);
	to->size = same_number(m, from->size);
	to->at = same_number(m, from->at);
	to->bytes = same_number(m, from->bytes);
	to->when.field = same_number(m, from->when.field);
	if (to->structure && !to->size && from->size_const == from->structure->length)
		to->size_const = to->structure->length;
	if (!to->at && from->at_const == m->known->structures[0].length)
		to->at_const = m->structures[0].length;
	return !from->structure == !to->structure && !from->text == !to->text && !from->count == !to->count &&
	       !from->size == !to->size && !from->at == !to->at && !from->bytes == !to->bytes &&
	       !from->when.field == !to->when.field && (to->size || !to->structure || to->size_const);
}

static int merge_arrays(struct merging *m)
{
	struct monread_array *arrays = mr_arena_array(m->arena, m->known->narrays, sizeof *arrays);
	uint32_t i, n = 0;

	if (!arrays)
		return -1;
	for (i = 0; i < m->known->narrays; i++)
		if (merge_array(m, &m->known->arrays[i], &arrays[n]))
			n++;
	m->page->narrays = n;
	m->page->arrays = arrays;
	mr_bound_plan(m->page, arrays, m->tell, m->arg);
	return 0;
}

static int merge_checks(struct merging *m)
{
	struct monread_check *checks = mr_arena_array(m->arena, m->known->nchecks, sizeof *checks);
	uint32_t i, n = 0;

	if (!checks)
		return -1;
	for (i = 0; i < m->known->nchecks; i++) {
		checks[n].left = same_number(m, m->known->checks[i].left);
		checks[n].right = same_number(m, m->known->checks[i].right);
		checks[n].text = m->known->checks[i].text;
		if (checks[n].left && checks[n].right)
			n++;
	}
	m->page->nchecks = n;
	m->page->checks = checks;
	return 0;
}

static int merge_tells(struct merging *m)
{
	struct monread_tells *tells = mr_arena_array(m->arena, m->known->ntells, sizeof *tells);
	uint32_t i, n = 0;

	if (!tells)
		return -1;
	for (i = 0; i < m->known->ntells; i++) {
		tells[n] = m->known->tells[i];
		tells[n].when.field = same_number(m, tells[n].when.field);
		if (!tells[n].when.field == !m->known->tells[i].when.field)
			n++;
	}
	m->page->ntells = n;
	m->page->tells = tells;
	return 0;
}

static void merge_payload(struct merging *m)
{
	const struct monread_payload *from = &m->known->payload;
	struct monread_payload p;

	p.product = same_field(m, from->product);
	p.at = same_number(m, from->at);
	p.bytes = same_number(m, from->bytes);
	if (p.product && p.product->length == 16 && p.at && p.bytes)
		m->page->payload = p;
}

int mr_annotate(struct mr_arena *a, struct monread_layout *page, const struct monread_layout *known,
                void (*tell)(void *arg, const char *text), void *arg)
{
	struct merging m = { a, page, known, NULL, tell, arg };

	if (merge_fields(&m))
		return -1;
	page->structures = m.structures;
	if (merge_arrays(&m) || merge_checks(&m) || merge_tells(&m))
		return -1;
	merge_payload(&m);
	page->nerrata = known->nerrata;
	page->errata = known->errata;
	return 0;
}
