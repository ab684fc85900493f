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
	int shown; /* the descriptor that records are shown on, whose file must not be removed; or -1 */
	enum monread_container container;
	uint64_t rotate_size;   /* bytes; 0: no */
	double rotate_time;     /* seconds; 0: no */
	unsigned keep;          /* files; 0: all */
	double keep_age;        /* seconds before the newest record; 0: all */
	uint64_t keep_size;     /* bytes; 0: all */
	const char *compress;   /* zstd, gzip; NULL: no */
	enum store_sync sync;
	unsigned mode;     /* permissions of new files */
	int append, force; /* what to do with a file that exists */
	int local; /* local time in names instead of UTC */
	int filtered;
	double every; /* seconds: see store_thinned(); 0: all samples are stored */
	const struct monread_layouts *layouts; /* tell which records are configuration */
};

struct store;

enum store_result {
	STORE_DONE,
	STORE_FULL,   /* no room, see errno; the data set is kept: call again with the same arguments */
	STORE_FAILED = -1 /* the reason was reported, and nothing more is stored */
};

/* NULL: the reason was reported. */
struct store *store_open(const struct store_options *o);

/* An input begins, whose records SYSTEM learns of.  LIVE: its data arrives as it is made, so that its time can be
 * compared with the clock here.  WAITS: the caller can wait for room on a full disk; else a full disk is a failure and
 * STORE_FULL is never returned. */
void store_begin_input(struct store *s, struct monread_system *system, int live, int waits);

/* Several inputs alternate; the next events are of the one whose records SYSTEM learns of. */
void store_turn(struct store *s, struct monread_system *system);

/* EV is NULL at the end of the input. */
enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown);

/* Data was lost after the last event: SETS data sets (-1: it is not known how many) and BYTES.  The capture says so
 * before the data set that is stored next. */
void store_lost(struct store *s, long sets, uint64_t bytes, const char *text);

/* A sample data set is left out, as the user wished.  The capture says so before the data set that is stored next. */
void store_thinned(struct store *s);

/* The input is damaged here: of this record set only complete records are stored. */
void store_damage(struct store *s, const struct monread_ev *ev);

/* Bytes that were taken but not stored yet. */
uint64_t store_waiting(const struct store *s);

/* Bytes that were written to the file but are not on the disk, because the disk was full when they were synced.  Adds
 * the number of their data sets to *SETS. */
uint64_t store_dropped(const struct store *s, uint64_t *sets);

/* --append: of which system the last records of the file are; "": nothing is appended; NULL: the file has records, but
 * their system is not known. */
const char *store_system(const struct store *s);

/* The file that is being written, or NULL. */
const char *store_current(const struct store *s);

/* With rotation: begin a new file with the next data set. */
void store_renew(struct store *s);

/* 0, or -1: something failed, now or before, and was reported. */
int store_close(struct store *s);

/* NULL, or the conversion in FILE that names cannot have, as %{host} or %b. */
const char *store_name_fault(const char *file);

/* Whether the system is a part of the name FILE. */
int store_name_has_system(const char *file);

#endif
