/* queries.h: compiles the queries of reports, and runs them for each interval. */
#ifndef STAT_QUERIES_H
#define STAT_QUERIES_H

#include "report/missing.h"
#include "stat/sources.h"

/* A report, and the rows of its query. */
struct query {
	const struct report *report;
	/* text of the query; optional fields that no layout describes are replaced by NULL */
	char *text;
	sqlite3_stmt *statement;
	/* number of columns that the query returns before the columns of the report: 2 (system and
	 * interval) or 0 */
	int leading;
	unsigned char uses[SOURCES_MOST]; /* per source (table): 1 if the query reads it */
	int counts;            /* 1: the query reads a table of counter differences */
	/* 1: the query reads tables other than NAME_asof */
	int is_timed;
	/* for queries_keep(): 1 plus the sum of ->last.changes of all sources that the query
	 * reads */
	uint64_t seen;
	int is_same;           /* 1: ->rows are the same as in the interval before */
	int failed;            /* 1: the query failed, and is not run again */
	int shown;             /* 1: the query returned rows in some interval */
	/* names of fields in the query whose meaning no document proves, with blanks between them;
	 * NULL: none */
	char *unproven;
	/* result of the last run of the query: one cell per column of the report */
	struct rows rows;
	struct rows before;    /* if the report shows only changes: the rows of the previous run */
	/* first text of the note column for the current system; cut if it is longer */
	char note[160];
};

struct queries {
	sqlite3 *db;
	sqlite3_stmt *interval; /* statement that sets the row of the table interval */
	struct table_schema *schema;
	struct sources sources;
	/* words CLASS=GLOB of --group, ended by NULL: the first GLOB that matches gives the class
	 * of a row; NULL: rows are not grouped. Set this before queries_add(). */
	char *const *classes;
	struct query *list;
	size_t n;
	struct query *asked; /* query that is being compiled */
	int samples;   /* 1: a sample of CP was read */
	int no_memory; /* 1: memory ran out while queries were compiled */
	/* time of clock_now() at which the running query must end; 0: nobody asked monstat to
	 * end */
	int64_t stop;
	int declaring;
};

/* Open an SQLite database for Q. LAYOUTS and CODEPAGE must stay valid. RELEASE: the z/VM release
 * whose layouts are used; 0: the release in the data. Returns 0, or -1 after a message. Call
 * queries_done() in either case. */
int queries_begin(struct queries *q, const struct monread_layouts *layouts,
                  const struct monread_codepage *codepage, unsigned release);

/* Compile the queries of the N REPORTS. If a query cannot be compiled, print a message (with
 * FORGIVING only under -v) and leave out its report. Returns the number of queries; -1 after a
 * message: out of memory. */
int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving);

/* Make SPAN the only row of the SQL table "interval", from which a query gets the time of its rows.
 * Call this after sources_show() and before queries_run(). Returns 0, or -1: out of memory. */
int queries_show(struct queries *q, const struct show_span *span);

/* Empty one->rows before the next run of the query; if the report shows only changes, first move
 * the rows to one->before, with which the next rows are compared. */
void queries_clear(struct query *one);

/* Return 1 if ONE need not run, because its report shows only changes and its tables, all of them
 * NAME_asof, have not changed. Then one->rows stays as it is. Call this once per interval or
 * step. */
int queries_keep(const struct queries *q, struct query *one);

/* Run the query ONE on the rows that the last call of sources_show() has chosen, and store the
 * result in one->rows. The query fails if it still runs one second after a request to end monstat.
 * Returns 0; -1 after a message, or if the query failed earlier. */
int queries_run(struct queries *q, struct query *one);

void queries_done(struct queries *q);

/* Write to T which records of the report R never arrived. Returns the result of missing_explain():
 * 1 if the report shows nothing without one of them. */
int needs_missing(const struct queries *q, const struct report *r, struct missing_text *t);

#endif
