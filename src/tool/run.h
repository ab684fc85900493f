/* run.h: one run over inputs that shows records and stores captures. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "tool/compare.h"
#include "tool/options.h"
#include "tool/reading.h"
#include "tool/report.h"
#include "tool/selection.h"
#include "tool/storing.h"
#include "tool/writer.h"

struct run {
	const struct options *opt; /* settled before the first input is opened */
	struct input_options input; /* as input_open() takes them */
	uint64_t size; /* see run_size() */
	struct reading now;
	struct parts parts;
	struct selection selection;
	struct writer writer;
	struct storing storing;
	struct compare compare;
	struct report report;
	struct merge *merge; /* --merge: see merge.h; NULL: one input at a time */
	int failed; /* a device has ended by a loss, or nothing of it was left */
	int stop; /* --strict, --count, or writing failed */
};

/* show.c: all inputs.  0, or an errno value: writing failed. */
int run_show(struct options *o, const struct monread_layouts *layouts, int fd);

/* Write out the output's buffer. */
void run_flush(struct writer *w);

/* run.c: the input NAME, from opening to closing. */
void run_input(struct run *r, const char *name);

/* monread_next() has returned no event.  0: go on; else the input is at its end. */
int run_no_event(struct run *r);

/* The input is at its end: say what there is to say of it, and store what is left. */
void run_end_input(struct run *r);

/* What is reported from now on is about the input of V. */
void run_judge(struct report *report, struct verdict *v);

/* --messages=json: write the line about the input NAME.  READING has its counts; SHOWN is the number of records shown. */
void run_say_verdict(struct run *r, const char *name, const struct reading *reading, uint64_t shown);

/* Total size of the plain files in bytes.  Stops adding at the size from which on threads are used. */
uint64_t run_size(const struct options *o);

/* records.c: show, count and store the event EV. */
void run_event(struct run *r, const struct monread_ev *ev);

/* Show EV if it is selected.  1: it is selected; RUN_KEPT: it is not, but is stored as configuration; 0: neither. */
#define RUN_KEPT 2
int run_take(struct run *r, const struct monread_ev *ev);

/* out->found: count the records of a part that a thread has read (N is NULL), or check the time and interval of its record
 * N.  ARG: the run. */
void run_found(void *arg, const struct out_found *f, const struct out_noted *n);
/* The record EV is neither shown nor stored: another input had it, too. */
void run_again(struct run *r, const struct monread_ev *ev);

/* Something is damaged, missing or lost at EV, as TEXT says; "": it is only counted. */
void run_damage(struct run *r, const struct monread_ev *ev, const char *text);

/* The same for the record EV, which is shown all the same. */
void run_doubt(struct run *r, const struct monread_ev *ev, const char *text);

/* The device has lost data.  Count it alone: more of a data set that was lost before, with no sets, is no gap of its own. */
void run_loss(struct run *r, const struct input_gap *gap);
void run_count_loss(struct report *report, const struct input_gap *gap);

/* The same for a problem inside a record, found by decoding it; ARG is the run. */
void run_problem(void *arg, const struct monread_ev *ev, const char *text);

/* Say how many messages about damage were left out, where that is due at NOW. */
void run_left_out(struct report *report, const char *name, int64_t now);

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

#endif
