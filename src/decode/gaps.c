/* gaps.c: reports the bytes of a structure that no field describes. walk.c calls it after it has
 * walked over the fields. */
#include "config.h"

#include "decode/decoder.h"

/* Return how many bytes the field of O, which has a condition, describes in the structure at AT, of
 * which THERE bytes are present. */
static uint32_t overlay_bytes(const struct decode_walk *w, const struct overlay *o, uint32_t at,
                              uint32_t there)
{
	uint32_t n = (uint32_t)mr_bytes_there(o->extent.offset, o->extent.length, o->unit, there);

	return n && mr_holds_in(w, o->when, o->local, at, there) ? n : 0;
}

/* Report the holes of P, which are bytes that no field describes, in the first LENGTH bytes of the
 * structure at AT, of which THERE bytes are present. A field with a condition that holds fills a
 * part of a hole. */
static int walk_holes(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                      uint32_t length, uint32_t there)
{
	uint32_t i, k = 0, from = 0;
	int rc = 0;

	for (i = 0; !rc && i < p->nholes && p->holes[i].offset < length; i++) {
		uint32_t stop = p->holes[i].offset + p->holes[i].length;

		stop = stop < length ? stop : length;
		from = from > p->holes[i].offset ? from : p->holes[i].offset;
		for (; !rc && k < p->noverlays && p->overlays[k].extent.offset < stop; k++) {
			const struct overlay *o = &p->overlays[k];
			uint32_t n = overlay_bytes(w, o, at, there);

			if (n && o->extent.offset > from)
				rc = mr_undescribed(w, 0, at + from, o->extent.offset - from);
			if (n && o->extent.offset + n > from)
				from = o->extent.offset + n;
		}
		if (!rc && stop > from)
			rc = mr_undescribed(w, 0, at + from, stop - from);
	}
	return rc;
}

/* Report the bytes that no field describes in the first LENGTH bytes of the structure at AT, of
 * which THERE bytes are present. Their positions differ from record to record, so compute them from
 * the fields of this record. */
static int walk_between(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                        uint32_t length, uint32_t there)
{
	uint32_t i, n, from = p->from;
	int rc = 0;

	mr_described_here(w, p, at, there, p->spans, &n);
	mr_sort_extents(p->spans, n);
	for (i = 0; !rc && i < n; i++) {
		const struct decode_extent *s = &p->spans[i];

		if (s->offset > from)
			rc = mr_undescribed(w, 0, at + from, s->offset - from);
		if (s->offset + s->length > from)
			from = s->offset + s->length;
	}
	return rc || from >= length ? rc : mr_undescribed(w, 0, at + from, length - from);
}

/* Return 1 if the mover of P, the field that gives the position of the fields after it, leaves no
 * gap in this record. Usually it moves these fields by 0 bytes. */
static int leaves_no_gap(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                         uint32_t there)
{
	return p->tight && p->mover->offset + p->mover->length <= there &&
	       mr_moved(w, p->mover, at) == 0;
}

int mr_walk_gaps(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                 uint32_t length, uint32_t there)
{
	if (p->mover && leaves_no_gap(w, p, at, there))
		return 0;
	if (p->spans && (p->moves || there < p->structure->length))
		return walk_between(w, p, at, length, there);
	return walk_holes(w, p, at, length, there);
}
