/* cells.h: the counters of a record, grouped in rows: one row for the record itself, for its
 * application data, and for each entry of an array. */
#ifndef TABLE_CELLS_H
#define TABLE_CELLS_H

#include "monread.h"
#include "table/flat.h"

/* A counter, or one element of a list of counters. */
struct cell {
	const struct monread_field *field;
	uint64_t number;
	/* value of the counter in the previous record; valid if ->paired is 1 */
	uint64_t before;
	uint64_t difference; /* valid if ->known is 1 */
	uint32_t offset;     /* offset of the counter in the record */
	uint32_t element;    /* index of the element, if the counter is in a list */
	uint32_t row;
	unsigned char paired, known;
};

struct cells_row {
	/* identity of the row: if rows of two records have equal keys, they are compared */
	uint64_t key;
	uint32_t offset; /* offset of the row's data in the record */
	uint32_t parent; /* index of the row that contains this row */
	uint32_t index;  /* index of the row's entry in its array */
	/* the cells of the row are among the cells with indexes from ->first to ->end - 1; cells of
	 * nested rows can lie between them */
	uint32_t first, end;
	/* 1 + index of the row of the previous record that this row is compared with; 0: none */
	uint32_t mate;
	int keyed;       /* 1 if the row has key fields */
	int known;       /* 1 if the row has valid differences */
};

/* Rows are in the order of the record: the row of the record itself comes first. The cells of a row
 * are in this order, too; cells of nested rows can lie between them. */
struct cells {
	struct cell *cells;
	uint32_t n;
	size_t room;
	struct cells_row *rows;
	uint32_t nrows;
	size_t rows_room;
	/* the places of the counters in ->cells; cells_flat() copies fields and offsets again only
	 * if the layout of the record changes. NULL: no layout yet */
	const struct flat_place *whole;
};

void cells_done(struct cells *c);

/* Return the cell with the field and element of CELL in row number MATE of the record BEFORE, or
 * NULL. *NEXT is the index of the cell with which the search begins: the first cell of the row at
 * the first call, later the cell after the last result. This finds all cells, because the cells of
 * both records have the order of the layout; each row may lack some. */
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

/* Collect the counters of the record BYTES, whose offsets are in FLAT. Store in each cell also the
 * value that the counter has in the previous record BEFORE. Return 1 if both records have all
 * counters and none decreased, so that all differences are valid; 0 if not; -1 if out of memory. */
int cells_flat(struct cells *c, const struct flat *flat, const unsigned char *bytes, size_t length,
               const unsigned char *before, size_t before_length);

/* Collect the counters of a record by decoding it with DECODER, which must show only keys and
 * counters. Return 0, or -1 if out of memory. */
int cells_walk(struct cells *c, struct monread_decoder *decoder, const struct monread_layout *l,
               unsigned release, const unsigned char *bytes, size_t length);

#endif
