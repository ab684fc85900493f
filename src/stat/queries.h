/* queries.h: compiles and runs the queries of reports. */
#ifndef STAT_QUERIES_H
#define STAT_QUERIES_H

#include "report/missing.h"
#include "stat/sources.h"

/* A report, and the rows of its query. */
struct query {
	const struct report *report;
	char *text; /* the query, with NULL for optional fields that no layout describes */
	sqlite3_stmt *statement;
	/* columns of the result before the columns of the report: 2 (system and interval) or 0 */
	int leading;
	/* by number of a source: 1 if the query reads the source */
	unsigned char uses[SOURCES_MOST];
	int counts;   /* 1: the query reads a table of counter differences */
	int is_timed; /* 1: the query reads tables other than NAME_asof */
	/* 1 + the sum of ->last.changes of the sources that the query reads, at the last
	 * queries_keep() */
	uint64_t seen;
	int is_same;  /* 1: ->rows are the same as in the previous interval */
	int failed;   /* 1: the query failed, and is not run again */
	int shown;    /* 1: the query returned rows in some interval */
	char *unproven; /* names of unproven fields in the query, as "A B"; NULL: none */
	/* set by show/processes.c: steps of SQLite's virtual machine that a run of the query takes,
	 * and number of the process that runs the query */
	uint64_t cost;
	unsigned by;
	struct rows rows; /* result of the last run: one cell per column of the report */
	struct rows before; /* if the report shows only changes: ->rows of the previous run */
	char note[160]; /* first text of the note column for the current system; cut if too long */
};

struct queries {
	sqlite3 *db;
	sqlite3_stmt *interval; /* statement that sets the row of the SQL table "interval" */
	struct table_schema *schema;
	struct sources sources;
	/* words CLASS=GLOB of --group, ended by NULL: the first GLOB that matches decides the class
	 * of a row. NULL: do not group rows. Set ->classes before queries_add(). */
	char *const *classes;
	struct query *list;
	size_t n;
	struct query *asked; /* the query that is being compiled */
	void (*say)(const char *fmt, ...); /* reports why a query cannot be compiled */
	int samples;   /* 1: a sample of CP was read */
	int no_memory; /* 1: memory ran out while queries were compiled */
	int64_t stop; /* clock_now() at which the running query must end; 0: not set */
	int declaring; /* see sqlite_authorize() */
};

/* Open a database for Q. LAYOUTS and CODEPAGE must stay valid. RELEASE: the release of z/VM; 0: the
 * release in the data. Returns 0, or -1 after a message. Call queries_done() even after -1. */
int queries_begin(struct queries *q, const struct monread_layouts *layouts,
                  const struct monread_codepage *codepage, unsigned release);

/* Compile the queries of the N REPORTS. Leave out a report whose query cannot be compiled, after a
 * message, which is printed only with -v if FORGIVING is 1. Returns the number of queries; -1 after
 * a message: out of memory. */
int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving);

/* Make SPAN the only row of the SQL table "interval", which tells queries the time. Call this after
 * sources_show() and before queries_run(). Returns 0, or -1: out of memory. */
int queries_show(struct queries *q, const struct show_span *span);

/* Remove the rows of the query ONE; if its report shows only changes, move them to one->before. */
void queries_clear(struct query *one);

/* Call this once per interval or step. Return 1 if the query ONE need not run, because its report
 * shows only changes, and the tables that the query reads, all of them NAME_asof, have not changed
 * since the previous call. */
int queries_keep(const struct queries *q, struct query *one);

/* Run the query ONE and store the result in one->rows. The query fails if it still runs one second
 * after a request to end monstat. Returns 0; -1 after a message, or if the query failed earlier. */
int queries_run(struct queries *q, struct query *one);

void queries_done(struct queries *q);

/* Write to T which of the records that the report R needs never arrived. Returns the result of
 * missing_explain(). */
int needs_missing(const struct queries *q, const struct report *r, struct missing_text *t);

#endif
