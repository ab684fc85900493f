/* live.c: a thread that reads the data sets of a device into a queue. If output is slow, the queue
 * grows, but the device is still read in time. */
#include "config.h"

#include "input/live.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/thread.h"

/* Maximum size of a data set: a data set lies in a DCSS, which ends below 2 GB. A larger data set
 * may never end. */
#define SET_MAX 0x7FFFFFFFu

struct live {
	int fd;
	pthread_t thread;
	struct monread_device *device;
	struct monread_buffer reading; /* the incomplete data set; used only by the thread */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct live_item *first, **last;
	/* the last item of the queue; it is a member, because it must exist even if memory is
	 * short */
	struct live_item end;
	size_t queued, largest;
	int was_full, told;
	const struct wait *wait; /* argument of live_start() */
	/* number of bytes of the incomplete data set; after a request to stop, the thread waits for
	 * the rest of this data set only while this number grows */
	size_t pending;
	int64_t since;  /* time, in nanoseconds, at which ->pending changed last */
	/* 1: the thread has found nothing to read since the last call of live_next(); used only if
	 * the caller has set the callback ->idle in ->wait */
	int turned;
	int stopping; /* 1: the caller asks the thread to stop reading */
	int done;     /* 1: the thread has stopped reading */
	int leaving;  /* 1: the caller asks the thread to end */
};

static void item_free(struct live *l, struct live_item *item)
{
	if (item == &l->end)
		return;
	free(item->set.bytes);
	free(item);
}

/* Move the data set in the buffer FROM to TO. If it fills at most half of the buffer, give back the
 * unused memory, because many data sets may wait in the queue. */
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

static size_t limit_of(const struct live *l)
{
	return l->largest > LIVE_BUFFER_MIN / 2 ? 2 * l->largest : LIVE_BUFFER_MIN;
}

static size_t weight(const struct live_item *item)
{
	return item->set.length + sizeof *item;
}

/* Return 1 if the queue has room for N more bytes. An empty queue has room for a data set of any
 * size. */
static int has_room(const struct live *l, size_t n)
{
	return l->queued == 0 || l->queued + n <= limit_of(l);
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
	struct timespec little = { 0, 5000000 };
	int was_turned;

	pthread_mutex_lock(&l->lock);
	was_turned = l->turned;
	l->turned = 1;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	/* live_next() was not called since the last call of this function. Sleep: while keys that
	 * the user pressed wait to be read, wait_poll() returns at once, and this thread would run
	 * without a pause. */
	if (was_turned)
		nanosleep(&little, NULL);
}

static int is_stopping(struct live *l)
{
	int stopping;

	pthread_mutex_lock(&l->lock);
	stopping = l->stopping;
	pthread_mutex_unlock(&l->lock);
	return stopping;
}

/* Wait for data; return 1 if there may be data. On some file systems poll(2) always reports data,
 * so after three reads without data (counted in *IN_VAIN), sleep before each read. */
static int live_wait_for_data(const struct live *l, unsigned *in_vain)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };
	struct timespec little = { 0, 5000000 };

	if (*in_vain > 2)
		nanosleep(&little, NULL);
	if (stop_asked() ? poll(&p, 1, 100) <= 0 : !wait_poll(l->wait, l->fd, 1000, 1))
		return 0;
	++*in_vain;
	return 1;
}

/* Return 1 if the thread must stop reading. After live_end(), stop at once. After a signal, stop at
 * the end of a data set, or inside a data set that is larger than SET_MAX or has got no bytes for
 * three seconds. */
static int live_at_end(struct live *l)
{
	size_t n = monread_device_pending(l->device);

	if (is_stopping(l) || !stop_asked())
		return is_stopping(l);
	if (n != l->pending)
		l->since = clock_now();
	l->pending = n;
	return n == 0 || n > SET_MAX || clock_now() - l->since > 3 * CLOCK_SECOND;
}

/* Allocate an item of the queue. If memory is short, wait until the caller frees items. Return NULL
 * if the caller has meanwhile called live_end(). */
static struct live_item *item_wait(struct live *l)
{
	struct timespec little = { 0, 20000000 };
	struct live_item *item = calloc(1, sizeof *item);

	while (!item && !is_stopping(l)) {
		nanosleep(&little, NULL);
		item = calloc(1, sizeof *item);
	}
	return item;
}

/* Append the data set of l->reading, or a loss of LOST bytes, to the queue. Return 0 if the device
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

/* Sleep, longer after each of FAILED errors in a row. Otherwise a device that always fails would
 * use the time of a whole processor. */
static void pause_a_little(unsigned failed)
{
	struct timespec t = { 0, failed < 20 ? (long)failed * 5000000 : 100000000 };

	nanosleep(&t, NULL);
}

/* Append the last item to the queue. It counts as lost the data set that was not read
 * completely. */
static void live_queue_end(struct live *l)
{
	struct live_item *item = &l->end;
	size_t pending = monread_device_pending(l->device);

	/* If item_wait() returned NULL, l->reading still has a whole data set, which is lost,
	 * too. */
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
	/* Call read(2) only if poll(2) reports data: a signal that comes just before a blocking
	 * read(2) would not interrupt it. */
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
		if (go && failed > 2)
			pause_a_little(failed);
	}
	live_queue_end(l);
	pthread_mutex_lock(&l->lock);
	l->done = 1;
	pthread_cond_broadcast(&l->changed);
	/* Do not end the thread yet: it receives the signals while the caller empties the queue. */
	while (!l->leaving)
		pthread_cond_wait(&l->changed, &l->lock);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* Free L, whose thread was not started, set errno to ERROR, and return NULL. */
static struct live *discard(struct live *l, int error)
{
	monread_device_close(l->device);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
	errno = error;
	return NULL;
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
	if (error)
		return discard(l, error);
	/* Block signals in the calling thread, so that the reading thread gets them and notices
	 * them before its next read. */
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
	/* Wake the thread every 20 ms until it stops: a signal that comes just before its poll(2)
	 * would not interrupt the poll(2). */
	while (!l->done) {
		struct timespec soon;

		stop_wake(l->thread);
		clock_gettime(CLOCK_REALTIME, &soon);
		soon.tv_nsec += 20000000;
		if (soon.tv_nsec >= 1000000000) {
			soon.tv_nsec -= 1000000000;
			soon.tv_sec++;
		}
		pthread_cond_timedwait(&l->changed, &l->lock, &soon);
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
	free(l->reading.bytes);
	monread_device_close(l->device);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}
