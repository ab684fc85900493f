/* find.h: rows by the value of a column, for the inner side of a join: SQLite makes no index of virtual tables. */
#ifndef STAT_FIND_H
#define STAT_FIND_H

#include "stat/rows.h"

#ifdef HAVE_SQLITE3

/* {0} to begin with. */
struct find {
	uint32_t cell;     /* of a row, by which this finds */
	uint64_t version;  /* of the rows that it is of; 0: it is of none */
	uint32_t *buckets; /* the first row of each, from 1; 0: there is none */
	uint32_t *next;    /* by row: the next one in its bucket */
	size_t nbuckets, room;
};

/* Be of the rows R, which are of this version, by CELL.  0, or -1: out of memory. */
int find_begin(struct find *f, const struct rows *r, uint32_t cell, uint64_t version);

/* The first row behind the row AFTER - 1 of its bucket (0: the first of all) that may have the value V; from 1; 0: there
 * is no more. */
uint32_t find_next(const struct find *f, const struct rows *r, const struct cell_value *v, uint32_t after);

void find_done(struct find *f);

#endif
#endif
