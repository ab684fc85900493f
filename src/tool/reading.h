/* reading.h: the state of an input that is read, and the reports about inputs. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "cli/verdict.h"
#include "input/input.h"
#include "port/clock.h"
#include "table/intervals.h"

struct reading {
	struct input in;
	struct intervals intervals;
	uint64_t records, shown;
	uint64_t framing;  /* number of end-of-frame records (D1R13) */
	int written;       /* 1 if a record of the input was stored by --write */
	int has_system;    /* 1 if a D1R4 record was read, which names the system */
	int broken_off;    /* 1 if a device ended because of an error or a severed connection */
};

/* Counts of inputs, and the last reports about them. The functions are in flow.c. */
struct report {
	struct rate damage;      /* limits the messages about damage in live data */
	struct verdict *verdict; /* counts of the current input: &alone, or with --merge a member of struct source */
	struct verdict alone;
	uint64_t doubted;        /* number of the record set whose wrong time was reported last */
	const char *doubted_in;  /* name of the input of that record set */
	int timed;               /* 1 with --messages=json: ->verdict needs the times of records */
	uint64_t records, shown; /* numbers of records read and shown of all inputs, without D1R13, the ends of frames */
};

/* From now on, count messages in V, the verdict of the current input. */
void report_judge(struct report *report, struct verdict *v);

/* Print how many messages about damage of the input NAME were left out, if such a report is due at the time NOW. */
void report_left_out(struct report *report, const char *name, int64_t now);

/* Count GAP, a loss of the device. If GAP has 0 data sets, it continues an earlier loss: only its bytes are counted. */
void report_count_loss(struct report *report, const struct input_gap *gap);

#endif
