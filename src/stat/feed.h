/* feed.h: divides the events of inputs into intervals, each with its end, length and rows. */
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

/* State of an input. */
struct feed_input {
	struct monread_system *system;
	uint64_t number;
	/* system identifier from the beginning of the file; "": unknown */
	char id[MR_SYSTEM_ID_SIZE];
	int is_before; /* 1: the repeated configuration of the input is older than the last IPL */
};

/* Functions of the caller that feed.c calls when a system begins or ends, and for each complete
 * interval. ->interval returns -1 to stop reading. */
struct feed_calls {
	void (*begin_system)(void *arg);
	void (*end_system)(void *arg);
	int (*interval)(void *arg, const struct show_span *i);
};

/* The system whose intervals are read. */
struct feed_system {
	int exists; /* 0: no system was met yet */
	/* identifier of the system; "": unknown, so all records of input number ->input count as
	 * one system */
	char id[MR_SYSTEM_ID_SIZE];
	uint64_t input;
	unsigned release;       /* release that an input reported; 0: none */
	char level[LEVEL_SIZE]; /* CP level; "": unknown */
	uint64_t config;        /* TOD clock of the last D1R4 */
	uint64_t ipl_epoch;     /* epoch that the last IPL began; 0: no IPL is known */
	char ipl[INTERVALS_TEXT]; /* message about the last IPL */
};

struct feed_interval {
	uint64_t set;     /* number of the sample that ends the interval, see struct series_place */
	uint64_t dataset; /* number of the data set that has the first record of this sample */
	uint64_t end;     /* TOD clock at the end of the interval */
	uint64_t epoch;
	uint32_t domains; /* bit mask of the domains of the sample records in the interval */
};

/* The last messages about records, to report each problem once. */
struct feed_told {
	/* record set and number of the input of the last message about a wrong time */
	uint64_t apart_set, apart_in;
	uint64_t doubled_set;  /* the last sample with a reported duplicate */
	unsigned doubled_kind; /* indexed_kind() of that duplicate */
};

struct feed {
	struct sources *sources;
	const struct monread_layouts *layouts;
	/* release for which layouts are chosen; 0: the release that the data reports */
	unsigned release;
	const char *wanted_systems; /* globs; NULL: all systems */
	int has_wanted;             /* 1: the identifier of a system matched ->wanted_systems */
	char others[FEED_TEXT];     /* systems that did not match, as "A,B", cut to the size */
	struct feed_calls calls;
	void *arg; /* argument of the functions in ->calls */
	/* Inputs: */
	struct feed_input *in; /* the current input; NULL: none */
	uint64_t inputs;       /* number of inputs so far */
	/* 1: several inputs are read, and their data sets come in the order of time */
	int is_several;
	/* 1: the current input is one of these inputs; records that two of them have come only
	 * once */
	int is_merged;
	unsigned open_inputs;
	struct feed_system system;
	int open; /* 1: the interval ->now has begun */
	struct feed_interval now, last; /* ->end of ->last is 0: there was no interval before */
	/* length of the last interval of known length, in TOD units; 0: none */
	uint64_t length;
	char lost[FEED_TEXT]; /* reason of a loss since the last interval; "": no loss */
	/* the loss was in the current interval: do not compare the next one either */
	int lost_within;
	/* ->gone for struct show_span; show_run.c clears this member after each span with a
	 * length */
	struct texts gone;
	struct feed_told told;
	/* Owned by struct feed: */
	struct series *series;
	struct delta *delta;
};

/* Begin to use F, in which the caller has set the members before "Inputs:". Returns 0, or -1: out
 * of memory. Call feed_done() in either case. */
int feed_begin(struct feed *f);

void feed_done(struct feed *f);

/* End the current system, because all inputs have ended. */
void feed_end(struct feed *f);

/* End the current system, as feed_end() does, and do not compare the next input with the inputs so
 * far, even if they are of the same system. */
void feed_end_capture(struct feed *f);

/* ---- Inputs ---- */

/* Reads inputs, and passes their events to a feed. */
struct feed_reading {
	const struct input_options *input; /* how to open the captures */
	unsigned count; /* number of lines to show; 0: all */
	struct feed *feed;
	struct session session; /* the captures that are being read */
	/* ->begin is called after an input was opened; ->first is called with the TOD clock of the
	 * first record of the input that is not repeated. */
	void (*begin)(void *arg, const struct input *in);
	void (*first)(void *arg, uint64_t tod);
	void *arg;
	int has_records; /* 1: records were read, even if only repeated ones */
	int has_first;   /* 1 after a call of ->first(); set it to 0 for another call */
	/* numbers of records that monread_next() skips, because no report needs them */
	struct monread_pass pass;
	unsigned lines;  /* number of lines shown so far, to compare with COUNT */
	int stop; /* 1: stop reading, because the user asked for it or an error was reported */
	int failed; /* 1: a device was disconnected, or all of its data was lost */
};

/* Read the N captures NAMES. Captures of one system are merged by time; each is open only between
 * its first and last record. MANY, if not NULL, is set to 1 before the first record if the captures
 * are of several systems; each input of an unknown system counts as one. */
void reading_captures(struct feed_reading *r, char *const *names, int n, int *many);

#endif
