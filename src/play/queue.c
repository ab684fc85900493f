/* queue.c: the queue of messages with its limit. It counts messages as
 * drivers/s390/char/monreader.c of Linux does. */
#include "config.h"

#include "play/queue.h"

#include <stdlib.h>

int queue_init(struct queue *q, size_t limit)
{
	q->ring = calloc(limit, sizeof *q->ring);
	q->limit = limit;
	return q->ring ? 0 : -1;
}

void queue_done(struct queue *q)
{
	free(q->ring);
}

void queue_clear(struct queue *q)
{
	q->first = 0;
	q->count = 0;
}

int queue_add(struct queue *q, uint64_t set, int limit)
{
	struct message *m;

	if (q->count == q->limit)
		return -1;
	m = &q->ring[(q->first + q->count) % q->limit];
	q->count++;
	m->set = set;
	/* Mark the message with which the queue reaches its limit, as the driver does. */
	m->limit = limit || q->count == q->limit;
	return 0;
}

const struct message *queue_head(const struct queue *q)
{
	return q->count ? &q->ring[q->first] : NULL;
}

void queue_reply(struct queue *q)
{
	q->first = (q->first + 1) % q->limit;
	q->count--;
}
