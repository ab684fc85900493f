/* unpack.c: creates a layout (struct monread_layout) from the packed tables. */
#include "config.h"

#include "layout/unpack.h"

#include <errno.h>

#include "base/model.h"
#include "base/syntax.h"

struct unpacking {
	struct mr_arena *arena;
	const struct mr_packed_layout *from;
	struct mr_structure *structures;
	struct mr_field *fields; /* the fields of all structures of the layout */
};

static const char *text_at(uint32_t at)
{
	return mr_table_text + at;
}

static const struct monread_field *unpack_field_at(const struct unpacking *u, unsigned ref)
{
	return ref ? &u->fields[ref - 1].pub : NULL;
}

static const struct monread_structure *structure_at(const struct unpacking *u, unsigned ref)
{
	return ref ? &u->structures[ref - 1].pub : NULL;
}

/* Create the condition that is packed in FROM and set *TO to it; set *TO to NULL if FROM is empty.
 * Return 0, or -1 if out of memory. */
static int unpack_when(const struct unpacking *u, const struct monread_when **to,
                       const struct mr_packed_when *from)
{
	struct monread_when *w;

	*to = NULL;
	if (from->op == 0)
		return 0;
	w = mr_arena_alloc(u->arena, sizeof *w);
	if (!w)
		return -1;
	w->op = (enum monread_op)from->op;
	w->field = unpack_field_at(u, from->field);
	w->of_release = from->of_release;
	w->value = from->value;
	*to = w;
	return 0;
}

static int unpack_bits(const struct unpacking *u, struct mr_field *to,
                       const struct mr_packed_row *from)
{
	const struct mr_packed_bit *p = &mr_table_bits[from->first_bit];
	struct monread_bit *bits;
	unsigned i;

	if (from->nbits == 0)
		return 0;
	bits = mr_arena_array(u->arena, from->nbits, sizeof *bits);
	if (!bits)
		return -1;
	for (i = 0; i < from->nbits; i++) {
		bits[i].name = text_at(p[i].name);
		bits[i].text = text_at(p[i].text);
		bits[i].offset = p[i].offset;
		bits[i].width = p[i].width;
		bits[i].mask = p[i].mask;
	}
	to->bits = bits;
	to->pub.nbits = from->nbits;
	return 0;
}

static int unpack_row(const struct unpacking *u, struct mr_field *made,
                      const struct mr_packed_row *from)
{
	struct monread_field *to = &made->pub;

	to->name = text_at(from->name);
	while (to->name[to->name_len])
		to->name_len++;
	to->text = text_at(from->text);
	to->unit = text_at(from->unit);
	to->offset = from->offset;
	to->length = from->length;
	to->dim_first = from->dim_first;
	to->dim_count = from->dim_count;
	to->type = (enum monread_type)from->type;
	to->format = (enum monread_format)from->format;
	to->flags = from->flags;
	to->structure = structure_at(u, from->structure);
	return unpack_bits(u, made, from);
}

static int unpack_structures(struct unpacking *u)
{
	const struct mr_packed_structure *p = &mr_table_structures[u->from->first.structure];
	unsigned i, j, row = 0, rows = 0;

	for (i = 0; i < u->from->count.structures; i++)
		rows += p[i].nrows;
	u->structures = mr_arena_array(u->arena, u->from->count.structures, sizeof *u->structures);
	u->fields = mr_arena_array(u->arena, rows, sizeof *u->fields);
	if (!u->structures || !u->fields)
		return -1;
	for (i = 0; i < u->from->count.structures; i++) {
		struct monread_structure *s = &u->structures[i].pub;

		s->name = text_at(p[i].name);
		s->text = text_at(p[i].text);
		s->length = p[i].length;
		s->open = p[i].open;
		s->nfields = p[i].nrows;
		u->structures[i].fields = &u->fields[row];
		for (j = 0; j < p[i].nrows; j++, row++)
			if (unpack_row(u, &u->fields[row],
			               &mr_table_rows[u->from->first.row + row]))
				return -1;
	}
	return 0;
}

static const struct monread_meaning *unpack_meanings(struct mr_arena *a,
                                                     const struct mr_packed_list *p)
{
	struct monread_meaning *m = mr_arena_array(a, p->count, sizeof *m);
	uint32_t i;

	for (i = 0; m && i < p->count; i++) {
		m[i].value = mr_table_meanings[p->first + i].value;
		m[i].text = text_at(mr_table_meanings[p->first + i].text);
	}
	return m;
}

static int unpack_extras(const struct unpacking *u)
{
	const struct mr_packed_extra *p = &mr_table_extras[u->from->first.extra];
	unsigned i;

	for (i = 0; i < u->from->count.extras; i++) {
		struct mr_field *f = &u->fields[p[i].field - 1];

		f->pub.start = p[i].start;
		if (unpack_when(u, &f->pub.when, &p[i].when))
			return -1;
		if (!p[i].list)
			continue;
		f->pub.nmeanings = mr_table_lists[p[i].list - 1].count;
		f->meanings = unpack_meanings(u->arena, &mr_table_lists[p[i].list - 1]);
		if (!f->meanings)
			return -1;
	}
	return 0;
}

const struct mr_values *mr_unpack_list(void *arena, const char *name, size_t len)
{
	const struct mr_packed_list *p = mr_table_lists;
	struct mr_values *made;

	while (p->name && !mr_text_is(name, len, text_at(p->name)))
		p++;
	errno = p->name ? ENOMEM : ENOENT;
	made = p->name ? mr_arena_alloc(arena, sizeof *made) : NULL;
	if (!made)
		return NULL;
	made->name = text_at(p->name);
	made->count = p->count;
	made->meanings = unpack_meanings(arena, p);
	return made->meanings ? made : NULL;
}

static int unpack_arrays(const struct unpacking *u, struct mr_layout *l)
{
	const struct mr_packed_array *p = &mr_table_arrays[u->from->first.array];
	struct monread_array *a = mr_arena_array(u->arena, u->from->count.arrays, sizeof *a);
	unsigned i;

	if (!a)
		return -1;
	for (i = 0; i < u->from->count.arrays; i++) {
		a[i].structure = structure_at(u, p[i].structure);
		a[i].text = unpack_field_at(u, p[i].text);
		a[i].count = unpack_field_at(u, p[i].count);
		a[i].size = unpack_field_at(u, p[i].size);
		a[i].at = unpack_field_at(u, p[i].at);
		a[i].bytes = unpack_field_at(u, p[i].bytes);
		a[i].count_const = p[i].count_const;
		a[i].size_const = p[i].size_const;
		a[i].at_const = p[i].at_const;
		if (unpack_when(u, &a[i].when, &p[i].when))
			return -1;
	}
	l->pub.narrays = u->from->count.arrays;
	l->arrays = a;
	return 0;
}

static int unpack_checks(const struct unpacking *u, struct mr_layout *l)
{
	const struct mr_packed_check *p = &mr_table_checks[u->from->first.check];
	struct monread_check *c = mr_arena_array(u->arena, u->from->count.checks, sizeof *c);
	const char **errata = mr_arena_array(u->arena, u->from->count.errata, sizeof *errata);
	struct monread_tells *t = mr_arena_array(u->arena, u->from->count.tells, sizeof *t);
	unsigned i;

	if (!c || !errata || !t)
		return -1;
	for (i = 0; i < u->from->count.checks; i++) {
		c[i].left = unpack_field_at(u, p[i].left);
		c[i].right = unpack_field_at(u, p[i].right);
		c[i].text = text_at(p[i].text);
	}
	for (i = 0; i < u->from->count.tells; i++) {
		t[i].release = mr_table_tells[u->from->first.tells + i].release;
		if (unpack_when(u, &t[i].when, &mr_table_tells[u->from->first.tells + i].when))
			return -1;
	}
	for (i = 0; i < u->from->count.errata; i++)
		errata[i] = text_at(mr_table_errata[u->from->first.erratum + i]);
	l->pub.nchecks = u->from->count.checks;
	l->checks = c;
	l->pub.ntells = u->from->count.tells;
	l->tells = t;
	l->pub.nerrata = u->from->count.errata;
	l->errata = errata;
	return 0;
}

static int unpack_breaks(const struct unpacking *u, struct mr_layout *l)
{
	const struct mr_packed_break *p = &mr_table_breaks[u->from->first.record_break];
	struct monread_break *b = mr_arena_array(u->arena, u->from->count.breaks, sizeof *b);
	unsigned i;

	if (!b)
		return -1;
	for (i = 0; i < u->from->count.breaks; i++) {
		b[i].kind = (enum monread_break_kind)p[i].kind;
		b[i].field = unpack_field_at(u, p[i].field);
	}
	l->pub.nbreaks = u->from->count.breaks;
	l->breaks = b;
	return 0;
}

static int unpack_endings(const struct unpacking *u, struct mr_layout *l)
{
	const struct mr_packed_ending *p = &mr_table_endings[u->from->first.ending];
	struct monread_ending *e = mr_arena_array(u->arena, u->from->count.endings, sizeof *e);
	unsigned i;

	if (!e)
		return -1;
	for (i = 0; i < u->from->count.endings; i++) {
		e[i].record = text_at(p[i].record);
		e[i].key = unpack_field_at(u, p[i].key);
		e[i].other = p[i].key ? text_at(p[i].other) : NULL;
	}
	l->pub.configuration = u->from->configuration;
	l->pub.nendings = u->from->count.endings;
	l->endings = e;
	return 0;
}

static int unpack_conditions(const struct unpacking *u, struct mr_layout *l)
{
	unsigned i;

	for (i = 0; i < 2; i++) {
		if (unpack_when(u, &l->when[i], &u->from->when[i]))
			return -1;
		l->pub.nwhen += l->when[i] != NULL;
	}
	return 0;
}

struct monread_layout *mr_unpack(struct mr_arena *a, uint32_t index)
{
	const struct mr_packed_layout *p = &mr_table_layouts[index];
	struct mr_layout *made = mr_arena_alloc(a, sizeof *made);
	struct unpacking u = { a, p, NULL, NULL };
	struct monread_layout *l;

	if (!made || unpack_structures(&u) || unpack_extras(&u))
		return NULL;
	l = &made->pub;
	l->name = text_at(p->name);
	l->dsect = text_at(p->dsect);
	l->kind = text_at(p->kind);
	l->instance = p->instance ? text_at(p->instance) : NULL;
	l->title = text_at(p->title);
	l->release = text_at(p->release);
	l->source = text_at(p->source);
	l->status = (enum monread_status)p->status;
	l->domain = p->domain;
	l->record = p->record;
	l->builtin = 1;
	l->product = p->product ? text_at(p->product) : NULL;
	l->unproven = p->unproven ? text_at(p->unproven) : NULL;
	l->unproven_from = p->unproven_from;
	l->nstructures = p->count.structures;
	made->structures = u.structures;
	l->id = index;
	made->payload.product = unpack_field_at(&u, p->payload.product);
	made->payload.at = unpack_field_at(&u, p->payload.at);
	made->payload.bytes = unpack_field_at(&u, p->payload.bytes);
	return unpack_conditions(&u, made) || unpack_arrays(&u, made) || unpack_checks(&u, made) ||
	       unpack_breaks(&u, made) || unpack_endings(&u, made) ? NULL : l;
}
