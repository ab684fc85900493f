/* lookup.h: rows of a table by the values of some of its columns, for those who ask more than once. */
#ifndef SQL_LOOKUP_H
#define SQL_LOOKUP_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

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

struct lookup_row {
	struct lookup_place place;
	uint64_t hash;
	uint32_t next; /* with the same bucket; LOOKUP_NONE: there are no more */
};

struct lookup {
	uint64_t of; /* the ->id of the capture that it is of; 0: of all */
	unsigned users; /* cursors */
	long columns[LOOKUP_COLUMNS];
	size_t ncolumns;
	struct lookup_row *rows;
	size_t n, room;
	uint32_t *buckets;
	size_t nbuckets; /* a power of two */
	struct lookup *next;
};

/* The hash of values: begin with 0, then add each. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v);

/* 0, or -1: out of memory. */
int lookup_add(struct lookup *l, const struct lookup_place *place, uint64_t hash);

/* Once all rows are there: lookup_first() works.  0, or -1: out of memory. */
int lookup_settle(struct lookup *l);

/* The first row with HASH at or behind the row FROM of the chain; LOOKUP_NONE: there is none. */
uint32_t lookup_first(const struct lookup *l, uint64_t hash);
uint32_t lookup_next(const struct lookup *l, uint32_t row);

void lookup_free(struct lookup *l);

#endif
#endif
