/* bound.h: what a statement that inserts rows has as its parameters: most cells are as they were in the row before. */
#ifndef SQL_BOUND_H
#define SQL_BOUND_H

#include "sql/cell.h"
#include "sql/inserts.h"

#ifdef HAVE_SQLITE3

#define BOUND_RAW 16u /* bytes of a text in the record */

/* A parameter. */
struct bound_cell {
	int known;
	enum table_cell_kind kind;
	uint64_t number;
	uint32_t raw_length, length;
	unsigned char raw[BOUND_RAW];
	char text[INSERTS_TEXT]; /* in UTF-8; longer ones are bound for each row */
};

/* Those of a statement; all zero: nothing is bound. */
struct bound {
	struct inserts_into *to; /* for inserts_row(), which wants it to stay where it is */
	struct bound_cell *cells;
};

/* Nothing is bound, to a statement that is new, of ROWS rows with N parameters each.  0, or -1: out of memory. */
int bound_begin(struct bound *b, sqlite3_stmt *statement, unsigned rows, size_t n);
void bound_done(struct bound *b);

/* In a row of Q for B set C, whose text TEXT makes, as parameter N, unless it is; IS_MIXED as of cell_value().  0, or -1: out
 * of memory. */
int bound_set(struct bound *b, struct inserts *q, int n, const struct table_cell *c, int is_mixed, struct table_text *text);

#endif
#endif
