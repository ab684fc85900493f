/* inputs.h: reads inputs, passes their events to a feed, and reports damage and losses. Used by run.c. */
#ifndef STAT_INPUTS_H
#define STAT_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "port/bounds.h"
#include "stat/feed.h"
#include "stat/options.h"

struct reading {
	struct options *o;
	struct feed *feed;
	struct input *in; /* the current input */
	struct ordered order; /* captures that are merged */
	/* Called after an input was opened, and for its first record that is not repeated, which has the TOD clock
	 * TOD. */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	void *arg;
	int has_records; /* including repeated ones */
	int has_first;   /* ->first() was called; set it to 0 for another call */
	/* Problems of the current system, by kind of problem and of record. The first ones are printed, the others only
	 * counted. */
	uint32_t problems[OFTEN_KINDS][MR_DOMAINS * MR_RECORDS];
	struct monread_pass pass; /* to skip records that no report reads */
	unsigned lines;  /* lines shown so far, for COUNT */
	int stop; /* stop reading: on request, or after an error that was reported */
	int failed; /* a device was disconnected, or all of its data was lost */
};

/* Report a problem with record EV. After some messages of a kind, problems are only counted. For sources.problem; ARG
 * is a struct reading. */
void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);

/* The system has ended: report how many messages were not printed. */
void reading_end_system(struct reading *r, const char *system);

/* Read the N captures NAMES. Captures of one system are merged by time; each is open only between its first and last
 * record. Before that, *MANY is set to 1 if they are of several systems; each input of an unknown system counts as one.
 * MANY may be NULL. */
void reading_captures(struct reading *r, char *const *names, int n, int *many);

#endif
