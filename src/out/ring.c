/* ring.c: who wants to work draws a number; places are filled in the order of these numbers, so that each thread knows for
 * which place it waits. */
#include "config.h"

#include "out/ring.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct place {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned number; /* of the turn that it is or was filled for */
	int is_filled;   /* and nobody has taken it */
	int is_done;
	int stopping;
};

struct ring {
	struct place *places;
	unsigned n;
	/* Numbers of turns go from 0 to 2 * n - 1 and begin again: as at most N - 2 threads wait, each number that is
	 * drawn is less than 2 * N ahead of the oldest place that is not empty. */
	atomic_uint drawn;
	unsigned filling, emptying; /* the next ones; of one thread */
	unsigned nfull;
};

static unsigned behind(const struct ring *r, unsigned number)
{
	return (number + 1) % (2 * r->n);
}

struct ring *ring_new(unsigned places)
{
	struct ring *r = calloc(1, sizeof *r);
	unsigned i;

	if (!r || !(r->places = calloc(places, sizeof *r->places))) {
		free(r);
		return NULL;
	}
	r->n = places;
	atomic_init(&r->drawn, 0);
	for (i = 0; i < places; i++) {
		pthread_mutex_init(&r->places[i].lock, NULL);
		pthread_cond_init(&r->places[i].changed, NULL);
	}
	return r;
}

void ring_free(struct ring *r)
{
	unsigned i;

	if (!r)
		return;
	for (i = 0; i < r->n; i++) {
		pthread_cond_destroy(&r->places[i].changed);
		pthread_mutex_destroy(&r->places[i].lock);
	}
	free(r->places);
	free(r);
}

unsigned ring_filling(const struct ring *r)
{
	return r->filling % r->n;
}

void ring_fill(struct ring *r)
{
	struct place *p = &r->places[r->filling % r->n];

	pthread_mutex_lock(&p->lock);
	p->number = r->filling;
	p->is_filled = 1;
	/* Whoever has drawn the number of the next turn may wait here, too. */
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	r->filling = behind(r, r->filling);
	r->nfull++;
}

/* Whether who empties waits for the oldest place while that is not done. */
static int waits(const struct ring *r, int all)
{
	return all || r->nfull == r->n;
}

int ring_done(struct ring *r, int all, unsigned *place)
{
	struct place *p = &r->places[r->emptying % r->n];
	int is_done;

	if (r->nfull == 0)
		return 0;
	pthread_mutex_lock(&p->lock);
	while (!p->is_done && waits(r, all))
		pthread_cond_wait(&p->changed, &p->lock);
	is_done = p->is_done;
	pthread_mutex_unlock(&p->lock);
	*place = r->emptying % r->n;
	return is_done;
}

int ring_waits(struct ring *r, int all)
{
	struct place *p = &r->places[r->emptying % r->n];
	int is_done;

	if (r->nfull == 0 || !waits(r, all))
		return 0;
	pthread_mutex_lock(&p->lock);
	is_done = p->is_done;
	pthread_mutex_unlock(&p->lock);
	return !is_done;
}

void ring_empty(struct ring *r)
{
	struct place *p = &r->places[r->emptying % r->n];

	pthread_mutex_lock(&p->lock);
	p->is_done = 0;
	pthread_mutex_unlock(&p->lock);
	r->emptying = behind(r, r->emptying);
	r->nfull--;
}

void ring_stop(struct ring *r)
{
	unsigned i;

	for (i = 0; i < r->n; i++) {
		struct place *p = &r->places[i];

		pthread_mutex_lock(&p->lock);
		p->stopping = 1;
		pthread_cond_broadcast(&p->changed);
		pthread_mutex_unlock(&p->lock);
	}
}

static unsigned draw(struct ring *r)
{
	unsigned number = atomic_load_explicit(&r->drawn, memory_order_relaxed);

	/* The lock of the place orders what is in it. */
	while (!atomic_compare_exchange_weak_explicit(&r->drawn, &number, behind(r, number), memory_order_relaxed,
	                                              memory_order_relaxed))
		;
	return number;
}

/* P is the caller's, once it is filled for the turn NUMBER.  0, or -1: it will not be. */
static int take(struct place *p, unsigned number)
{
	int is_ours;

	pthread_mutex_lock(&p->lock);
	while (!(p->is_filled && p->number == number) && !p->stopping)
		pthread_cond_wait(&p->changed, &p->lock);
	is_ours = p->is_filled && p->number == number;
	if (is_ours)
		p->is_filled = 0;
	pthread_mutex_unlock(&p->lock);
	return is_ours ? 0 : -1;
}

int ring_try(struct ring *r, unsigned *place)
{
	unsigned number = atomic_load_explicit(&r->drawn, memory_order_relaxed), ahead;

	do {
		/* Numbers that are drawn by who waits are ahead of the next one that is filled. */
		ahead = (r->filling + 2 * r->n - number) % (2 * r->n);
		if (ahead == 0 || ahead > r->n)
			return -1;
	} while (!atomic_compare_exchange_weak_explicit(&r->drawn, &number, behind(r, number), memory_order_relaxed,
	                                                memory_order_relaxed));
	*place = number % r->n;
	return take(&r->places[*place], number);
}

int ring_take(struct ring *r, unsigned *place)
{
	unsigned number = draw(r);

	*place = number % r->n;
	return take(&r->places[*place], number);
}

void ring_finish(struct ring *r, unsigned place)
{
	struct place *p = &r->places[place];

	pthread_mutex_lock(&p->lock);
	p->is_done = 1;
	/* The one who empties, and perhaps another one, who waits until the place is filled again. */
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}
