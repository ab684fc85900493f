/* queue.h: messages that the reader has not replied to, and their limit. */
#ifndef PLAY_QUEUE_H
#define PLAY_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct message {
	uint64_t set; /* number of the data set that it announces, from 1 */
	int limit;    /* it hit the limit: EOVERFLOW follows its reply */
};

struct queue {
	struct message *ring;
	size_t limit;
	size_t first, count;
};

/* 0, or -1: out of memory. */
int queue_init(struct queue *q, size_t limit);
void queue_done(struct queue *q);
void queue_clear(struct queue *q);

/* 0, or -1: the limit was reached before, the message is lost. */
int queue_add(struct queue *q, uint64_t set, int limit);

/* The message that is read; NULL: none. */
const struct message *queue_head(const struct queue *q);

/* Reply to it: the next one is the head. */
void queue_reply(struct queue *q);

#endif
