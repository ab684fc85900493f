/* host.h: simulates z/VM, which decides when each data set can be read. */
#ifndef PLAY_HOST_H
#define PLAY_HOST_H

#include "play/capture.h"
#include "play/play_options.h"

/* A message of z/VM, to which the reader has not replied yet. */
struct message {
	uint64_t set; /* number of the data set that the message announces, from 1 */
	/* 1: with this message the queue reached its limit; after the reply to this message, a
	 * read(2) fails with EOVERFLOW */
	int limit;
};

struct play_host {
	struct play_options *opt;
	/* the queue: a ring of ->limit messages, of which ->count are in use from ->first on */
	struct message *ring;
	size_t limit, first, count;
	/* second reader of the capture, which gives the times of data sets; NULL: data sets arrive
	 * as fast as the program reads them */
	struct play_capture *times;
	struct set set; /* the data set that ->times has read last; only its time is used */
	uint64_t next;  /* number of the data set that arrives next, from 1 */
	int64_t due;    /* time at which data set ->next is due; CLOCK_NEVER: unknown */
	int64_t start;  /* time at which the first data set of this pass over the capture was due */
	int64_t last;   /* time at which the data set in ->set is due */
	uint64_t first_tod;
	uint64_t in_pass; /* number of data sets read in this pass over the capture */
	uint64_t drop;    /* number of data sets that the fault overflow still has to drop */
	/* numbers of data sets: lost at the limit or by the fault overflow; lost at the limit; not
	 * read when a program closed the device */
	uint64_t lost, lost_at_limit, unread;
	int64_t stopped; /* time at which a program last closed the device */
	int started, ended;
};

/* Prepare H, which must be zeroed, for the capture in OPT. Return 0, or -1 after an error
 * message. */
int host_init(struct play_host *h, struct play_options *opt);
void host_done(struct play_host *h);

/* Note that a program opens or closes the device. Time goes on only while the device is open; data
 * that was not read is lost when the device is closed. */
void host_connect(struct play_host *h, int64_t now);
void host_disconnect(struct play_host *h, int64_t now);

/* Add a message for each data set that is due at the time NOW. Return the number of messages. */
unsigned host_tick(struct play_host *h, int64_t now);

/* Return the oldest message, or NULL if the queue is empty. */
const struct message *host_first(const struct play_host *h);

/* Remove the oldest message from the queue: the device replies to it. */
void host_reply(struct play_host *h);

#endif
