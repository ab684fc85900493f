/* extent.c: computes which bytes of a record are described by fields, by arrays or as the fixed
 * part, and reports all other bytes. */
#include "config.h"

#include "decode/decoder.h"

#include <stdlib.h>

#include "base/be.h"
#include "base/model.h"

static int by_offset(const void *a, const void *b)
{
	const struct decode_extent *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void mr_sort_extents(struct decode_extent *extents, uint32_t n)
{
	uint32_t i;

	for (i = 1; i < n && extents[i - 1].offset <= extents[i].offset; i++)
		;
	/* Do not call qsort() if the extents are already in order, as they usually are. */
	if (i < n)
		qsort(extents, n, sizeof *extents, by_offset);
}

uint32_t mr_moved(const struct decode_walk *w, const struct monread_field *f, uint32_t at)
{
	uint64_t to = mr_be(w->bytes + at + f->offset, f->length);
	uint32_t end = f->offset + f->length;

	if (to < end || to - end > MR_NOWHERE)
		return MR_NOWHERE;
	return (uint32_t)(to - end);
}

int mr_holds_in(const struct decode_walk *w, const struct decode_part *p,
                const struct monread_when *when, uint32_t at, uint32_t length)
{
	const struct mr_asked here = { w->bytes + at, length, length, w->release };
	const struct mr_asked fixed = { w->bytes, w->length, w->limit, w->release };
	uintptr_t fields = (uintptr_t)mr_structure(p->structure)->fields;
	int is_local = 0;

	if (when && when->field)
		is_local = (uintptr_t)when->field - fields <
		           p->structure->nfields * sizeof(struct mr_field);
	/* WHEN tests a field of the structure P, a field of the fixed part of the record, or the
	 * release. */
	return mr_when_holds(when, is_local ? &here : &fixed);
}

/* The field F is at OFFSET in a structure of which LENGTH bytes exist. Return how many bytes of F
 * exist: 0 if F is incomplete; if F is a list, only the bytes of complete elements. */
static uint64_t bytes_there(const struct monread_field *f, uint64_t offset, uint64_t length)
{
	if (offset + mr_field_bytes(f) <= length)
		return mr_field_bytes(f);
	if (!f->dim_count || !f->length || offset >= length)
		return 0;
	return (length - offset) / f->length * f->length;
}

/* Store in w->d->spans the extents of the fields in the first LENGTH bytes of the structure P,
 * which is at offset AT, in the order of the fields, and store in *N the number of these extents.
 * Return the offset after the last byte that a field describes, even if the condition of this field
 * does not hold. */
static uint32_t find_spans(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                           uint32_t length, uint32_t *n)
{
	const struct monread_structure *s = p->structure;
	uint64_t end = 0, shift = 0, offset, there, text, room;
	uint32_t i;
	int is_between;

	*n = 0;
	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = mr_field_at(s, i);

		offset = f->offset + shift;
		there = bytes_there(f, offset, length);
		if (!mr_has_bytes(f) || f->flags & w->d->hidden)
			continue;
		/* Bytes between the field before a list or text and this list or text are a gap,
		 * even if the record has no byte of the list or text. */
		is_between = f->length ? f->dim_count && offset < length : offset <= length;
		if (!there && is_between && offset > end)
			end = offset;
		if (!there)
			continue;
		if (f->type == MONREAD_TYPE_STRING) {
			text = mr_be(w->bytes + at + offset, f->length);
			room = length - offset - there;
			text = text < room ? text : room;
			shift += text;
			there += text;
		}
		if (offset + there > end)
			end = offset + there;
		if (mr_holds_in(w, p, f->when, at, length))
			w->d->spans[(*n)++] = (struct decode_extent){ (uint32_t)offset,
				                                      (uint32_t)there };
		if (f == p->mover)
			shift = mr_moved(w, f, at);
	}
	return (uint32_t)end;
}

uint32_t mr_described(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                      uint32_t length)
{
	uint32_t n;

	if (length >= p->structure->length && !p->moves && !w->d->hidden)
		return p->structure->length;
	return find_spans(w, p, at, length, &n);
}

int mr_walk_gaps(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                 uint32_t length, uint32_t there)
{
	const struct decode_extent *spans = w->d->spans;
	uint32_t i, n, from = p->from;
	int rc = 0;

	if (p->tight && there >= p->structure->length)
		return 0;
	find_spans(w, p, at, there, &n);
	mr_sort_extents(w->d->spans, n);
	for (i = 0; !rc && i < n; i++) {
		if (spans[i].offset > from)
			rc = mr_undescribed(w, 0, at + from, spans[i].offset - from);
		if (spans[i].offset + spans[i].length > from)
			from = spans[i].offset + spans[i].length;
	}
	return rc || from >= length ? rc : mr_undescribed(w, 0, at + from, length - from);
}

/* ---- Arrays ---- */

int mr_place_array(const struct decode_walk *w, const struct monread_array *a, uint32_t limit,
                   struct placed *place)
{
	const struct mr_asked record = { w->bytes, w->length, limit, w->release };
	int64_t bytes = a->bytes ? mr_number_of(w, a->bytes, limit) : -1;

	if (a->bytes && bytes < 0)
		return 0;
	place->rest = 0;
	place->count = a->count ? mr_number_of(w, a->count, limit) : a->count_const;
	place->size = a->size ? mr_number_of(w, a->size, limit) : a->size_const;
	place->at = a->at ? mr_number_of(w, a->at, limit) : a->at_const;
	if (place->count < 0 || place->size < 0 || place->at < 0)
		return 0;
	if (!mr_when_holds(a->when, &record)) {
		place->count = 0;
		return 1;
	}
	if (!a->count && a->count_const == MONREAD_REST) {
		int64_t room = place->at < w->length ? w->length - place->at : 0;

		if (a->bytes)
			room = bytes;
		place->count = place->size ? room / place->size : 0;
		if (a->bytes)
			place->rest = room - place->count * place->size;
	}
	return 1;
}

uint32_t mr_fixed_part(const struct decode_walk *w, const struct monread_layout *l)
{
	uint32_t limit = w->length, i;
	uint32_t least = l->domain >= 0 ? MR_HEADER_SIZE : 1;

	for (i = 0; i < l->narrays; i++) {
		struct placed place;

		if (mr_place_array(w, monread_layout_array(l, i), limit, &place) &&
		    place.count > 0 && place.size > 0 && place.at >= least && place.at < limit)
			limit = (uint32_t)place.at;
	}
	return limit;
}
