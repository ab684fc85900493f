/* delta.c: computes the differences of counters between two records. It pairs the rows of both
 * records by their keys, and handles counters that wrapped or were reset. */
#include "config.h"

#include "table/delta.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/cells.h"
#include "table/flat.h"

#define NARROW 4u /* only counters of up to this many bytes can wrap */
/* If at least this many counters of a row changed, and most of these decreased, CP has reset the
 * counters to zero. */
#define MOST 3u
#define UNITS 4096u /* TOD units per microsecond */

struct counters {
	int known, walked;
	struct flat flat;
};

/* A row and its key, to find the rows of two records that have the same key. */
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
	/* offsets of the counters in the record; NULL: the counters were found by decoding the
	 * record */
	const struct flat *flat;
	struct cells now, before;
	struct place *places[2];
	size_t nplaces;
	/* index of the cell and of the row at which the next search begins */
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
	cells_done(&d->now);
	cells_done(&d->before);
	free(d->places[0]);
	free(d->places[1]);
	monread_decoder_free(d->decoder);
	free(d);
}

/* ---- Cells ---- */

/* Remove from F all places whose fields are not shown as differences. */
static void leave_counters(struct flat *f)
{
	uint32_t i, n = 0;

	for (i = 0; i < f->n; i++)
		if (delta_counts(f->places[i].field))
			f->places[n++] = f->places[i];
	f->n = n;
}

static struct counters *counters_of(struct delta *d, const struct monread_layout *l)
{
	struct counters *c;

	if (ARRAY_EXTEND(d->counters, d->ncounters, l->id + 1u))
		return NULL;
	c = &d->counters[l->id];
	if (!c->known) {
		c->walked = !flat_is(l);
		if (!c->walked && flat_make(&c->flat, l, MONREAD_COUNTER | MONREAD_COUNTDOWN))
			return NULL;
		leave_counters(&c->flat);
		c->known = 1;
	}
	return c;
}

/* For each cell in row number ROW, find the cell of the same field in the row of the previous
 * record that was paired with this row. */
static void pair_cells(struct delta *d, uint32_t row)
{
	const struct cells_row *now = &d->now.rows[row];
	uint32_t i, next = d->before.rows[now->mate - 1].first;

	for (i = now->first; i < now->end; i++) {
		struct cell *cell = &d->now.cells[i];
		const struct cell *c = NULL;

		if (cell->row == row)
			c = cells_partner(&d->before, now->mate - 1, cell, &next);
		if (c) {
			cell->before = c->number;
			cell->paired = 1;
		}
	}
}

/* Compute the difference of C. If a counter of at most NARROW bytes decreased, it has wrapped,
 * provided that the difference is less than half of the range of the counter. */
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

/* Mark the differences of row number ROW as valid, unless CP reset the counters of the row to
 * zero. */
static void judge_row(struct delta *d, uint32_t row)
{
	struct cells_row *r = &d->now.rows[row];
	uint32_t changed = 0, fell = 0, wide = 0, i;

	for (i = r->first; i < r->end; i++) {
		const struct cell *c = &d->now.cells[i];

		if (c->row != row || !c->paired)
			continue;
		changed += c->number != c->before;
		fell += c->number < c->before;
		wide += c->number < c->before && c->field->length > NARROW;
	}
	r->known = !wide && !(changed >= MOST && 2 * fell > changed);
	for (i = r->first; r->known && i < r->end; i++)
		if (d->now.cells[i].row == row && d->now.cells[i].paired)
			delta_set_difference(&d->now.cells[i]);
}

/* ---- Rows ---- */

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

static int more_places(struct delta *d, size_t n)
{
	unsigned i;

	for (i = 0; i < 2 && n > d->nplaces; i++) {
		struct place *p = realloc(d->places[i], 2 * n * sizeof *p);

		if (!p)
			return -1;
		d->places[i] = p;
	}
	d->nplaces = n > d->nplaces ? 2 * n : d->nplaces;
	return 0;
}

/* Return how many of the N rows at PLACES have the key of the first row; rows with equal keys
 * follow each other. */
static uint32_t same_key(const struct place *places, uint32_t n)
{
	uint32_t same = 0;

	while (same < n && places[same].key == places->key)
		same++;
	return same;
}

/* Pair the rows of both records that have equal keys. If several rows of a record have the same
 * key, pair them in order; but do not pair them if the other record has a different number of rows
 * with this key. */
static int pair_rows(struct delta *d)
{
	struct cells *now = &d->now, *before = &d->before;
	uint32_t i = 0, k = 0, m, mates, same;

	if (now->nrows == 1) {
		now->rows[0].mate = 1;
		return 0;
	}
	if (more_places(d, now->nrows > before->nrows ? now->nrows : before->nrows))
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

/* ---- Sums of differences over samples that are not shown (--every), as bytes: one item per row
 * and counter ---- */

/* Number of bytes of an item of the sums: a number in host byte order, and a byte that is 1 if the
 * number is known. */
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

static void add_item(struct cell *cell, const unsigned char *sums, size_t i)
{
	uint64_t number;

	memcpy(&number, sums + i * ITEM, sizeof number);
	cell->difference += number;
	cell->known = cell->known && is_known(sums, i);
}

static int is_at(const struct cell *cell, const struct flat_place *p)
{
	return cell->field == p->field && cell->offset == p->offset;
}

static size_t sums_length(const struct cells *now, const struct flat *flat)
{
	return ((size_t)now->nrows + (flat ? flat->n : now->n)) * ITEM;
}

static void sums_make(unsigned char *sums, const struct cells *now, const struct flat *flat)
{
	uint32_t i, k = 0, n = flat ? flat->n : now->n;

	for (i = 0; i < now->nrows; i++)
		delta_put_item(sums, i, 0, now->rows[i].known);
	/* The record may end before some fields of its layout. */
	for (i = 0; i < n; i++) {
		int there = k < now->n && (!flat || is_at(&now->cells[k], &flat->places[i]));

		delta_put_item(sums, (size_t)now->nrows + i, there ? now->cells[k].difference : 0,
		               there && now->cells[k].known);
		k += (uint32_t)there;
	}
}

static void add_flat(struct cells *now, const struct flat *flat, const unsigned char *sums)
{
	uint32_t i, k = 0;

	for (i = 0; i < flat->n && k < now->n; i++)
		if (is_at(&now->cells[k], &flat->places[i]))
			add_item(&now->cells[k++], sums, 1u + i);
}

static void delta_add_row(struct cells *now, uint32_t row, const struct cells *before,
                          const unsigned char *sums)
{
	const struct cells_row *r = &now->rows[row];
	uint32_t i, next = before->rows[r->mate - 1].first;

	for (i = r->first; i < r->end; i++) {
		struct cell *cell = &now->cells[i];
		const struct cell *c = NULL;

		if (cell->row == row)
			c = cells_partner(before, r->mate - 1, cell, &next);
		if (c)
			add_item(cell, sums, (size_t)before->nrows + (size_t)(c - before->cells));
	}
}

static void delta_forget_differences(struct cells *now)
{
	uint32_t i;

	for (i = 0; i < now->nrows; i++)
		now->rows[i].known = 0;
	for (i = 0; i < now->n; i++)
		now->cells[i].known = 0;
}

static void sums_add(struct cells *now, const struct cells *before, const struct flat *flat,
                     const unsigned char *sums, size_t length)
{
	uint32_t i;

	if (length != sums_length(flat ? now : before, flat)) {
		delta_forget_differences(now);
		return;
	}
	for (i = 0; i < now->nrows; i++) {
		struct cells_row *r = &now->rows[i];

		if (!r->mate)
			continue;
		r->known = r->known && is_known(sums, r->mate - 1);
		if (!flat)
			delta_add_row(now, i, before, sums);
	}
	if (flat)
		add_flat(now, flat, sums);
}

/* ---- Records ---- */

/* The current record, which is compared with an earlier record. */
struct delta_record {
	const struct monread_layout *layout;
	unsigned release;
	const unsigned char *bytes;
	size_t length;
};

/* Collect the cells of the record R and of the record BEFORE, and pair them. Return 1 if all
 * differences are valid already, 0 if not, -1 if out of memory. */
static int gather(struct delta *d, const struct counters *c, const struct delta_record *r,
                  const struct series_before *before)
{
	uint32_t i;

	if (!c->walked)
		return cells_flat(&d->now, &c->flat, r->bytes, r->length, before->bytes,
		                  before->length);
	if (cells_walk(&d->now, d->decoder, r->layout, r->release, r->bytes, r->length))
		return -1;
	if (cells_walk(&d->before, d->decoder, r->layout, r->release, before->bytes,
	               before->length))
		return -1;
	if (pair_rows(d))
		return -1;
	for (i = 0; i < d->now.nrows; i++)
		if (d->now.rows[i].mate)
			pair_cells(d, i);
	return 0;
}

int delta_begin(struct delta *d, const struct monread_layout *l, unsigned release,
                const unsigned char *bytes, size_t length, const struct series_before *before)
{
	const struct delta_record record = { l, release, bytes, length };
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
	rc = c ? gather(d, c, &record, before) : -1;
	if (rc < 0)
		return -1;
	d->flat = c->walked ? NULL : &c->flat;
	for (i = 0; rc == 0 && i < d->now.nrows; i++)
		if (d->now.rows[i].mate)
			judge_row(d, i);
	if (before->sums)
		sums_add(&d->now, &d->before, d->flat, before->sums, before->sums_length);
	return 0;
}

size_t delta_sums_length(const struct delta *d)
{
	return d->kind == SERIES_KNOWN ? sums_length(&d->now, d->flat) : 0;
}

void delta_sums(const struct delta *d, unsigned char *sums)
{
	if (d->kind == SERIES_KNOWN)
		sums_make(sums, &d->now, d->flat);
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

/* Return N * *REST / OF, and set *REST to the remainder of this division. *REST must be below OF
 * before the call. */
static uint64_t times(uint64_t *rest, uint32_t n, uint64_t of)
{
	uint64_t product = *rest * n;

	*rest = product % of;
	return product / of;
}

/* A second has 4096 x 1000 x 1000 TOD units. */
int delta_rate(struct delta_rate *r, uint64_t difference, enum monread_format format,
               uint64_t elapsed)
{
	static const uint32_t steps[] = { UNITS, 1000, 1000 };
	unsigned step = format == MONREAD_INTERVAL ? 3 : 0;
	uint64_t rest, often;

	if (elapsed == 0)
		return -1;
	/* If ELAPSED is more than 12 days, divide by microseconds: they are precise enough, and the
	 * products fit into 64 bits. */
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
