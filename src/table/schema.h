/* schema.h: the tables of records and their columns. Tables and columns depend only on the layouts,
 * never on data. */
#ifndef TABLE_SCHEMA_H
#define TABLE_SCHEMA_H

#include "monread.h"

enum table_type { TABLE_INTEGER, TABLE_REAL, TABLE_TEXT };

enum table_kind {
	KIND_LEVEL,
	KIND_COUNTER,
	KIND_COUNTDOWN,
	/* a number without a meaningful average: an identifier, code, weight, limit or version */
	KIND_CODE,
	KIND_KEY,   /* identifies an instance, such as a user */
	KIND_TIME,
	KIND_WORDS, /* text */
	KIND_FLAGS
};

/* Flags of a column. */
#define TABLE_HIDDEN    0x01u /* the column is not shown by SELECT * and not written to files */
#define TABLE_WIDE      0x02u /* unsigned numbers of 8 bytes: values can be 2^63 or more */
#define TABLE_LIST      0x04u /* a JSON array */
#define TABLE_BIT       0x08u /* 0 or 1 */
#define TABLE_LEADING \
	0x10u /* one of the first columns of each table, which tell where the record comes from */
#define TABLE_INHERITED 0x20u /* copy of a key column of the parent row */
#define TABLE_SIGNED    0x80u /* can be negative */
/* the type is TABLE_TEXT, because layouts of several releases give the field different types */
#define TABLE_MIXED     0x40u

struct table_column {
	const char *name;
	enum table_type type;
	enum table_kind kind;
	unsigned flags;
	/* field of the column in the newest layout that has this field; NULL: no field */
	const struct monread_field *field;
	const char *declared; /* type of the field on IBM's pages, such as Unsigned; "": no field */
	const char *unit;     /* unit of the values; "": unknown */
	const char *text;     /* description of the column */
	unsigned width; /* number of bytes of the longest field or list element; 0: no field */
	/* offset and length of the field in the record, entry or application data; 0: no field */
	uint32_t offset, length;
	int proven; /* 1 if a document gives the position of the field in the record */
};

/* The columns with which each table begins. Only tables of entries have LEAD_ENTRY, which is
 * followed by the keys of the parent row. */
enum table_leading {
	LEAD_SYSTEM,
	LEAD_FILE,
	LEAD_OFFSET,
	LEAD_DATASET,
	LEAD_SET_TYPE,
	LEAD_INTERVAL,
	LEAD_TIME,
	LEAD_UNIX_TIME,
	LEAD_ENTRY
};

enum table_role { TABLE_OF_RECORD, TABLE_OF_PAYLOAD, TABLE_OF_ENTRIES };

struct table {
	const char *name;
	enum table_role role;
	const struct table *parent;
	const struct monread_layout *layout; /* newest layout of the record or application data */
	const struct table_column *columns;
	size_t ncolumns;
	/* index of the last column, which is hidden and has the bytes of the record */
	size_t bytes;
	unsigned id; /* a small number that is unique in the schema */
};

/* Maximum number of columns of a table. A record that needs a table with more columns has no
 * tables. */
#define TABLE_COLUMNS_MAX 1900u

/* The tables of a collection of layouts, created when they are needed. Several threads may use a
 * const schema at the same time. */
struct table_schema;

/* The layouts L must be loaded completely and outlive the schema. Return NULL if out of memory. */
struct table_schema *table_schema_new(const struct monread_layouts *l);
void table_schema_free(struct table_schema *s);

/* Find the table NAME, ignoring case. In NAME, the record can also have the names that
 * monread_layouts_by_name() accepts, and the structure of a table of entries can lack the name of
 * its DSECT. On failure return NULL with errno ENOENT (unknown name), E2BIG (more than
 * TABLE_COLUMNS_MAX columns) or ENOMEM. */
const struct table *table_find(const struct table_schema *s, const char *name);

/* Return table number INDEX, from 0, in the order of domain and record number; tables of entries
 * follow their parent table. Return NULL with errno ENOENT after the last table, or ENOMEM. */
const struct table *table_at(const struct table_schema *s, size_t index);

/* Return the index of the column NAME of the table T, ignoring case; -1 if T has no such column. */
long table_column_find(const struct table *t, const char *name);

/* Return 1 if column number COLUMN of the table T is TABLE_MIXED, so that all its values are text.
 * COLUMN can also be TABLE_ELAPSED(). */
static inline int table_column_is_mixed(const struct table *t, size_t column)
{
	return column < t->ncolumns && t->columns[column].flags & TABLE_MIXED;
}

/* Return 1 if records of the layout L may have rows of the table T. */
int table_may_have(const struct table *t, const struct monread_layout *l);

/* Return 1 if T is a table of array entries that have no keys, so that an entry is identified only
 * by its number. */
int table_counts_entries(const struct table *t);

/* Return 1 if the values of the column C are times. Even then, a Unix time that is too large for a
 * date is shown as a number. */
static inline int table_column_is_time(const struct table_column *c)
{
	if (c->type != TABLE_TEXT || c->flags & (TABLE_LIST | TABLE_MIXED))
		return 0;
	if (!c->field)
		return c->kind == KIND_TIME;
	return c->field->format == MONREAD_TIME || c->field->format == MONREAD_UNIXTIME;
}

const char *table_type_name(enum table_type type); /* INTEGER, REAL, TEXT */
/* Return the name of KIND: level, counter, countdown, code, key, time, text or flags. */
const char *table_kind_name(enum table_kind kind);

#endif
