/* cells.h: the counters of a record by rows: the record itself, its application data, each entry of an array. */
#ifndef TABLE_CELLS_H
#define TABLE_CELLS_H

#include "monread.h"
#include "table/flat.h"

/* A counter, or one element of it. */
struct cell {
	const struct monread_field *field;
	uint64_t number;
	uint64_t before;     /* the number in the record before, where ->paired */
	uint64_t difference; /* where ->known */
	uint32_t offset;     /* in the record */
	uint32_t element;    /* its number in a list */
	uint32_t row;
	unsigned char paired, known;
};

struct row {
	uint64_t key;    /* which row it is: rows of two records with the same one belong together */
	uint32_t offset; /* in the record */
	uint32_t parent; /* the row around it */
	uint32_t index;  /* of an entry: its place in the array */
	uint32_t first, end; /* where its cells are */
	uint32_t mate;   /* the same row of the record before, + 1; 0: it has none */
	int keyed;       /* it has key fields */
	int known;       /* it has differences */
};

/* The rows come in the order of the record, the record itself first.  The cells of a row are in order, too, with those of
 * the rows inside of it between them. */
struct cells {
	struct cell *cells;
	uint32_t n;
	size_t room;
	struct row *rows;
	uint32_t nrows;
	size_t rows_room;
	const struct flat_place *whole; /* the last record had all of these, so that the cells have their places already */
};

void cells_done(struct cells *c);

/* The cell of the row MATE of the record BEFORE that goes with CELL: both rows are in the order of the layout, and one may lack
 * some that the other has.  *NEXT: where it is looked for, from the first cell of the row on.  NULL: there is none. */
static inline const struct cell *cells_partner(const struct cells *before, uint32_t mate, const struct cell *cell, uint32_t *next)
{
	uint32_t k;

	for (k = *next; k < before->rows[mate].end; k++) {
		const struct cell *c = &before->cells[k];

		if (c->row == mate && c->field == cell->field && c->element == cell->element) {
			*next = k + 1;
			return c;
		}
	}
	return NULL;
}

/* Those of the record BYTES, taken from the places FLAT, which are all of counters, paired with those of the record BEFORE.
 * 0; 1: their differences are known, too, as all are there and none fell; or -1: out of memory. */
int cells_flat(struct cells *c, const struct flat *flat, const unsigned char *bytes, size_t length,
               const unsigned char *before, size_t before_length);

/* The same with a walk: DECODER shows keys and counters. */
int cells_walk(struct cells *c, struct monread_decoder *decoder, const struct monread_layout *l, unsigned release,
               const unsigned char *bytes, size_t length);

#endif
