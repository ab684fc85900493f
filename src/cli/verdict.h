/* verdict.h: counts records and problems of an input; --messages=json prints the counts at its
 * end. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "base/bounds.h"
#include "base/clock.h"
#include "cli/diag.h"
#include "monread.h"

enum verdict_why {
	VERDICT_DAMAGE,  /* data is damaged or missing */
	VERDICT_LOSS,    /* a device reports that data was lost */
	VERDICT_CLOCK,   /* the time of a record is wrong */
	VERDICT_DOUBLED, /* the sample already contains the same record */
	VERDICT_CONTENTS /* fields of a record contradict each other */
};

/* Initialize with {0}, then set ->name. */
struct verdict {
	const char *name; /* name of the input; NULL: print no messages */
	/* 1: reading may take months, so after some seconds report how many messages were left out,
	 * and print further messages */
	int is_live;
	struct diag_report report;
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	uint64_t records;  /* without end-of-frame records */
	uint64_t selected;
	int unselected;    /* 1: ->selected is unknown */
	uint64_t problems; /* number of damaged places */
	uint64_t gaps;
	uint64_t skipped;  /* bytes that were skipped or lost */
	/* TOD clocks of the first and the last record with data; 0: no such record */
	uint64_t first, last;
	struct verdict_limit *limits;
	size_t nlimits, room;
};

/* Set *LAST to the TOD clock of the record EV and, if *FIRST is 0, also *FIRST. Ignore end-of-frame
 * records and marks, because they have no data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) ||
	    (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* From now on, record messages in v->report. If V is NULL, do not record messages. */
void verdict_begin(struct verdict *v);

/* Count a problem of the kind WHY in the record EV, and change the exit status. Print the message
 * TEXT, unless many messages of this kind were printed about the same kind of record. */
void verdict_problem(struct verdict *v, enum verdict_why why, const struct monread_ev *ev,
                     const char *text);

/* Print how many messages were left out, if this is due at the time NOW. At the end of the input,
 * NOW is CLOCK_NEVER. */
void verdict_say_left_out(struct verdict *v, int64_t now);

/* Call this at the end of an input. It calls verdict_say_left_out() a last time, and frees
 * memory. */
void verdict_end(struct verdict *v);

/* Print the counts in V as a line of JSON. */
void verdict_say(const struct verdict *v);

#endif
