/* compare.h: for --delta, finds the earlier record of the same user or device. For --every, selects
 * samples. */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include "table/series.h"
#include "tool/tool_options.h"

struct compare {
	struct series *series; /* the earlier records; NULL: no option needs a comparison */
	const struct monread_layouts *layouts;
	struct series_before
		before;      /* the earlier record with which the current record is compared */
	/* with --every and --delta: sum of the differences in the samples that are not shown; else
	 * NULL */
	struct delta *delta;
	uint64_t every;     /* microseconds of --every; 0: all samples are shown */
	struct step *steps; /* a list with one element per system */
	int is_thinned;     /* 1 if a sample was left out; the caller sets it to 0 */
};

/* Fill C for the options O. Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o,
                  const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Process EV, repeated configuration of SYSTEM: learn the time of the IPL. Return 0, or -1 if out
 * of memory. */
int compare_repeated(struct compare *c, struct monread_system *system,
                     const struct monread_ev *ev);

/* Find the earlier record with which the record EV of SYSTEM is compared, and store it in
 * c->before. Return 1; 0 if --every leaves out the sample of EV; -1 if out of memory. */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev);

#endif
