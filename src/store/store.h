/* store.h: --write: captures in files, durable, rotated, compressed. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "monread.h"

enum store_sync { STORE_SYNC_NONE, STORE_SYNC_SET, STORE_SYNC_FILE };

#define STORE_MODE 0600u /* captures hold user IDs and commands */

struct store_options {
	const char *file; /* NULL: nothing is stored; "-": standard output */
	char *const *inputs; /* names of files that must not be written to */
	int ninputs;
	enum monread_container container;
	uint64_t rotate_size;   /* bytes; 0: no */
	double rotate_time;     /* seconds; 0: no */
	unsigned keep;          /* files; 0: all */
	const char *compress;   /* zstd, gzip; NULL: no */
	enum store_sync sync;
	unsigned mode;     /* permissions of new files */
	int append, force; /* what to do with a file that exists */
	int no_marks;      /* gaps are noted in FILE.gaps */
	int local; /* strftime(3) gets local time */
	int filtered;
};

struct store;

enum store_result {
	STORE_DONE,
	STORE_FULL,   /* no room, see errno; the data set is kept: call again with the same arguments */
	STORE_FAILED = -1 /* that was said, and nothing more is stored */
};

/* NULL: the reason was reported. */
struct store *store_open(const struct store_options *o);

/* The input that begins: LIVE, data arrives as it is made, so that its clock
 * can be compared with the one here.  WAITS: the caller can wait for room on
 * a full disk; else there is no STORE_FULL, and a full disk is a failure. */
void store_begin_input(struct store *s, int live, int waits);

enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown);
enum store_result store_end_of_input(struct store *s);

/* Data was lost between what was given to store_event() before and what comes next: SETS data sets (-1: it is not
 * known how many) and BYTES.  The capture says so in front of the data set that is stored next. */
void store_lost(struct store *s, long sets, uint64_t bytes, const char *text);

/* The input is damaged here: of this record set only whole records are stored. */
void store_damage(struct store *s, const struct monread_ev *ev);

/* What waits to be stored, in bytes: what is lost if it never is. */
uint64_t store_waiting(const struct store *s);

/* Where there is rotation, begin a new file with the next data set. */
void store_renew(struct store *s);

/* 0, or -1. */
int store_close(struct store *s);

/* The compressions that --compress takes, for messages; "" if none. */
const char *store_compressions(void);

#endif
