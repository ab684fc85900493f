/* sums.c: adds up differences over samples that are not shown (--every). */
#include "config.h"

#include "table/sums.h"

#include <string.h>

/* A number in host byte order, and whether it is known. */
#define ITEM (sizeof(uint64_t) + 1)

static void put_item(unsigned char *sums, size_t i, uint64_t number, int known)
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

size_t sums_length(const struct cells *now, const struct flat *flat)
{
	return ((size_t)now->nrows + (flat ? flat->n : now->n)) * ITEM;
}

void sums_make(unsigned char *sums, const struct cells *now, const struct flat *flat)
{
	uint32_t i, k = 0, n = flat ? flat->n : now->n;

	for (i = 0; i < now->nrows; i++)
		put_item(sums, i, 0, now->rows[i].known);
	/* A short record may lack some places. */
	for (i = 0; i < n; i++) {
		int there = k < now->n && (!flat || is_at(&now->cells[k], &flat->places[i]));

		put_item(sums, (size_t)now->nrows + i, there ? now->cells[k].difference : 0, there && now->cells[k].known);
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

static void add_row(struct cells *now, uint32_t row, const struct cells *before, const unsigned char *sums)
{
	const struct row *r = &now->rows[row];
	uint32_t i, next = before->rows[r->mate - 1].first;

	for (i = r->first; i < r->end; i++) {
		struct cell *cell = &now->cells[i];
		const struct cell *c = cell->row == row ? cells_partner(before, r->mate - 1, cell, &next) : NULL;

		if (c)
			add_item(cell, sums, (size_t)before->nrows + (size_t)(c - before->cells));
	}
}

static void forget_differences(struct cells *now)
{
	uint32_t i;

	for (i = 0; i < now->nrows; i++)
		now->rows[i].known = 0;
	for (i = 0; i < now->n; i++)
		now->cells[i].known = 0;
}

void sums_add(struct cells *now, const struct cells *before, const struct flat *flat, const unsigned char *sums,
              size_t length)
{
	uint32_t i;

	if (length != sums_length(flat ? now : before, flat)) {
		forget_differences(now);
		return;
	}
	for (i = 0; i < now->nrows; i++) {
		struct row *r = &now->rows[i];

		if (!r->mate)
			continue;
		r->known = r->known && is_known(sums, r->mate - 1);
		if (!flat)
			add_row(now, i, before, sums);
	}
	if (flat)
		add_flat(now, flat, sums);
}
