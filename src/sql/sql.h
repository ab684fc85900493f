/* sql.h: query captures by SQL (--sql) or load them into an SQLite database (--sqlite). */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include "cli/buffer.h"
#include "cli/progress.h"
#include "monread.h"

/* How the result of a query is written. */
enum sql_format { SQL_TEXT, SQL_CSV, SQL_TSV, SQL_JSON, SQL_NOTHING };

struct sql_options {
	const char *statement; /* of a query: SQL, or @FILE */
	const char *database;  /* name of the file to load into */
	char *const *files;
	int nfiles;
	char *const *listed; /* as for inputs_is_gone(); may be NULL */
	int once; /* make one row of a record that several captures of a system have */
	enum monread_container container;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	unsigned release; /* 0: take it from the data */
	int delta;        /* load tables of differences, too */
	enum sql_format format;
	int verdicts; /* report the result of each capture */
	struct progress *progress; /* of reading */
};

/* Run the query, write its result to B, and report errors. */
void sql_query(const struct sql_options *o, struct out_buffer *b);

/* Load the captures into the database and report errors. */
void sql_load(const struct sql_options *o);

#endif
