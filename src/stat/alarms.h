/* alarms.h: decides when alarms begin and end, by the limits that reports define. */
#ifndef STAT_ALARMS_H
#define STAT_ALARMS_H

#include "cli/buffer.h"
#include "report/report.h"
#include "stat/queries.h"

struct alarms;

enum alarms_kind {
	ALARMS_FIRED,
	ALARMS_OVER, /* the value is back within its limit */
	ALARMS_GONE, /* the row no longer exists, as after the logoff of a user */
	ALARMS_CUT, /* an IPL or a long gap followed the last sample */
	ALARMS_STAYS /* the alarm has not ended */
};

/* A period in which a report has no values. */
struct alarms_gap {
	/* end of the span before the gap, and end of the span after it, in microseconds since
	 * 1970 */
	int64_t from, to;
	double seconds; /* time from ->from to ->to, except complete intervals in between */
};

struct alarms_event {
	enum alarms_kind kind;
	const struct query *query;
	const struct report_alarm *alarm;
	size_t number; /* number of the alarm, from 0 to alarms_count() - 1 */
	const struct show_span *span;
	const char *keys; /* keys of the row, such as "cpu 3"; "": the report has one row */
	/* the value that the alarm watches, and the index of the row in query->rows; SIZE_MAX:
	 * query->rows are of another interval. Both are not set for ALARMS_GONE and ALARMS_CUT */
	double value;
	size_t row;
	/* the last gap while the value was beyond the limit, or NULL */
	const struct alarms_gap *gap;
};

/* Create the state of the alarms in the reports of the queries Q, which must stay valid. Returns
 * NULL if out of memory. */
struct alarms *alarms_new(const struct queries *q);
void alarms_free(struct alarms *a);
size_t alarms_count(const struct alarms *a);

/* Begin and end the alarms in the report of the query Q, whose rows are of the period SPAN. If SAY
 * is not NULL, call SAY with ARG for each alarm that begins, stays on or ends. Returns 0, or -1:
 * out of memory. */
int alarms_take(struct alarms *a, const struct query *q, const struct show_span *span,
                void (*say)(void *arg, const struct alarms_event *e), void *arg);

/* Return the text at the end of a message about the event E, such as names of users; "": none. Do
 * not call this for ALARMS_GONE and ALARMS_CUT. */
const char *alarms_with(const struct alarms_event *e);

/* Print the event E without its time and system, as "cpu cpu 3: %susp 12.0 > 10". */
void alarms_put(struct out_buffer *b, const struct alarms_event *e);

/* Print the alarms that are on, one per line. */
void alarms_put_all(const struct alarms *a, struct out_buffer *b);

/* Forget the state of all alarms. Call this before the first values of another system. */
void alarms_clear(struct alarms *a);

/* Return how many decimals, at least DECIMALS, show that VALUE is beyond the limit of the alarm A,
 * such as two for 0.02 > 0. */
int limit_decimals(const struct report_alarm *a, double value, int decimals);

#define LIMIT_SIZE 200u

/* Write the limits of the alarm A of the report R to TEXT, as text to print after a value: " > 10
 * and %susp > 5 for 3 intervals" or " > 10 for 15 minutes". */
void limit_text(char text[LIMIT_SIZE], const struct report *r, const struct report_alarm *a);

#endif
