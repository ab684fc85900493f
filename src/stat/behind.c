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

/* An interval, with the texts that its span points to. */
struct interval {
	struct show_span span;
	unsigned turn;
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
	int stopping;
	int failed;
};

static int show(struct behind *b, const struct interval *i)
{
	int rc;

	sources_take_over(b->sources, i->turn);
	rc = b->show(b->arg, &i->span);
	sources_give_back(b->sources);
	return rc;
}

static void *work(void *arg)
{
	struct behind *b = arg;
	int failed = 0;

	pthread_mutex_lock(&b->lock);
	while (b->n > 0 || !b->stopping) {
		if (b->n == 0) {
			pthread_cond_wait(&b->handed, &b->lock);
			continue;
		}
		pthread_mutex_unlock(&b->lock);
		failed = failed || show(b, &b->intervals[b->first]);
		pthread_mutex_lock(&b->lock);
		b->failed = failed;
		b->first = (b->first + 1) % INTERVALS;
		b->n--;
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

	if (!b)
		return NULL;
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

int behind_show(struct behind *b, const struct show_span *span)
{
	struct interval *i;
	int turn, failed;

	/* The turn that comes next has to be free, too. */
	pthread_mutex_lock(&b->lock);
	while (b->n == INTERVALS)
		pthread_cond_wait(&b->done, &b->lock);
	i = &b->intervals[(b->first + b->n) % INTERVALS];
	failed = b->failed;
	pthread_mutex_unlock(&b->lock);
	turn = failed ? -1 : sources_hand_over(b->sources);
	if (turn < 0)
		return -1;
	i->span = *span;
	i->turn = (unsigned)turn;
	snprintf(i->system, sizeof i->system, "%s", span->system);
	i->span.system = i->system;
	if (span->gap) {
		snprintf(i->gap, sizeof i->gap, "%s", span->gap);
		i->span.gap = i->gap;
	}
	pthread_mutex_lock(&b->lock);
	b->n++;
	pthread_cond_signal(&b->handed);
	pthread_mutex_unlock(&b->lock);
	return 0;
}

int behind_wait(struct behind *b)
{
	int failed;

	if (!b)
		return 0;
	pthread_mutex_lock(&b->lock);
	while (b->n > 0)
		pthread_cond_wait(&b->done, &b->lock);
	failed = b->failed;
	pthread_mutex_unlock(&b->lock);
	return failed ? -1 : 0;
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
