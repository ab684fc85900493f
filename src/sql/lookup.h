/* lookup.h: an index of the rows of a table by values of some columns, for scans that repeat. */
#ifndef SQL_LOOKUP_H
#define SQL_LOOKUP_H

#include "sql/sqlite.h"

#include "port/hash.h"
#include "sql/cell.h"

#define LOOKUP_COLUMNS 8u
#define LOOKUP_NONE    UINT32_MAX

/* The position of a row. */
struct lookup_place {
	uint32_t capture;
	uint32_t run; /* index in the capture */
	uint32_t at;  /* byte offset in the run */
	uint32_t row; /* number among the rows of its record */
	uint64_t tod; /* of the record */
};

/* Row numbers, from 0, by the hashes of their values. {0} is empty. */
struct lookup_index {
	struct hash_table firsts; /* the first row with each hash */
	struct lookup_row {
		uint64_t hash;
		uint32_t next; /* next row with the same hash, or LOOKUP_NONE */
		uint32_t last; /* only in the first row with a hash: the last row with it */
		uint32_t nth;  /* number of rows with this hash before it */
	} *rows;
	size_t n, room;
};

/* What a scan of a table has found, for later scans. */
struct lookup {
	const struct table *table;
	unsigned view; /* enum module_view */
	/* The rows by values of these columns. Without columns: the last row of each instance, without an index; or the
	 * pairs of records of a table of differences, see pairs.c. */
	long columns[LOOKUP_COLUMNS];
	size_t ncolumns;
	struct lookup_place *places;
	struct pair *pairs;
	size_t n, room; /* of ->places or ->pairs */
	struct lookup_index index;
	struct lookup *next;
};

/* Add the value V to the hash of the values before; the first call gets 0. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v);

/* Add the row number ->n with HASH. 0, or -1: out of memory. */
int lookup_index_add(struct lookup_index *x, uint64_t hash);

/* The first row with HASH; LOOKUP_NONE: no row. */
uint32_t lookup_index_first(const struct lookup_index *x, uint64_t hash);

static inline uint32_t lookup_index_next(const struct lookup_index *x, uint32_t row)
{
	return x->rows[row].next;
}

/* Remove all rows, but keep the memory. */
void lookup_index_clear(struct lookup_index *x);
void lookup_index_free(struct lookup_index *x);

/* Add a row at PLACE with the HASH of its values. 0, or -1: out of memory. */
int lookup_add(struct lookup *l, const struct lookup_place *place, uint64_t hash);

/* Free L and the lookups after it. */
void lookup_free(struct lookup *l);

#endif
