/* alarms.h: decides when alarms begin and end, by the limits in reports. */
#ifndef STAT_ALARMS_H
#define STAT_ALARMS_H

#include "cli/buffer.h"
#include "report/report.h"
#include "stat/queries.h"

struct alarms;

enum alarms_kind {
	ALARMS_FIRED,
	ALARMS_OVER, /* the alarm ended: the value is within the limit again */
	ALARMS_GONE, /* the alarm ended: its row no longer exists, as after the logoff of a user */
	/* the alarm ended at the last sample before an IPL or a long gap, which is in ->gap */
	ALARMS_CUT,
	ALARMS_STAYS /* the alarm began in an earlier interval and has not ended */
};

/* A time without values. */
struct alarms_gap {
	int64_t from, to; /* ends of the spans around it, in microseconds since 1970; equal: none */
	/* length of the gap; if the gap is inside a step, it is shorter than from ->from to ->to */
	double seconds;
};

struct alarms_event {
	enum alarms_kind kind;
	const struct query *query;
	const struct report_alarm *alarm;
	size_t number; /* number of the alarm, from 0 to alarms_count() - 1 */
	const struct show_span *span;
	/* keys of the row that the alarm is about, such as "cpu 3"; "": the report has only one
	 * row */
	const char *keys;
	double value;     /* not set for ALARMS_GONE and ALARMS_CUT */
	/* index in ->query->rows of the row that the alarm is about; not set for ALARMS_GONE and
	 * ALARMS_CUT */
	size_t row;
	/* the last gap since the values went beyond the limit; NULL: none */
	const struct alarms_gap *gap;
};

/* Create the states of all alarms in the reports of Q. Q must stay valid until the caller frees the
 * result with alarms_free(). NULL: out of memory. */
struct alarms *alarms_new(const struct queries *q);
void alarms_free(struct alarms *a);
size_t alarms_count(const struct alarms *a);

/* Begin and end the alarms of the report of Q by the rows that Q returned for SPAN, an interval or
 * a step. Calls SAY, if it is not NULL, with ARG for each alarm that begins, stays or ends. Returns
 * 0, or -1: out of memory. */
int alarms_take(struct alarms *a, const struct query *q, const struct show_span *span,
                void (*say)(void *arg, const struct alarms_event *e), void *arg);

/* Print E without the time and the system, as "cpu cpu 3: %susp 12.0 > 10". */
void alarms_put(struct out_buffer *b, const struct alarms_event *e);

/* Print the alarms that have begun and not ended, one per line. */
void alarms_put_all(const struct alarms *a, struct out_buffer *b);

/* Forget all states, because another system begins. */
void alarms_clear(struct alarms *a);

/* Return the number of decimals, at least DECIMALS, that show VALUE beyond the limit: 0.02 > 0
 * instead of 0 > 0. */
int limit_decimals(const struct report_alarm *a, double value, int decimals);

#define LIMIT_SIZE 200u

/* Write the limits of A, an alarm of R, to TEXT in the form that follows a value: " > 10 and %susp
 * > 5 for 3 intervals" or " > 10 for 15 minutes". */
void limit_text(char text[LIMIT_SIZE], const struct report *r, const struct report_alarm *a);

#endif
