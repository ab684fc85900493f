/* series.h: the record that a record of sample data is to be compared with: the one of the same instance in the sample
 * data set directly before, where nothing lies between that spoils the difference.
 *
 * A series sees the events of its inputs in their order, all of them.  One thread at a time may use it. */
#ifndef TABLE_SERIES_H
#define TABLE_SERIES_H

#include "monread.h"
#include "port/bounds.h"
#include "port/tod.h"

struct series;
struct delta;

/* Half of the shortest interval that CP lets be set, six seconds, in TOD units: what another input has of the same system
 * within it is of the same sample. */
#define SERIES_SAME_SAMPLE (3 * MR_TOD_SECOND)

enum series_kind {
	SERIES_LEVEL,  /* no sample data: the record stands for itself */
	SERIES_FIRST,  /* there is nothing to compare it with */
	SERIES_KNOWN   /* ->bytes */
};

/* What a record is compared with. */
struct series_before {
	enum series_kind kind;
	uint32_t index; /* the number of the record that is kept, for series_sum() */
	const unsigned char *bytes; /* of a record with the same layout and release, as far as it counts; live until the
	                             * next event */
	size_t length;
	const unsigned char *sums; /* what was counted up to that record, of samples that are not shown: see delta_sums(); NULL:
	                            * it was shown itself, or all are */
	uint64_t elapsed; /* TOD units between the two, and of those samples; 0: not SERIES_KNOWN */
	uint64_t file, offset; /* the number of its input, from 1, and where it is in that */
	uint32_t nth;     /* of its instance in the sample, from 0 */
	uint32_t sums_length;
	int apart;        /* the TOD clock of the record is not that of its sample: nothing is known */
	int again;        /* no: another input has one of the instance in this sample, with series_once() */
};

/* Where in its system's data a record stands: which sample data set, and behind which losses. */
struct series_system;
struct series_place {
	struct series_system *system;
	uint64_t set, epoch;
	uint64_t first; /* TOD clock of the first record of the set */
	int in_set;     /* the record is of it: no event, no configuration */
	uint64_t ipl;   /* TOD clock of the IPL that the record reports; 0: it reports none */
};

/* Of records of (DOMAIN, RECORD) only those are kept for which WANTED says so; NULL: all.  THINNED: not every sample
 * is shown, and of those that are not series_sum() is told; differences are between those of which series_shown() is.
 * NULL: out of memory. */
struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg, int thinned);
void series_free(struct series *s);

/* Another input begins: its data may go on where that of another one of the same system has ended. */
void series_begin_file(struct series *s);

/* What comes next is compared with nothing that was there before. */
void series_forget(struct series *s);

/* Data sets of several inputs alternate: from here on records are of the input with the number FILE, from 1, and of the
 * system with this identifier, as far as that is known.  Instead of series_begin_file(). */
void series_turn(struct series *s, uint64_t file, const char *id);

/* Where inputs have a sample of the same time, though not the same one, only the first one of an instance counts. */
void series_once(struct series *s);

/* The record EV of this input was another's, too, and does not arrive; for those with series_once(). */
void series_again(struct series *s, const struct monread_ev *ev);

/* Something was lost or damaged here. */
void series_lost(struct series *s);

/* As intervals_contradict(), for the system of the last record; its count begins anew. */
int series_contradict(struct series *s, char *text);

/* What a series begins with: what tells of nearly all records, without a call, that they need not arrive. */
struct series_quick {
	uint64_t setno; /* the last record set of the current sample */
	unsigned char parts[MR_DOMAINS][MR_RECORDS];
};
#define SERIES_PART_KNOWN  1u /* records of the number are not kept, and say nothing, */
#define SERIES_PART_CONFIG 4u /* or only of the set that they are in: it is of configuration, unless it is a sample's */

int series_ignores_other(struct series *s, const struct monread_ev *ev);

/* Record sets of one data set whose times are so far apart, in TOD units, are of several samples: a stream does not tell
 * where a data set ends, unless it has the ends of intervals. */
#define SERIES_OTHER_SAMPLE (30 * MR_TOD_SECOND)

/* Whether EV changes nothing: it is neither kept nor the first record of a sample's record set, and says nothing of the
 * records behind it.  Then it need not arrive; nearly all need not. */
static inline int series_ignores(struct series *s, const struct monread_ev *ev)
{
	const struct series_quick *quick = (const struct series_quick *)s;

	if (mr_is_in_bounds(ev->domain, ev->record) && !(ev->flags & MONREAD_FIRST_APART) &&
	    (quick->parts[ev->domain][ev->record] & ~SERIES_PART_CONFIG) == SERIES_PART_KNOWN &&
	    (ev->setno == quick->setno || ev->mce->type != MONREAD_SAMPLE))
		return 1;
	return series_ignores_other(s, ev);
}

/* EV, which series_ignores(), was of no use to anybody else either: until another one is, records of its number need not be
 * read in its record set, nor those of numbers that were told here before. */
static inline void series_pass(struct monread_pass *p, const struct monread_ev *ev)
{
	if (ev->domain >= MONREAD_PASS_DOMAINS || ev->record >= MONREAD_PASS_RECORDS)
		return;
	p->numbers[ev->domain][ev->record] = 1;
	p->setno = ev->setno;
}

/* EV, a record of the system SYSTEM, which has learnt of it, has come.  *PLACE: where it stands.  0, or -1: out of
 * memory. */
int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place);

/* *BEFORE is what the record EV at PLACE, one that series_keeps(), whose layout is L (NULL: none is known), is compared
 * with; it is kept itself.
 * 0, or -1: out of memory. */
int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before);

/* The sample of PLACE, the last one of its system that series_take() was given, is shown: records behind it count from it
 * on. */
void series_shown(const struct series_place *place);

/* The record of PLACE for which series_take() said *BEFORE is not shown; DELTA has its differences, to which those of the
 * record behind it are added.  0, or -1: out of memory. */
int series_sum(const struct series_place *place, const struct series_before *before, const struct delta *delta);

/* Whether series_take() has something to keep of EV: else the record is SERIES_LEVEL, and only where it has to be shown
 * its layout is needed. */
int series_keeps(struct series *s, const struct monread_ev *ev);

#endif
