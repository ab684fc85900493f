/* inside.h: the options --user, --where and --system, which select records by their contents. */
#ifndef TOOL_INSIDE_H
#define TOOL_INSIDE_H

#include "base/bounds.h"
#include "monread.h"
#include "out/out.h"
#include "sql/sql.h"
#include "table/delta.h"
#include "table/row.h"
#include "tool/tool_options.h"

/* The state of --user, --where and --system. Initialize with {0}, then set ->opt, ->select,
 * ->layouts, ->codepage and ->before. */
struct inside {
	/* The members that threads of the output use. This member is the first, so that a pointer
	 * to it can be cast to struct inside. */
	struct out_asking asking;
	const struct options *opt;
	struct select *select;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const struct series_before *
		before; /* with --delta: the earlier record that the current one is compared with */
	int no_memory; /* 1 if ->asking.failed was set because of ENOMEM */
	struct where *where; /* NULL: --where was not given */
	/* makes the rows of a record, to find whether the record has rows; NULL: not needed */
	struct table_rows *rows;
	/* differences of the counters of the current record; NULL: the condition compares the
	 * counters themselves */
	struct delta *delta;
	struct table_state state;
	/* By domain and record: 1 for records with configuration. --write stores them even if they
	 * are not selected, because readers of a capture need them. */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

/* Let in->select, which selects records by their headers, also test the conditions of --user,
 * --where and --system if they were given. Call this before select_prepare(). */
void inside_prepare(struct inside *in);

/* Compile the condition of --where, and find the configuration that --write stores. Return 0, or -1
 * after a message. */
int inside_begin(struct inside *in);

/* If the output is a table, let --count count only records that have rows in this table. Return 0,
 * or -1 if out of memory. */
int inside_begin_rows(struct inside *in, const struct out_settings *s);

/* Call inside_begin_file() for each input, and inside_record() for each record of the input, even
 * for records that are not selected. */
void inside_begin_file(struct inside *in, struct monread_system *system, const char *name);
static inline void inside_record(struct inside *in, const struct monread_ev *ev)
{
	if (in->where)
		in->asking.interval = table_state_record(&in->state, ev, &in->asking.in_interval);
}

/* Return 1 if --system selects the system that wrote the record EV. If EV is the record with the
 * name of the system (D1R4), use this name. */
int inside_is_of_system(struct inside *in, const struct monread_ev *ev);

/* Return 1 if --write stores EV although EV is not selected, because EV is configuration. */
int inside_keeps(struct inside *in, const struct monread_ev *ev);

/* Return a copy of ARG, which must be the struct inside of the reading thread. The copy is for
 * another thread; free it with inside_end_asking(). */
struct out_asking *inside_begin_asking(void *arg);
void inside_end_asking(struct out_asking *a);

void inside_done(struct inside *in);

#endif
