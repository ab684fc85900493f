/* live.h: reads a device in a thread into a bounded queue of data sets. */
#ifndef INPUT_LIVE_H
#define INPUT_LIVE_H

#include <time.h>

#include "cli/stop.h"
#include "monread.h"

#define LIVE_BUFFER_MIN (64u * 1024u * 1024u)

#define LIVE_TEXT 240u /* bytes of a message */

struct live;

/* An item of the queue. */
struct live_item {
	/* _SET: a data set; _AGAIN: the last item, because reading was stopped; else a loss */
	enum monread_device_state state;
	struct monread_buffer set;
	size_t lost;
	unsigned sets; /* from monread_device_lost() */
	char text[LIVE_TEXT]; /* from monread_device_error() */
	struct timespec when; /* time of the read */
	int was_full; /* 1 in the first item after the queue was full */
	struct live_item *next;
};

/* Start the thread that reads FD, which stays the caller's. At most LIVE_BUFFER_MIN bytes, or two
 * data sets of the largest size, wait in the queue. With WAIT->idle, live_next() returns once per
 * second even if there is nothing. WAIT may be NULL. Returns NULL with errno if the thread cannot
 * be started. */
struct live *live_start(int fd, const struct wait *wait);

/* Wait for the next item of the queue; the caller passes it to live_return() after use. Return NULL
 * if nothing can be read now. */
struct live_item *live_next(struct live *l);
void live_return(struct live *l, struct live_item *item);

/* Stop reading. All data sets that were read are then in the queue, and after them the last
 * item. */
void live_end(struct live *l);

void live_stop(struct live *l);

#endif
