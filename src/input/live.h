/* live.h: reads a device in a thread into a queue of limited size. */
#ifndef INPUT_LIVE_H
#define INPUT_LIVE_H

#include <time.h>

#include "cli/stop.h"
#include "monread.h"

#define LIVE_BUFFER_MIN (64u * 1024u * 1024u)

#define LIVE_TEXT 240u /* maximum size of a message */

struct live;

struct live_item {
	/* MONREAD_DEVICE_SET: a data set; MONREAD_DEVICE_AGAIN: the last item, after reading was
	 * stopped; others: a loss of data */
	enum monread_device_state state;
	struct monread_buffer set;
	size_t lost;
	unsigned sets;
	char text[LIVE_TEXT]; /* from monread_device_error() */
	struct timespec when;
	int was_full; /* 1: the queue was full before this item */
	struct live_item *next;
};

/* Start the thread that reads FD, which the caller closes. The queue holds at most LIVE_BUFFER_MIN
 * bytes, or two data sets of the largest size so far. If WAIT has ->idle, live_next() returns once
 * per second even without data. Return NULL with errno on failure. */
struct live *live_start(int fd, const struct wait *wait);

/* Wait for the next item, which the caller passes to live_return() after use. Return NULL if the
 * queue is empty and nothing can be read now. */
struct live_item *live_next(struct live *l);
void live_return(struct live *l, struct live_item *item);

/* Stop reading the device. The queue then has all data sets that were read, and a last item. */
void live_end(struct live *l);

void live_stop(struct live *l);

#endif
