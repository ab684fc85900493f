/* run.h: one run over inputs that shows records and stores captures. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "cli/clock.h"
#include "cli/progress.h"
#include "cli/select.h"
#include "cli/verdict.h"
#include "out/out.h"
#include "port/bounds.h"
#include "table/series.h"
#include "tool/anonymize.h"
#include "tool/inside.h"
#include "tool/options.h"
#include "tool/reading.h"
#include "tool/service.h"

struct selection {
	struct select *select; /* of the options; it counts, so it changes while records are read */
	struct inside inside;  /* conditions on the contents of records */
	/* Configuration, which readers of a capture need: --write stores it even if it is not selected. */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

/* Refuses to store records of several systems in one capture. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies;
	int untold; /* the file of --append has records that do not name their system */
	int mixed;  /* it was reported that the output has records of two systems */
	const char *name; /* name of the input of the records that were stored last */
	char system[MR_SYSTEM_ID_SIZE]; /* the system of these records; "": none was stored, or it is unknown */
};

struct storing {
	struct store *store; /* NULL: nothing is stored */
	struct single single;
	int gave_up; /* the user asked to stop while the disk was full */
};

struct writer {
	struct out out;
	struct out_file file; /* the current input; ->index counts inputs that could be opened */
	struct monread_codepage *codepage;
	struct table_schema *schema; /* NULL: the output is not a table */
	int unshown; /* the output has failed and this was reported; storing goes on */
};

/* --delta and --every: the earlier records that records are compared with. */
struct compare {
	struct series *series; /* NULL: no option needs a comparison */
	const struct monread_layouts *layouts;
	struct series_before before; /* the record to compare the current record with */
	struct delta *delta;  /* with --every: sums of the differences of samples that are not shown; NULL: not needed */
	uint64_t every;     /* microseconds; 0: all samples are shown */
	struct step *steps; /* one per system */
	int is_thinned;     /* a sample was left out; the caller resets it */
};

struct report {
	struct progress progress;
	struct service service;
	struct rate damage;      /* of messages about damage in live data */
	struct verdict *verdict; /* of the current input: &alone, or with --merge the verdict in its struct source */
	struct verdict alone;
	uint64_t doubted;        /* the last record set with a wrong time, which was reported */
	const char *doubted_in;  /* its input */
	int timed;               /* the verdict is asked for, which has the times of records */
	uint64_t records, shown; /* of all inputs, without framing */
	uint64_t others;         /* with --merge: bytes that were read of the other inputs */
};

struct run {
	const struct options *opt; /* settled before the first input is opened */
	struct input_options input; /* options for input_open() */
	uint64_t size; /* of all plain files in bytes */
	struct reading *now; /* of the current input */
	struct reading alone; /* without --merge */
	struct parts parts;
	struct selection selection;
	struct writer writer;
	struct storing storing;
	struct compare compare;
	struct report report;
	struct anonymizer *anonymizer; /* --anonymize; else NULL */
	int failed; /* a device has ended by a loss, or nothing of it was left */
	int stop; /* --strict, --count, or writing failed */
};

/* show.c: write out the output's buffer. */
void run_flush(struct writer *w);

/* run.c: the input NAME, from opening to closing. */
void run_input(struct run *r, const char *name);

/* Handle the lack of an event from monread_next(). 0: go on; else the input has ended. */
int run_no_event(struct run *r);

/* Handle the end of the input: report open problems, store waiting data, and add up the counts. */
void run_end_input(struct run *r);

/* Count messages from here on for the input of V. */
void run_judge(struct report *report, struct verdict *v);

/* --messages=json: write the line V about the input NAME. */
void run_say_verdict(const struct run *r, struct verdict *v, const char *name);

/* Return a system of which nothing is known but --release. NULL: out of memory, and the run ends. */
struct monread_system *run_new_system(struct run *r);

/* records.c: show, count and store the event EV. */
void run_event(struct run *r, const struct monread_ev *ev);

/* out->found: count the records of a part that a thread has read (N is NULL), or check the time and interval of its record
 * N.  ARG: the run. */
void run_found(void *arg, const struct out_found *f, const struct out_noted *n);
/* Handle the record EV that another input had, too: it is neither shown nor stored. */
void run_again(struct run *r, const struct monread_ev *ev);

/* Report the problem TEXT at EV: damaged, missing or lost data. "": only count it. */
void run_damage(struct run *r, const struct monread_ev *ev, const char *text);

/* Report the problem TEXT of the record EV, which is shown nevertheless. */
void run_doubt(struct run *r, const struct monread_ev *ev, const char *text);

/* Report a loss of the device and count it separately. Without data sets, it continues an earlier loss and is not
 * counted. */
void run_loss(struct run *r, const struct input_gap *gap);
void run_count_loss(struct report *report, const struct input_gap *gap);

/* Report a problem that was found when the record EV was decoded. ARG is the run. */
void run_problem(void *arg, const struct monread_ev *ev, const char *text);

/* Report the number of suppressed messages about damage, if it is time at NOW. */
void run_left_out(struct report *report, const char *name, int64_t now);

/* The title line needs the container, which is known with the first event. */
void run_begin_file(struct run *r);

/* Call this when writing the output fails: it ends the run, unless the run also stores a capture (--write). */
int run_output_failed(struct run *r);

/* 1: memory for layouts was short, and the run ends. */
int run_out_of_memory(struct run *r);

/* Report the progress of reading, if it is time. Call this between records. */
void run_progress(struct run *r);

/* merge.c: all inputs, one data set after the other: next is the one whose first record is the oldest. */
void run_merge(struct run *r);

/* compare.c: set up the comparison if an option needs it. Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Set C->before to the record to compare with the record EV of SYSTEM. Return 1; 0 if --every leaves out the sample of
 * EV; -1 if out of memory. */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev);

/* single.c: call this before an input is read. */
void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Call this when the store is open: with --append, the file may have records, and S takes their system. */
void single_append(struct single *s, const struct store *store);

/* Return 1, after a report, if the input NAME, which is not open yet, must not be read. */
int single_refuses(struct single *s, const char *name);

/* The same for a capture that --merge reads; its first records name the system ID. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this if --follow begins a new file with the same name. */
void single_other(struct single *s);

/* Note the system ID of the input NAME after a data set and at the end. WRITTEN: a part of it was stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

/* Store EV, SHOWN or not; NULL: the input has ended. On a full disk it waits if the input can wait. */
void run_store(struct run *r, const struct monread_ev *ev, int shown);

#endif
