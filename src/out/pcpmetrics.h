/* pcpmetrics.h: the columns of tables as metrics of PCP, and their rows as instances. */
#ifndef OUT_PCPMETRICS_H
#define OUT_PCPMETRICS_H

#include <stddef.h>
#include <stdint.h>

#include "table/schema.h"
#include "table/text.h"

enum pcp_type { PCP_32, PCP_U32, PCP_64, PCP_U64, PCP_DOUBLE };
enum pcp_semantics { PCP_COUNTER, PCP_INSTANT, PCP_DISCRETE };

/* The exponents of what a number is counted in, and their scales: powers of 1024 bytes; nanoseconds, microseconds and so
 * on, as PCP numbers them. */
struct pcp_unit {
	signed char space, time, count;
	unsigned char space_scale, time_scale;
};

struct pcp_metric {
	const char *name; /* zvm.MRSYTPRP.SYTPRP_PFXUTIME */
	const struct table_column *of;
	uint32_t column;
	uint32_t id; /* 22 bits */
	uint32_t factor; /* of an integer */
	enum pcp_type type;
	enum pcp_semantics semantics;
	struct pcp_unit unit;
	int added; /* the archive knows it */
};

/* Numbers that are taken. */
struct pcp_ids {
	uint32_t *slots; /* + 1; 0: free */
	size_t n, room;  /* a power of 2, or 0 */
};

struct pcp_instance {
	uint64_t hash;
	size_t name; /* in ->names; a string */
	uint32_t id; /* in the archive, which knows it where ->added */
	int added;
	/* Of the rows that were given to it last: */
	uint64_t set, nth;     /* a sample data set, and how many rows it had there */
	int64_t us, last_us;   /* events of the same time, and the time that the last of them was given */
	uint64_t written;      /* the number of the result that has it */
};

/* What was written last of a counter. */
struct pcp_counter {
	uint64_t value;
	uint64_t more; /* than the record has */
	int any;
};

/* A table, or a list in one, which has a single metric and a row for each element. */
struct pcp_table {
	const struct table *table;
	uint32_t number; /* in struct pcp_tables */
	struct pcp_metric *metrics;
	uint32_t n;
	uint32_t bits, words; /* of a row: those that say which values are there; and with the values */
	uint32_t *keys;       /* columns that name a row */
	uint32_t nkeys;
	int by_entry; /* and so does its number among the entries */
	uint32_t indom; /* 22 bits; where rows have names */
	struct pcp_instance *instances;
	size_t ninstances, instances_room;
	uint32_t *slots; /* index + 1, found by hash */
	size_t nslots;
	struct pcp_counter *counters; /* of each metric of each instance */
	size_t ncounters;
	char *names;
	size_t names_used, names_room;
	uint32_t nadded; /* instances that the archive knows */
	uint32_t *lists; /* of columns that are lists: their numbers in struct pcp_tables */
	uint32_t nlists;
	uint64_t refused; /* rows that could not be told apart */
};

struct pcp_tables {
	struct pcp_table **list;
	size_t n, room;
	uint32_t *by_id; /* + 1, by the id of a table */
	size_t nids;
	struct pcp_ids ids, indoms;
	/* Whether a column is shown. */
	int (*is_shown)(void *arg, const struct table *t, uint32_t column);
	void *arg;
	struct table_text text, cell;
};

void pcp_tables_done(struct pcp_tables *s);

/* That of T.  NULL: out of memory. */
struct pcp_table *pcp_table_of(struct pcp_tables *s, const struct table *t);

/* Whether rows of T have names.  All rows of a table without keys are of the same thing. */
static inline int pcp_has_instances(const struct pcp_table *t)
{
	return t->nkeys || t->by_entry;
}

/* The number of the instance that the row CELLS of the table FROM is of; of T, which is FROM or a list in it: then
 * ELEMENT is its number, else -1.  SET: the sample data set, where that is to have each instance once; 0: none.  -1: out
 * of memory; -2: there is such a row in it already, and no key tells the two apart. */
long pcp_instance_of(struct pcp_tables *s, struct pcp_table *t, const struct pcp_table *from,
                     const struct table_cell *cells, long element, uint64_t set);

static inline const char *pcp_instance_name(const struct pcp_table *t, const struct pcp_instance *i)
{
	return t->names + i->name;
}

/* *V becomes the value of a cell, its bits where it is a real number.  1: it has one; 0: it has none; -1: it has one that
 * the metric cannot hold. */
int pcp_value(const struct pcp_metric *m, const struct table_cell *cell, uint64_t *v);

#endif
