/* series.h: finds the record that a sample record is compared with: the record of the same instance
 * in the previous sample, unless a loss, a reset or a clock change between them makes the
 * difference meaningless.
 *
 * A series must receive all events of its inputs in order. Use it in one thread at a time. */
#ifndef TABLE_SERIES_H
#define TABLE_SERIES_H

#include "monread.h"
#include "port/bounds.h"
#include "port/tod.h"

struct series;
struct delta;

/* Half of the shortest interval that CP allows (six seconds), in TOD units. If records of the same
 * system in two inputs are less than this time apart, they belong to the same sample. */
#define SERIES_SAME_SAMPLE (3 * MR_TOD_SECOND)

enum series_kind {
	SERIES_LEVEL,  /* not sample data: show the values themselves */
	SERIES_FIRST,  /* no previous record to compare with */
	SERIES_KNOWN   /* compare the record with ->bytes */
};

/* The previous record. */
struct series_before {
	enum series_kind kind;
	uint32_t index; /* number under which the current record is stored; series_sum() needs it */
	/* bytes of the previous record, at least up to its last counter; the record has the same
	 * layout and release as the current one; valid until the next event */
	const unsigned char *bytes;
	size_t length;
	/* if the previous sample was not shown: the differences since the last sample that was
	 * shown, see delta_sums(); else NULL */
	const unsigned char *sums;
	/* TOD units since the last record of the instance that was shown; 0: not SERIES_KNOWN */
	uint64_t elapsed;
	/* number of the input of the previous record, from 1, and offset of this record in it */
	uint64_t file, offset;
	/* index of the current record among the records of its instance in the sample */
	uint32_t nth;
	uint32_t sums_length;
	/* 1 if the TOD clock of the current record differs from the clock of its sample, so that
	 * differences are unknown */
	int apart;
	/* with series_once(): 1 if another input already has this instance in the sample, so that
	 * the record is not compared */
	int again;
	/* if not SERIES_KNOWN: TOD clock at which the instance, with counters of 0, began to exist
	 * after the last sample; 0: it existed before or this is unknown */
	uint64_t began;
};

/* The position of a record in the data of its system: the sample to which it belongs, and its
 * epoch, which changes after each loss. */
struct series_system;
struct series_place {
	struct series_system *system;
	uint64_t set, epoch;
	uint64_t first; /* TOD clock of the first record of the data set */
	int in_set;     /* 1 if the record belongs to a sample; 0 for events and configuration */
	uint64_t ipl;   /* TOD clock of the IPL that the record reports; 0: none */
	/* if the record reports that counters restart, its layout; else NULL */
	const struct monread_layout *layout;
	/* key field of the instance whose end the record reports; NULL: none */
	const struct monread_field *ends;
};

/* Create a series. It keeps the records for which WANTED(ARG, DOMAIN, RECORD) returns 1; if WANTED
 * is NULL, all records. THINNED is 1 if not every sample is shown. In this case call series_shown()
 * for each sample that is shown, and series_sum() for the records of the other samples, so that
 * differences span all of them. Return NULL if out of memory. */
struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg,
                          int thinned);
void series_free(struct series *s);

/* Begin the next input, whose data may continue an earlier input of the same system. */
void series_begin_file(struct series *s);

/* Do not compare the following records with records before this call. */
void series_forget(struct series *s);

/* Use this function instead of series_begin_file() for inputs whose data sets alternate: the
 * following records belong to input number FILE, from 1, and, if ID is known, to the system with
 * this identifier. */
void series_turn(struct series *s, uint64_t file, const char *id);

/* Count each instance once per sample: if several inputs have records of the instance, use only the
 * records of the first input. */
void series_once(struct series *s);

/* After series_once(): call this function, instead of series_arrive(), if the record EV of this
 * input duplicates a record that another input already gave. */
void series_again(struct series *s, const struct monread_ev *ev);

/* Call this function if data was lost or damaged after the last record. */
void series_lost(struct series *s);

/* Do the same as intervals_contradict() for the system of the last record, and reset the count of
 * such intervals. */
int series_contradict(struct series *s, char *text);

/* The first members of struct series. series_ignores() reads them inline, to skip most records
 * without a call. */
struct series_quick {
	uint64_t setno; /* number of the last record set of the current sample */
	unsigned char parts[MR_DOMAINS][MR_RECORDS];
};
/* records with this domain and record number are not kept and have no effect */
#define SERIES_PART_KNOWN  1u
/* records with this domain and record number only show that their data set has configuration */
#define SERIES_PART_CONFIG 4u

/* Return the result of series_ignores() for records that it cannot decide inline. */
int series_ignores_other(struct series *s, const struct monread_ev *ev);

/* If the clocks of two record sets of one data set differ by this many TOD units, the record sets
 * belong to different samples. This happens in a stream without ends of intervals, which does not
 * show where a data set ends. */
#define SERIES_OTHER_SAMPLE (30 * MR_TOD_SECOND)

/* Return 1 if EV has no effect: the series does not keep it, it does not begin a record set of a
 * sample, and it does not affect later records. Most records are such; they need not be passed to
 * series_arrive(). */
static inline int series_ignores(struct series *s, const struct monread_ev *ev)
{
	const struct series_quick *quick = (const struct series_quick *)s;

	if (mr_is_in_bounds(ev->domain, ev->record) && !(ev->flags & MONREAD_FIRST_APART) &&
	    (quick->parts[ev->domain][ev->record] & ~SERIES_PART_CONFIG) == SERIES_PART_KNOWN &&
	    (ev->setno == quick->setno || ev->mce->type != MONREAD_SAMPLE))
		return 1;
	return series_ignores_other(s, ev);
}

/* If the caller does not need EV, for which series_ignores() returned 1, add its domain and record
 * number to P, so that the reader skips such records in this record set. */
static inline void series_pass(struct monread_pass *p, const struct monread_ev *ev)
{
	if (ev->domain >= MONREAD_PASS_DOMAINS || ev->record >= MONREAD_PASS_RECORDS)
		return;
	p->numbers[ev->domain][ev->record] = 1;
	p->setno = ev->setno;
}

/* Process the record EV. SYSTEM is its system, to which EV was passed already. Store the position
 * of EV in *PLACE. Return 0, or -1 if out of memory. */
int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place);

/* Fill in *BEFORE with the record to compare with EV, for which series_keeps() returned 1, and keep
 * EV. PLACE comes from series_arrive(); L is the layout of EV, or NULL. Return 0, or -1 if out of
 * memory. */
int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before);

/* The event EV at PLACE, with place->ends, reports the end of an instance. If the last sample has a
 * record with the layout SAMPLE of this instance, fill in *BEFORE with that record; if the instance
 * began after the last sample, set before->began; do nothing if neither is known. Return 0, or -1
 * if out of memory. */
int series_end(struct series *s, const struct series_place *place, const struct monread_ev *ev,
               const struct monread_layout *sample, unsigned release, struct series_before *before);

/* The sample of PLACE is shown, so later differences begin at this sample. PLACE must be the last
 * one passed to series_take() for its system. */
void series_shown(const struct series_place *place);

/* The record of PLACE, for which series_take() filled in *BEFORE, is not shown. Keep its
 * differences DELTA, so that they are added to the differences of the next record. Return 0, or -1
 * if out of memory. */
int series_sum(const struct series_place *place, const struct series_before *before,
               const struct delta *delta);

/* Return 1 if series_take() needs EV. If it does not, the record is SERIES_LEVEL, and its layout is
 * needed only to show the record. */
int series_keeps(struct series *s, const struct monread_ev *ev);

#endif
