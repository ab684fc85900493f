/* host.h: simulates the side of z/VM in a connection: it decides when each data set can be read. */
#ifndef PLAY_HOST_H
#define PLAY_HOST_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/play_options.h"
#include "play/queue.h"

struct play_host {
	const struct play_options *opt;
	struct faults *faults;
	struct queue queue;
	/* second reader of the capture, which gives the times of data sets; NULL: data sets arrive
	 * as fast as the program reads them */
	struct play_capture *times;
	struct set set;        /* the data set that ->times has read last; only its time is used */
	uint64_t next;         /* number of the data set that arrives next, from 1 */
	int64_t due;           /* time at which data set ->next is due; CLOCK_NEVER: unknown */
	/* time at which the first data set of this pass over the capture was due */
	int64_t start;
	int64_t last;          /* time at which the data set in ->set is due */
	uint64_t first_tod;
	uint64_t in_pass; /* number of data sets read in this pass over the capture */
	uint64_t drop;    /* number of data sets that the fault overflow still has to drop */
	/* number of data sets that were dropped because of the message limit or an injected
	 * fault */
	uint64_t lost;
	uint64_t lost_at_limit;
	/* number of data sets that were not read when a program closed the device */
	uint64_t unread;
	int64_t stopped;  /* time at which a program last closed the device */
	int started, ended;
};

/* Prepare H, which must be zeroed, for the capture in OPT. Return 0, or -1 after an error
 * message. */
int host_init(struct play_host *h, const struct play_options *opt, struct faults *faults);
void host_done(struct play_host *h);

/* Note that a program opens or closes the device. Time goes on only while the device is open; data
 * that was not read is lost when the device is closed. */
void host_connect(struct play_host *h, int64_t now);
void host_disconnect(struct play_host *h, int64_t now);

/* For each data set that is due at the time NOW, put a message into the queue. Return the number of
 * messages. */
unsigned host_tick(struct play_host *h, int64_t now);

#endif
