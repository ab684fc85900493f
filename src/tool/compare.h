/* compare.h: records are compared with those before them, before any of them is selected: --delta, --every. */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "monread.h"
#include "port/bounds.h"
#include "table/series.h"

struct options;
struct run;

struct delta;
struct step;

/* {0} to begin with. */
struct compare {
	struct series *series; /* NULL: nothing is compared */
	struct series_before before;
	struct delta *delta;  /* of samples that are not shown, with --every; NULL: nothing is counted */
	uint64_t apart_set;   /* the last record set of which a time was said to be wrong, */
	const char *apart_in; /* and the name of its file */
	uint64_t every;     /* microseconds; 0: all samples are shown */
	struct step *steps; /* one per system */
	/* 1: only a series may want records of the number, or be told something by them. */
	unsigned char passed[MR_DOMAINS][MR_RECORDS];
	struct monread_pass pass; /* and nobody does, in this record set */
};

/* Make ready, where an option asks for it.  0, or -1: out of memory. */
int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* When it is known what is selected, stored and shown. */
void compare_settle(struct run *r);

/* An input begins. */
void compare_begin_file(struct compare *c);

/* Something was lost. */
void compare_lost(struct compare *c);

/* It was said that the time of EV, or of one in front of it, is wrong. */
void compare_doubted(struct compare *c, const char *name, const struct monread_ev *ev);

/* Compare the record EV and run_take() it: the result of that.  COMPARE_LEFT_OUT: its sample is not shown. */
#define COMPARE_LEFT_OUT (-1)
int compare_record(struct run *r, const struct monread_ev *ev);

#endif
