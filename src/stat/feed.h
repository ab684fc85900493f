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
	/* system identifier at the beginning of the file; "": unknown */
	char id[MR_SYSTEM_ID_SIZE];
	int is_before; /* 1: the repeated configuration of the input is older than the last IPL */
};

/* ->interval is called with each complete interval, and returns -1 to stop reading. */
struct feed_calls {
	void (*begin_system)(void *arg);
	void (*end_system)(void *arg);
	int (*interval)(void *arg, const struct show_span *i);
	void *arg;
};

/* The system whose records are being read. */
struct feed_system {
	int exists; /* 0: no record was read yet */
	/* system identifier; "": unknown, so each input counts as another system */
	char id[MR_SYSTEM_ID_SIZE];
	uint64_t input;         /* number of the first input of the system */
	unsigned release;       /* z/VM release that the data reports; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level; "": unknown */
	struct system_zone zone;
	uint64_t config; /* TOD clock of the last D1R4 record (configuration) */
	/* number of the epoch (see struct series_place) that began with the last IPL; 0: no IPL
	 * known */
	uint64_t ipl_epoch;
	char ipl[INTERVALS_TEXT]; /* message about this IPL */
};

struct feed_interval {
	/* number of the sample at the end of the interval, as ->set of struct series_place */
	uint64_t set;
	uint64_t dataset; /* number of the data set in which this sample begins */
	uint64_t end;     /* TOD clock */
	uint64_t epoch;
	uint32_t domains; /* mask of the domains that have sample records in the interval */
};

struct feed {
	struct sources *sources;
	struct session *session; /* the captures that are being read */
	const struct monread_layouts *layouts;
	unsigned release; /* z/VM release whose layouts are used; 0: the release in the data */
	const char *wanted_systems; /* patterns of system identifiers; NULL: all systems */
	int has_wanted;             /* 1: the identifier of a system matched ->wanted_systems */
	/* system identifiers that did not match, as "A,B"; cut if too long */
	char others[FEED_TEXT];
	struct feed_calls calls;
	/* Inputs: */
	struct feed_input *in; /* the current input; NULL: none */
	uint64_t inputs;       /* number of inputs so far */
	int is_several;        /* 1: several inputs are read */
	int is_merged;         /* 1: the current input is merged with other inputs by time */
	unsigned open_inputs;
	struct feed_system system;
	int open; /* 1: the interval ->now is not complete yet */
	/* the current and the previous interval; last.end is 0 in the first interval of a system */
	struct feed_interval now, last;
	uint64_t length; /* length of the last interval of known length, in TOD units; 0: none */
	char lost[FEED_TEXT]; /* why data was lost since the last interval; "": no loss */
	int lost_within; /* 1: data was lost in the current interval, not only before */
	/* keys of instances, see ->gone of struct show_span; show_run.c empties this list after
	 * each span of known length */
	struct texts gone;
	/* sample number and kind of the last duplicate that was reported */
	struct {
		uint64_t set;
		unsigned kind;
	} doubled;
	/* Owned by struct feed: */
	struct series *series;
	struct delta *delta;
};

/* Set the members before "Inputs:", then call this. Returns 0, or -1: out of memory. Call
 * feed_done() even after -1. */
int feed_begin(struct feed *f);
void feed_done(struct feed *f);

/* Call ->end_system for the current system, and remove the rows of this system. Call feed_end()
 * after the last input. */
void feed_end(struct feed *f);

/* Call feed_end(), and forget all records, so that later records are not compared with earlier
 * records even if the next input is of the same system. */
void feed_end_capture(struct feed *f);

/* ---- Inputs ---- */

struct feed_reading {
	const struct input_options *input;
	unsigned count; /* number of lines to show; 0: all */
	struct feed *feed; /* the feed of the input that is being read */
	struct session session;
	/* ->begin is called after an input was opened; ->first is called for the first record of an
	 * input, not counting repeated configuration, with the TOD clock of this record */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	/* ->turn is called before the records of another input if they go to another feed, F. With
	 * --follow, ->join is called if another input appears; ->join returns the feed for the
	 * records of this input, or NULL after a message. If ->join is NULL, only one system is
	 * followed */
	void (*turn)(void *arg, struct feed *f);
	struct feed *(*join)(void *arg);
	void *arg;
	struct capture *joined; /* list of the inputs for which ->join was called */
	int has_records; /* 1: records were read, possibly only repeated configuration */
	/* 1 after a call of ->first(); a caller that sets this to 0 gets another call */
	int has_first;
	struct monread_pass pass; /* records that no report needs, which are skipped */
	unsigned lines; /* number of lines shown so far; reading stops at ->count lines */
	int stop; /* 1: stop reading: the user asked for it, or an error was reported */
	int failed; /* 1: a device was disconnected, or all of its data was lost */
};

/* Read the N captures NAMES. Captures of one system are merged by time. If MANY is not NULL, set
 * *MANY before reading the first record: to 1 if the captures are of several systems, else to 0.
 * Captures of unknown systems count as different systems. */
void reading_captures(struct feed_reading *r, char *const *names, int n, int *many);

#endif
