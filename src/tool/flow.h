/* flow.h: the parts of a run that an event passes: selection, comparison, output, store and report. */
#ifndef TOOL_FLOW_H
#define TOOL_FLOW_H

#include "tool/anonymize.h"
#include "tool/compare.h"
#include "tool/inside.h"
#include "tool/output.h"
#include "tool/storing.h"

struct flow {
	const struct options *opt; /* the options, which do not change while inputs are read */
	struct reading *now;       /* the position in the current input, and its counts */
	struct inside inside;
	struct writer writer;
	struct storing storing;
	struct compare compare;
	struct report report;
	struct service service;
	struct anonymizer *anonymizer; /* with --anonymize; else NULL */
	int failed; /* 1 if a device ended because of an error, or all of its data was lost */
	int stop; /* 1: end the run, because of --strict, --count or a failure */
};

/* Return 1 if writing the output has failed and the run must end. */
static inline int flow_failed(struct flow *f)
{
	return output_failed(f->opt, &f->writer, f->now->in.is_live);
}

/* Show, count and store the event EV. */
void flow_event(struct flow *f, const struct monread_ev *ev);

/* Handle the record EV, which another input had before: count it, but do not show or store it. */
void flow_again(struct flow *f, const struct monread_ev *ev);

/* Pass EV to the store; NULL: the input has ended. SHOWN: the result for store_event(). If that fails, end the run. */
void flow_store(struct flow *f, const struct monread_ev *ev, int shown);

/* Show the title line of the current input, once. Call this after the first event: then the container is known. */
void flow_begin_file(struct flow *f);

/* The callback out->found: if N is NULL, count the records of a PART that a thread has read; else check the time and
 * interval of its record N. ARG: the struct flow. */
void flow_found(void *arg, const struct out_found *part, const struct out_noted *n);

/* Report TEXT, the problem of the event EV: damaged, missing or lost data. If TEXT is "", only count it. */
void flow_damage(struct flow *f, const struct monread_ev *ev, const char *text);

/* Report TEXT, a problem of the time of the record EV, which is shown nevertheless. */
void flow_doubt(struct flow *f, const struct monread_ev *ev, const char *text);

/* Report and count GAP, a loss of the device. */
void flow_loss(struct flow *f, const struct input_gap *gap);

/* Call this after the last event of an input, before its output ends: report event collection that is still suspended. */
void flow_end_events(struct flow *f);

/* Call this at the end of an input: it prints remaining messages, stores waiting data, and adds up the counts. */
void flow_end_input(struct flow *f);

/* Return a new system, of which only --release is known. Return NULL after a message if out of memory; the run ends. */
struct monread_system *flow_new_system(struct flow *f);

/* If memory for layouts was short, end the run and return 1: records would be shown as unknown ones. */
int flow_out_of_memory(struct flow *f);

/* Report TEXT, a problem that was found when the record EV was decoded. ARG: the struct flow. */
void flow_problem(void *arg, const struct monread_ev *ev, const char *text);

/* merge.c: read all FILEs in the order of the times of their data sets. INPUT: the options for opening them. */
void merge_read(struct flow *f, struct input_options *input, struct progress *progress);

#endif
