/* limit.h: limits of alarms as text. */
#ifndef STAT_LIMIT_H
#define STAT_LIMIT_H

#include "cli/buffer.h"
#include "stat/report.h"

#define LIMIT_SIZE 64u

/* The limit as it stands behind a value: " > 10 for 3 intervals". */
void limit_text(char text[LIMIT_SIZE], const struct report_alarm *a);

/* The same, and behind it what it means: ": too much". */
void limit_put(struct out_buffer *b, const struct report_alarm *a);

/* Decimals, DECIMALS at least, with which VALUE, which is beyond the limit, looks like that: 0.02 > 0, not 0 > 0. */
int limit_decimals(const struct report_alarm *a, double value, int decimals);

#endif
