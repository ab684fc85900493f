/* verdict.h: a summary of one input, for programs that load many inputs. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include <stdint.h>

#include "cli/diag.h"
#include "monread.h"
#include "port/bounds.h"

/* Initialize with {0}. */
struct verdict {
	struct diag_report report; /* status and error */
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	uint64_t records;  /* records read, without framing */
	uint64_t selected; /* selected records; unused with ->unselected */
	int unselected;
	uint64_t problems; /* damaged places */
	uint64_t gaps;     /* gaps */
	uint64_t skipped;  /* skipped or lost bytes */
	uint64_t first, last; /* TOD clocks of the first and the last record of data; 0: none */
};

/* Update the times with the next record EV, which is not repeated. The time of a mark is not a time of data. */
static inline void verdict_times(uint64_t *first, uint64_t *last, const struct monread_ev *ev)
{
	if ((ev->domain == 1 && ev->record == 13) || (ev->domain == 10 && monread_is_mark(ev->bytes, ev->length)))
		return;
	*first = *first ? *first : ev->tod;
	*last = ev->tod;
}

/* Count messages from now on for V, too; NULL: for no input. */
void verdict_begin(struct verdict *v);

/* Count SKIPPED bytes as damaged, or with IS_GAP as missing. */
void verdict_damage(struct verdict *v, int is_gap, uint64_t skipped);

/* Print the line about the input NAME. */
void verdict_say(const struct verdict *v, const char *name);

#endif
