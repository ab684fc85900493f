/* overlap.h: the order of captures whose data sets are read together, and which records others of a system had before. */
#ifndef CLI_OVERLAP_H
#define CLI_OVERLAP_H

#include "cli/peek.h"
#include "cli/seen.h"
#include "monread.h"
#include "port/bounds.h"

/* Of a capture. */
struct overlap_source {
	const char *name;
	unsigned number; /* from 1; of those with the same time the lowest is first */
	int open;
	uint64_t tod;    /* of its next data set, or of its first; 0: not known */
	uint64_t before; /* of the data set before */
	uint64_t sampled; /* of the last samples; 0: there were none */
	int is_sample;   /* its next data set is of those */
	uint64_t epoch;  /* how often the clock was set back before its next data set */
	uint64_t begun;  /* TOD clock of its first data set of this epoch that is no configuration; 0: that is still to come */
	uint64_t back_from; /* of the last one before the clock was set back in it; 0: it was not */
	int tells_begin; /* its next data set is no configuration */
	int was_back;    /* its next data set is the first one behind that */
	struct overlap_source *next; /* see epochs.h */
	struct overlap_source *same; /* one that has the same records as this one; NULL: not known */
	int doubted;     /* it was said that it is not known whether it comes before or behind that */
	unsigned twin;   /* the number of the last one that had a record of it */
	int aside;       /* its next data set is older than what it stands in front of: configuration, what is repeated */
	int apart; /* it begins with configuration that is not read when that was made, but with what is behind it */
	int timeless;    /* or no record of it has a time that may be right */
	char system_id[MR_SYSTEM_ID_SIZE]; /* as its beginning tells; "": it does not */
	struct peek peek; /* what was read before its turn, and comes before what is still to be read */
};

struct overlap {
	struct seen seen;
	uint64_t kept; /* how long a record is known, in TOD units */
	int config_lasts; /* but configuration always */
	struct overlap_source *all; /* the captures, see epochs.h */
};

/* TOD values of two epochs, so that < compares them. */
static inline uint64_t overlap_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

/* EV is the next record of a capture.  *TOD, 0 before, is when the capture begins, as soon as that is known, and SYSTEM,
 * unless it is NULL, learns which system it is of.  *APART, 0 before: see struct overlap_source.  1: nothing more is to
 * be learnt; 0: it is; -1: out of memory. */
int overlap_learn(uint64_t *tod, int *apart, struct monread_system *system, const struct monread_ev *ev);

/* How much of each of N captures is read at once, in bytes: MOST, or less where there are many. */
size_t overlap_piece(size_t n, size_t most);

void overlap_begin(struct overlap *o);
void overlap_done(struct overlap *o);

/* FIRST is the first record of the next data set of S, of the time s->tod.  Where that is not to be believed at once, what
 * comes behind it is looked at: NEXT(ARG) gives it, NULL at the end, and it waits in s->peek.  A time that is wrong would
 * have all of S wait, or come before its turn; and configuration may be older than what it stands in front of.  s->tod and
 * s->epoch become what they are.
 * FIRST, valid until s->peek is used; WRONG says that its own time is wrong, and then it was taken from s->peek; "": it is
 * not.  NULL: out of memory. */
#define OVERLAP_WRONG (2 * MONREAD_TIME_SIZE + 60)
const struct monread_ev *overlap_find_time(const struct overlap *o, struct overlap_source *s, const struct monread_ev *first,
                                           const struct monread_ev *(*next)(void *arg), void *arg, char wrong[OVERLAP_WRONG]);

/* Whether EV is the beginning of the data set behind DATASET, whose end is missing; it comes again.  -1: out of memory. */
int overlap_is_cut(struct overlap_source *s, uint64_t dataset, const struct monread_ev *ev);

/* Whether EV, a control element, begins a sample that is LATER than the one before of its data set, in TOD units, or more,
 * or before it, as the clock was set back; or events that are later than that at all.  It comes again then.  NEXT(ARG) as
 * above.  -1: out of memory. */
int overlap_is_other(struct overlap_source *s, uint64_t later, const struct monread_ev **ev,
                     const struct monread_ev *(*next)(void *arg), void *arg);

/* Whether A is so long before B that the clock was set back if it came behind B. */
int overlap_is_back(uint64_t a, uint64_t b);

/* Whether A and B are not the times of one sample. */
int overlap_is_apart(uint64_t a, uint64_t b);

/* Whether the next data set of A comes before that of B. */
int overlap_is_before(const struct overlap_source *a, const struct overlap_source *b);

/* The next data set of S, which is not aside, is next of all. */
void overlap_turn(struct overlap *o, struct overlap_source *s);

/* When the next data set of S has its turn: where it is older than the one before, behind that. */
uint64_t overlap_turn_of(const struct overlap_source *s);

/* Whether OTHER may have what is next of S, as far as that is a matter of clocks that were set back: it may be the first
 * to tell that. */
int overlap_is_beside(const struct overlap_source *other, const struct overlap_source *s);

/* Whether OTHER, which is not at its end, is of the same system as S, and read at the same time or soon after. */
int overlap_meets(const struct overlap *o, const struct overlap_source *other, const struct overlap_source *s);

/* Whether EV is configuration that is known always, as captures have it that begin far apart. */
int overlap_lasts(const struct overlap *o, const struct overlap_source *s, const struct monread_ev *ev);

/* Whether the record EV of S was another's, too, before; OTHERS may have it later.  -1: out of memory. */
int overlap_had(struct overlap *o, struct overlap_source *s, const struct monread_ev *ev, int others);

#endif
