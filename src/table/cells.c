/* cells.c: collects the counters of a record, grouped in rows, for delta.c. */
#include "config.h"

#include "table/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "table/cell.h"
#include "table/delta.h"

void cells_done(struct cells *c)
{
	free(c->cells);
	free(c->rows);
	memset(c, 0, sizeof *c);
}

/* Return a new cell that belongs to row number ROW, or NULL if out of memory. */
static struct cell *add_cell(struct cells *c, uint32_t row)
{
	struct cell *cell;

	if (ARRAY_GROW(c->cells, c->n, c->room))
		return NULL;
	cell = &c->cells[c->n++];
	cell->row = row;
	cell->paired = cell->known = 0;
	c->rows[row].end = c->n;
	return cell;
}

static struct cells_row *cells_add_row(struct cells *c, uint32_t offset, uint32_t parent)
{
	struct cells_row *row;

	if (ARRAY_GROW(c->rows, c->nrows, c->rows_room))
		return NULL;
	row = &c->rows[c->nrows++];
	memset(row, 0, sizeof *row);
	row->offset = offset;
	row->parent = parent;
	row->first = row->end = c->n;
	return row;
}

static int clear_cells(struct cells *c)
{
	c->whole = NULL;
	c->n = c->nrows = 0;
	return cells_add_row(c, 0, 0) ? 0 : -1;
}

/* ---- Fields at fixed offsets ---- */

static uint64_t cells_number_of(const struct flat_place *p, const unsigned char *bytes)
{
	uint64_t v = mr_be(bytes + p->offset, p->length);

	return p->field->flags & MONREAD_COUNTDOWN ? p->field->start - v : v;
}

static void take_places(struct cells *c, const struct flat *flat)
{
	uint32_t i;

	for (i = 0; i < flat->n; i++) {
		const struct flat_place *p = &flat->places[i];

		c->cells[i] = (struct cell){ .field = p->field,
			                     .offset = p->offset,
			                     .element = p->element,
			                     .paired = 1 };
	}
	c->n = c->rows[0].end = flat->n;
	c->rows[0].mate = 1;
	c->whole = flat->places;
}

/* Read the counters whose offsets are in FLAT from the record BYTES and from the previous record
 * BEFORE. Both records must be long enough for all these places. Return 1 if a counter
 * decreased. */
static int take_whole(struct cells *c, const struct flat *flat, const unsigned char *bytes,
                      const unsigned char *before)
{
	int fell = 0;
	uint32_t i;

	for (i = 0; i < flat->n; i++) {
		const struct flat_place *p = &flat->places[i];
		struct cell *cell = &c->cells[i];

		cell->number = mr_be(bytes + p->offset, p->length);
		cell->before = mr_be(before + p->offset, p->length);
		cell->difference = cell->number - cell->before;
		cell->known = 1;
		fell |= cell->number < cell->before;
	}
	return fell;
}

/* Mark the differences of all cells as unknown. A counter decreased, so delta.c decides which
 * differences are valid. */
static void cells_forget_differences(struct cells *c)
{
	uint32_t i;

	for (i = 0; i < c->n; i++)
		c->cells[i].known = 0;
}

static int cells_whole(struct cells *c, const struct flat *flat, const unsigned char *bytes,
                       const unsigned char *before)
{
	if (c->whole != flat->places) {
		if (clear_cells(c) || ARRAY_EXTEND(c->cells, c->room, flat->n))
			return -1;
		take_places(c, flat);
	}
	c->rows[0].known = 1;
	if (!take_whole(c, flat, bytes, before))
		return 1;
	cells_forget_differences(c);
	return 0;
}

int cells_flat(struct cells *c, const struct flat *flat, const unsigned char *bytes, size_t length,
               const unsigned char *before, size_t before_length)
{
	struct cell *cell;
	uint32_t i;

	if (flat->n && !flat->counts_down && flat->end <= length && flat->end <= before_length)
		return cells_whole(c, flat, bytes, before);
	if (clear_cells(c) || ARRAY_EXTEND(c->cells, c->room, flat->n))
		return -1;
	cell = c->cells;
	for (i = 0; i < flat->n; i++) {
		const struct flat_place *p = &flat->places[i];

		if (!mr_is_inside(p->offset, p->length, length) ||
		    table_is_beyond(p->field, bytes + p->offset))
			continue;
		cell->field = p->field;
		cell->number = cells_number_of(p, bytes);
		cell->offset = p->offset;
		cell->element = p->element;
		cell->row = 0;
		cell->known = 0;
		cell->paired = mr_is_inside(p->offset, p->length, before_length) &&
		               !table_is_beyond(p->field, before + p->offset);
		if (cell->paired)
			cell->before = cells_number_of(p, before);
		cell++;
	}
	c->n = c->rows[0].end = (uint32_t)(cell - c->cells);
	c->rows[0].mate = 1;
	return 0;
}

/* ---- With the decoder ---- */

struct cell_walk {
	struct cells *cells;
	uint32_t row; /* number of the row to which the next cell belongs */
};

/* Return the value V without its sign extension: the decoder extends short signed numbers to 64
 * bits. */
static uint64_t without_sign_extension(const struct monread_value *v)
{
	return v->length < 8 ? v->number & ((UINT64_C(1) << 8 * v->length) - 1) : v->number;
}

static int cells_walked_field(void *arg, const struct monread_value *v)
{
	struct cell_walk *w = arg;
	struct cells_row *row = &w->cells->rows[w->row];
	struct cell *cell;

	if (v->field->flags & MONREAD_KEY) {
		row->key = mr_hash(row->key, v->bytes, v->length);
		row->keyed = 1;
	}
	if (!delta_counts(v->field) || table_is_beyond(v->field, v->bytes))
		return 0;
	cell = add_cell(w->cells, w->row);
	if (!cell)
		return 1;
	cell->field = v->field;
	cell->number = without_sign_extension(v);
	cell->offset = v->offset;
	cell->element = v->index;
	return 0;
}

static int is_row(const struct monread_place *place)
{
	return place->level == MONREAD_LEVEL_ENTRY || place->level == MONREAD_LEVEL_PAYLOAD;
}

static int cells_begin_level(void *arg, const struct monread_place *place)
{
	struct cell_walk *w = arg;
	struct cells_row *row;

	if (!is_row(place))
		return 0;
	row = cells_add_row(w->cells, place->value->offset, w->row);
	if (!row)
		return 1;
	row->key = mr_hash(place->level, (const unsigned char *)place->name, strlen(place->name));
	row->index = place->value->index;
	w->row = w->cells->nrows - 1;
	return 0;
}

static int cells_end_level(void *arg, const struct monread_place *place)
{
	struct cell_walk *w = arg;

	if (is_row(place))
		w->row = w->cells->rows[w->row].parent;
	return 0;
}

/* Compute the key of each row: a hash of the key of its parent row and of its own key fields. If
 * the row has no key fields, use its position in the array instead of key fields. */
static void settle_keys(struct cells *c)
{
	uint32_t i;

	/* The row of the record itself needs no key: a record is compared only with a record of the
	 * same instance, such as the same user. */
	c->rows[0].key = 0;
	for (i = 1; i < c->nrows; i++) {
		struct cells_row *row = &c->rows[i];
		const uint64_t parts[3] = { c->rows[row->parent].key, row->key,
			                    row->keyed ? 0 : row->index + UINT64_C(1) };

		row->key = mr_hash(0, (const unsigned char *)parts, sizeof parts);
	}
}

int cells_walk(struct cells *c, struct monread_decoder *decoder, const struct monread_layout *l,
               unsigned release, const unsigned char *bytes, size_t length)
{
	static const struct monread_emit emit = { .size = sizeof emit,
		                                  .field = cells_walked_field,
		                                  .begin = cells_begin_level,
		                                  .end = cells_end_level };
	struct cell_walk w = { c, 0 };

	if (clear_cells(c) || monread_decode(decoder, l, release, bytes, length, &emit, &w))
		return -1;
	settle_keys(c);
	return 0;
}
