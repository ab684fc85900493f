/* inputs.h: the events of an input, and what is said of it: where it is damaged, what was lost. */
#ifndef STAT_INPUTS_H
#define STAT_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "port/bounds.h"
#include "stat/feed.h"
#include "stat/options.h"

/* The first messages of each kind are reported, the others counted: {0} at first. */
struct often {
	struct often_one *list;
	size_t n, room;
};

struct reading {
	struct options *o;
	struct feed *feed;
	struct input *in; /* that is read */
	/* An input was opened; the first record of all, which is no repeated one, has this TOD clock. */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	void *arg;
	int has_records; /* repeated ones, too */
	int has_first;   /* ->first() was called; 0 to have it called again */
	struct often often;
	struct monread_pass pass; /* records that are no report's */
	int stop; /* the end was asked for, or there is no going on, which was said */
	int failed; /* a device has ended by a loss, or nothing of it was left */
};

/* What is wrong with the record EV, which is not said of all of many: for sources.problem; ARG is a struct reading. */
void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);

/* All of NAME. */
void reading_all(struct reading *r, const char *name);

/* A system ends: report how many messages were left out.  Free r->often.list after the last one. */
void reading_end_system(struct reading *r, const char *system);

struct order_look {
	char *name;
	int place;    /* on the command line */
	uint64_t tod; /* TOD clock of its first record; 0: not known */
	char id[MR_SYSTEM_ID_SIZE]; /* of its system; "": not known, also of what can be read once only */
};

/* The N NAMES to LOOKS in order.  Where there are several, their beginnings are looked at.  0, or -1: it was said why. */
int order_look(struct order_look *looks, char *const *names, int n, const struct options *o,
               const struct monread_layouts *layouts);

/* How many systems there are, as far as that is known. */
unsigned order_systems(const struct order_look *looks, int n);

/* The N captures of LOOKS, which are of one system.  A capture is open from its first record on to its last one. */
void merged_read(struct reading *r, const struct order_look *looks, unsigned n);

#endif
