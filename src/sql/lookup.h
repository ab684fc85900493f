/* lookup.h: rows of a table by the values of some of its columns, for those who ask more than once. */
#ifndef SQL_LOOKUP_H
#define SQL_LOOKUP_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "port/hash.h"
#include "sql/cell.h"

#define LOOKUP_COLUMNS 8u
#define LOOKUP_NONE    UINT32_MAX

/* Where a row is. */
struct lookup_place {
	uint32_t capture;
	uint32_t run;  /* of its kind in the capture */
	uint32_t row;  /* of those that the record has */
	uint16_t at;   /* byte in the run */
	uint16_t kind; /* of those that have rows of the table */
};

/* Numbers of rows, from 0, by the hashes of their values.  {0} to begin with. */
struct lookup_index {
	struct hash_table firsts; /* the first row with each hash */
	struct lookup_row {
		uint64_t hash;
		uint32_t next; /* row with the same hash; LOOKUP_NONE: there are no more */
		uint32_t last; /* if it is the first: the last row with the same hash */
	} *rows;
	size_t n, room;
};

struct lookup {
	uint64_t of; /* the ->id of the capture that it is of; 0: of all */
	unsigned users; /* cursors */
	long columns[LOOKUP_COLUMNS];
	size_t ncolumns;
	struct lookup_place *places; /* of the rows */
	size_t n, room;
	struct lookup_index index;
	struct lookup *next;
};

/* The hash of values: begin with 0, then add each. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v);

/* Add the row number ->n.  0, or -1: out of memory. */
int lookup_index_add(struct lookup_index *x, uint64_t hash);

/* The rows with HASH in their order; LOOKUP_NONE: there are no more. */
uint32_t lookup_index_first(const struct lookup_index *x, uint64_t hash);

static inline uint32_t lookup_index_next(const struct lookup_index *x, uint32_t row)
{
	return x->rows[row].next;
}

/* Forget all rows, but keep the memory. */
void lookup_index_clear(struct lookup_index *x);
void lookup_index_free(struct lookup_index *x);

/* 0, or -1: out of memory. */
int lookup_add(struct lookup *l, const struct lookup_place *place, uint64_t hash);

void lookup_free(struct lookup *l);

#endif
#endif
