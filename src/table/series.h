/* series.h: finds the record with which a sample record is compared: the record of the same
 * instance, such as a user, in the previous sample, unless data was lost, counters were reset or
 * the clock was set between the two samples. A struct series must receive all events of its inputs
 * in order. Use it in one thread at a time. */
#ifndef TABLE_SERIES_H
#define TABLE_SERIES_H

#include "base/bounds.h"
#include "base/tod.h"
#include "monread.h"

struct series;
struct delta;

/* If records of the same system in two inputs are less than this time apart, they belong to the
 * same sample: half of six seconds, the shortest interval that CP allows, in TOD units. */
#define SERIES_SAME_SAMPLE (3 * MR_TOD_SECOND)

enum series_kind {
	SERIES_LEVEL, /* the record is not sample data: show its values */
	SERIES_FIRST, /* the record is sample data without a previous record */
	SERIES_KNOWN  /* compare the record with the previous record */
};

/* The record with which the current record is compared: the previous record of its instance. */
struct series_before {
	enum series_kind kind;
	/* bytes of the previous record up to its last counter or further, valid until the next
	 * event; the previous and the current record have the same layout and release */
	const unsigned char *bytes;
	size_t length;
	/* if the previous sample was not shown: the differences since the last shown sample, from
	 * delta_sums(); else NULL */
	const unsigned char *sums;
	uint32_t sums_length; /* number of bytes of ->sums */
	/* time between the last shown record of the instance and the current record, in TOD
	 * units */
	uint64_t elapsed;
	/* number (from 1) of the input that has the previous record, and offset of the record in
	 * this input */
	uint64_t file, offset;
	/* index of the current record among the records of its instance in the sample */
	uint32_t nth;
	/* 1 if the TOD clocks of the current record and of its sample are far apart (see
	 * SERIES_OTHER_SAMPLE) */
	int apart;
	/* only after series_once(): 1 if another input already has a record of this instance in the
	 * sample */
	int again;
	/* if ->kind is not SERIES_KNOWN: the TOD clock at which the instance began to exist, with
	 * counters of 0, if the instance began after the last sample; else 0 */
	uint64_t began;
};

struct series_system;

/* The position of a record in the data of its system. */
struct series_place {
	struct series_system *system;
	uint64_t set; /* number of the sample */
	/* number that changes with each loss of data and each restart of all counters; records with
	 * different numbers are not compared */
	uint64_t epoch;
	uint64_t first; /* TOD clock of the first record of the sample */
	int in_set;     /* 1 if the record belongs to the sample; 0: event or configuration */
	uint64_t ipl;   /* TOD clock of the IPL that the record reports; 0: none */
	/* layout of the record if it reports restarts of counters; else NULL */
	const struct monread_layout *layout;
	/* if the record reports the end of an instance: the key field of this instance; else
	 * NULL */
	const struct monread_field *ends;
};

/* Create a struct series that stores the records for which WANTED(ARG, DOMAIN, RECORD) returns 1
 * (WANTED is NULL: all records). THINNED is 1 if some samples are not shown: call series_shown()
 * for each shown sample and series_sum() for the records of the other samples, so that differences
 * cover all samples. Return NULL if out of memory. */
struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg,
                          int thinned);
void series_free(struct series *s);

/* Begin the next input, whose data may continue an earlier input of the same system. */
void series_begin_file(struct series *s);

/* Forget all earlier records, so that later records are not compared with them. */
void series_forget(struct series *s);

/* Call this instead of series_begin_file() if the data sets of several inputs alternate: the next
 * records are from input number FILE, from 1. ID is the identifier of their system; "": unknown. */
void series_turn(struct series *s, uint64_t file, const char *id);

/* If several inputs have records of an instance in a sample, use only those of the first input. */
void series_once(struct series *s);

/* Call this instead of series_arrive() for a record that the series S already has from another
 * input. */
void series_again(struct series *s, const struct monread_ev *ev);

/* Call this if data was lost or damaged after the last record. */
void series_lost(struct series *s);

/* Call intervals_contradict() for the system of the last record, and return its result. Later calls
 * count the intervals that contradict D1R9 from 0 again. */
int series_contradict(struct series *s, char *text);

/* The first member of struct series, for series_ignores(). */
struct series_quick {
	uint64_t setno; /* number of the last record set of the current sample */
	/* bits such as PART_KNOWN, at the index [domain][record] */
	unsigned char parts[MR_DOMAINS][MR_RECORDS];
};
/* Bits of ->parts. PART_KNOWN: the element of ->parts is valid. PART_CONFIG: data sets with the
 * record are configuration. The other bits are in series.c; records with one of these bits have an
 * effect on struct series. */
#define PART_KNOWN  1u
#define PART_CONFIG 4u

int series_ignores_other(struct series *s, const struct monread_ev *ev);

/* If the TOD clocks of two record sets in one data set are at least this many TOD units apart, the
 * record sets belong to different samples: a stream without ends of intervals does not show where a
 * data set ends. */
#define SERIES_OTHER_SAMPLE (30 * MR_TOD_SECOND)

/* Return 1 if the record EV, like most records, has no effect on the series S, so that
 * series_arrive() does not need EV. This check is inline because it is done for each record. */
static inline int series_ignores(struct series *s, const struct monread_ev *ev)
{
	const struct series_quick *quick = (const struct series_quick *)s;

	if (mr_is_in_bounds(ev->domain, ev->record) && !(ev->flags & MONREAD_FIRST_APART) &&
	    (quick->parts[ev->domain][ev->record] & ~PART_CONFIG) == PART_KNOWN &&
	    (ev->setno == quick->setno || ev->mce->type != MONREAD_SAMPLE))
		return 1;
	return series_ignores_other(s, ev);
}

/* Call this if neither the series nor the caller needs the record EV. Add the domain and record
 * number of EV to P, so that libmonread skips records with these numbers in the rest of this record
 * set. */
static inline void series_pass(struct monread_pass *p, const struct monread_ev *ev)
{
	if (ev->domain >= MONREAD_PASS_DOMAINS || ev->record >= MONREAD_PASS_RECORDS)
		return;
	p->numbers[ev->domain][ev->record] = 1;
	p->setno = ev->setno;
}

/* Return 1 if the record EV is D1R4, which has the time of the IPL. Pass each D1R4 to
 * series_arrive(), even if it is repeated configuration: a file that --write made may have no other
 * D1R4. */
static inline int series_has_ipl(const struct monread_ev *ev)
{
	return ev->domain == 1 && ev->record == 4;
}

/* Process the record EV, and store its position in *PLACE. SYSTEM, the state of the system that
 * wrote EV, must already have processed EV. Return 0, or -1 if out of memory. */
int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place);

/* Describe in *BEFORE the record with which the record EV is compared, and store EV for the next
 * sample. series_keeps() must have returned 1 for EV. PLACE comes from series_arrive(); L is the
 * layout of EV, or NULL. Return 0, or -1 if out of memory. */
int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before);

/* The event EV at PLACE reports the end of an instance: place->ends is not NULL. If the last sample
 * has a record of this instance with the layout SAMPLE, describe that record in *BEFORE. If the
 * instance began after the last sample, set before->began. Return 0, or -1 if out of memory. */
int series_end(struct series *s, const struct series_place *place, const struct monread_ev *ev,
               const struct monread_layout *sample, unsigned release, struct series_before *before);

/* Call this if the sample of PLACE is shown, so that later differences begin at this sample. PLACE
 * must be the last place of its system that was passed to series_take(). */
void series_shown(const struct series_place *place);

/* Call this if the record of PLACE is not shown, directly after series_take() has stored
 * SERIES_KNOWN in before->kind. Add the differences of this record, which are in DELTA, to the
 * differences of the next record of its instance. Return 0, or -1 if out of memory. */
int series_sum(const struct series_place *place, const struct series_before *before,
               const struct delta *delta);

/* Return 1 if the record EV must be passed to series_take(). Other records have no differences. */
int series_keeps(struct series *s, const struct monread_ev *ev);

#endif
