/* feed.h: the events of inputs to intervals: where one ends, how long it took, which rows it has. */
#ifndef STAT_FEED_H
#define STAT_FEED_H

#include "monread.h"
#include "port/bounds.h"
#include "stat/source.h"
#include "table/intervals.h"
#include "table/series.h"

#define FEED_TEXT 240u
#define LEVEL_SIZE 17u

/* An interval whose records were all read: a sample data set, and the events before it. */
struct feed_interval {
	uint64_t end;   /* TOD clock of the first record of its sample data set */
	uint64_t start; /* of the one before; 0: there is none that it could be compared with, */
	int first;      /* as it is the first one of the system */
	const char *gap; /* or why else, */
	int missing;     /* and whether records are missing, as far as that can be told */
};

/* An input: what is known of it where it is read in turn with others. */
struct feed_input {
	struct monread_system *system;
	uint64_t number;
	char id[MR_SYSTEM_ID_SIZE]; /* of its system, as its beginning tells; "": it does not */
	int is_before;      /* the configuration that it has once more is of before an IPL */
};

struct feed {
	struct sources *sources;
	const struct monread_layouts *layouts;
	unsigned release; /* 0: from the data */
	const struct monread_codepage *codepage;
	const char *wanted_systems; /* globs; NULL: all */
	int has_wanted;             /* one was found, */
	char others[FEED_TEXT];     /* and these, of which it is none: as many as have room */
	/* A system begins or ends; an interval is complete.  They return 0, or -1 to end. */
	void (*begin_system)(void *arg);
	void (*end_system)(void *arg);
	int (*interval)(void *arg, const struct feed_interval *i);
	void *arg;
	/* Of inputs: */
	struct feed_input one; /* that is read by itself */
	struct feed_input *in; /* that is read */
	uint64_t inputs;       /* so far */
	int is_several; /* some are read in turn */
	int is_merged; /* this one is, and has no record that another had, */
	int is_covered; /* and others have what is lost of it, as far as they do */
	/* Of the system: */
	int has_system;
	char id[MR_SYSTEM_ID_SIZE]; /* "": not known, and this input stands for it */
	uint64_t of_input;
	uint64_t last, last_set, last_epoch; /* its last interval; ->last is 0: it has none yet */
	uint64_t length;       /* of its last interval that is known, TOD units; 0: none was */
	unsigned known_release; /* as an input told it; 0: none did */
	char level[LEVEL_SIZE]; /* of CP, as that says; "": it does not */
	uint64_t config;        /* TOD clock of its last D1R4 */
	uint64_t ipl_epoch;     /* the epoch that its last IPL began; 0: no IPL is known, */
	char ipl[INTERVALS_TEXT]; /* and the message about that IPL */
	char lost[FEED_TEXT]; /* what was lost since; "": nothing */
	int lost_within;      /* in the interval that is being read, so that the next one has nothing to be compared with */
	/* Of the interval that is being read: */
	int open;
	uint64_t set, dataset, end, epoch;
	uint64_t apart_set, apart_in; /* the last record set of which a time was said to be wrong, and its input */
	uint64_t doubled_set;   /* the last sample with a record that was there before, */
	unsigned doubled_kind;  /* and of which kind */
	/* Its own. */
	struct series *series;
	struct delta *delta;
};

/* 0, or -1: out of memory.  feed_done() in any case. */
int feed_begin(struct feed *f);

/* Before the first input: some will be read in turn. */
void feed_several(struct feed *f);
void feed_done(struct feed *f);

/* Another input begins, and is read to its end.  0, or -1: out of memory. */
int feed_begin_file(struct feed *f);

/* IN, which is of the system ID, begins, to be read in turn with others.  feed_end_input() in any case.  0, or -1: out of
 * memory. */
int feed_begin_input(struct feed *f, struct feed_input *in, const char *id);
void feed_end_input(struct feed *f, struct feed_input *in);

/* The next data set is of the time TOD, and begins with EV; SAMPLES: that of another input goes on with the interval that
 * is being read.  Not for what is of before, which ends no interval.  0, or -1 as feed_event(). */
int feed_begin_set(struct feed *f, const struct monread_ev *ev, uint64_t tod, int samples);

/* What comes is of IN. */
void feed_turn(struct feed *f, struct feed_input *in);

/* Whether samples of the TOD clock TOD are of the interval that is being read. */
int feed_goes_on(const struct feed *f, uint64_t tod);

/* The record EV of f->in was another's, too.  0, or -1: out of memory. */
int feed_again(struct feed *f, const struct monread_ev *ev);

/* The next event of it.  0; -1: out of memory (errno is ENOMEM), or the end was asked for. */
int feed_take(struct feed *f, const struct monread_ev *ev);

/* Whether EV is one of nearly all records, which are no report's, and say nothing of others. */
static inline int feed_ignores(struct feed *f, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && !(ev->flags & (MONREAD_REPEATED | MONREAD_APART)) &&
	       !sources_use(f->sources, ev->domain, ev->record) && series_ignores(f->series, ev);
}

static inline int feed_event(struct feed *f, const struct monread_ev *ev)
{
	return feed_ignores(f, ev) ? 0 : feed_take(f, ev);
}

/* Something was lost, as TEXT says. */
void feed_lost(struct feed *f, const char *text);

/* The input is at its end.  0, or -1 as above. */
int feed_end_file(struct feed *f);

/* So are all of them. */
void feed_end(struct feed *f);

/* The same, and what comes next stands for itself, also where it is of the same system. */
void feed_end_capture(struct feed *f);

/* The identifier of the system; "": not known. */
const char *feed_system(const struct feed *f);

/* Of the system, as far as it is known: see monread_system_release(). */
unsigned feed_release(const struct feed *f);


#endif
