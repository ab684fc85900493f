/* intervals.h: measures the intervals of sample data, from one D1R11 to the next, and detects
 * missing ones. */
#ifndef TABLE_INTERVALS_H
#define TABLE_INTERVALS_H

#include "monread.h"

/* The suspensions of the collection of events. */
struct intervals_suspensions {
	/* TOD clock of a D1R12 without a D1R3 after it; 0: CP collects events */
	uint64_t suspended;
	uint64_t resumed;   /* TOD clock of the last D1R3 */
	uint64_t lost_from; /* TOD clock of the D1R12 before it; 0: none */
	/* number of event records that the last D1R3 reports as lost */
	uint64_t lost_events;
};

struct intervals {
	uint64_t count, shortest, longest; /* TOD units */
	uint64_t missed;                   /* intervals that were too long */
	/* expected length: from D1R9 or from previous intervals; 0: unknown */
	uint64_t expected;
	/* TOD clock of the end of the last interval; 0: none yet */
	uint64_t begin, end;
	/* length of the last interval, without omitted samples */
	uint64_t length;
	/* length of the last interval if it was too long, else 0 */
	uint64_t too_long;
	/* sample data sets that a mark reports as omitted since the last end */
	uint64_t left_out;
	uint64_t thinned;                  /* the total of these */
	/* number of marks of programs that continued a file: data may be missing */
	uint64_t possible;
	/* sum of the gaps that marks report as certain or possible, TOD units */
	uint64_t marked;
	/* 1 if a mark since ->end says that a program continued the file */
	int continued;
	uint64_t told;                     /* length of intervals by D1R9; 0: unknown */
	/* number of intervals longer than ->told that follow such an interval */
	uint64_t contradicted;
	/* 1 if ->end was in a data set with only the monitor domain */
	int monitor_only;
	/* 1 if this or the last D1R11 may end configuration, which can come at any time */
	int beside_config;
	/* 1 if a loss or damage since ->end was reported already */
	int excused;
	struct intervals_suspensions events;
	/* TOD clock of the last IPL, from the last D1R4; 0: unknown */
	uint64_t ipl;
	uint64_t ipl_of;                   /* key of the last D1R4, which identifies the system */
};

enum intervals_event {
	INTERVALS_NONE,
	/* the record ends an interval that is too long: records must be missing */
	INTERVALS_TOO_LONG,
	/* the record is a D1R3: CP suspended the collection of events, and lost some */
	INTERVALS_LOST,
	INTERVALS_IPL       /* the record is a D1R4 with an IPL of the system at ->ipl */
};

/* Process EV. Records for which intervals_concerns() is 0 change nothing; of repeated records, only
 * D1R4 and D1R9 count. */
enum intervals_event intervals_record(struct intervals *i, struct monread_system *system,
                                      const struct monread_ev *ev);

/* Return 1 for records of the monitor domain, marks, and records whose time is in doubt (see
 * intervals_doubt()). */
static inline int intervals_concerns(const struct monread_ev *ev)
{
	return ev->domain == 1 || ev->flags & MONREAD_APART ||
	       (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length));
}

/* Return 1 if an interval of LENGTH TOD units would be too long now. */
int intervals_is_missing(const struct intervals *i, uint64_t length);

#define INTERVALS_TEXT 256u

/* Return 1 if intervals contradict D1R9 after the first was reported as a gap. TEXT receives a
 * warning about it. */
int intervals_contradict(const struct intervals *i, char *text);

/* The beginning of all texts of intervals_gap(). */
#define INTERVALS_GAP "the interval that ends here took "

/* After EVENT, INTERVALS_TOO_LONG or INTERVALS_LOST, for EV, set *GAP to an event that reports it,
 * with its text in TEXT of INTERVALS_TEXT characters. */
void intervals_gap(const struct intervals *i, enum intervals_event event,
                   const struct monread_ev *ev, struct monread_ev *gap, char *text);

/* At the end of a capture: if CP had suspended the collection of events and not resumed it, set
 * *GAP to an event that reports this, with its text in TEXT of INTERVALS_TEXT characters, and
 * return 1. */
int intervals_suspended(const struct intervals *i, struct monread_ev *gap, char *text);

/* Write to TEXT, of INTERVALS_TEXT characters, that the system was IPLed at the TOD clock IPL. */
void intervals_ipl(uint64_t ipl, char *text);

/* Return 1 if the TOD clock of EV or of a previous record is wrong, and write that to TEXT, of
 * INTERVALS_TEXT characters. */
int intervals_doubt(const struct monread_ev *ev, char *text);

/* Write to TEXT that the clock of EV differs from its sample's, so that its differences are
 * unknown. */
void intervals_apart(const struct monread_ev *ev, char *text);

/* Return 1 if EV is not a loss itself but reports that the interval took too long. */
static inline int intervals_is_gap(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_GAP && ev->flags & MONREAD_NUMBERED && ev->domain == 1;
}

/* Call this after a report of lost data: if the current interval is too long, do not report that
 * again. */
static inline void intervals_excuse(struct intervals *i)
{
	i->excused = 1;
}

#endif
