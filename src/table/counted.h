/* counted.h: fills cells with differences to the previous record. */
#ifndef TABLE_COUNTED_H
#define TABLE_COUNTED_H

#include "table/row.h"

/* The elements of lists, valid while rows are made of the record. Initialize with zeros. */
struct counted_lists {
	struct counted_list {
		struct table_cell *cells;
		size_t room;
	} *lists;
	size_t n, room; /* lists of this record; allocated lists */
	struct table_cell *next; /* the next element of the current list */
	uint32_t left;
};

static inline void counted_lists_clear(struct counted_lists *l)
{
	l->n = 0;
	l->left = 0;
}

void counted_lists_done(struct counted_lists *l);

/* Make *C a list of COUNT elements, which counted_add() fills in. Return 0, or -1 if out of memory. */
int counted_list(struct counted_lists *l, struct table_cell *c, uint32_t count);

/* Set *C to the difference of the counter F, or to its rate, if the record asks for rates. The LENGTH bytes of F
 * are at OFFSET in the record. */
void counted_cell(struct table_cell *c, const struct table_record *record, const struct monread_field *f,
                  uint32_t offset, uint32_t length);

/* Add the next element of the list. */
void counted_add(struct counted_lists *l, const struct table_record *record, const struct monread_field *f,
                 uint32_t offset, uint32_t length);

/* Set *C to the time between the two records, for the row at OFFSET in the record. */
void counted_elapsed(struct table_cell *c, const struct table_record *record, uint32_t offset);

#endif
