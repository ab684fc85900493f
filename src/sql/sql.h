/* sql.h: --sql, --sqlite and --where: query captures, load them, and test a condition. */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include "cli/buffer.h"
#include "cli/progress.h"
#include "table/row.h"

enum sql_format { SQL_TEXT, SQL_CSV, SQL_TSV, SQL_JSON, SQL_ARROW, SQL_NOTHING };

struct sql_options {
	const char *statement; /* argument of --sql: SQL, or @FILE */
	const char *database;  /* argument of --sqlite: a file name */
	char *const *files;
	int nfiles;
	char *const *listed; /* files found in directories, see inputs_is_gone(); may be NULL */
	int once; /* 1 (--merge): if several captures have a record, make its rows only once */
	enum monread_container container;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	unsigned release; /* release of z/VM; 0: the release in the data */
	int delta;        /* 1: --sqlite also fills tables NAME_delta */
	enum sql_format format;
	int verdicts; /* 1: report the numbers of records and problems of each capture */
	struct progress *progress;
};

/* Write the result of o->statement to B, and report errors. */
void sql_query(const struct sql_options *o, struct out_buffer *b);

/* Load o->files into o->database, and report errors. */
void sql_load(const struct sql_options *o);

/* ---- --where ---- */

struct where {
	int has_moments; /* 1: the condition calls moment(), so set ->start before where_holds() */
	int64_t start;   /* time of the first record of the input, in microseconds since 1970 */
};

/* Prepare EXPR, an SQL condition on all tables that have its columns. COUNTED: 1 if counters are
 * differences, and a column TABLE_ELAPSED_NAME exists. ORIGINAL: NULL in the first thread; other
 * threads pass the result of the first thread, and get a clone, which the original must outlive.
 * All arguments must stay valid until where_close(). Return NULL after an error was reported. */
struct where *where_open(const char *expr, const struct monread_layouts *l,
                         const struct monread_codepage *cp, int counted,
                         const struct where *original);
void where_close(struct where *w);

/* Return 1 if the condition is true for a row of RECORD, whose layout must be known; 0 if it is
 * true for no row; -1 after an error was reported. */
int where_holds(struct where *w, const struct table_record *record);

#endif
