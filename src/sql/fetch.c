/* fetch.c: two windows that a thread and its reader exchange. */
#include "config.h"

#include "sql/fetch.h"

#include <pthread.h>
#include <stdlib.h>

#include "cli/thread.h"

struct fetch {
	struct indexed_window window; /* the thread's while ->asked */
	const struct indexed *c;
	uint64_t offset;
	size_t n;
	int asked, stopping;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t change;
};

static void *work(void *arg)
{
	struct fetch *f = arg;

	pthread_mutex_lock(&f->lock);
	while (!f->stopping) {
		if (!f->asked) {
			pthread_cond_wait(&f->change, &f->lock);
			continue;
		}
		pthread_mutex_unlock(&f->lock);
		/* Who needs what could not be read will read it again, and see why. */
		indexed_read(f->c, &f->window, f->offset, 0, f->n);
		pthread_mutex_lock(&f->lock);
		f->asked = 0;
		pthread_cond_signal(&f->change);
	}
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static void release(struct fetch *f)
{
	indexed_window_done(&f->window);
	pthread_cond_destroy(&f->change);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

struct fetch *fetch_start(void)
{
	struct fetch *f = thread_processors() > 1 ? calloc(1, sizeof *f) : NULL;

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->change, NULL);
	if (thread_start_quiet(&f->thread, work, f) == 0)
		return f;
	release(f);
	return NULL;
}

void fetch_end(struct fetch *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	f->stopping = 1;
	pthread_cond_signal(&f->change);
	pthread_mutex_unlock(&f->lock);
	pthread_join(f->thread, NULL);
	release(f);
}

static void wait_for(struct fetch *f)
{
	pthread_mutex_lock(&f->lock);
	while (f->asked)
		pthread_cond_wait(&f->change, &f->lock);
	pthread_mutex_unlock(&f->lock);
}

void fetch_ask(struct fetch *f, const struct indexed *c, uint64_t offset, size_t n)
{
	wait_for(f);
	f->c = c;
	f->offset = offset;
	f->n = n;
	pthread_mutex_lock(&f->lock);
	f->asked = 1;
	pthread_cond_signal(&f->change);
	pthread_mutex_unlock(&f->lock);
}

int fetch_take(struct fetch *f, const struct indexed *c, uint64_t offset, size_t n, struct indexed_window *w)
{
	struct indexed_window had = *w;

	wait_for(f);
	if (!indexed_has(&f->window, c, offset, n))
		return 0;
	*w = f->window;
	f->window = had;
	f->window.of = NULL;
	return 1;
}

void fetch_drop(struct fetch *f)
{
	if (!f)
		return;
	wait_for(f);
	f->window.of = NULL;
}
