/* schema.h: records as tables: which tables there are and which columns they have.  That follows from the layouts alone,
 * never from data. */
#ifndef TABLE_SCHEMA_H
#define TABLE_SCHEMA_H

#include "monread.h"

enum table_type { TABLE_INTEGER, TABLE_REAL, TABLE_TEXT };

/* What a column is, for those who compute with it. */
enum table_kind {
	TABLE_LEVEL,
	TABLE_COUNTER,
	TABLE_COUNTDOWN,
	TABLE_KEY,   /* names the instance */
	TABLE_TIME,
	TABLE_WORDS, /* text */
	TABLE_FLAGS
};

/* Flags of a column. */
#define TABLE_HIDDEN    0x01u /* not of SELECT *, and in no file */
#define TABLE_WIDE      0x02u /* integers from 2^63 on are possible: unsigned, 8 bytes */
#define TABLE_LIST      0x04u /* a JSON array */
#define TABLE_BIT       0x08u /* 0 or 1 */
#define TABLE_LEADING   0x10u /* of every table: where the record is from */
#define TABLE_INHERITED 0x20u /* a key of what the row is part of */
#define TABLE_SIGNED    0x80u /* negative integers are possible */
#define TABLE_MIXED     0x40u /* TABLE_TEXT, as layouts of several releases have several types */

struct table_column {
	const char *name;
	enum table_type type;
	enum table_kind kind;
	unsigned flags;
	const char *declared; /* its type as pages name it: Unsigned; "" of leading columns */
	const char *unit;     /* "" where none is known */
	const char *text;     /* description */
	unsigned width;       /* TABLE_INTEGER: bytes of the longest of its fields, of elements with TABLE_LIST; 0: leading */
	uint32_t offset, length; /* bytes in the record, the entry or the application data, by the newest layout; 0, 0: none */
	int proven;           /* a document says where the field is */
	const struct monread_field *field; /* of the newest layout that has it; NULL: TABLE_LEADING */
};

/* The columns that each table begins with; tables of entries have TABLE_ENTRY too, then keys of their parent. */
enum table_leading {
	TABLE_SYSTEM,
	TABLE_FILE,
	TABLE_OFFSET,
	TABLE_DATASET,
	TABLE_SET_TYPE,
	TABLE_INTERVAL,
	TABLE_TIME_OF,
	TABLE_UNIX_TIME,
	TABLE_ENTRY
};

enum table_role { TABLE_OF_RECORD, TABLE_OF_PAYLOAD, TABLE_OF_ENTRIES };

struct table {
	const char *name;
	enum table_role role;
	const struct table *parent; /* TABLE_OF_ENTRIES: whose row they are part of */
	const struct monread_layout *layout; /* the newest of the record, or of the application data, that they are in */
	const struct table_column *columns;
	size_t ncolumns;
	size_t bytes; /* the column with the record as it stands; the last one, TABLE_HIDDEN */
	unsigned id;  /* unlike that of every other table of the schema; small */
};

/* More columns than this no table has: the record has none then. */
#define TABLE_COLUMNS_MAX 1900u

/* All tables of a collection of layouts; each is made when it is first asked for.  Where it is const, any number of
 * threads may use it at a time.  What it hands out lives as long as it does. */
struct table_schema;

/* L stays the caller's, lives longer and is loaded completely.  NULL: out of memory. */
struct table_schema *table_schema_new(const struct monread_layouts *l);
void table_schema_free(struct table_schema *s);

/* The table NAME, in any case; the record also by what monread_layouts_by_name() knows, the structure of entries also
 * without the name of its DSECT.  NULL: errno is ENOENT: no
 * such; E2BIG: it would have more than TABLE_COLUMNS_MAX columns; ENOMEM. */
const struct table *table_find(const struct table_schema *s, const char *name);

/* All of them, in order of domain and record, those of entries behind that which they are in: the one with the number
 * INDEX, from 0.  NULL: there are no more (ENOENT), or out of memory (ENOMEM). */
const struct table *table_at(const struct table_schema *s, size_t index);

/* The column NAME of T, in any case; -1: it has none. */
long table_column_find(const struct table *t, const char *name);

/* Whether the column of T, or TABLE_ELAPSED(), has the type TEXT as layouts have several: all of its values are text. */
static inline int table_column_is_mixed(const struct table *t, size_t column)
{
	return column < t->ncolumns && t->columns[column].flags & TABLE_MIXED;
}

/* Whether T has entries without keys of their own: their number is what names them. */
int table_counts_entries(const struct table *t);

/* Whether its values are dates.  A field of Unix time may have seconds that are none. */
static inline int table_column_is_time(const struct table_column *c)
{
	if (c->type != TABLE_TEXT || c->flags & (TABLE_LIST | TABLE_MIXED))
		return 0;
	if (!c->field)
		return c->kind == TABLE_TIME;
	return c->field->format == MONREAD_TIME || c->field->format == MONREAD_UNIXTIME;
}

const char *table_type_name(enum table_type type); /* INTEGER, REAL, TEXT */
const char *table_kind_name(enum table_kind kind); /* level, counter, countdown, key, time, text, flags */

#endif
