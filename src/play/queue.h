/* queue.h: the queue of messages to which the reader has not replied yet, and its limit. */
#ifndef PLAY_QUEUE_H
#define PLAY_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct message {
	uint64_t set; /* number of the data set that the message announces, from 1 */
	/* 1: with this message the queue reached its limit; after the reply to this message, a
	 * read(2) fails with EOVERFLOW */
	int limit;
};

struct queue {
	struct message *ring;
	size_t limit;
	size_t first, count;
};

/* Prepare Q, which must be zeroed, for LIMIT messages. Return 0, or -1 if out of memory. */
int queue_init(struct queue *q, size_t limit);
void queue_done(struct queue *q);
void queue_clear(struct queue *q);

/* Add a message that announces data set SET. LIMIT is 1 if the queue reaches its limit with this
 * message. Return 0, or -1 if the queue is full and the message is lost. */
int queue_add(struct queue *q, uint64_t set, int limit);

/* Return the oldest message, or NULL if the queue is empty. */
const struct message *queue_head(const struct queue *q);

/* Reply to the oldest message, the one that queue_head() returns, and remove it from the queue. */
void queue_reply(struct queue *q);

#endif
