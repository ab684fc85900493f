/* counted.h: cells of what was counted since the record before. */
#ifndef TABLE_COUNTED_H
#define TABLE_COUNTED_H

#include "table/row.h"

/* The elements of lists, which live as long as the record is made rows of.  All zero: empty and ready. */
struct counted_lists {
	struct counted_list {
		struct table_cell *cells;
		size_t room;
	} *lists;
	size_t n, room; /* those of this record, and of all before */
	struct table_cell *next; /* where the elements of the last one go */
	uint32_t left;
};

static inline void counted_lists_clear(struct counted_lists *l)
{
	l->n = 0;
	l->left = 0;
}

void counted_lists_done(struct counted_lists *l);

/* *C becomes a list of COUNT elements, which counted_add() fills in.  0, or -1: out of memory. */
int counted_list(struct counted_lists *l, struct table_cell *c, uint32_t count);

/* *C becomes the difference of the counter F, whose LENGTH bytes stand at OFFSET of the record, or what it is in a
 * second. */
void counted_cell(struct table_cell *c, const struct table_record *record, const struct monread_field *f,
                  uint32_t offset, uint32_t length);

/* The next element of the list. */
void counted_add(struct counted_lists *l, const struct table_record *record, const struct monread_field *f,
                 uint32_t offset, uint32_t length);

/* *C becomes the time that the differences of the row at OFFSET of the record are of. */
void counted_elapsed(struct table_cell *c, const struct table_record *record, uint32_t offset);

#endif
