/* queries.h: the queries of reports, prepared once and run for each interval. */
#ifndef STAT_QUERIES_H
#define STAT_QUERIES_H

#include "stat/report.h"
#include "stat/source.h"

/* A report that is shown. */
struct query {
	const struct report *report;
	sqlite3_stmt *statement;
	int leading;           /* columns system and interval of ->statement, which a report does not show */
	unsigned char *uses;   /* by source: 1 */
	int counts;            /* it has differences */
	int failed;            /* nothing more comes of it, */
	int unsaid;            /* and queries_say() says why: */
	char *why;             /* of sqlite3_mprintf(); NULL: out of memory */
	int shown;             /* it had rows in some interval */
	char *unproven;        /* fields that it reads and no document proves; NULL: none */
	struct rows rows;      /* what it gave last; a cell for each column of the report */
	struct rows before;    /* where only changes are shown: what it gave before that */
	char note[160];        /* the first text of its note column since this was cleared, cut if it is longer */
	int noted;             /* it was reported */
};

struct queries {
	sqlite3 *db;
	sqlite3_stmt *interval; /* sets the row of the table interval */
	struct table_schema *schema;
	struct sources sources;
	struct query *list;
	size_t n;
	struct query *asked; /* whose statement is compiled */
	const char *refused;
	int samples;   /* a sample of CP was read */
	int no_memory; /* while a statement was compiled */
	int64_t stop;  /* when the query that runs has to end; 0: the end was not asked for */
	int declaring;
};

/* LAYOUTS and CODEPAGE live longer.  RELEASE: 0: from the data.  0, or -1: it was said why.  queries_done() in any case. */
int queries_begin(struct queries *q, const struct monread_layouts *layouts, const struct monread_codepage *codepage,
                  unsigned release);

/* Prepare those of the N REPORTS.  One whose query cannot be compiled is left out, which is said; where FORGIVING, only
 * to those who want to know all.  How many there are; -1: none, or out of memory: it was said why. */
int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving);

/* The rows that sources_show() shows are of SPAN.  0, or -1: out of memory. */
int queries_show(struct queries *q, const struct sources_span *span);

/* Run one over what sources_show() shows: ->rows.  It fails if it goes on for a second after the end was asked for.  0, or
 * -1: queries_say() says why. */
int queries_run(struct queries *q, struct query *one);

/* Say why it has failed, if that was not said. */
void queries_say(struct query *one);

void queries_done(struct queries *q);

#endif
