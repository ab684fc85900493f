/* run.h: one run of reports over inputs. */
#ifndef STAT_RUN_H
#define STAT_RUN_H

#include "stat/collect.h"
#include "stat/options.h"

/* Show the reports that O names.  What is wrong is reported.  1: an alarm was among it. */
int run_reports(struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage);

#endif
