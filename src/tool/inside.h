/* inside.h: conditions on the content of a record: --user, --where, --system. */
#ifndef TOOL_INSIDE_H
#define TOOL_INSIDE_H

#include "monread.h"
#include "out/out.h"
#include "sql/sql.h"
#include "table/delta.h"
#include "table/row.h"
#include "tool/options.h"

/* {0} to begin with. */
struct inside {
	struct out_asking asking; /* the first member: a pointer to it is one to the whole */
	/* The caller's: */
	const struct options *opt;
	struct select *select;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const struct series_before *before; /* with --delta: the earlier record, for differences */
	int no_memory; /* reason of ->asking.failed */
	struct where *where; /* NULL: --where was not given */
	struct table_rows *rows; /* makes rows, to see whether a record has any; NULL: that is not asked */
	struct delta *delta; /* differences of the current record; NULL: absolute counters */
	struct table_state state;
};

/* Make the selection test --user, --where and --system, if they were given.  Call this before select_prepare(). */
void inside_prepare(struct inside *in);

/* Compile the condition.  0, or -1: the reason was reported. */
int inside_begin(struct inside *in);

/* With --count and a table, only records with rows in it count.  After tables_settle().  0, or -1: out of memory. */
int inside_begin_rows(struct inside *in, const struct out_settings *s);

/* Call this for each input and each of its records, selected or not. */
void inside_begin_file(struct inside *in, struct monread_system *system, const char *name);
static inline void inside_record(struct inside *in, const struct monread_ev *ev)
{
	if (in->where)
		in->asking.interval = table_state_record(&in->state, ev, &in->asking.in_interval);
}

/* For other threads: see struct out; ARG is the struct inside of the thread that reads. */
struct out_asking *inside_begin_asking(void *arg);
void inside_end_asking(struct out_asking *a);

void inside_done(struct inside *in);

#endif
