/* prepared.c: makes the constant text before and after the values of a structure, once, for text,
 * json and hex. */
#include "config.h"

#include "out/prepared.h"

#include <stdlib.h>

#include "port/array.h"
#include "table/cell.h"

/* Return 1 if the decoder would show F without --fields: the rules of MONREAD_WALK_RESERVED. */
static int prepared_is_shown(const struct out_settings *s, const struct monread_field *f)
{
	if (f->flags & MONREAD_HEADER)
		return 0;
	return s->all ||
	       !(f->flags & (MONREAD_RESERVED | MONREAD_MARKER) || f->format == MONREAD_GROUP);
}

/* Return 1 if all fields of S have fixed offsets, no nested structures and no conditions. */
static int prepared_is_plain(const struct monread_structure *s)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0, f = monread_structure_field(s, 0); f; f = monread_structure_field(s, ++i))
		if (f->structure || f->when || f->type == MONREAD_TYPE_STRING ||
		    f->flags & MONREAD_MOVES)
			return 0;
	return 1;
}

static struct prepared *prepare_structure(const struct out_worker *w,
                                          const struct monread_structure *s, uint64_t key,
                                          prepared_lead *lead)
{
	struct prepared *r = calloc(1, sizeof *r + s->nfields * sizeof r->fields[0]);
	const struct monread_field *f;
	struct prepared_field *next;
	size_t i;

	if (!r)
		return NULL;
	r->structure = s;
	r->key = key;
	if (!prepared_is_plain(s))
		return r;
	for (i = 0, f = monread_structure_field(s, 0); f; f = monread_structure_field(s, ++i)) {
		if (!prepared_is_shown(w->settings, f))
			continue;
		next = &r->fields[r->nfields++];
		next->field = f;
		next->offset = f->offset;
		next->length = f->length;
		next->unproven = (f->flags & MONREAD_UNPROVEN) != 0;
		next->kind = PREPARED_WHOLE;
		if (!f->dim_count)
			lead(w, next);
	}
	return r;
}

const struct prepared *prepared_of(struct prepared_all *all, struct out_worker *w,
                                   const struct monread_structure *s, uint64_t key,
                                   prepared_lead *lead)
{
	uint64_t hash = mr_hash_pointer(s, key);
	const struct hash_slot *slot;
	struct prepared *r;

	if (w->settings->fields)
		return NULL;
	for (slot = hash_first(&all->by_structure, hash); slot->item;
	     slot = hash_next(&all->by_structure, slot)) {
		r = all->made[slot->item - 1];
		if (r->structure == s && r->key == key)
			return r->nfields ? r : NULL;
	}
	r = ARRAY_GROW(all->made, all->n, all->room) ? NULL : prepare_structure(w, s, key, lead);
	if (!r || hash_put(&all->by_structure, hash, all->n)) {
		free(r);
		out_no_memory(w);
		return NULL;
	}
	all->made[all->n++] = r;
	return r->nfields ? r : NULL;
}

void prepared_done(struct prepared_all *all)
{
	while (all->n > 0)
		free(all->made[--all->n]);
	free(all->made);
	hash_free(&all->by_structure);
}

static int has_number(const struct monread_field *f)
{
	return f->length <= 8 && f->format < MONREAD_HEX && f->format != MONREAD_TEXT &&
	       f->format != MONREAD_ASCII;
}

void prepared_value(const struct prepared_field *f, const struct monread_value *v,
                    struct monread_value *value)
{
	const struct monread_field *field = f->field;

	value->field = field;
	value->format = field->format;
	value->bytes = v->bytes + f->offset;
	value->length = f->length;
	value->offset = v->offset + f->offset;
	value->index = 0;
	value->number = 0;
	if (has_number(field) && table_is_beyond(field, value->bytes))
		value->format = MONREAD_HEX;
	else if (has_number(field))
		value->number = table_number(field, value->bytes, f->length);
}

int prepared_walk(const struct prepared_field *f, const struct monread_value *v,
                  const struct monread_emit *emit, void *arg)
{
	struct monread_place place = { .level = MONREAD_LEVEL_LIST, .name = f->field->name };
	struct monread_value all = { .field = f->field }, one;
	struct prepared_field element = *f;
	uint32_t i, room = v->length - f->offset;
	int rc;

	if (!f->field->dim_count) {
		prepared_value(f, v, &one);
		return emit->field(arg, &one);
	}
	all.bytes = v->bytes + f->offset;
	all.length = f->length;
	all.offset = v->offset + f->offset;
	all.index = f->length && room / f->length < f->field->dim_count ? room / f->length :
	                                                                  f->field->dim_count;
	place.value = &all;
	rc = emit->begin(arg, &place);
	for (i = 0; !rc && i < all.index; i++, element.offset += f->length) {
		prepared_value(&element, v, &one);
		one.index = f->field->dim_first + i;
		rc = emit->field(arg, &one);
	}
	return rc || !emit->end ? rc : emit->end(arg, &place);
}
