/* inputs.h: reads inputs, passes their events to a feed, and reports damage and losses. Used by run.c. */
#ifndef STAT_INPUTS_H
#define STAT_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "port/bounds.h"
#include "stat/feed.h"
#include "stat/options.h"

/* Counts messages by kind. The first messages of each kind are printed, the others only counted. {0} at first. */
struct often {
	struct often_one *list;
	size_t n, room;
};

struct reading {
	struct options *o;
	struct feed *feed;
	struct input *in; /* the current input */
	/* Called after an input was opened, and for its first record that is not repeated, which has the TOD clock
	 * TOD. */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	void *arg;
	int has_records; /* including repeated ones */
	int has_first;   /* ->first() was called; set it to 0 for another call */
	struct often often;
	struct monread_pass pass; /* to skip records that no report reads */
	int stop; /* stop reading: on request, or after an error that was reported */
	int failed; /* a device was disconnected, or all of its data was lost */
};

/* Report a problem with record EV. After some messages of a kind, problems are only counted. For sources.problem; ARG
 * is a struct reading. */
void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);

/* Read the input NAME to its end. */
void reading_all(struct reading *r, const char *name);

/* The system has ended: report how many messages were not printed. Free r->often.list after the last one. */
void reading_end_system(struct reading *r, const char *system);

struct order_look {
	char *name;
	int place;    /* on the command line */
	uint64_t tod; /* TOD clock of its first record; 0: unknown */
	char id[MR_SYSTEM_ID_SIZE]; /* of its system; "": unknown, as for a pipe */
};

/* Fill LOOKS with the N NAMES, sorted by system and time. If N is above 1, this reads the beginnings of the files.
 * Returns 0, or -1 after a message. */
int order_look(struct order_look *looks, char *const *names, int n, const struct options *o,
               const struct monread_layouts *layouts);

/* Count the systems of LOOKS. Each input of unknown system counts as one system. */
unsigned order_systems(const struct order_look *looks, int n);

/* Read the N captures of LOOKS, which must be of one system, merged by time. Each is open only between its first and
 * last record. */
void merged_read(struct reading *r, const struct order_look *looks, unsigned n);

#endif
