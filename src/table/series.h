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

/* Half of six seconds, the shortest interval that CP allows, in TOD units. If records of the same
 * system in two inputs are less than this time apart, they belong to the same sample. */
#define SERIES_SAME_SAMPLE (3 * MR_TOD_SECOND)

enum series_kind {
	SERIES_LEVEL,  /* the record is not sample data: show its values */
	/* the record is sample data without a previous record */
	SERIES_FIRST,
	SERIES_KNOWN   /* compare the record with the previous record of its instance */
};

/* The previous record of the instance to which the current record belongs. */
struct series_before {
	enum series_kind kind;
	/* bytes of the previous record, at least up to its last counter, valid until the next
	 * event. Both records have the same layout and release. */
	const unsigned char *bytes;
	size_t length;
	/* if the previous sample was not shown: the differences that delta_sums() stored, which
	 * begin at the last sample that was shown; else NULL */
	const unsigned char *sums;
	/* TOD units between the last shown record of the instance and the current record */
	uint64_t elapsed;
	/* number of the input (from 1) that has the previous record, and the offset of that record
	 * in the input */
	uint64_t file, offset;
	/* index of the current record among the records of its instance in the sample */
	uint32_t nth;
	uint32_t sums_length; /* number of bytes of ->sums */
	int apart; /* 1 if the TOD clocks of the current record and of its sample differ */
	/* with series_once(): 1 if another input already has this instance in the sample */
	int again;
	/* if ->kind is not SERIES_KNOWN: the TOD clock at which the instance began to exist, with
	 * counters of 0, if this was after the last sample; 0: the instance is older, or unknown */
	uint64_t began;
};

/* The position of a record in the data of its system: its sample, and the number of its epoch. A
 * new epoch begins after each loss of data. */
struct series_system;
struct series_place {
	struct series_system *system;
	uint64_t set, epoch;
	uint64_t first; /* TOD clock of the first record of the data set that has the record */
	int in_set;     /* 1 if the record belongs to a sample; 0 for events and configuration */
	uint64_t ipl;   /* TOD clock of the IPL that the record reports; 0: none */
	/* layout of the record if it reports restarts of counters; else NULL */
	const struct monread_layout *layout;
	/* if the record reports the end of an instance, the key field of this instance; else
	 * NULL */
	const struct monread_field *ends;
};

/* Create a struct series. It stores the records for which WANTED(ARG, DOMAIN, RECORD) returns 1
 * (WANTED is NULL: all records). THINNED is 1 if some samples are not shown; the caller then calls
 * series_shown() for each sample that is shown, and series_sum() for the records of the other
 * samples, so that differences cover all samples. Return NULL if out of memory. */
struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg,
                          int thinned);
void series_free(struct series *s);

/* Begin the next input, whose data may continue an earlier input of the same system. */
void series_begin_file(struct series *s);

/* Forget all earlier records, so that later records are not compared with them. */
void series_forget(struct series *s);

/* Call this instead of series_begin_file() if the data sets of several inputs come in turns: the
 * following records are from input number FILE, counted from 1. If ID is not empty, it is the
 * identifier of their system. */
void series_turn(struct series *s, uint64_t file, const char *id);

/* If several inputs have records of an instance in a sample, use only those of the first input. */
void series_once(struct series *s);

/* Call this instead of series_arrive() if S already has EV from another input. */
void series_again(struct series *s, const struct monread_ev *ev);

/* Call this if data was lost or damaged after the last record. */
void series_lost(struct series *s);

/* Call intervals_contradict() for the system of the last record, and return its result. Then count
 * intervals that contradict D1R9 from 0 again. */
int series_contradict(struct series *s, char *text);

/* The first member of struct series. The inline function series_ignores() reads it, so that most
 * records are skipped without a call of a function. */
struct series_quick {
	uint64_t setno; /* number of the last record set of the current sample */
	unsigned char parts[MR_DOMAINS][MR_RECORDS];
};
/* Bits of series_quick.parts. A record with no other bit than these two is not stored. PART_KNOWN:
 * the element of ->parts is valid. PART_CONFIG: data sets with the record are configuration. */
#define PART_KNOWN  1u
#define PART_CONFIG 4u

int series_ignores_other(struct series *s, const struct monread_ev *ev);

/* If the TOD clocks of two record sets in one data set are at least this many TOD units apart, the
 * record sets belong to different samples. This can happen because a stream without ends of
 * intervals does not show where a data set ends. */
#define SERIES_OTHER_SAMPLE (30 * MR_TOD_SECOND)

/* Return 1 if EV, like most records, has no effect on S: S does not store EV, EV does not begin a
 * record set of a sample, and EV does not affect later records. The caller need not pass EV to
 * series_arrive(). */
static inline int series_ignores(struct series *s, const struct monread_ev *ev)
{
	const struct series_quick *quick = (const struct series_quick *)s;

	if (mr_is_in_bounds(ev->domain, ev->record) && !(ev->flags & MONREAD_FIRST_APART) &&
	    (quick->parts[ev->domain][ev->record] & ~PART_CONFIG) == PART_KNOWN &&
	    (ev->setno == quick->setno || ev->mce->type != MONREAD_SAMPLE))
		return 1;
	return series_ignores_other(s, ev);
}

/* Call this for EV, for which series_ignores() returned 1, if the caller does not need EV either:
 * add its domain and record number to P, so that libmonread skips such records in the rest of this
 * record set. */
static inline void series_pass(struct monread_pass *p, const struct monread_ev *ev)
{
	if (ev->domain >= MONREAD_PASS_DOMAINS || ev->record >= MONREAD_PASS_RECORDS)
		return;
	p->numbers[ev->domain][ev->record] = 1;
	p->setno = ev->setno;
}

/* Return 1 if EV is D1R4, which has the time of the IPL. D1R4 is the only repeated configuration
 * that must be passed to series_arrive(): a file that --write made may have D1R4 only as repeated
 * configuration. */
static inline int series_has_ipl(const struct monread_ev *ev)
{
	return ev->domain == 1 && ev->record == 4;
}

/* Process the record EV. SYSTEM is the state of its system, which has already processed EV. Store
 * the position of EV in *PLACE. Return 0, or -1 if out of memory. */
int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place);

/* Describe in *BEFORE the record with which EV is compared, and store EV for the next sample.
 * series_keeps() must have returned 1 for EV. PLACE comes from series_arrive(); L is the layout of
 * EV, or NULL. Return 0, or -1 if out of memory. */
int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before);

/* The event EV at PLACE reports the end of an instance: place->ends is not NULL. If the last sample
 * has a record of this instance with the layout SAMPLE, describe that record in *BEFORE. If the
 * instance began after the last sample, set before->began. Return 0, or -1 if out of memory. */
int series_end(struct series *s, const struct series_place *place, const struct monread_ev *ev,
               const struct monread_layout *sample, unsigned release, struct series_before *before);

/* Call this if the sample of PLACE is shown; later differences then begin at this sample. PLACE
 * must be the last place of its system that was passed to series_take(). */
void series_shown(const struct series_place *place);

/* Call this if the record of PLACE is not shown, directly after series_take() has stored
 * SERIES_KNOWN in *BEFORE. The differences of the record, which are in DELTA, are then added to
 * those of the next record. Return 0, or -1 if out of memory. */
int series_sum(const struct series_place *place, const struct series_before *before,
               const struct delta *delta);

/* Return 1 if EV must be passed to series_take(). If not, EV has no differences (SERIES_LEVEL), and
 * the layout of EV is needed only to show its values. */
int series_keeps(struct series *s, const struct monread_ev *ev);

#endif
