/* filter.h: the table of one row, a record, that a condition of --where is computed from. */
#ifndef SQL_FILTER_H
#define SQL_FILTER_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "monread.h"
#include "sql/like.h"
#include "sql/moments.h"
#include "table/row.h"
#include "table/text.h"

#define NAME_ROOM  (3u * MONREAD_NAME_MAX)
/* More different names than anybody writes. */
#define NAMES_MAX 64u

/* Bytes of a text that is converted here: most have no more. */
#define SHORT 32u

/* A character of the code page in UTF-8. */
struct character {
	uint8_t length;
	char bytes[4];
};

/* A name of the condition that may be that of a column. */
struct named {
	char name[NAME_ROOM];
	int known; /* a table has such a column */
};

/* A table that has the columns. */
struct filter {
	struct where *where;
	const struct table *table; /* NULL: all names of all tables, to find out what is wrong */
	long columns[NAMES_MAX];   /* of the table, by the number of the column as SQLite sees it */
	size_t ncolumns;
	char (*texts)[SHORT * 4 + 4]; /* of each column, while a row is asked about */
	int has_field; /* one of them is no leading one */
	struct table_rows *rows;
	sqlite3_stmt *statement;
	const struct table_cell *cells; /* the row that is asked about, */
	int fresh;                      /* and whether it was not taken yet */
	struct filter *next;
};

/* The tables that records of a layout have rows of. */
struct filters_of {
	struct filter **list;
	const struct monread_field **fixed; /* with is_like, for each: see table_rows_fixed() */
	size_t n;
	int known;
};

struct where {
	sqlite3 *db;
	const char *expr;
	const struct monread_layouts *layouts;
	int counted; /* there is TABLE_ELAPSED() */
	struct table_schema *schema;
	int is_again; /* a clone: it shares the schema of the original, which reports errors */
	struct table_text text;
	struct character characters[256];
	struct named names[NAMES_MAX];
	size_t nnames;
	struct filter *filters;
	struct filters_of *of; /* by the layout's id */
	size_t nof;
	const struct filter *asked; /* whose statement is compiled */
	int selects;                /* how many SELECTs it has */
	int declaring;
	int subquery;
	int has_field; /* a field of any table is named */
	int has_moments;
	int iso_time; /* a constant was reported: see moments_iso_constant() */
	struct moments moments;
	int64_t start; /* when the first record was made */
	int is_like;   /* the condition is NAME LIKE 'pattern', and this is it */
	char pattern[LIKE_ROOM];
};

extern const sqlite3_module filter_module;

/* Whether C is a text of so few bytes that filter_utf8() converts it. */
int filter_is_short(const struct table_cell *c);

/* Write the characters of C to TO, the same as table_text_make().  Returns the number of bytes. */
size_t filter_utf8(const struct where *w, const struct table_cell *c, char *to);

#endif
#endif
