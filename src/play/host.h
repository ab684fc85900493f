/* host.h: simulates z/VM's end of the connection: decides when each data set can be read. */
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
	struct capture *times; /* reads ahead for the times; NULL: data sets come at the reader's speed */
	struct set set;        /* only its time is used */
	uint64_t next;         /* number of the next data set, from 1 */
	int64_t due;           /* when it is due; CLOCK_NEVER: unknown */
	int64_t start;         /* when the first data set of this pass was due */
	int64_t last;          /* when the previous data set was due */
	uint64_t first_tod;
	uint64_t in_pass; /* data sets of this pass so far */
	uint64_t drop;    /* data sets still to be dropped because of a fault */
	uint64_t lost;    /* dropped at the limit or by a fault */
	uint64_t lost_at_limit;
	uint64_t unread;  /* data sets that were unread when the device was closed */
	int64_t stopped;  /* time when it was closed */
	int started, ended;
};

/* Return 0, or -1 after an error message. */
int host_init(struct host *h, const struct options *opt, struct faults *faults);
void host_done(struct host *h);

/* Call this when a program opens or closes the device: time goes on only while it is open; unread data is lost when it
 * is closed. */
void host_connect(struct host *h, int64_t now);
void host_disconnect(struct host *h, int64_t now);

/* Make messages of the data sets that are due. Return their number. */
unsigned host_tick(struct host *h, int64_t now);

/* Return when the next one is due; CLOCK_NEVER: nothing to wait for. */
int64_t host_due(const struct host *h);

#endif
