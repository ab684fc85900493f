/* verdict.h: counts of one input, which --messages=json prints at its end for programs that load
 * many captures. */
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
	/* 1: the input may be read for months, so limits begin anew after some seconds */
	int is_live;
	struct diag_report report; /* exit status, and the error that ended reading */
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	uint64_t records;  /* records read, without framing */
	uint64_t selected; /* number of selected records; not used if ->unselected */
	int unselected;
	uint64_t problems; /* number of damaged places */
	uint64_t gaps;     /* number of gaps */
	uint64_t skipped;  /* number of bytes that were skipped or lost */
	uint64_t first, last; /* TOD clocks of the first and the last record of data; 0: none */
	/* Limits of messages, one for each reason and kind of record: */
	struct verdict_limit {
		unsigned why, kind;
		struct rate rate;
	} *limits;
	size_t nlimits, room;
};

/* Set *FIRST, if it is 0, and *LAST to the TOD clock of EV. Ignore end-of-frame records and marks,
 * which have no data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) ||
	    (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* From now on, count messages in V; NULL: stop counting. */
void verdict_begin(struct verdict *v);

/* Count EV, a problem of the kind WHY: damage, a gap, or a doubtful record. Print TEXT, a message,
 * unless many messages with this WHY were printed about this kind of record; the exit status does
 * not depend on that. All messages about damage and losses are printed here. */
void verdict_problem(struct verdict *v, enum verdict_why why, const struct monread_ev *ev,
                     const char *text);

/* Print how many messages were left out, if such a message is due at the time NOW, or if NOW is
 * CLOCK_NEVER, which stands for the end of the input. */
void verdict_say_left_out(struct verdict *v, int64_t now);

/* At the end of an input: print the numbers of messages that were left out, and free memory. */
void verdict_end(struct verdict *v);

/* Print V as one line of JSON. */
void verdict_say(const struct verdict *v);

#endif
