/* steps.h: several intervals together: --every, by the clock, and INTERVAL, by how much time has passed. */
#ifndef STAT_STEPS_H
#define STAT_STEPS_H

#include "stat/feed.h"
#include "stat/format.h"

struct steps {
	double length; /* seconds; 0: each interval stands for itself */
	int by_clock;
	const struct show *show;
	int (*done)(void *arg, const struct show_span *span); /* 0, or -1: it was said why */
	void *arg;
	struct show_span span; /* what there is of it, */
	char gap[FEED_TEXT];   /* with a text that lasts longer than its intervals */
	struct steps_place {
		int64_t number;
		long zone; /* seconds; 0 where a step may be of several */
	} place; /* by the clock: of the step */
	int was_said;          /* that lines are not as long as was asked for */
};

void steps_begin(struct steps *s, const struct options *o, const struct show *show,
                 int (*done)(void *arg, const struct show_span *span), void *arg);

/* SPAN is about to be added: a step that it is not of is done.  Behind it, one that is full.  0, or -1 as DONE. */
int steps_before(struct steps *s, const struct show_span *span);
int steps_behind(struct steps *s, const struct show_span *span);

/* The system has no more. */
int steps_end(struct steps *s);

#endif
