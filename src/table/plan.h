/* plan.h: which value of a layout goes to which column: the inside of a schema. */
#ifndef TABLE_PLAN_H
#define TABLE_PLAN_H

#include "table/schema.h"

#define TABLE_NO_COLUMN UINT32_MAX

struct table_bit {
	uint32_t column;
	uint32_t at, width; /* bytes of the field */
	uint64_t mask;
};

/* How a value is read that stands at its offset. */
enum table_read {
	TABLE_READ_NOT,    /* it has none, or none there */
	TABLE_READ_NUMBER, /* as an unsigned number */
	TABLE_READ_LIST,
	TABLE_READ_OTHER
};

/* What is done with a field, in the order in which the decoder comes to them. */
struct table_step {
	const struct monread_field *field; /* NULL: the end */
	uint32_t column;
	uint32_t nbits;
	uint32_t offset, length; /* the field's */
	enum table_read read;
	int counts; /* with differences its value is one */
	struct table_bit *bits;
	struct table_step *inner; /* of the structure that maps it */
	const struct table *rows; /* the entries of INNER are rows of this table; NULL: they are part of the row */
};

/* The same for an array of the layout. */
struct table_entries {
	struct table_step *steps; /* NULL: a text, which is a field */
	const struct table *rows;
};

/* Of a layout. */
struct table_plan {
	const struct monread_layout *layout;
	const struct table *table;
	struct table_step *root;
	struct table_entries *arrays;
	int carries; /* application data */
	int late; /* keys of the record stand behind entries that have them as well */
	struct table_plan *next;
};

/* Columns that a row takes over from the row of another table that it is part of. */
struct table_keys {
	const struct table *from;
	uint32_t n;
	struct table_key {
		uint32_t from, to;
	} *keys;
	struct table_keys *next;
};

/* The plan of a layout of the collection.  NULL: out of memory (ENOMEM), or it has too many columns (E2BIG). */
const struct table_plan *table_plan_of(const struct table_schema *s, const struct monread_layout *layout);

/* What rows of T take over from one of FROM; NULL: nothing. */
const struct table_keys *table_keys_of(const struct table *t, const struct table *from);

#endif
