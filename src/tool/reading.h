/* reading.h: the state of an input that is read, and the remarks about it at its end. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "cli/verdict.h"
#include "out/format.h"
#include "session/session.h"

struct reading {
	struct session_source source; /* the first member, see struct session_source */
	struct verdict verdict;
	struct out_file file;
	uint64_t records, shown;
	uint64_t framing;  /* number of end-of-frame records (D1R13) */
	int written;       /* 1 if a record of the input was stored by --write */
	int has_system;    /* 1 if a D1R4 record was read, which names the system */
	int is_begun;      /* 1 if the input was opened, or could not be opened */
};

/* If the input does not name its system, print this; if IS_ASKED is 0, only with --verbose. */
void reading_say_system(const struct reading *now, int is_asked);

/* With --verbose, print the release of the layouts of monread-fetch-layouts that were used. */
void reading_say_site(const struct reading *now);

/* Print the totals of the input; if it is a file, only with --verbose. DONE: what happened to
 * records, as "shown". With --verbose, also print how many records an earlier capture of --merge
 * has. */
void reading_say_counts(const struct reading *now, const char *done);

#endif
