/* inputs.h: the events of an input, and what is said of it: where it is damaged, what was lost. */
#ifndef STAT_INPUTS_H
#define STAT_INPUTS_H

#include "stat/feed.h"
#include "stat/often.h"
#include "stat/options.h"

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

/* 0, or -1: it was said why. */
int reading_open(struct reading *r, struct input *in, const char *name);

/* The next event of r->in; NULL: it is at its end, of which was said what there is to say. */
const struct monread_ev *reading_next(struct reading *r);

/* EV to the feed. */
void reading_take(struct reading *r, const struct monread_ev *ev);

/* What is damaged, but goes to no feed. */
void reading_say(const struct reading *r, const struct monread_ev *ev);

/* Of the result of a function of feed.h. */
void reading_check(struct reading *r, int rc);

/* What is wrong with the record EV, which is not said of all of many: for sources.problem; ARG is a struct reading. */
void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);

/* All of NAME. */
void reading_all(struct reading *r, const char *name);

#endif
