/* compare.h: records are compared with those before them, before any of them is selected: --delta, --rate, --every. */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "monread.h"
#include "table/series.h"

struct run;

/* A record that waits. */
struct held {
	struct monread_ev ev;
	struct monread_mce mce;
	size_t at; /* its bytes */
	struct series_place place;
};

/* {0} to begin with. */
struct compare {
	struct series *series; /* NULL: nothing is compared */
	struct series_before before;
	uint64_t every;      /* microseconds; 0: all samples are shown */
	/* The last sample data set, of which it is not known yet whether it is the last one of its step. */
	struct held *held;
	size_t nheld, held_room;
	unsigned char *bytes;
	size_t used, room;
	unsigned char *system; /* the last D1R4 */
	size_t system_length;
};

/* Make ready, where an option asks for it.  0, or -1: out of memory. */
int compare_begin(struct run *r, const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* An input begins and ends. */
void compare_begin_file(struct run *r);
void compare_end_file(struct run *r);

/* Something was lost. */
void compare_lost(struct run *r);

/* The record EV has come: run_take() it, and those that have waited for it, or let it wait.  Whether it was shown. */
int compare_record(struct run *r, const struct monread_ev *ev);

#endif
