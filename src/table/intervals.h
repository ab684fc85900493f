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
	int told;                          /* EXPECTED is what D1R9 said */
	int monitor_only;                  /* the set of the last end was of the monitor domain alone */
	int beside_config;                 /* the last end, or this one, may be that of configuration, which may come at any time */
	int excused;                       /* something was lost or damaged since, and was said */
};

/* Take a record into account; only those for which intervals_concerns() say something.  1: it ends an interval that is
 * too long, so that records must be missing. */
int intervals_record(struct intervals *i, struct monread_system *system, const struct monread_ev *ev);

/* Of the monitor domain, a mark, or a record whose time is in doubt: see intervals_doubt(). */
static inline int intervals_concerns(const struct monread_ev *ev)
{
	return ev->domain == 1 || ev->flags & MONREAD_APART ||
	       (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length));
}

/* Whether an interval of LENGTH TOD units would be too long now. */
int intervals_is_missing(const struct intervals *i, uint64_t length);

#define INTERVALS_TEXT 256u
/* What the text of all of them begins with. */
#define INTERVALS_GAP "the interval that ends here took "

/* intervals_record() has said that EV ends an interval that is too long: *GAP tells of that, with its text in TEXT, of
 * INTERVALS_TEXT characters. */
void intervals_gap(const struct intervals *i, const struct monread_ev *ev, struct monread_ev *gap, char *text);

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
