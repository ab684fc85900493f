/* ahead.c: a ring of blocks, which a thread fills. */
#include "config.h"

#include "sql/ahead.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "cli/thread.h"

#define BLOCKS 4u
#define BLOCK_SIZE INDEXED_WINDOW

struct block {
	unsigned char *bytes;
	ssize_t n; /* as of pread(2) */
	int error;
};

struct ahead {
	const struct indexed *c;
	uint64_t at, limit;
	struct block blocks[BLOCKS];
	unsigned first, n; /* blocks that are full */
	int held;          /* the first of them is being looked at */
	int stopping;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t filled, emptied;
};

static void fill(struct ahead *a, struct block *b)
{
	b->n = indexed_read_at(a->c, b->bytes, indexed_most(BLOCK_SIZE, a->at, a->limit), a->at);
	b->error = errno;
	a->at += b->n > 0 ? (uint64_t)b->n : 0;
}

static void *work(void *arg)
{
	struct ahead *a = arg;
	int end = 0;

	pthread_mutex_lock(&a->lock);
	while (!end && !a->stopping) {
		struct block *b = &a->blocks[(a->first + a->n) % BLOCKS];

		if (a->n == BLOCKS) {
			pthread_cond_wait(&a->emptied, &a->lock);
			continue;
		}
		pthread_mutex_unlock(&a->lock);
		fill(a, b);
		pthread_mutex_lock(&a->lock);
		end = b->n <= 0;
		a->n++;
		pthread_cond_signal(&a->filled);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

static void release(struct ahead *a)
{
	unsigned i;

	for (i = 0; i < BLOCKS; i++)
		free(a->blocks[i].bytes);
	pthread_cond_destroy(&a->filled);
	pthread_cond_destroy(&a->emptied);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

struct ahead *ahead_start(const struct indexed *c, uint64_t at, uint64_t limit)
{
	struct ahead *a = thread_processors() > 1 ? calloc(1, sizeof *a) : NULL;
	int failed = 0;
	unsigned i;

	if (!a)
		return NULL;
	a->c = c;
	a->at = at;
	a->limit = limit;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->filled, NULL);
	pthread_cond_init(&a->emptied, NULL);
	for (i = 0; i < BLOCKS && !failed; i++)
		failed = !(a->blocks[i].bytes = malloc(BLOCK_SIZE));
	if (!failed && thread_start_quiet(&a->thread, work, a) == 0)
		return a;
	release(a);
	return NULL;
}

void ahead_end(struct ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stopping = 1;
	pthread_cond_signal(&a->emptied);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	release(a);
}

ssize_t ahead_next(struct ahead *a, const unsigned char **bytes)
{
	const struct block *b;

	pthread_mutex_lock(&a->lock);
	/* The last block stays: what follows it is the same. */
	if (a->held && a->blocks[a->first].n > 0) {
		a->first = (a->first + 1) % BLOCKS;
		a->n--;
		pthread_cond_signal(&a->emptied);
	}
	while (a->n == 0)
		pthread_cond_wait(&a->filled, &a->lock);
	a->held = 1;
	b = &a->blocks[a->first];
	pthread_mutex_unlock(&a->lock);
	*bytes = b->bytes;
	errno = b->error;
	return b->n;
}
