/* reading.h: the state of an input that is read, and the reports about inputs. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "cli/verdict.h"
#include "out/format.h"
#include "session/session.h"

struct reading {
	struct session_source source; /* the first member, so that a pointer to it can be cast to struct reading */
	struct verdict verdict;
	struct out_file file;
	uint64_t records, shown;
	uint64_t framing;  /* number of end-of-frame records (D1R13) */
	int written;       /* 1 if a record of the input was stored by --write */
	int has_system;    /* 1 if a D1R4 record was read, which names the system */
	int is_named;      /* 1 if reading began, or the input could not be opened: its verdict is to be printed */
};

/* Counts of all inputs. */
struct report {
	int timed;               /* 1 with --messages=json: verdicts need the times of records */
	uint64_t records, shown; /* numbers of records read and shown, without D1R13, the ends of frames */
};

#endif
