/* delta.c: computes the differences of counters between two records: pairs their rows by keys, and
 * handles counters that wrapped or were reset. */
#include "config.h"

#include "table/delta.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "table/cell.h"
#include "table/flat.h"

#define NARROW 4u /* only counters with up to this many bytes can wrap */
/* If at least this many counters of a row changed, and most of them decreased, CP has reset them to
 * zero. */
#define MOST 3u
#define UNITS 4096u /* TOD units per microsecond */

/* The value of a counter, or of one element of a list of counters, in a record. */
struct cell {
	const struct monread_field *field;
	uint64_t number;
	/* value of the counter in the previous record; valid if ->partner is not 0 */
	uint64_t before;
	uint64_t difference; /* valid if ->known is 1 */
	uint32_t offset;     /* offset of the counter in the record */
	uint32_t element;    /* index of the element, if the counter is in a list */
	uint32_t row;
	/* 1 + index of the cell of the same counter in the previous record, or 0 */
	uint32_t partner;
	int known;
};

/* A row of counters: the counters of a record itself, of its application data, or of an array
 * entry. */
struct cells_row {
	uint64_t key; /* rows of two records are compared if their keys are equal */
	uint32_t offset; /* offset of the row's data in the record */
	uint32_t parent; /* index of the row that contains this row */
	uint32_t index;  /* if the row is an array entry: index of this entry in the array */
	/* index of the first cell of the row, and index after its last cell; cells of nested rows
	 * can lie between the two */
	uint32_t first, end;
	/* 1 + index of the row of the previous record that is compared with this row, or 0 */
	uint32_t mate;
	int keyed; /* 1 if the row has key fields */
	int known; /* 1 if the row has valid differences */
};

/* The counters of a record, and its rows, both in the order of the record. The first row is the
 * record itself. */
struct cells {
	struct cell *cells;
	uint32_t n;
	size_t room;
	struct cells_row *rows;
	uint32_t nrows;
	size_t rows_room;
	/* the flat layout from which take_places() made the cells; NULL if the cells cannot be used
	 * for another record */
	const struct monread_layout *whole;
};

struct counters {
	int known, walked;
	struct flat flat; /* offsets of the counters if the layout is flat (->walked is 0) */
};

struct place {
	uint64_t key;
	uint32_t row;
};

struct delta {
	struct monread_decoder *decoder; /* shows only keys and counters */
	struct counters *counters;       /* indexed by layout->id */
	size_t ncounters;
	enum series_kind kind;
	uint64_t elapsed;
	struct cells now;
	struct cells before; /* not used for flat layouts */
	struct place *places[2];
	size_t nplaces[2];
	/* index of the cell, and of the row, with which the next search begins */
	uint32_t next_cell, next_row;
};

struct delta *delta_new(const struct monread_layouts *layouts)
{
	struct delta *d = calloc(1, sizeof *d);

	if (d)
		d->decoder = monread_decoder_new(layouts, MONREAD_WALK_SERIES, NULL);
	if (d && d->decoder)
		return d;
	free(d);
	return NULL;
}

void delta_free(struct delta *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; i < d->ncounters; i++)
		flat_done(&d->counters[i].flat);
	free(d->counters);
	free(d->now.cells);
	free(d->now.rows);
	free(d->before.cells);
	free(d->before.rows);
	free(d->places[0]);
	free(d->places[1]);
	monread_decoder_free(d->decoder);
	free(d);
}

static struct counters *counters_of(struct delta *d, const struct monread_layout *l)
{
	struct counters *c;
	uint32_t i, n = 0;

	if (ARRAY_EXTEND(d->counters, d->ncounters, l->id + 1u))
		return NULL;
	c = &d->counters[l->id];
	if (c->known)
		return c;
	c->walked = !flat_is(l);
	if (!c->walked && flat_make(&c->flat, l, MONREAD_COUNTER | MONREAD_COUNTDOWN))
		return NULL;
	for (i = 0; i < c->flat.n; i++)
		if (delta_counts(c->flat.places[i].field))
			c->flat.places[n++] = c->flat.places[i];
	c->flat.n = n;
	c->known = 1;
	return c;
}

/* ---- Cells ---- */

/* Return a new cell in row number ROW, or NULL if out of memory. */
static struct cell *add_cell(struct cells *c, uint32_t row)
{
	struct cell *cell;

	if (ARRAY_GROW(c->cells, c->n, c->room))
		return NULL;
	cell = &c->cells[c->n++];
	cell->row = row;
	cell->partner = 0;
	cell->known = 0;
	c->rows[row].end = c->n;
	return cell;
}

static struct cells_row *cells_add_row(struct cells *c, uint32_t offset, uint32_t parent)
{
	struct cells_row *row;

	if (ARRAY_GROW(c->rows, c->nrows, c->rows_room))
		return NULL;
	row = &c->rows[c->nrows++];
	*row = (struct cells_row){ .offset = offset, .parent = parent, .first = c->n, .end = c->n };
	return row;
}

static int clear_cells(struct cells *c)
{
	c->whole = NULL;
	c->n = c->nrows = 0;
	return cells_add_row(c, 0, 0) ? 0 : -1;
}

/* Return the value of the counter F at BYTES, without sign extension. If F is a countdown, return
 * by how much its value is below f->start. */
static uint64_t counter_at(const struct monread_field *f, const unsigned char *bytes)
{
	uint64_t v = mr_be(bytes, f->length);

	return f->flags & MONREAD_COUNTDOWN ? f->start - v : v;
}

/* ---- Flat layouts ---- */

/* Make a cell for each counter of the layout L. FLAT has the offsets of these counters. */
static int take_places(struct cells *c, const struct flat *flat, const struct monread_layout *l)
{
	uint32_t i;

	if (clear_cells(c) || ARRAY_EXTEND(c->cells, c->room, flat->n))
		return -1;
	for (i = 0; i < flat->n; i++)
		c->cells[i] = (struct cell){ .field = flat->places[i].field,
			                     .offset = flat->places[i].offset,
			                     .partner = i + 1 };
	c->n = c->rows[0].end = flat->n;
	c->rows[0].mate = 1;
	c->whole = l;
	return 0;
}

/* Store in *NUMBER the value of the counter at the place P in the record BYTES. Return 0, or -1 if
 * the record has no valid counter there. */
static int read_place(const struct flat_place *p, const unsigned char *bytes, size_t length,
                      uint64_t *number)
{
	if (!mr_is_inside(p->offset, p->field->length, length) ||
	    table_is_beyond(p->field, bytes + p->offset))
		return -1;
	*number = counter_at(p->field, bytes + p->offset);
	return 0;
}

/* Read the counters of the records BYTES and BEFORE, which have the flat layout L. Return 1 if both
 * records have all counters and no counter decreased, so that all differences are valid; 0 if not;
 * -1 if out of memory. */
static int take_flat(struct cells *c, const struct flat *flat, const struct monread_layout *l,
                     const unsigned char *bytes, size_t length, const struct series_before *before)
{
	int fell = 0;
	uint32_t i;

	if (c->whole != l && take_places(c, flat, l))
		return -1;
	if (flat->counts_down || flat->end > length || flat->end > before->length) {
		/* The cells cannot be used for the next record, because the loop below changes
		 * ->partner. */
		c->whole = NULL;
		for (i = 0; i < flat->n; i++)
			if (read_place(&flat->places[i], bytes, length, &c->cells[i].number) ||
			    read_place(&flat->places[i], before->bytes, before->length,
			               &c->cells[i].before))
				c->cells[i].partner = 0;
		return 0;
	}
	c->rows[0].known = 1;
	for (i = 0; i < flat->n; i++) {
		const struct flat_place *p = &flat->places[i];
		struct cell *cell = &c->cells[i];

		cell->number = mr_be(bytes + p->offset, p->length);
		cell->before = mr_be(before->bytes + p->offset, p->length);
		cell->difference = cell->number - cell->before;
		cell->known = 1;
		fell |= cell->number < cell->before;
	}
	return !fell;
}

/* ---- Other layouts: with the decoder ---- */

struct cell_walk {
	struct cells *cells;
	uint32_t row; /* row of the next cell */
};

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
	cell->number = counter_at(v->field, v->bytes);
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

/* Make the key of each row a hash of two values: the key of the parent row, and the key fields of
 * the row. If a row has no key fields, use its index in the array instead. */
static void settle_keys(struct cells *c)
{
	uint32_t i;

	/* The two compared records are of the same instance, so their first rows need no keys. */
	c->rows[0].key = 0;
	for (i = 1; i < c->nrows; i++) {
		struct cells_row *row = &c->rows[i];
		const uint64_t parts[3] = { c->rows[row->parent].key, row->key,
			                    row->keyed ? 0 : row->index + UINT64_C(1) };

		row->key = mr_hash(0, (const unsigned char *)parts, sizeof parts);
	}
}

static int cells_walk(struct cells *c, struct monread_decoder *decoder,
                      const struct monread_layout *l, unsigned release, const unsigned char *bytes,
                      size_t length)
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

static int by_key(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static void sort_rows(struct place *places, const struct cells *c)
{
	uint32_t i;

	for (i = 0; i < c->nrows; i++) {
		places[i].key = c->rows[i].key;
		places[i].row = i;
	}
	qsort(places, c->nrows, sizeof *places, by_key);
}

/* Return how many of the N sorted rows at PLACES have the same key as the first of these rows. */
static uint32_t same_key(const struct place *places, uint32_t n)
{
	uint32_t same = 0;

	while (same < n && places[same].key == places->key)
		same++;
	return same;
}

/* Pair each row with the row of the previous record that has the same key. If several rows have the
 * same key, pair them in order, unless the two records have different numbers of such rows. */
static int pair_rows(struct delta *d)
{
	struct cells *now = &d->now, *before = &d->before;
	uint32_t i = 0, k = 0, m, mates, same;

	if (now->nrows == 1) {
		now->rows[0].mate = 1;
		return 0;
	}
	if (ARRAY_EXTEND(d->places[0], d->nplaces[0], now->nrows) ||
	    ARRAY_EXTEND(d->places[1], d->nplaces[1], before->nrows))
		return -1;
	sort_rows(d->places[0], now);
	sort_rows(d->places[1], before);
	while (i < now->nrows && k < before->nrows) {
		const struct place *n = &d->places[0][i], *b = &d->places[1][k];

		same = n->key <= b->key ? same_key(n, now->nrows - i) : 0;
		mates = b->key <= n->key ? same_key(b, before->nrows - k) : 0;
		for (m = 0; same == mates && m < same; m++)
			now->rows[n[m].row].mate = b[m].row + 1;
		i += same;
		k += mates;
	}
	return 0;
}

/* Pair each cell in row number ROW with the cell of the same counter in the paired row. The cells
 * of both rows are in the order of the layout, but each row may lack some of the cells. */
static void pair_cells(struct delta *d, uint32_t row)
{
	const struct cells_row *now = &d->now.rows[row], *mate = &d->before.rows[now->mate - 1];
	uint32_t i, k, next = mate->first;

	for (i = now->first; i < now->end; i++) {
		struct cell *cell = &d->now.cells[i];

		for (k = next; cell->row == row && k < mate->end; k++) {
			const struct cell *c = &d->before.cells[k];

			if (c->row != now->mate - 1 || c->field != cell->field ||
			    c->element != cell->element)
				continue;
			cell->before = c->number;
			cell->partner = next = k + 1;
			break;
		}
	}
}

static int take_walked(struct delta *d, const struct monread_layout *l, unsigned release,
                       const unsigned char *bytes, size_t length,
                       const struct series_before *before)
{
	uint32_t i;

	if (cells_walk(&d->now, d->decoder, l, release, bytes, length) ||
	    cells_walk(&d->before, d->decoder, l, release, before->bytes, before->length) ||
	    pair_rows(d))
		return -1;
	for (i = 0; i < d->now.nrows; i++)
		if (d->now.rows[i].mate)
			pair_cells(d, i);
	return 0;
}

/* ---- Differences ---- */

/* Compute the difference of the counter in the cell C. A counter that decreased has wrapped; but if
 * its difference is then half of the range of the counter or more, the difference is unknown. */
static void delta_set_difference(struct cell *c)
{
	uint32_t bits = 8 * c->field->length;
	uint64_t range = UINT64_C(1) << (bits < 64 ? bits : 0);

	c->known = 1;
	c->difference = c->number - c->before;
	if (c->number >= c->before)
		return;
	c->difference &= range - 1;
	c->known = c->difference < range / 2;
}

/* Compute the differences of row number ROW, unless CP has reset the counters of this row to
 * zero. */
static void judge_row(struct cells *now, uint32_t row)
{
	struct cells_row *r = &now->rows[row];
	uint32_t changed = 0, fell = 0, wide = 0, i;

	for (i = r->first; i < r->end; i++) {
		struct cell *c = &now->cells[i];

		if (c->row != row)
			continue;
		c->known = 0;
		if (!c->partner)
			continue;
		changed += c->number != c->before;
		fell += c->number < c->before;
		wide += c->number < c->before && c->field->length > NARROW;
	}
	r->known = !wide && !(changed >= MOST && 2 * fell > changed);
	for (i = r->first; r->known && i < r->end; i++)
		if (now->cells[i].row == row && now->cells[i].partner)
			delta_set_difference(&now->cells[i]);
}

/* ---- Sums of the differences since the last shown sample (option --every). Such sums consist of
 * one item per row, followed by one item per cell. ---- */

/* An item of the sums is a number in host byte order, followed by a byte that is 1 if the number is
 * known. */
#define ITEM (sizeof(uint64_t) + 1)

static void delta_put_item(unsigned char *sums, size_t i, uint64_t number, int known)
{
	memcpy(sums + i * ITEM, &number, sizeof number);
	sums[i * ITEM + sizeof number] = (unsigned char)known;
}

static int is_known(const unsigned char *sums, size_t i)
{
	return sums[i * ITEM + sizeof(uint64_t)];
}

static size_t sums_length(const struct cells *c)
{
	return ((size_t)c->nrows + c->n) * ITEM;
}

size_t delta_sums_length(const struct delta *d)
{
	return sums_length(&d->now);
}

void delta_sums(const struct delta *d, unsigned char *sums)
{
	const struct cells *now = &d->now;
	uint32_t i;

	for (i = 0; i < now->nrows; i++)
		delta_put_item(sums, i, 0, now->rows[i].known);
	for (i = 0; i < now->n; i++)
		delta_put_item(sums, (size_t)now->nrows + i, now->cells[i].difference,
		               now->cells[i].known);
}

/* Add SUMS, which delta_sums() stored for the previous record, to the differences of the current
 * record in NOW. BEFORE has the cells of the previous record. */
static void delta_add_sums(struct cells *now, const struct cells *before,
                           const unsigned char *sums, size_t length)
{
	int fits = length == sums_length(before);
	uint64_t number;
	uint32_t i;

	for (i = 0; i < now->nrows; i++)
		if (now->rows[i].mate)
			now->rows[i].known &= fits && is_known(sums, now->rows[i].mate - 1);
	for (i = 0; i < now->n; i++) {
		struct cell *cell = &now->cells[i];
		size_t at = (size_t)before->nrows + cell->partner - 1;

		if (!cell->partner)
			continue;
		cell->known = cell->known && fits && is_known(sums, at);
		if (cell->known) {
			memcpy(&number, sums + at * ITEM, sizeof number);
			cell->difference += number;
		}
	}
}

/* ---- Records ---- */

int delta_begin(struct delta *d, const struct monread_layout *l, unsigned release,
                const unsigned char *bytes, size_t length, const struct series_before *before)
{
	const struct counters *c;
	uint32_t i;
	int rc;

	d->kind = before->kind;
	d->elapsed = before->elapsed;
	d->next_cell = 0;
	d->next_row = 0;
	if (d->kind != SERIES_KNOWN || !l)
		return 0;
	c = counters_of(d, l);
	if (!c)
		return -1;
	if (c->walked)
		rc = take_walked(d, l, release, bytes, length, before);
	else
		rc = take_flat(&d->now, &c->flat, l, bytes, length, before);
	if (rc < 0)
		return -1;
	for (i = 0; rc == 0 && i < d->now.nrows; i++)
		if (d->now.rows[i].mate)
			judge_row(&d->now, i);
	if (before->sums)
		delta_add_sums(&d->now, c->walked ? &d->before : &d->now, before->sums,
		               before->sums_length);
	return 0;
}

enum delta_kind delta_get(struct delta *d, const struct monread_field *f, uint32_t offset,
                          uint64_t *difference)
{
	uint32_t tried;

	if (d->kind == SERIES_LEVEL)
		return DELTA_LEVEL;
	for (tried = 0; d->kind == SERIES_KNOWN && tried < d->now.n; tried++) {
		const struct cell *c = &d->now.cells[d->next_cell];

		d->next_cell = d->next_cell + 1 < d->now.n ? d->next_cell + 1 : 0;
		if (c->offset == offset && c->field == f) {
			*difference = c->difference;
			return c->known ? DELTA_KNOWN : DELTA_NONE;
		}
	}
	return DELTA_NONE;
}

uint64_t delta_elapsed(struct delta *d, uint32_t offset)
{
	uint32_t tried;

	for (tried = 0; d->kind == SERIES_KNOWN && tried < d->now.nrows; tried++) {
		const struct cells_row *r = &d->now.rows[d->next_row];

		if (r->offset == offset)
			return r->known ? d->elapsed : 0;
		d->next_row = d->next_row + 1 < d->now.nrows ? d->next_row + 1 : 0;
	}
	return 0;
}

uint64_t delta_between(const struct delta *d)
{
	return d->elapsed;
}

/* ---- Rates ---- */

/* Return N * *REST / OF, rounded down, and set *REST to the remainder of this division. *REST must
 * be below OF. */
static uint64_t times(uint64_t *rest, uint32_t n, uint64_t of)
{
	uint64_t product = *rest * n;

	*rest = product % of;
	return product / of;
}

/* The rate per second is DIFFERENCE / ELAPSED multiplied by 4096 x 1000 x 1000, the number of TOD
 * units per second. Multiply by one factor after the other, so that the products fit into 64
 * bits. */
int delta_rate(struct delta_rate *r, uint64_t difference, enum monread_format format,
               uint64_t elapsed)
{
	static const uint32_t steps[] = { UNITS, 1000, 1000 };
	unsigned step = format == MONREAD_INTERVAL ? 3 : 0;
	uint64_t rest, often;

	if (elapsed == 0)
		return -1;
	/* If ELAPSED is above 12 days, the products could exceed 64 bits: convert ELAPSED to
	 * microseconds. */
	if (elapsed > UINT64_MAX / UNITS) {
		elapsed /= UNITS;
		difference /= step ? UNITS : 1;
		step = step ? 3 : 1;
	}
	r->whole = difference / elapsed;
	rest = difference % elapsed;
	for (; step < 3; step++) {
		often = times(&rest, steps[step], elapsed);
		if (r->whole > (UINT64_MAX - often) / steps[step])
			return -1;
		r->whole = r->whole * steps[step] + often;
	}
	r->millionths = (uint32_t)times(&rest, 1000, elapsed) * 1000;
	r->millionths += (uint32_t)times(&rest, 1000, elapsed);
	return 0;
}
