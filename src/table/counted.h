/* counted.h: fills cells with differences to the previous record. */
#ifndef TABLE_COUNTED_H
#define TABLE_COUNTED_H

#include "table/row.h"

/* The differences of fields that are lists of counters; valid until the next record. Set all
 * members to zero before the first use. */
struct counted_lists {
	struct counted_list {
		struct table_cell *cells;
		size_t room;
	} *lists;
	/* number of lists in the current record, and number for which memory is allocated */
	size_t n, room;
	struct table_cell *next; /* the cell in which counted_add() stores the next difference */
	uint32_t left;
};

static inline void counted_lists_clear(struct counted_lists *l)
{
	l->n = 0;
	l->left = 0;
}

void counted_lists_done(struct counted_lists *l);

/* Make *C a list of COUNT elements. The caller then calls counted_add() for each element. Return 0,
 * or -1 if out of memory. */
int counted_list(struct counted_lists *l, struct table_cell *c, uint32_t count);

/* Make *C the difference of the counter F, or the rate per second if record->per_second is 1. The
 * LENGTH bytes of F are at OFFSET in the record. */
void counted_cell(struct table_cell *c, const struct table_record *record,
                  const struct monread_field *f, uint32_t offset, uint32_t length);

/* Store the difference of the counter F, whose bytes are at OFFSET in the record, as the next
 * element of the list that the last call of counted_list() began. */
void counted_add(struct counted_lists *l, const struct table_record *record,
                 const struct monread_field *f, uint32_t offset, uint32_t length);

/* Make *C the time between the record and the previous record of its instance. The cell is in the
 * row whose data begins at OFFSET in the record. */
void counted_elapsed(struct table_cell *c, const struct table_record *record, uint32_t offset);

#endif
