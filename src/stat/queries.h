/* queries.h: compiles the queries of reports, and runs them for each interval. */
#ifndef STAT_QUERIES_H
#define STAT_QUERIES_H

#include "report/missing.h"
#include "stat/sources.h"

/* A report, and the rows of its query. */
struct query {
	const struct report *report;
	/* query of the report, with NULL in place of optional fields that no layout describes */
	char *text;
	sqlite3_stmt *statement;
	/* 2: the first two columns that the query returns are system and interval, which are not
	 * shown; else 0 */
	int leading;
	unsigned char uses[SOURCES_MOST]; /* per source (table): 1 if the query reads it */
	int counts;            /* 1: the query reads differences of counters */
	int failed;            /* 1: the query failed, and monstat does not run it again */
	int shown;             /* 1: the query returned rows in some interval */
	/* fields of the query that no document proves, separated by blanks; NULL: none */
	char *unproven;
	/* result of the last run of the query: one cell per column of the report */
	struct rows rows;
	struct rows before;    /* for a report that shows only changes: rows of the previous run */
	/* first text of the note column for the current system, cut if longer */
	char note[160];
};

struct queries {
	sqlite3 *db;
	sqlite3_stmt *interval; /* statement that sets the row of the table interval */
	struct table_schema *schema;
	struct sources sources;
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

/* Open SQLite for the queries Q. LAYOUTS and CODEPAGE must stay valid. RELEASE: release for which
 * layouts are chosen; 0: the release in the data. Returns 0, or -1 after a message. Call
 * queries_done() in either case. */
int queries_begin(struct queries *q, const struct monread_layouts *layouts,
                  const struct monread_codepage *codepage, unsigned release);

/* Compile the queries of the N REPORTS. Reports a query that cannot be compiled, with FORGIVING
 * only under -v, and leaves its report out. Returns the number of queries; -1 after a message: out
 * of memory. */
int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving);

/* Set the row of the table interval, which queries may read, to SPAN, the time of the rows that
 * sources_show() has chosen. Returns 0, or -1: out of memory. */
int queries_show(struct queries *q, const struct show_span *span);

/* Remove the rows of ONE before the next rows are stored. If its report shows only changes, the
 * removed rows become ->before. */
void queries_clear(struct query *one);

/* Run the query ONE on the rows that sources_show() has chosen; the result is in one->rows. The
 * query fails if it still runs one second after a request to end monstat. Returns 0; -1 after a
 * message, or if the query failed earlier. */
int queries_run(struct queries *q, struct query *one);

void queries_done(struct queries *q);

/* Call missing_explain() for the records of R that never arrived. */
int needs_missing(const struct queries *q, const struct report *r, struct missing_text *t);

#endif
