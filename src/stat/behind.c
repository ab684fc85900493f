/* behind.c: a ring of intervals, which a thread shows. */
#include "config.h"

#include "stat/behind.h"

#ifdef HAVE_SQLITE3

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/thread.h"
#include "stat/feed.h"

/* One more is being read. */
#define INTERVALS (SOURCE_TURNS - 1)
/* So many bytes of rows may wait; two intervals always may. */
#define SIZE_MOST ((size_t)1024 * 1024)
/* The thread is woken for no less: an interval of some rows is shown in less time than that takes. */
#define WORTH_INTERVALS 8u
#define WORTH_SIZE      (SIZE_MOST / 8)

/* An interval, with the texts that its span points to. */
struct interval {
	struct show_span span;
	unsigned turn;
	size_t size;
	char system[MR_SYSTEM_ID_SIZE];
	char gap[FEED_TEXT];
};

struct behind {
	struct sources *sources;
	int (*show)(void *arg, const struct show_span *span);
	void *arg;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t handed, done;
	/* Under the lock: */
	struct interval intervals[INTERVALS];
	unsigned first, n; /* the first is being shown */
	size_t size;       /* of all of them */
	unsigned char turns[SOURCE_TURNS]; /* that are free: those used last come first, as they have memory */
	unsigned nturns;
	int idle;          /* the thread waits, */
	int waits;         /* or who reads does */
	int stopping;
	int result;        /* of the last show() */
};

static int show(struct behind *b, const struct interval *i)
{
	int rc;

	sources_take_over(b->sources, i->turn);
	rc = b->show(b->arg, &i->span);
	sources_give_back(b->sources);
	return rc;
}

/* Who reads goes on as soon as there is room for some more, so that they do not wake each other for every interval. */
static int has_room(const struct behind *b)
{
	return b->n <= 1 || (b->n <= INTERVALS / 2 && b->size <= SIZE_MOST / 2);
}

static void *work(void *arg)
{
	struct behind *b = arg;
	struct interval *i;
	int result = 0;

	pthread_mutex_lock(&b->lock);
	while (b->n > 0 || !b->stopping) {
		b->idle = b->n == 0;
		if (b->idle) {
			pthread_cond_wait(&b->handed, &b->lock);
			continue;
		}
		i = &b->intervals[b->first];
		pthread_mutex_unlock(&b->lock);
		if (result == 0)
			result = show(b, i);
		pthread_mutex_lock(&b->lock);
		b->result = result;
		b->size -= i->size;
		b->turns[b->nturns++] = (unsigned char)i->turn;
		b->first = (b->first + 1) % INTERVALS;
		b->n--;
		if (b->waits && has_room(b))
			pthread_cond_signal(&b->done);
	}
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

static void release(struct behind *b)
{
	pthread_cond_destroy(&b->handed);
	pthread_cond_destroy(&b->done);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

struct behind *behind_new(struct sources *s, int (*show_one)(void *arg, const struct show_span *span), void *arg)
{
	struct behind *b = thread_processors() > 1 && thread_most(2) > 1 ? calloc(1, sizeof *b) : NULL;
	unsigned turn;

	if (!b)
		return NULL;
	for (turn = SOURCE_TURNS; turn-- > 0;)
		if (turn != s->filling)
			b->turns[b->nturns++] = (unsigned char)turn;
	b->sources = s;
	b->show = show_one;
	b->arg = arg;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->handed, NULL);
	pthread_cond_init(&b->done, NULL);
	if (thread_start_quiet(&b->thread, work, b) == 0)
		return b;
	release(b);
	return NULL;
}

/* Until there is room for one interval more, of SIZE bytes. */
static void wait_for_room(struct behind *b, size_t size)
{
	if (b->n < INTERVALS && (b->n < 2 || b->size + size <= SIZE_MOST))
		return;
	b->waits = 1;
	do {
		if (b->idle)
			pthread_cond_signal(&b->handed);
		pthread_cond_wait(&b->done, &b->lock);
	} while (!has_room(b));
	b->waits = 0;
}

int behind_show(struct behind *b, const struct show_span *span)
{
	size_t size = sources_size(b->sources);
	unsigned turn = b->sources->filling, next = 0;
	struct interval *i;
	int result;

	pthread_mutex_lock(&b->lock);
	wait_for_room(b, size);
	i = &b->intervals[(b->first + b->n) % INTERVALS];
	result = b->result;
	if (result == 0)
		next = b->turns[--b->nturns];
	pthread_mutex_unlock(&b->lock);
	if (result)
		return result;
	if (sources_hand_over(b->sources, next))
		return -1;
	i->span = *span;
	i->turn = turn;
	i->size = size;
	snprintf(i->system, sizeof i->system, "%s", span->system);
	i->span.system = i->system;
	if (span->gap) {
		snprintf(i->gap, sizeof i->gap, "%s", span->gap);
		i->span.gap = i->gap;
	}
	pthread_mutex_lock(&b->lock);
	b->n++;
	b->size += size;
	if (b->idle && (b->n >= WORTH_INTERVALS || b->size >= WORTH_SIZE))
		pthread_cond_signal(&b->handed);
	pthread_mutex_unlock(&b->lock);
	return 0;
}

int behind_wait(struct behind *b)
{
	int result;

	if (!b)
		return 0;
	pthread_mutex_lock(&b->lock);
	b->waits = 1;
	while (b->n > 0) {
		if (b->idle)
			pthread_cond_signal(&b->handed);
		pthread_cond_wait(&b->done, &b->lock);
	}
	b->waits = 0;
	result = b->result;
	pthread_mutex_unlock(&b->lock);
	return result;
}

void behind_free(struct behind *b)
{
	if (!b)
		return;
	pthread_mutex_lock(&b->lock);
	b->stopping = 1;
	pthread_cond_signal(&b->handed);
	pthread_mutex_unlock(&b->lock);
	pthread_join(b->thread, NULL);
	release(b);
}

#endif
