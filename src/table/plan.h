/* plan.h: the plan of a layout: which field fills which column of a table. */
#ifndef TABLE_PLAN_H
#define TABLE_PLAN_H

#include "table/schema.h"

#define TABLE_NO_COLUMN UINT32_MAX

struct table_bit {
	uint32_t column;
	uint32_t at, width; /* the bit is in the ->width bytes at offset ->at in the field */
	uint64_t mask;
};

/* How to read the value of a field at a fixed offset. */
enum table_read {
	TABLE_READ_NOT,    /* the field has no value, or does not have a fixed offset */
	TABLE_READ_NUMBER, /* the value is an unsigned number */
	TABLE_READ_LIST,
	TABLE_READ_OTHER
};

/* How to make rows from the entries of an array. */
struct table_entries {
	/* steps that fill the row of an entry; NULL: the array is a text in one column */
	const struct table_step *steps;
	const struct table *rows; /* table of the entries */
};

/* A step fills one or more cells from one field. The steps of a structure are an array in the order
 * in which the decoder reports the fields; no two steps of the array fill the same column. */
struct table_step {
	const struct monread_field *field; /* NULL: end of the list of steps */
	uint32_t column;
	uint32_t nbits;
	uint32_t offset, length; /* offset and length of the field in its structure */
	uint32_t end; /* ->offset + ->length; UINT32_MAX if ->read is TABLE_READ_NOT */
	enum table_read read;
	int counts; /* delta_counts() of the field */
	struct table_bit *bits;
	/* if the field is a structure: the steps for the fields of this structure, which fill the
	 * row that this step fills (->rows is NULL); if the field is an array: how to make rows
	 * from the entries of this array */
	struct table_entries inner;
};

struct table_plan {
	const struct monread_layout *layout;
	const struct table *table;
	const struct table_step *root; /* steps that fill the row of the record */
	struct table_entries *arrays;
	int carries; /* 1 if records of the layout can have application data */
	/* 1 if rows of array entries need the value of a key field that comes after the array */
	int late;
	struct table_plan *next;
};

/* Columns that a row copies from its parent row. */
struct table_keys {
	const struct table *from;
	uint32_t n;
	struct table_key {
		uint32_t from, to;
	} *keys;
	struct table_keys *next;
};

/* Return the plan of LAYOUT, a layout of the schema S. Return NULL with errno ENOMEM if out of
 * memory, or E2BIG if a table has too many columns. */
const struct table_plan *table_plan_of(const struct table_schema *s,
                                       const struct monread_layout *layout);

/* Return the columns that rows of the table T copy from parent rows in the table FROM; NULL if rows
 * of T copy nothing. */
const struct table_keys *table_keys_of(const struct table *t, const struct table *from);

#endif
