/* intervals.h: the intervals of sample data, from one D1R11 to the next, and whether one is missing. */
#ifndef TABLE_INTERVALS_H
#define TABLE_INTERVALS_H

#include "monread.h"

struct intervals {
	uint64_t count, shortest, longest; /* TOD units */
	uint64_t missed;                   /* intervals that were too long */
	uint64_t expected;                 /* as D1R9 said, or as those before were; 0: not known */
	uint64_t end;                      /* of the last one; 0: none yet */
	uint64_t length;                   /* of the last one, without samples that were left out */
	uint64_t too_long;                 /* the last one, where it was too long; else 0 */
	uint64_t left_out;                 /* sample data sets since the last one, which a mark says were left out, */
	uint64_t thinned;                  /* and all of them */
	uint64_t possible;                 /* marks of runs that continued a file: data may be missing */
	uint64_t marked;                   /* sum of the gaps that marks report as certain or possible, TOD units */
	int continued;                     /* since the last interval ended, a run continued the file (mark) */
	uint64_t told;                     /* length of intervals as D1R9 says it; 0: not known */
	uint64_t contradicted;             /* intervals that took longer than ->told, as those before them did */
	int monitor_only;                  /* the set of the last end was of the monitor domain alone */
	int beside_config;                 /* the last end, or this one, may be that of configuration, which may come at any time */
	int excused;                       /* something was lost or damaged since, and was said */
	uint64_t ipl;                      /* TOD clock of the last IPL, as the last D1R4 says; 0: not known */
	uint64_t ipl_of;                   /* the key of that D1R4: its system */
};

enum intervals_event {
	INTERVALS_NONE,
	INTERVALS_TOO_LONG, /* the record ends an interval that is too long, so that records must be missing */
	INTERVALS_IPL       /* the record, a D1R4, says that the system was IPLed at ->ipl */
};

/* Take EV into account.  Records for which intervals_concerns() is 0 change nothing; of repeated records, only D1R4 and
 * D1R9 count. */
enum intervals_event intervals_record(struct intervals *i, struct monread_system *system, const struct monread_ev *ev);

/* Of the monitor domain, a mark, or a record whose time is in doubt: see intervals_doubt(). */
static inline int intervals_concerns(const struct monread_ev *ev)
{
	return ev->domain == 1 || ev->flags & MONREAD_APART ||
	       (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length));
}

/* Whether an interval of LENGTH TOD units would be too long now. */
int intervals_is_missing(const struct intervals *i, uint64_t length);

#define INTERVALS_TEXT 256u

/* Whether intervals contradict D1R9 after the first one was reported as a gap.  TEXT says how many. */
int intervals_contradict(const struct intervals *i, char *text);

/* What the text of all of them begins with. */
#define INTERVALS_GAP "the interval that ends here took "

/* intervals_record() has said that EV ends an interval that is too long: *GAP tells of that, with its text in TEXT, of
 * INTERVALS_TEXT characters. */
void intervals_gap(const struct intervals *i, const struct monread_ev *ev, struct monread_ev *gap, char *text);

/* TEXT, of INTERVALS_TEXT characters, says that the system was IPLed at the TOD clock IPL. */
void intervals_ipl(uint64_t ipl, char *text);

/* Whether the TOD clock of EV, or of a record in front of it, is wrong.  TEXT, of INTERVALS_TEXT characters, says so. */
int intervals_doubt(const struct monread_ev *ev, char *text);

/* TEXT says that the clock of EV is far from that of its sample, so that what it counted is not known. */
void intervals_apart(const struct monread_ev *ev, char *text);

/* Whether EV is not a loss by itself, but says that the interval that ends there took too long. */
static inline int intervals_is_gap(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_GAP && ev->flags & MONREAD_NUMBERED && ev->domain == 1;
}

/* Data is missing, which was said: the interval that is running may take longer. */
static inline void intervals_excuse(struct intervals *i)
{
	i->excused = 1;
}

#endif
