/* store.h: --write: stores captures in files; can sync, rotate and compress them. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "monread.h"

enum store_sync { STORE_SYNC_NONE, STORE_SYNC_SET, STORE_SYNC_FILE };

#define STORE_MODE 0600u /* for the owner alone, because captures hold user IDs and commands */

struct store_options {
	const char *file; /* FILE of --write; "-": standard output; NULL: nothing is stored */
	char *const *inputs; /* names of the inputs, which must not be written to */
	int ninputs;
	/* descriptor on which records are shown; --keep does not remove its file; or -1 */
	int shown;
	enum monread_container container;
	uint64_t rotate_size;   /* --rotate=SIZE in bytes; 0: not given */
	double rotate_time;     /* --rotate=TIME: seconds of a period of the clock; 0: not given */
	unsigned keep;          /* number of files to keep; 0: keep all files */
	double keep_age;        /* seconds before the newest record; 0: keep all files */
	uint64_t keep_size;     /* total bytes of files to keep; 0: keep all files */
	const char *compress;   /* "zstd" or "gzip"; NULL: do not compress */
	const char *exec;       /* program to run for each finished file; NULL: none */
	enum store_sync sync;
	unsigned mode;     /* permissions of new files */
	int append, force; /* --append, --force: what to do with a file that exists */
	int local; /* 1: names of files and periods have local time; 0: UTC */
	int filtered;
	double every; /* seconds of --every; 0: all samples are stored */
	/* layouts, which tell which records are configuration */
	const struct monread_layouts *layouts;
};

struct store;

enum store_result {
	STORE_DONE,
	/* the disk is full, see errno; the data set is kept: call again with the same arguments */
	STORE_FULL,
	STORE_FAILED = -1 /* the reason was reported, and nothing more is stored */
};

/* Check the options O, and prepare to store. Return NULL after an error message. */
struct store *store_open(const struct store_options *o);

/* Begin an input. SYSTEM: the caller lets it learn from the records of the input. LIVE: data
 * arrives when CP makes it, so its time can be compared with the clock of this host. WAITS: if the
 * disk is full, the caller can wait for room, and functions return STORE_FULL; without WAITS, a
 * full disk is a failure. */
void store_begin_input(struct store *s, struct monread_system *system, int live, int waits);

/* If events of several inputs alternate, call this to note that the next events come from the input
 * of SYSTEM. */
void store_turn(struct store *s, struct monread_system *system);

/* Store the event EV; NULL: the input has ended. SHOWN: EV was selected. */
enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown);

/* Note that SETS data sets (-1: unknown number) with BYTES were lost after the last event. A mark
 * before the next stored data set reports this. */
void store_lost(struct store *s, long sets, uint64_t bytes, const char *text);

/* Note that --every omits a sample data set. A mark before the next stored data set reports
 * this. */
void store_thinned(struct store *s);

/* Note damage of the input: only complete records of the current record set are stored. */
void store_damage(struct store *s, const struct monread_ev *ev);

/* Return the number of bytes that store_event() has taken, but not written to the file yet. */
uint64_t store_waiting(const struct store *s);

/* Return the number of bytes that were written to the file but not to the disk, because syncing
 * failed on a full disk. Add the number of their data sets to *SETS. */
uint64_t store_dropped(const struct store *s, uint64_t *sets);

/* With --append, return the system of the last records in the existing file; NULL if it is not
 * known. Without --append, or if the file has no records, return "". */
const char *store_system(const struct store *s);

/* Return the name of the current file, or NULL. */
const char *store_current(const struct store *s);

/* If files rotate, begin a new file with the next data set. */
void store_renew(struct store *s);

/* End storing. Return 0, or -1 if this or an earlier operation failed; the failure was reported. */
int store_close(struct store *s);

/* Return 1 if files can rotate after periods of SECONDS: at most a day, or whole days. */
int store_period_is_allowed(double seconds);

/* Return the first conversion in FILE that is not allowed, such as %{host} or %b, or NULL. */
const char *store_name_fault(const char *file);

/* Return 1 if the name FILE contains %{system}. */
int store_name_has_system(const char *file);

#endif
