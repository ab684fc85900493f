/* live.c: a thread reads a device into a queue, so that slow output does not delay reading. */
#include "config.h"

#include "input/live.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/thread.h"

/* Maximum size of a data set: a DCSS ends below 2 GB, so a larger data set may never end. */
#define SET_MAX 0x7FFFFFFFu

struct live {
	int fd;
	pthread_t thread;
	struct monread_device *device;
	/* the data set that the thread is reading */
	struct monread_buffer reading;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct live_item *first, **last;
	/* the last item of the queue; it is part of this structure, because calloc(3) could fail */
	struct live_item end;
	size_t queued, largest;
	int was_full, told;
	const struct wait *wait;
	/* number of bytes of the incomplete data set. After a request to stop, the thread waits for
	 * the rest of this data set only while this number grows. */
	size_t pending;
	int64_t since; /* time of the last change of ->pending */
	/* 1: the thread found nothing to read since the last live_next() */
	int turned;
	atomic_int stopping; /* 1: the caller asks the thread to stop reading */
	int done;     /* 1: the thread has stopped reading */
	int leaving;  /* 1: the caller asks the thread to end */
};

static void sleep_ms(long ms)
{
	struct timespec t = { 0, ms * 1000000 };

	nanosleep(&t, NULL);
}

static void item_free(struct live *l, struct live_item *item)
{
	if (item == &l->end)
		return;
	free(item->set.bytes);
	free(item);
}

/* Move the data set in FROM to TO. Give back unused memory if it is at least half of the buffer,
 * because many data sets may wait in the queue. */
static void take_set(struct monread_buffer *from, struct monread_buffer *to)
{
	unsigned char *bytes = from->length <= from->room / 2 ? realloc(from->bytes, from->length) :
	                                                        NULL;

	*to = *from;
	if (bytes) {
		to->bytes = bytes;
		to->room = from->length;
	}
	*from = (struct monread_buffer){ 0 };
}

static size_t weight(const struct live_item *item)
{
	return item->set.length + sizeof *item;
}

/* Return 1 if the queue has room for N more bytes. An empty queue has room for any data set. */
static int has_room(const struct live *l, size_t n)
{
	size_t limit = l->largest > LIVE_BUFFER_MIN / 2 ? 2 * l->largest : LIVE_BUFFER_MIN;

	return l->queued == 0 || l->queued + n <= limit;
}

static void push(struct live *l, struct live_item *item)
{
	pthread_mutex_lock(&l->lock);
	if (item->set.length > l->largest)
		l->largest = item->set.length;
	while (!has_room(l, weight(item)) && !l->stopping) {
		l->was_full = 1;
		pthread_cond_wait(&l->changed, &l->lock);
	}
	item->next = NULL;
	*l->last = item;
	l->last = &item->next;
	l->queued += weight(item);
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
}

/* Let live_next() return NULL, because nothing can be read now. */
static void live_turn(struct live *l)
{
	int was_turned;

	pthread_mutex_lock(&l->lock);
	was_turned = l->turned;
	l->turned = 1;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	/* Sleep, because wait_poll() does not wait while keys that the user has pressed are not
	 * read. */
	if (was_turned)
		sleep_ms(5);
}

/* Wait for data from the device; return 1 if there may be data. On some file systems poll(2) always
 * reports data. So after three reads without data, which *IN_VAIN counts, sleep before each
 * read. */
static int live_wait_for_data(const struct live *l, unsigned *in_vain)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };

	if (*in_vain > 2)
		sleep_ms(5);
	if (stop_asked() ? poll(&p, 1, 100) <= 0 : !wait_poll(l->wait, l->fd, 1000, 1))
		return 0;
	++*in_vain;
	return 1;
}

/* Return 1 if the thread must stop reading. After live_end() it stops at once. If a signal asks it
 * to stop, it first completes the current data set, unless this is larger than SET_MAX or has got
 * no bytes for three seconds. */
static int live_at_end(struct live *l)
{
	size_t n = monread_device_pending(l->device);

	if (l->stopping)
		return 1;
	if (!stop_asked())
		return 0;
	if (n != l->pending)
		l->since = clock_now();
	l->pending = n;
	return n == 0 || n > SET_MAX || clock_now() - l->since > 3 * CLOCK_SECOND;
}

/* Return a new item for the queue. If memory is short, wait until the caller of live_next() frees
 * items. Return NULL after live_end(). */
static struct live_item *item_wait(struct live *l)
{
	struct live_item *item = calloc(1, sizeof *item);

	while (!item && !l->stopping) {
		sleep_ms(20);
		item = calloc(1, sizeof *item);
	}
	return item;
}

/* Append the data set in l->reading, or a loss of LOST bytes, to the queue. Return 0 if the device
 * returns no more data. */
static int enqueue(struct live *l, enum monread_device_state state, size_t lost)
{
	struct live_item *item = item_wait(l);

	if (!item)
		return 0;
	if (state == MONREAD_DEVICE_SET)
		take_set(&l->reading, &item->set);
	snprintf(item->text, sizeof item->text, "%s", monread_device_error(l->device));
	clock_gettime(CLOCK_REALTIME, &item->when);
	item->state = state;
	item->lost = lost;
	item->sets = monread_device_lost(l->device);
	push(l, item);
	return state != MONREAD_DEVICE_SEVERED && state != MONREAD_DEVICE_FAILED;
}

/* Append the last item to the queue. It counts the incomplete data set as lost. */
static void live_queue_end(struct live *l)
{
	struct live_item *item = &l->end;
	size_t pending = monread_device_pending(l->device);

	/* If item_wait() has returned NULL, l->reading has a whole data set, which is also lost. */
	item->lost = pending ? pending : l->reading.length;
	item->sets = item->lost > 0;
	snprintf(item->text, sizeof item->text,
	         "asked to stop in a data set that does not end; threw away %zu bytes of it",
	         item->lost);
	clock_gettime(CLOCK_REALTIME, &item->when);
	push(l, item);
}

static void *reader(void *arg)
{
	struct live *l = arg;
	enum monread_device_state state;
	unsigned in_vain = 0, failed = 0;
	size_t lost;
	int go = 1;

	l->end.state = MONREAD_DEVICE_AGAIN;
	/* A read(2) would not return if a signal came just before it: wait with poll(2). */
	while (go && !live_at_end(l)) {
		if (!live_wait_for_data(l, &in_vain)) {
			if (l->wait && l->wait->idle)
				live_turn(l);
			continue;
		}
		state = monread_device_read(l->device, &l->reading, &lost);
		if (state == MONREAD_DEVICE_AGAIN)
			continue;
		in_vain = 0;
		failed = state == MONREAD_DEVICE_SET || state == MONREAD_DEVICE_EMPTY ? 0 :
		                                                                        failed + 1;
		if (state != MONREAD_DEVICE_EMPTY)
			go = enqueue(l, state, lost);
		/* Do not use a whole processor if the device always fails. */
		if (go && failed > 2)
			sleep_ms(failed < 20 ? (long)failed * 5 : 100);
	}
	live_queue_end(l);
	pthread_mutex_lock(&l->lock);
	l->done = 1;
	pthread_cond_broadcast(&l->changed);
	/* Do not end yet: this thread receives the signals while the caller empties the queue. */
	while (!l->leaving)
		pthread_cond_wait(&l->changed, &l->lock);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

static void live_free(struct live *l)
{
	free(l->reading.bytes);
	monread_device_close(l->device);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

struct live *live_start(int fd, const struct wait *wait)
{
	struct live *l = calloc(1, sizeof *l);
	int error;

	if (!l)
		return NULL;
	l->fd = fd;
	l->wait = wait;
	l->last = &l->first;
	l->device = monread_device_open(fd);
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	error = l->device ? thread_start(&l->thread, reader, l) : ENOMEM;
	if (error) {
		live_free(l);
		errno = error;
		return NULL;
	}
	/* Let only the reading thread get signals. */
	stop_leave();
	return l;
}

struct live_item *live_next(struct live *l)
{
	struct live_item *item;

	pthread_mutex_lock(&l->lock);
	while (!l->first && !l->turned)
		pthread_cond_wait(&l->changed, &l->lock);
	l->turned = 0;
	item = l->first;
	if (!item) {
		pthread_mutex_unlock(&l->lock);
		return NULL;
	}
	l->first = item->next;
	if (!l->first)
		l->last = &l->first;
	item->was_full = l->was_full && !l->told;
	l->told = l->was_full;
	pthread_mutex_unlock(&l->lock);
	return item;
}

void live_return(struct live *l, struct live_item *item)
{
	pthread_mutex_lock(&l->lock);
	l->queued -= weight(item);
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	item_free(l, item);
}

void live_end(struct live *l)
{
	pthread_mutex_lock(&l->lock);
	l->stopping = 1;
	pthread_cond_broadcast(&l->changed);
	/* A signal that comes just before poll(2) does not interrupt the thread, so wake the thread
	 * again and again until it stops. */
	while (!l->done) {
		stop_wake(l->thread);
		pthread_mutex_unlock(&l->lock);
		sleep_ms(1);
		pthread_mutex_lock(&l->lock);
	}
	pthread_mutex_unlock(&l->lock);
}

void live_stop(struct live *l)
{
	struct live_item *item;

	live_end(l);
	pthread_mutex_lock(&l->lock);
	l->leaving = 1;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	pthread_join(l->thread, NULL);
	stop_take();
	for (item = l->first; item; item = l->first) {
		l->first = item->next;
		item_free(l, item);
	}
	live_free(l);
}
