/* store.h: --write: stores captures in files, which it can sync, rotate and compress. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "monread.h"

enum store_sync { STORE_SYNC_NONE, STORE_SYNC_SET, STORE_SYNC_FILE };

/* permissions of new files: captures contain user IDs and commands */
#define STORE_MODE 0600u

struct store_options {
	const char *file; /* FILE of --write; "-": standard output; NULL: nothing is stored */
	char *const *inputs; /* input files, which must not be written to */
	int ninputs;
	/* descriptor of printed records, whose file --keep does not remove; -1: none */
	int shown;
	enum monread_container container;
	uint64_t rotate_size;   /* --rotate=SIZE in bytes; 0: not given */
	double rotate_time;     /* --rotate=TIME in seconds; 0: not given */
	unsigned keep;          /* number of files to keep; 0: all */
	/* --keep=AGE in seconds before the newest record; 0: keep all files */
	double keep_age;
	uint64_t keep_size;     /* total bytes of the files to keep; 0: all */
	const char *compress;   /* "zstd" or "gzip"; NULL: do not compress */
	const char *exec;       /* program to run for each finished file; NULL: none */
	enum store_sync sync;
	unsigned mode;     /* permissions of new files */
	int append, force; /* 1: append to, or replace, a file that exists */
	int local; /* 1: file names and the periods of --rotate use local time; 0: UTC */
	int filtered;
	double every; /* seconds of --every; 0: store all samples */
	/* the layouts that say which records are ->configuration */
	const struct monread_layouts *layouts;
};

struct store;

enum store_result {
	STORE_DONE,
	/* The disk is full (see errno). Call the function again later, with the same arguments. */
	STORE_FULL,
	STORE_FAILED = -1 /* the reason was reported, and nothing more is stored */
};

/* Begin to store by the options O. Return NULL after an error message. */
struct store *store_open(const struct store_options *o);

/* Begin an input. SYSTEM is the system of this input, to which the caller passes the records. LIVE
 * is 1 if data arrives when CP makes it, so that its time can be compared with the clock of this
 * host. WAITS is 1 if functions may return STORE_FULL while the disk is full; else a full disk is a
 * failure. */
void store_begin_input(struct store *s, struct monread_system *system, int live, int waits);

/* A caller that passes events of several inputs in turn calls this before an event of another
 * input, whose system is SYSTEM. */
void store_turn(struct store *s, struct monread_system *system);

/* Store the event EV; NULL: the input has ended. SHOWN is 1 if the options of the user select
 * EV. */
enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown);

/* Call this if SETS data sets (-1: unknown number) with BYTES bytes were lost after the last event.
 * A mark before the next stored data set reports the loss, which TEXT describes. */
void store_lost(struct store *s, long sets, uint64_t bytes, const char *text);

/* Call this if --every omits a sample data set: a mark before the next stored data set reports
 * it. */
void store_thinned(struct store *s);

/* Call this if EV reports damage of the input, so that only complete records of the current record
 * set are stored. */
void store_damage(struct store *s, const struct monread_ev *ev);

/* Return the number of bytes that store_event() has taken, but not written yet. */
uint64_t store_waiting(const struct store *s);

/* Return the number of bytes that were written to the file, but are not on the disk, because a full
 * disk prevented syncing. Add the number of their data sets to *SETS. */
uint64_t store_dropped(const struct store *s, uint64_t *sets);

/* With --append, return the system of the last records in the existing file; NULL if unknown.
 * Without --append, or if the file has no records, return "". */
const char *store_system(const struct store *s);

/* Return the name of the open file, or NULL. */
const char *store_current(const struct store *s);

/* If files rotate, begin a new file with the next data set. */
void store_renew(struct store *s);

/* End storing, and free S. Return 0; or -1 if this or an earlier operation failed, which was
 * reported. */
int store_close(struct store *s);

/* Return 1 if --rotate allows periods of SECONDS: at most a day, or whole days. */
int store_period_is_allowed(double seconds);

/* Return the first conversion in FILE that --write does not allow, such as %{host} or %b, or
 * NULL. */
const char *store_name_fault(const char *file);

int store_name_has_system(const char *file);

#endif
