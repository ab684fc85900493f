/* verdict.h: counts records and problems of an input. With --messages=json, the counts are printed
 * at the end of the input, for programs that load many captures. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include <stdint.h>

#include "base/bounds.h"
#include "base/clock.h"
#include "cli/diag.h"
#include "monread.h"

/* The kinds of problems. */
enum verdict_why {
	VERDICT_DAMAGE,  /* data is damaged or missing */
	VERDICT_LOSS,    /* a device reports that data was lost */
	VERDICT_CLOCK,   /* the time of a record is wrong */
	VERDICT_DOUBLED, /* the sample already has the same record */
	VERDICT_CONTENTS /* fields of a record contradict each other */
};

/* Initialize with {0}, then set ->name. */
struct verdict {
	const char *name; /* name of the input, for messages; NULL: print no messages */
	/* 1: the input is live and may be read for months, so messages that were left out are
	 * reported, and allowed again, after some seconds */
	int is_live;
	struct diag_report report; /* exit status, and the error that ended reading */
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	uint64_t records;  /* number of records read, without end-of-frame records */
	uint64_t selected; /* number of selected records; not used if ->unselected */
	int unselected;    /* 1: the number of selected records is unknown */
	uint64_t problems; /* number of damaged places */
	uint64_t gaps;     /* number of gaps */
	uint64_t skipped;  /* number of bytes that were skipped or lost */
	/* TOD clocks of the first and the last record that has data; 0: none */
	uint64_t first, last;
	/* Limits of the number of messages, one for each reason and kind of record: */
	struct verdict_limit {
		unsigned why, kind;
		struct rate rate;
	} *limits;
	size_t nlimits, room;
};

/* Set *LAST to the TOD clock of EV; also *FIRST, if it is 0. Ignore end-of-frame records and marks,
 * which have no data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) ||
	    (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* From now on, record the status and first error of messages in V->report. V may be NULL. */
void verdict_begin(struct verdict *v);

/* Count EV, a problem of the kind WHY: damage, a gap, or a doubtful record. Print the message TEXT,
 * unless many messages of this kind were printed about the same kind of record. The exit status
 * changes even if the message is left out. */
void verdict_problem(struct verdict *v, enum verdict_why why, const struct monread_ev *ev,
                     const char *text);

/* Print how many messages were left out, if this is due at the time NOW. NOW is CLOCK_NEVER at the
 * end of the input. */
void verdict_say_left_out(struct verdict *v, int64_t now);

/* At the end of an input: print the numbers of messages that were left out, and free memory. */
void verdict_end(struct verdict *v);

/* Print V as one line of JSON. */
void verdict_say(const struct verdict *v);

#endif
