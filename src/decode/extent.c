/* extent.c: computes which bytes of a record its fields, its arrays and its fixed part describe. */
#include "config.h"

#include "decode/decoder.h"

#include <stdlib.h>

#include "base/be.h"
#include "base/model.h"
#include "base/when.h"

int mr_by_offset(const void *a, const void *b)
{
	const struct decode_extent *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Use insertion sort, because there are few extents and they are usually in order already. */
void mr_sort_extents(struct decode_extent *extents, uint32_t n)
{
	uint32_t i, k;

	if (n > 8) {
		qsort(extents, n, sizeof *extents, mr_by_offset);
		return;
	}
	for (i = 1; i < n; i++) {
		struct decode_extent one = extents[i];

		for (k = i; k > 0 && extents[k - 1].offset > one.offset; k--)
			extents[k] = extents[k - 1];
		extents[k] = one;
	}
}

uint32_t mr_moved(const struct decode_walk *w, const struct monread_field *f, uint32_t at)
{
	uint64_t to = mr_be(w->bytes + at + f->offset, f->length);
	uint32_t end = f->offset + f->length;

	if (to < end || to - end > MR_NOWHERE)
		return MR_NOWHERE;
	return (uint32_t)(to - end);
}

/* Return 1 if F has no condition, or if the condition of F holds in the structure P at AT. */
static int extent_is_there(const struct decode_walk *w, const struct decode_part *p,
                           const struct monread_field *f, uint32_t at, uint32_t length)
{
	uint32_t i;

	for (i = 0; f->when && i < p->noverlays; i++)
		if (p->overlays[i].when == f->when)
			return mr_holds_in(w, f->when, p->overlays[i].local, at, length);
	return 1;
}

uint32_t mr_described_here(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                           uint32_t length, struct decode_extent *spans, uint32_t *n)
{
	const struct monread_structure *s = p->structure;
	uint64_t end = 0, shift = 0, offset, there, text, room;
	uint32_t i, count = 0;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = mr_field_at(s, i);

		offset = f->offset + shift;
		there = mr_bytes_there(offset, mr_field_bytes(f), f->dim_count ? f->length : 0,
		                       length);
		if (!there || (f->format == MONREAD_GROUP && !f->structure) || f->flags & p->hidden)
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
		if (spans && extent_is_there(w, p, f, at, length))
			spans[count++] = (struct decode_extent){ (uint32_t)offset,
				                                 (uint32_t)there };
		if (f == p->mover)
			shift = mr_moved(w, f, at);
	}
	if (n)
		*n = count;
	return (uint32_t)end;
}

uint32_t mr_described_short(const struct monread_structure *s, uint32_t length, unsigned hidden)
{
	uint32_t i, end = 0;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = mr_field_at(s, i);
		uint32_t fits = f->offset + mr_field_bytes(f);

		if (f->dim_count && f->length && f->offset < length && fits > length)
			fits = f->offset + (length - f->offset) / f->length * f->length;
		if ((f->format != MONREAD_GROUP || f->structure) && !(f->flags & hidden) &&
		    fits <= length && fits > end)
			end = fits;
	}
	return end;
}

uint32_t mr_described(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                      uint32_t length)
{
	const struct monread_structure *s = p->structure;

	if (p->moves)
		return mr_described_here(w, p, at, length, NULL, NULL);
	if (length >= s->length)
		return p->described;
	return mr_described_short(s, length, p->hidden);
}

static int extent_condition_holds(const struct decode_walk *w, const struct monread_when *when,
                                  uint32_t limit)
{
	const struct mr_asked r = { w->bytes, w->length, limit, w->release };

	return !when || mr_when_holds(when, &r);
}

int mr_holds_in(const struct decode_walk *w, const struct monread_when *when, int local,
                uint32_t at, uint32_t length)
{
	const struct mr_asked here = { w->bytes + at, length, length, w->release };

	return local ? mr_when_holds(when, &here) : extent_condition_holds(w, when, w->limit);
}

int mr_place_array(const struct decode_walk *w, const struct monread_array *a, uint32_t limit,
                   struct placed *place)
{
	int64_t bytes = a->bytes ? mr_number_of(w, a->bytes, limit) : -1;

	if (a->bytes && bytes < 0)
		return 0;
	place->rest = 0;
	place->count = a->count ? mr_number_of(w, a->count, limit) : a->count_const;
	place->size = a->size ? mr_number_of(w, a->size, limit) : a->size_const;
	place->at = a->at ? mr_number_of(w, a->at, limit) : a->at_const;
	if (place->count < 0 || place->size < 0 || place->at < 0)
		return 0;
	if (!extent_condition_holds(w, a->when, limit)) {
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
