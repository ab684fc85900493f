/* queue.h: the queue of messages without a reply, and its limit. */
#ifndef PLAY_QUEUE_H
#define PLAY_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct message {
	uint64_t set; /* number of its data set, from 1 */
	int limit;    /* it reached the limit: EOVERFLOW follows its reply */
};

struct queue {
	struct message *ring;
	size_t limit;
	size_t first, count;
};

/* Return 0, or -1 if out of memory. */
int queue_init(struct queue *q, size_t limit);
void queue_done(struct queue *q);
void queue_clear(struct queue *q);

/* Return 0, or -1 if the limit was reached before: the message is lost. */
int queue_add(struct queue *q, uint64_t set, int limit);

/* Return the message to read, or NULL if the queue is empty. */
const struct message *queue_head(const struct queue *q);

/* Reply to the message that queue_head() returns, and remove this message. */
void queue_reply(struct queue *q);

#endif
