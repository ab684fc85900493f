/* run.h: the state of a run that reads inputs, shows their records and stores them, and its functions. */
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
	struct select *select; /* the selection of the options, which also counts the selected records */
	struct inside inside;  /* --user, --where and --system */
	/* 1 for configuration, which readers need: --write stores it even if it is not selected. */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

/* For single.c, which refuses to store records of several systems in one capture. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies;
	int untold; /* 1 if the records of the file of --append do not name their system */
	int mixed;  /* 1 after a message that the output has records of two systems */
	const char *name; /* name of the input whose records were stored last */
	char system[MR_SYSTEM_ID_SIZE]; /* identifier of their system; "": nothing was stored, or it is unknown */
};

struct storing {
	struct store *store; /* the capture of --write; NULL: nothing is stored */
	struct single single;
	int gave_up; /* 1 if storing ended because of an error, or the user asked to stop while the disk was full */
};

struct writer {
	struct out out;
	struct out_file file; /* the current input; ->index is the number of inputs that were read before it */
	struct monread_codepage *codepage;
	struct table_schema *schema; /* the tables of all layouts; NULL: the output is not a table */
	int unshown; /* 1 after a message that the output cannot be written; storing continues */
};

/* For --delta and --every: earlier records, with which records are compared. */
struct compare {
	struct series *series; /* the earlier records; NULL: no option needs a comparison */
	const struct monread_layouts *layouts;
	struct series_before before; /* the earlier record with which the current record is compared */
	struct delta *delta;  /* with --every and --delta: the differences of a sample that is not shown; else NULL */
	uint64_t every;     /* microseconds of --every; 0: all samples are shown */
	struct step *steps; /* a list with one element per system */
	int is_thinned;     /* 1 if a sample was left out; the caller sets it to 0 */
};

struct report {
	struct progress progress;
	struct service service;
	struct rate damage;      /* limits the messages about damage in live data */
	struct verdict *verdict; /* counts of the current input: &alone, or with --merge a member of struct source */
	struct verdict alone;
	uint64_t doubted;        /* number of the record set whose wrong time was reported last */
	const char *doubted_in;  /* name of the input of that record set */
	int timed;               /* 1 with --messages=json: ->verdict needs the times of records */
	uint64_t records, shown; /* numbers of records read and shown of all inputs, without D1R13, the ends of frames */
	uint64_t others;         /* with --merge: number of bytes that were read of all inputs except ->now */
};

struct run {
	const struct options *opt; /* the options, which do not change while inputs are read */
	struct input_options input; /* options for input_open() */
	uint64_t size; /* total size of all regular files in bytes */
	struct reading *now; /* state of the current input */
	struct reading alone; /* memory for ->now without --merge */
	struct parts parts;
	struct selection selection;
	struct writer writer;
	struct storing storing;
	struct compare compare;
	struct report report;
	struct anonymizer *anonymizer; /* with --anonymize; else NULL */
	int failed; /* 1 if a device ended because of an error, or all of its data was lost */
	int stop; /* 1: end the run, because of --strict, --count or a failure */
};

/* show.c: write the buffer of the output to its file. */
void run_flush(struct writer *w);

/* run.c: open the input NAME, read it to its end, and close it. */
void run_input(struct run *r, const char *name);

/* Call this after monread_next() returned NULL: it reads more of the input. Return 0; not 0 if the input has ended. */
int run_no_event(struct run *r);

/* Call this at the end of an input: it prints remaining messages, stores waiting data, and adds up the counts. */
void run_end_input(struct run *r);

/* From now on, count messages in V, the verdict of the current input. */
void run_judge(struct report *report, struct verdict *v);

/* With --messages=json, write V, the result of the input NAME, as a line. */
void run_say_verdict(const struct run *r, struct verdict *v, const char *name);

/* Return a new system, of which only --release is known. Return NULL after a message if out of memory; the run ends. */
struct monread_system *run_new_system(struct run *r);

/* records.c: show, count and store the event EV. */
void run_event(struct run *r, const struct monread_ev *ev);

/* The callback out->found: if N is NULL, count the records of a part that a thread has read; else check the time and
 * interval of its record N. ARG: the run. */
void run_found(void *arg, const struct out_found *f, const struct out_noted *n);
/* Handle the record EV, which another input had before: count it, but do not show or store it. */
void run_again(struct run *r, const struct monread_ev *ev);

/* Report TEXT, the problem of the event EV: damaged, missing or lost data. If TEXT is "", only count it. */
void run_damage(struct run *r, const struct monread_ev *ev, const char *text);

/* Report TEXT, a problem of the time of the record EV, which is shown nevertheless. */
void run_doubt(struct run *r, const struct monread_ev *ev, const char *text);

/* run_loss(): report and count GAP, a loss of the device. run_count_loss(): only count it. If GAP has 0 data sets, it
 * continues an earlier loss, so only its bytes are counted. */
void run_loss(struct run *r, const struct input_gap *gap);
void run_count_loss(struct report *report, const struct input_gap *gap);

/* Report TEXT, a problem that was found when the record EV was decoded. ARG is the run. */
void run_problem(void *arg, const struct monread_ev *ev, const char *text);

/* Print how many messages about damage of the input NAME were left out, if such a report is due at the time NOW. */
void run_left_out(struct report *report, const char *name, int64_t now);

/* Show the title line of the current input, once. Call this after the first event: then the container is known. */
void run_begin_file(struct run *r);

/* Return 1 if writing the output has failed and the run must end; 0 if not, or if the run also stores a capture: then
 * the failure is reported, and storing continues. */
int run_output_failed(struct run *r);

/* If memory for layouts was short, end the run and return 1: records would be shown as unknown ones. */
int run_out_of_memory(struct run *r);

/* Show how much was read, if that is due. Call this between records. */
void run_progress(struct run *r);

/* merge.c: read all inputs in the order of the times of their data sets. */
void run_merge(struct run *r);

/* compare.c: fill C for the options O. Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Set C->before to the record to compare with the record EV of SYSTEM. Return 1; 0 if --every leaves out the sample of
 * EV; -1 if out of memory. */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev);

/* single.c: call this before the first input is read. */
void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Call this after STORE was opened: with --append, its file may have records, whose system S then has. */
void single_append(struct single *s, const struct store *store);

/* Return 1 after a message if the input NAME must not be read, because its system differs from the stored one. */
int single_refuses(struct single *s, const char *name);

/* Like single_refuses(), for a capture that --merge reads, whose first records name the system ID. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this if --follow begins a new file with the same name, for the messages of S. */
void single_other(struct single *s);

/* Call this after each data set of the input NAME and at its end. ID: its system. WRITTEN: a part of it was stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

/* Pass EV to the store; NULL: the input has ended. SHOWN: the result for store_event(). If the disk is full, wait
 * until there is room or the user asks to stop; a thread still reads a device. */
void run_store(struct run *r, const struct monread_ev *ev, int shown);

#endif
