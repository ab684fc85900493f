/* queries.h: compiles the queries of reports once, and runs them for each interval. Used by run.c, views.c and the
 * formats. */
#ifndef STAT_QUERIES_H
#define STAT_QUERIES_H

#include "stat/report.h"
#include "stat/source.h"

/* A report, and the rows of its query. */
struct query {
	const struct report *report;
	char *text;            /* its query, with NULL instead of optional fields that no layout describes */
	sqlite3_stmt *statement;
	int leading;           /* number of the columns system and interval at the beginning of ->statement, which a
	                        * report does not show: 0 or 2 */
	unsigned char uses[SOURCES_MOST]; /* per source: 1 if the query reads it */
	int counts;            /* it reads differences of counters */
	int failed;            /* it failed, and is not run again */
	int shown;             /* it had rows in some interval */
	char *unproven;        /* fields that it reads and no document proves, separated by blanks; NULL: none */
	struct rows rows;      /* rows of the last run; a cell for each column of the report */
	struct rows before;    /* for a report that shows only changes: rows of the run before */
	char note[160];        /* first text of its note column since this was cleared, cut if longer */
};

struct queries {
	sqlite3 *db;
	sqlite3_stmt *interval; /* sets the row of the table interval */
	struct table_schema *schema;
	struct sources sources;
	struct query *list;
	size_t n;
	struct query *asked; /* the query that is being compiled */
	int samples;   /* a sample of CP was read */
	int no_memory; /* while compiling */
	int64_t stop;  /* when the running query must end, as clock_now(); 0: there was no request to stop */
	int declaring;
};

/* Begin with Q. LAYOUTS and CODEPAGE must live longer. RELEASE: release of the layouts; 0: from the data. Returns 0, or
 * -1 after a message. Call queries_done() in either case. */
int queries_begin(struct queries *q, const struct monread_layouts *layouts, const struct monread_codepage *codepage,
                  unsigned release);

/* Compile the queries of the N REPORTS. Leaves out queries that cannot be compiled and reports them; FORGIVING: only
 * with -v. Returns the number of queries; -1: out of memory, which was reported. */
int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving);

/* Set the table interval to SPAN, the time of the rows that sources_show() has chosen. Returns 0, or -1: out of
 * memory. */
int queries_show(struct queries *q, const struct show_span *span);

/* Run ONE on the rows that sources_show() has chosen, with its result in ->rows. It fails if it runs for a second after
 * a request to stop. Returns 0, or -1: it failed now, which was reported, or before. */
int queries_run(struct queries *q, struct query *one);

void queries_done(struct queries *q);

/* ---- needs.c ---- */

/* Whether CP writes the record of L into each sample, even if no domain is enabled. */
static inline int needs_is_sampled(const struct monread_layout *l)
{
	return l && (l->domain == 0 || l->domain == 1);
}

/* Check that the records exist that the report of ONE needs. FORGIVING: as for queries_add(). Returns 0, or -1: a record
 * is unknown, or out of memory (->no_memory). */
int needs_check(struct queries *q, const struct query *one, int forgiving);

struct needs_text {
	char text[1000];
};

/* Write to T which records of R never arrived and how to enable them; "": all arrived. Returns 1 if R cannot show
 * anything without one of them. */
int needs_missing(const struct queries *q, const struct report *r, struct needs_text *t);

#endif
