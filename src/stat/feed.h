/* feed.h: divides the events of inputs into intervals, which end at each sample. */
#ifndef STAT_FEED_H
#define STAT_FEED_H

#include "base/bounds.h"
#include "monread.h"
#include "session/session.h"
#include "stat/sources.h"
#include "stat/texts.h"
#include "table/intervals.h"
#include "table/series.h"

#define FEED_TEXT 240u

struct feed_input {
	struct monread_system *system;
	uint64_t number;
	/* system identifier from the beginning of the file; "": unknown */
	char id[MR_SYSTEM_ID_SIZE];
	int is_before; /* 1: the repeated configuration of the input is older than the last IPL */
};

/* Callbacks for systems and complete intervals. ->interval returns -1 to stop reading. */
struct feed_calls {
	void (*begin_system)(void *arg);
	void (*end_system)(void *arg);
	int (*interval)(void *arg, const struct show_span *i);
	void *arg;
};

/* The system whose records are being read. */
struct feed_system {
	int exists; /* 0: no system was met yet */
	/* identifier of the system; "": unknown; then each input counts as a system, and ->input is
	 * the number of the input */
	char id[MR_SYSTEM_ID_SIZE];
	uint64_t input;
	unsigned release;       /* z/VM release that the data reports; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level; "": unknown */
	struct system_zone zone;
	uint64_t config; /* TOD clock of the last D1R4 record (configuration) */
	/* number of the epoch (period without loss of data) that the last IPL began; 0: none
	 * known */
	uint64_t ipl_epoch;
	char ipl[INTERVALS_TEXT]; /* message about the last IPL */
};

struct feed_interval {
	uint64_t set; /* number of the sample that ends the interval, see struct series_place */
	uint64_t dataset; /* number of the data set in which this sample begins */
	uint64_t end;     /* TOD clock */
	uint64_t epoch;
	uint32_t domains; /* bit mask of the domains that have sample records in the interval */
};

/* The last messages about records, to report each problem once. */
struct feed_told {
	uint64_t doubled_set;  /* number of the last sample for which a duplicate was reported */
	unsigned doubled_kind; /* kind of record of that duplicate, as indexed_kind() returns it */
};

struct feed {
	struct sources *sources;
	struct session *session; /* the captures that are being read */
	const struct monread_layouts *layouts;
	/* release whose layouts are used; 0: the release that the data reports */
	unsigned release;
	const char *wanted_systems; /* patterns of system identifiers; NULL: all systems */
	int has_wanted;             /* 1: the identifier of a system matched ->wanted_systems */
	/* identifiers that did not match, as "A,B"; cut if too long */
	char others[FEED_TEXT];
	struct feed_calls calls;
	/* Inputs: */
	struct feed_input *in; /* the current input; NULL: none */
	uint64_t inputs;       /* number of inputs so far */
	/* 1: several inputs are read */
	int is_several;
	/* 1: the current input is merged with other inputs by time; a record that several of them
	 * contain is passed only once */
	int is_merged;
	unsigned open_inputs;
	struct feed_system system;
	int open; /* 1: the interval ->now is not complete yet */
	/* the current and the previous interval; last.end is 0 in the first interval of a system */
	struct feed_interval now, last;
	/* length of the last interval of known length, in TOD units; 0: none */
	uint64_t length;
	/* why data was lost since the last interval; "": no loss */
	char lost[FEED_TEXT];
	/* 1: the data was lost in the current interval */
	int lost_within;
	/* see ->gone of struct show_span; show_run.c empties it after each span of known length */
	struct texts gone;
	struct feed_told told;
	/* Owned by struct feed: */
	struct series *series;
	struct delta *delta;
};

/* Prepare F for reading. Set the members before "Inputs:" first. Returns 0, or -1: out of memory.
 * Call feed_done() in either case. */
int feed_begin(struct feed *f);

void feed_done(struct feed *f);

/* Call ->end_system for the current system, and remove its rows. Call this after the last input. */
void feed_end(struct feed *f);

/* Call feed_end(), and forget all records, so that later records are not compared with them even if
 * the next input is of the same system. */
void feed_end_capture(struct feed *f);

/* ---- Inputs ---- */

/* Reads inputs, and passes their events to a feed. */
struct feed_reading {
	const struct input_options *input; /* how to open the captures */
	unsigned count; /* number of lines to show; 0: all */
	struct feed *feed; /* the feed of the input that is being read */
	struct session session; /* the captures that are being read */
	/* Callbacks. ->begin is called after an input was opened; ->first for the first record of
	 * an input that is not repeated configuration, with the TOD clock of this record. */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	/* ->turn is called if the next records are of another input and go to another feed, which
	 * is F. ->join is called with --follow if another input appears; it returns the feed for
	 * the records of this input, or NULL after a message. If ->join is NULL, only one system is
	 * followed */
	void (*turn)(void *arg, struct feed *f);
	struct feed *(*join)(void *arg);
	void *arg;
	struct capture *joined; /* list of the inputs for which ->join was called */
	int has_records; /* 1: records were read, possibly only repeated configuration */
	int has_first;   /* 1 after a call of ->first(); set it to 0 for another call */
	/* records that monread_next() skips, because no report needs them */
	struct monread_pass pass;
	unsigned lines;  /* number of lines shown so far; reading stops at ->count lines */
	int stop; /* 1: stop reading: the user asked for it, or an error was reported */
	int failed; /* 1: a device was disconnected, or all of its data was lost */
};

/* Read the N captures NAMES. Captures of one system are merged by time; each capture is open only
 * between its first and last record. If MANY is not NULL, set *MANY before the first record: 1 if
 * the captures are of several systems. Captures of unknown systems count as different systems. */
void reading_captures(struct feed_reading *r, char *const *names, int n, int *many);

#endif
