/* reading.h: the state of an input that is read, and the remarks about it at its end. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "cli/verdict.h"
#include "out/format.h"
#include "session/session.h"

struct reading {
	struct session_source source; /* the first member, so that pointers to it can be cast */
	struct verdict verdict;
	struct out_file file;
	uint64_t records, shown;
	uint64_t framing; /* number of end-of-frame records (D1R13) */
	int written;      /* 1 if a record of the input was stored by --write */
	int has_system;   /* 1 if a D1R4 record was read, which names the system */
	struct system_zone zone; /* with --time=system */
	int is_begun; /* 1 after the first attempt to open the input, even if it failed */
	struct reading *next; /* the next one in the list ->joined of struct run */
};

/* Print a note if the input does not name its system; if IS_ASKED is 0, print it only with
 * --verbose. */
void reading_say_system(const struct reading *now, int is_asked);

/* With --verbose, print for which release site layouts (made by monread-fetch-layouts) were
 * used. */
void reading_say_site(const struct reading *now);

/* Print the totals of the input; if the input is a file, only with --verbose. DONE: a word such as
 * "shown", to print after the number of selected records. With --verbose, also print how many
 * records were left out because an earlier capture of --merge has them. */
void reading_say_counts(const struct reading *now, const char *done);

#endif
