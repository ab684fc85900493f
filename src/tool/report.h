/* report.h: reports of a run besides its output: damage, progress, a verdict for each input. */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "cli/clock.h"
#include "cli/progress.h"
#include "cli/verdict.h"
#include "tool/service.h"

struct report {
	struct progress progress;
	struct service service;
	struct rate damage;      /* of messages about damage in live data */
	struct verdict *verdict; /* of the current input: &alone, or with --merge the verdict in its struct source */
	struct verdict alone;
	int timed;               /* the verdict is asked for, which has the times of records */
	uint64_t records, shown; /* of all inputs, without framing */
	uint64_t others;         /* with --merge: bytes that were read of the other inputs */
};

#endif
