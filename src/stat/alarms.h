/* alarms.h: what crosses the limits that reports set, and when it is over. */
#ifndef STAT_ALARMS_H
#define STAT_ALARMS_H

#include "cli/buffer.h"
#include "stat/format.h"
#include "stat/report.h"

struct alarms;

enum alarms_kind {
	ALARMS_FIRED,
	ALARMS_OVER, /* the value is back */
	ALARMS_GONE  /* there is nothing more of what it was about */
};

struct alarms_event {
	enum alarms_kind kind;
	const struct query *query;
	const struct report_alarm *alarm;
	const struct show_span *span;
	const char *keys; /* what it is about: "cpu 3"; "": the system */
	double value;     /* not with ALARMS_GONE */
};

/* For the reports of Q, which lives longer.  NULL: out of memory. */
struct alarms *alarms_new(const struct queries *q);
void alarms_free(struct alarms *a);

/* The rows that Q has given for SPAN, an interval or a step: SAY is called with ARG for what has begun or is over.  0, or
 * -1: out of memory. */
int alarms_take(struct alarms *a, const struct query *q, const struct show_span *span,
                void (*say)(void *arg, const struct alarms_event *e), void *arg);

/* What E says, without the time and the system, as "cpu cpu 3: %susp 12.0 > 10". */
void alarms_put_text(struct out_buffer *b, const struct alarms_event *e);

/* Print the alarms that have begun and are not over, one per line. */
void alarms_put_all(const struct alarms *a, struct out_buffer *b);

/* Another system begins: nothing of it is known. */
void alarms_clear(struct alarms *a);

#define LIMIT_SIZE 64u

/* The limit as it stands behind a value: " > 10 for 3 intervals". */
void limit_text(char text[LIMIT_SIZE], const struct report_alarm *a);

/* Decimals, DECIMALS at least, with which VALUE, which is beyond the limit, looks like that: 0.02 > 0, not 0 > 0. */
int limit_decimals(const struct report_alarm *a, double value, int decimals);

#endif
