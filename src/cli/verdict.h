/* verdict.h: counts of one input, which --messages=json prints at its end for programs that load many captures. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include <stdint.h>

#include "cli/diag.h"
#include "monread.h"
#include "port/bounds.h"

/* Initialize with {0}. */
struct verdict {
	struct diag_report report; /* exit status, and the error that ended reading */
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	uint64_t records;  /* records read, without framing */
	uint64_t selected; /* number of selected records; not used if ->unselected */
	int unselected;
	uint64_t problems; /* damaged places */
	uint64_t gaps;     /* gaps */
	uint64_t skipped;  /* number of bytes that were skipped or lost */
	uint64_t first, last; /* TOD clocks of the first and the last record of data; 0: none */
};

/* Set *FIRST, if it is 0, and *LAST to the TOD clock of EV. Ignore end-of-frame records and marks, which have no
 * data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) || (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* From now on, count messages in V; NULL: stop counting. */
void verdict_begin(struct verdict *v);

/* Count a damaged place, or with IS_GAP a gap, and the SKIPPED bytes. */
void verdict_damage(struct verdict *v, int is_gap, uint64_t skipped);

/* Print V as one line of JSON about the input NAME. */
void verdict_say(const struct verdict *v, const char *name);

#endif
