/* intervals.h: measures the intervals of sample data, from one D1R11 to the next, and detects
 * missing intervals. */
#ifndef TABLE_INTERVALS_H
#define TABLE_INTERVALS_H

#include "monread.h"

/* The time zone of a system. */
struct system_zone {
	int is_known;
	long offset; /* seconds east of Greenwich; 0 if ->is_known is 0 */
};

/* Times at which CP suspended (D1R12) and resumed (D1R3) the collection of events. */
struct intervals_suspensions {
	/* TOD clock of the last D1R12 if no D1R3 has followed this D1R12; 0: CP collects events */
	uint64_t suspended;
	uint64_t resumed;   /* TOD clock of the last D1R3 */
	uint64_t lost_from; /* TOD clock of the D1R12 before the last D1R3; 0: none */
	/* number of event records that the last D1R3 reports as lost */
	uint64_t lost_events;
};

/* The intervals of one system; all lengths are in TOD units. Marks are D10R1 records, in which
 * programs that store captures report omitted samples and missing data. */
struct intervals {
	/* number of intervals, and lengths of the shortest and longest interval */
	uint64_t count, shortest, longest;
	uint64_t missed; /* number of intervals that were too long */
	/* expected length of an interval, from D1R9 or from previous intervals; 0: unknown */
	uint64_t expected;
	/* TOD clocks at which the last interval began and ended; 0: none yet */
	uint64_t begin, end;
	uint64_t length;   /* length of the last interval, without the time of omitted samples */
	uint64_t too_long; /* length of the last interval if it was too long, else 0 */
	/* number of samples that marks report as omitted on request: since the last end of an
	 * interval, and in total */
	uint64_t left_out, thinned;
	/* number of marks that report that a program continued the file, so that data may be
	 * missing before the mark */
	uint64_t possible;
	/* 1 if a mark since the last end of an interval reports that a program continued the
	 * file */
	int continued;
	uint64_t marked; /* total length of the certain and possible gaps that marks report */
	uint64_t told;   /* length of an interval according to D1R9; 0: unknown */
	/* number of intervals that were longer than ->told but not reported as too long, because
	 * the previous interval had the same length */
	uint64_t contradicted;
	/* 1 if the last end of an interval was in a data set that has only records of the monitor
	 * domain */
	int monitor_only;
	/* 1 if one of the last two D1R11 records may end configuration: CP can write configuration
	 * at any time, so the time between these two records is not the length of an interval */
	int beside_config;
	/* 1 if a loss or damage since the last end of an interval was reported already */
	int excused;
	struct intervals_suspensions events;
	uint64_t ipl; /* TOD clock of the last IPL, from the last D1R4; 0: unknown */
	/* value of the key field of the last D1R4, to detect a D1R4 of another system */
	uint64_t ipl_of;
};

enum intervals_event {
	INTERVALS_NONE,
	INTERVALS_TOO_LONG, /* the record ends an interval that is too long: records are missing */
	INTERVALS_LOST,     /* D1R3: CP lost events while the collection of events was suspended */
	INTERVALS_IPL       /* D1R4: the system had an IPL */
};

/* Process the record EV. Records for which intervals_concerns() returns 0, and repeated
 * configuration other than D1R4 and D1R9, have no effect. */
enum intervals_event intervals_record(struct intervals *i, struct monread_system *system,
                                      const struct monread_ev *ev);

/* Return 1 if intervals_record() or intervals_doubt() needs the record EV. */
static inline int intervals_concerns(const struct monread_ev *ev)
{
	return ev->domain == 1 || ev->flags & MONREAD_APART ||
	       (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length));
}

/* Return 1 if the record EV, for which intervals_concerns() returned 1, changes the intervals or
 * may have a wrong time that must be reported. */
static inline int intervals_use(const struct monread_ev *ev)
{
	return ev->domain != 1 || ev->record == 3 || ev->record == 4 || ev->record == 9 ||
	       ev->record == 11 || ev->record == 12;
}

/* Return the time zone in the D1R4 record EV. The meaning of the field with the time zone is
 * inferred from control blocks of CP. */
struct system_zone intervals_zone(struct monread_system *system, const struct monread_ev *ev);

/* Return 1 if an interval of LENGTH TOD units would now be reported as too long. */
int intervals_is_missing(const struct intervals *i, uint64_t length);

/* The parameters TEXT of the next functions must have room for this many bytes, including the
 * NUL. */
#define INTERVALS_TEXT 256u

/* If intervals were longer than D1R9 says (i->contradicted is not 0), write a warning about them to
 * TEXT and return 1. Else return 0. */
int intervals_contradict(const struct intervals *i, char *text);

/* After intervals_record() returned EVENT for EV (INTERVALS_TOO_LONG or INTERVALS_LOST): make *GAP
 * an event that reports the missing data, and write the text of this event to TEXT. */
void intervals_gap(const struct intervals *i, enum intervals_event event,
                   const struct monread_ev *ev, struct monread_ev *gap, char *text);

/* Call this at the end of a capture. If CP has not resumed the collection of events, make *GAP an
 * event that reports this, write the text of this event to TEXT, and return 1. Else return 0. */
int intervals_suspended(const struct intervals *i, struct monread_ev *gap, char *text);

/* Write a sentence to TEXT that reports an IPL of the system at the TOD clock IPL. */
void intervals_ipl(uint64_t ipl, char *text);

/* If the TOD clock of the record EV or of an earlier record in the same record set is wrong, write
 * a sentence about this to TEXT, and return 1. Else return 0. */
int intervals_doubt(const struct monread_ev *ev, char *text);

/* Write a sentence to TEXT that reports that the TOD clock of the record EV is far from the clock
 * of its sample, so that the differences of EV are unknown. */
void intervals_apart(const struct monread_ev *ev, char *text);

/* Return 1 if EV reports missing data that intervals_gap() or intervals_suspended() has detected; 0
 * if EV is another event, or if the capture itself reports the missing data. */
static inline int intervals_is_gap(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_GAP && ev->flags & MONREAD_NUMBERED && ev->domain == 1;
}

/* Call this after lost data was reported, so that the current interval is not also reported as too
 * long. */
static inline void intervals_excuse(struct intervals *i)
{
	i->excused = 1;
}

#endif
