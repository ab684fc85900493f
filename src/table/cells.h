/* cells.h: the counters of a record by rows: the record itself, its application data, each entry of
 * an array. */
#ifndef TABLE_CELLS_H
#define TABLE_CELLS_H

#include "monread.h"
#include "table/flat.h"

/* A counter, or one element of a list of counters. */
struct cell {
	const struct monread_field *field;
	uint64_t number;
	uint64_t before;     /* the number in the previous record; valid if ->paired */
	uint64_t difference; /* valid if ->known */
	uint32_t offset;     /* offset in the record */
	uint32_t element;    /* number of the list element */
	uint32_t row;
	unsigned char paired, known;
};

struct cells_row {
	uint64_t key;    /* identity: rows of two records with equal keys belong together */
	uint32_t offset; /* offset in the record */
	uint32_t parent; /* number of the parent row */
	uint32_t index;  /* position of an entry in its array */
	uint32_t first, end; /* range of its cells */
	uint32_t mate;   /* 1 + number of the row in the previous record to compare with; 0: none */
	int keyed;       /* it has key fields */
	int known;       /* it has valid differences */
};

/* Rows are in the order of the record, the record itself first. The cells of a row are in order,
 * too; cells of nested rows can lie between them. */
struct cells {
	struct cell *cells;
	uint32_t n;
	size_t room;
	struct cells_row *rows;
	uint32_t nrows;
	size_t rows_room;
	/* places for which cells_flat() has set the fields and offsets of ->cells: once per layout;
	 * NULL: none */
	const struct flat_place *whole;
};

void cells_done(struct cells *c);

/* Return the cell of the row MATE of the record BEFORE that corresponds to CELL, or NULL. Both rows
 * are in the order of the layout, and one may lack some cells. The search begins at *NEXT,
 * initially the first cell of the row. */
static inline const struct cell *cells_partner(const struct cells *before, uint32_t mate,
                                               const struct cell *cell, uint32_t *next)
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

/* Collect the counters of the record BYTES, which are at the offsets FLAT, and store in each cell
 * also the number in the previous record BEFORE. Return 0; 1 if all counters are present and none
 * decreased, so that all differences are valid; -1 if out of memory. */
int cells_flat(struct cells *c, const struct flat *flat, const unsigned char *bytes, size_t length,
               const unsigned char *before, size_t before_length);

/* Collect the counters with a walk; DECODER must show only keys and counters. Return 0, or -1 if
 * out of memory. */
int cells_walk(struct cells *c, struct monread_decoder *decoder, const struct monread_layout *l,
               unsigned release, const unsigned char *bytes, size_t length);

#endif
