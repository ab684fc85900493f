/* sql.h: captures as tables of SQLite: queries, and databases of them. */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include "cli/buffer.h"
#include "cli/progress.h"
#include "monread.h"

/* How the result of a query is written. */
enum sql_format { SQL_TEXT, SQL_CSV, SQL_TSV, SQL_JSON, SQL_NOTHING };

struct sql_options {
	const char *statement; /* of a query; or @FILE */
	const char *database;  /* the file to load into */
	char *const *files;
	int nfiles;
	char *const *listed; /* as of inputs_is_gone(); may be NULL */
	int once; /* records that several captures of a system have are rows once */
	enum monread_container container;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	unsigned release; /* 0: from the data */
	int delta;        /* load differences, too */
	enum sql_format format;
	int verdicts; /* what came of each capture is said */
	struct progress *progress; /* of reading */
};

/* Write the result of the query to B.  What is wrong is reported. */
void sql_query(const struct sql_options *o, struct out_buffer *b);

/* Load the captures into the database.  What is wrong is reported. */
void sql_load(const struct sql_options *o);

#endif
