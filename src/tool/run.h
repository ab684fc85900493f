/* run.h: one run over inputs that shows records and stores captures. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "cli/progress.h"
#include "cli/rate.h"
#include "cli/verdict.h"
#include "input/input.h"
#include "table/intervals.h"
#include "out/out.h"
#include "store/store.h"
#include "tool/compare.h"
#include "tool/inside.h"
#include "tool/kept.h"
#include "tool/options.h"
#include "tool/service.h"
#include "tool/single.h"
#include "tool/thin.h"

/* Records of data sets that are not stored yet, without framing, and how many of them are counted as shown. */
struct unstored {
	uint64_t records, shown;
};

/* The input that is read, and what was found in it so far.  With --merge each input has one while it is another's turn. */
struct reading {
	struct input in;
	struct intervals intervals;
	uint64_t records, shown;
	uint64_t framing;  /* end-of-frame records */
	uint64_t left_out; /* records that another input had, too */
	struct unstored unstored;
	int written;       /* something of it is in what is written as a capture */
	int has_system;    /* there was a D1R4 record */
	uint64_t identity; /* of the last one: a hash */
	char before[MR_SYSTEM_ID_SIZE]; /* --follow: the system of the file before this one, as long as that of this one is not known */
	int whole;         /* it was read to its end */
	int broken_off;    /* it ended by a loss: a device was severed, or failed */
	int decided;       /* it was not, but what follows is as if it was */
};

struct run {
	struct options *opt;
	struct out out;
	struct out_file file;
	int input; /* its place among the FILEs; file.index counts those that could be opened */
	struct monread_codepage *codepage;
	struct table_schema *schema; /* where tables are shown */
	struct reading now;
	struct verdict *verdict; /* what comes of it; with --merge each input has one of its own */
	struct verdict alone;
	int timed; /* its line is asked for, which has the times of records */
	uint64_t size; /* see run_size() */
	struct store *store; /* NULL: nothing is stored */
	struct single single;
	uint64_t all_records, all_shown; /* of all of them, without framing */
	uint64_t others;   /* with --merge: bytes that were read of the other inputs */
	int unshown; /* the output failed, which was said, and storing goes on */
	int gave_up; /* the user asked to stop while the disk was full */
	int failed;  /* a device has ended by a loss, or nothing of it was left */
	struct compare compare;
	struct thin thin;
	struct merge *merge; /* --merge: see merge.h; NULL: one input at a time */
	struct progress progress;
	struct service service;
	struct rate damage; /* messages about it, of live data */
	struct inside inside;
	struct kept kept;
	int by_parts;  /* threads read this input, too */
	int try_part;  /* reading is where a part may begin */
	uint64_t from; /* no parts before this offset */
	uint64_t inside_from;  /* from here on one may begin inside of a set; UINT64_MAX: it need not */
	int may_be_large; /* the input: threads begin when it is */
	int stop; /* --strict, --count, or writing failed */
};

/* show.c: all inputs.  0, or an errno value: writing failed. */
int run_show(struct options *o, const struct monread_layouts *layouts, int fd);

/* Write out the output's buffer; ARG is the run. */
void run_flush(void *arg);

/* run.c: the input NAME, from opening to closing. */
void run_input(struct run *r, const char *name);

/* monread_next() has returned no event.  0: go on; else the input is at its end. */
int run_no_event(struct run *r);

/* The input is at its end: say what there is to say of it, and store what is left. */
void run_end_input(struct run *r);

/* What is reported from now on is about the input of V. */
void run_judge(struct run *r, struct verdict *v);

/* --exit-summary: the line about the input NAME, of which SHOWN records were shown, where all that it had is READING. */
void run_say_verdict(struct run *r, const char *name, const struct reading *reading, uint64_t shown);

/* Format in threads what inputs of SIZE bytes have (0: that is not known), where that helps; the next inputs, too. */
void run_begin_threads(struct run *r, uint64_t size);

/* Without --jobs threads are for files of at least this size, or for what has come through a pipe when so much has. */
#define RUN_PARALLEL_SIZE (4u * 1024u * 1024u)

/* How many threads there are where --jobs or so much input is. */
unsigned run_threads(const struct options *o);

/* How large the plain files are together; it need not be known whether they are more than large. */
uint64_t run_size(const struct options *o);

/* records.c: show, count and store the event EV. */
void run_event(struct run *r, const struct monread_ev *ev);

/* Show the record EV, if it is selected.  1: it is; RUN_KEPT: it is stored all the same; 0. */
#define RUN_KEPT 2
int run_take(struct run *r, const struct monread_ev *ev);

/* The same of what threads read by themselves: see out.h; ARG is the run. */
void run_found(void *arg, const struct out_found *f, const struct out_noted *n);
/* The record EV is neither shown nor stored: another input had it, too. */
void run_again(struct run *r, const struct monread_ev *ev);

/* Something is damaged, missing or lost at EV, as TEXT says; "": it is only counted. */
void run_damage(struct run *r, const struct monread_ev *ev, const char *text);

/* The same for the record EV, which is shown all the same. */
void run_doubt(struct run *r, const struct monread_ev *ev, const char *text);

/* The device has lost data.  Count it alone: more of a data set that was lost before, with no sets, is no gap of its own. */
void run_loss(struct run *r, const struct input_gap *gap);
void run_count_loss(struct run *r, const struct input_gap *gap);

/* The same for a problem inside a record, found by decoding it; ARG is the run. */
void run_problem(void *arg, const struct monread_ev *ev, const char *text);

/* Say how many messages about damage were left out, where that is due at NOW. */
void run_left_out(struct run *r, int64_t now);

/* The title line needs the container, which is known with the first event. */
void run_begin_file(struct run *r);

/* Nothing more can be shown, and nothing is stored: the run ends. */
int run_output_failed(struct run *r);

/* 1: memory for layouts was short, and the run ends. */
int run_out_of_memory(struct run *r);

/* Say how far reading is, where it is time: between records. */
void run_progress(struct run *r);

/* storing.c: --write, where that was given. */
void run_start_store(struct run *r);

/* Store EV, SHOWN or not; NULL: the input is at its end.  Waits for room where the input can. */
void run_store(struct run *r, const struct monread_ev *ev, int shown);

/* Count EV, with what run_take() said of it, where it is a record. */
void run_count_unstored(struct unstored *u, const struct monread_ev *ev, int shown);

#endif
