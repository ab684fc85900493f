/* compare.h: compare records with earlier ones, before the selection, for --delta and --every. */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "monread.h"
#include "table/series.h"

struct options;
struct run;

struct delta;
struct step;

/* Initialize with {0}. */
struct compare {
	struct series *series; /* NULL: no option needs a comparison */
	struct series_before before;
	struct delta *delta;  /* with --every: sums of the differences of samples that are not shown; NULL: not needed */
	uint64_t every;     /* microseconds; 0: all samples are shown */
	struct step *steps; /* one per system */
};

/* Set up the comparison if an option needs it. Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Call this at the beginning of each input. */
void compare_begin_file(struct compare *c);

/* Call this after a loss of data. */
void compare_lost(struct compare *c);

/* Compare the record EV with earlier records and pass it to run_take(). Return the result of run_take(), or
 * COMPARE_LEFT_OUT if --every omits the sample of EV. */
#define COMPARE_LEFT_OUT (-1)
int compare_record(struct run *r, const struct monread_ev *ev);

#endif
