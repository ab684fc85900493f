/* verdict.h: what came of one input, for programs that load many: a line at its end. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include <stdint.h>

#include "cli/diag.h"
#include "monread.h"
#include "port/bounds.h"

/* {0} to begin with. */
struct verdict {
	struct diag_report report; /* status and failure */
	char system[MR_SYSTEM_ID_SIZE]; /* "": not known */
	uint64_t records;  /* that were read, without framing */
	uint64_t selected; /* those that were asked for; with ->unselected none were */
	int unselected;
	uint64_t problems; /* places that are damaged */
	uint64_t gaps;     /* where something is missing */
	uint64_t skipped;  /* bytes that were passed over or lost */
	uint64_t first, last; /* TOD clocks of the first and of the last record of data; 0: there is none */
};

/* EV is the next record, and not repeated.  The time of a mark is not that of data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) || (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* What is reported from now on is about the input of V, too; NULL: about none. */
void verdict_begin(struct verdict *v);

/* SKIPPED bytes are damaged, or IS_GAP: missing. */
void verdict_damage(struct verdict *v, int is_gap, uint64_t skipped);

/* The input is of the system called ID; "": that is not known. */
void verdict_of_system(struct verdict *v, const char *id);

/* Write the line about the input NAME. */
void verdict_say(const struct verdict *v, const char *name);

#endif
