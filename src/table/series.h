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

/* Half of the shortest interval that CP allows (six seconds), in TOD units: records of the same
 * system in another input within this time belong to the same sample. */
#define SERIES_SAME_SAMPLE (3 * MR_TOD_SECOND)

enum series_kind {
	SERIES_LEVEL,  /* not sample data: show the values themselves */
	SERIES_FIRST,  /* no previous record to compare with */
	SERIES_KNOWN   /* compare with ->bytes */
};

/* The previous record. */
struct series_before {
	enum series_kind kind;
	uint32_t index; /* number under which the current record is stored, for series_sum() */
	/* bytes of the previous record, at least up to its last counter; it has the same layout and
	 * release; valid until the next event */
	const unsigned char *bytes;
	size_t length;
	/* if the previous sample was not shown: differences since the last one that was, see
	 * delta_sums(); else NULL */
	const unsigned char *sums;
	uint64_t elapsed; /* TOD units since the last record that was shown; 0: not SERIES_KNOWN */
	/* input of the previous record, from 1, and offset of the record there */
	uint64_t file, offset;
	/* number of the current record, from 0, among records of its instance in the sample */
	uint32_t nth;
	uint32_t sums_length;
	/* 1 if the TOD clock of the current record differs from the clock of its sample:
	 * differences are unknown */
	int apart;
	/* with series_once(): another input already has this instance in the sample, so do not
	 * compare */
	int again;
	/* if not SERIES_KNOWN: TOD clock since the last sample at which the instance began to
	 * exist, with counters of 0; 0: it did not */
	uint64_t began;
};

/* The position of a record in the data of its system: its sample, and its epoch, which changes
 * after each loss. */
struct series_system;
struct series_place {
	struct series_system *system;
	uint64_t set, epoch;
	uint64_t first; /* TOD clock of the first record of the set */
	int in_set;     /* 1 if the record belongs to the sample; 0 for events and configuration */
	uint64_t ipl;   /* TOD clock of the IPL that the record reports; 0: none */
	/* if the record reports that counters restart, its layout; else NULL */
	const struct monread_layout *layout;
	/* the key of the instance whose end it reports; NULL: none */
	const struct monread_field *ends;
};

/* WANTED selects the records (DOMAIN, RECORD) to keep; NULL: all. THINNED: 1 if not every sample is
 * shown; then call series_shown() for each sample that is shown, and series_sum() for records of
 * the others, so that differences span all of them. Return NULL if out of memory. */
struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg,
                          int thinned);
void series_free(struct series *s);

/* Begin the next input, whose data may continue an earlier input of the same system. */
void series_begin_file(struct series *s);

/* Do not compare the following records with records before this call. */
void series_forget(struct series *s);

/* For inputs whose data sets alternate, instead of series_begin_file(): the following records
 * belong to input number FILE, from 1, and to the system with this identifier, if known. */
void series_turn(struct series *s, uint64_t file, const char *id);

/* Count each instance once per sample: if several inputs have records of the instance, use the
 * first input only. */
void series_once(struct series *s);

/* With series_once(): the record EV of this input is a duplicate of another input and is not passed
 * to series_arrive(). */
void series_again(struct series *s, const struct monread_ev *ev);

/* Call this if data was lost or damaged after the last record. */
void series_lost(struct series *s);

/* Like intervals_contradict(), for the system of the last record; reset its count. */
int series_contradict(struct series *s, char *text);

/* The first members of struct series, which series_ignores() reads to skip most records without a
 * call. */
struct series_quick {
	uint64_t setno; /* number of the last record set of the current sample */
	unsigned char parts[MR_DOMAINS][MR_RECORDS];
};
/* records with this domain and number are not kept and have no effect */
#define SERIES_PART_KNOWN  1u
/* records with this domain and number only show that their data set has configuration */
#define SERIES_PART_CONFIG 4u

/* Return the result of series_ignores() for records that it cannot judge inline. */
int series_ignores_other(struct series *s, const struct monread_ev *ev);

/* If record sets of one data set differ by this many TOD units, they belong to several samples: a
 * stream without ends of intervals does not show where a data set ends. */
#define SERIES_OTHER_SAMPLE (30 * MR_TOD_SECOND)

/* Return 1 if EV has no effect: it is not kept, does not begin a record set of a sample, and does
 * not affect later records. Such a record, like most, need not be passed to series_arrive(). */
static inline int series_ignores(struct series *s, const struct monread_ev *ev)
{
	const struct series_quick *quick = (const struct series_quick *)s;

	if (mr_is_in_bounds(ev->domain, ev->record) && !(ev->flags & MONREAD_FIRST_APART) &&
	    (quick->parts[ev->domain][ev->record] & ~SERIES_PART_CONFIG) == SERIES_PART_KNOWN &&
	    (ev->setno == quick->setno || ev->mce->type != MONREAD_SAMPLE))
		return 1;
	return series_ignores_other(s, ev);
}

/* EV, for which series_ignores() is 1, is not needed for anything else: add its number to P, so
 * that the reader skips such records of this record set. */
static inline void series_pass(struct monread_pass *p, const struct monread_ev *ev)
{
	if (ev->domain >= MONREAD_PASS_DOMAINS || ev->record >= MONREAD_PASS_RECORDS)
		return;
	p->numbers[ev->domain][ev->record] = 1;
	p->setno = ev->setno;
}

/* Process the record EV, after its system SYSTEM has learned from EV. Set *PLACE to the position of
 * EV. Return 0, or -1 if out of memory. */
int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place);

/* Set *BEFORE to the record to compare with EV, for which series_keeps() is 1, and keep EV. PLACE:
 * from series_arrive(). L: its layout, or NULL. Return 0, or -1 if out of memory. */
int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before);

/* The event EV at PLACE, with place->ends, reports the end of an instance. Set *BEFORE to its last
 * sample of the record SAMPLE; or set before->began if it began since that sample; or neither.
 * Return 0, or -1 if out of memory. */
int series_end(struct series *s, const struct series_place *place, const struct monread_ev *ev,
               const struct monread_layout *sample, unsigned release, struct series_before *before);

/* Note that the sample of PLACE is shown, so that later differences begin there. PLACE: the last
 * one passed to series_take() for its system. */
void series_shown(const struct series_place *place);

/* The record of PLACE, with *BEFORE from series_take(), is not shown: keep its differences DELTA,
 * so that the next record adds them. Return 0, or -1 if out of memory. */
int series_sum(const struct series_place *place, const struct series_before *before,
               const struct delta *delta);

/* Return 1 if series_take() needs EV. If not, the record is SERIES_LEVEL, and its layout is needed
 * only to show it. */
int series_keeps(struct series *s, const struct monread_ev *ev);

#endif
