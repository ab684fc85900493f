/* host.h: the other end of the connection: it says when which data set is there to be read. */
#ifndef PLAY_HOST_H
#define PLAY_HOST_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/options.h"
#include "play/queue.h"

struct host {
	const struct options *opt;
	struct faults *faults;
	struct queue queue;
	struct capture *times; /* looks ahead for the times; NULL: data sets come as fast as they are read */
	struct set set;        /* of which only the time is used */
	uint64_t next;         /* number of the data set that comes next, from 1 */
	int64_t due;           /* when; CLOCK_NEVER: not known yet */
	int64_t start;         /* when the first data set of this pass through the capture was due */
	int64_t last;          /* when the one before was */
	uint64_t first_tod;
	uint64_t in_pass; /* data sets of this pass so far */
	uint64_t drop;    /* data sets still to be lost because of a fault */
	uint64_t lost;    /* at the limit, or by a fault */
	uint64_t lost_at_limit;
	uint64_t unread;  /* when the device was closed */
	int64_t stopped;  /* when that was */
	int started, ended;
};

/* 0, or -1: the reason was reported. */
int host_init(struct host *h, const struct options *opt, struct faults *faults);
void host_done(struct host *h);

/* The device was opened or closed.  In between the capture continues; what
 * has not been read when it is closed is lost. */
void host_connect(struct host *h, int64_t now);
void host_disconnect(struct host *h, int64_t now);

/* Make messages of the data sets that are due.  How many came. */
unsigned host_tick(struct host *h, int64_t now);

/* When the next one is due; CLOCK_NEVER: there is nothing to wait for. */
int64_t host_due(const struct host *h);

#endif
