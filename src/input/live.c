/* live.c: a thread that reads a device into a queue, so that reading waits for slow output only when the queue is
 * full. */
#include "config.h"

#include "input/live.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/stop.h"
#include "cli/thread.h"

/* A DCSS ends below 2 GB: more data is not a data set, and may never end. */
#define SET_MAX 0x7FFFFFFFu

struct live {
	int fd;
	pthread_t thread;
	struct monread_device *device;
	struct monread_buffer reading; /* the incomplete data set; used only by the thread */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct live_item *first, **last;
	struct live_item end; /* the last item of the queue; it lies here, so it needs no allocation */
	size_t queued, largest;
	int was_full, told;
	const struct wait *wait; /* of live_start() */
	int turned;              /* the thread found nothing to read; for a caller with wait->idle */
	int stopping; /* a request to stop reading */
	int done;     /* the thread has stopped reading */
	int leaving;  /* a request to end the thread */
};

static void item_free(struct live *l, struct live_item *item)
{
	if (item == &l->end)
		return;
	free(item->set.bytes);
	free(item);
}

/* Move the data set. Many sets may wait in the queue, so shrink a buffer that is much larger than its set. */
static void take_set(struct monread_buffer *from, struct monread_buffer *to)
{
	unsigned char *bytes = from->length <= from->room / 2 ? realloc(from->bytes, from->length) : NULL;

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

/* Return the size of an item in the queue. */
static size_t weight(const struct live_item *item)
{
	return item->set.length + sizeof *item;
}

/* A set that is larger than the buffer is queued when the queue is empty. */
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

/* Tell live_next() that nothing can be read now. */
static void turn(struct live *l)
{
	struct timespec little = { 0, 5000000 };
	int was_turned;

	pthread_mutex_lock(&l->lock);
	was_turned = l->turned;
	l->turned = 1;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	/* The caller is busy, and wait->keys may still have data. */
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

/* Return 1 if there may be something to read. Some file systems always report that to poll(2): after some reads in
 * vain, wait briefly before each. */
static int wait_for_data(const struct live *l, unsigned *in_vain)
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

/* Return 1 at a data set boundary after a request to end, or at once if the caller stops. A set that is too large
 * for memory is not in l->reading. */
static int at_end(struct live *l)
{
	size_t n = monread_device_pending(l->device);

	return is_stopping(l) || (stop_asked() && (n == 0 || n > SET_MAX));
}

/* If memory is short, wait until items of the queue are used and freed. */
static struct live_item *item_wait(struct live *l)
{
	struct timespec little = { 0, 20000000 };
	struct live_item *item;

	while (!(item = calloc(1, sizeof *item)) && !is_stopping(l))
		nanosleep(&little, NULL);
	return item;
}

/* Return 0 to stop reading. */
static int enqueue(struct live *l, enum monread_device_state state, size_t lost, int error)
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
	item->error = error;
	push(l, item);
	return state != MONREAD_DEVICE_SEVERED && state != MONREAD_DEVICE_FAILED;
}

/* A device that fails constantly must not keep a processor busy. */
static void pause_a_little(unsigned failed)
{
	struct timespec t = { 0, failed < 20 ? (long)failed * 5000000 : 100000000 };

	nanosleep(&t, NULL);
}

/* Queue the last item, which counts the bytes of an incomplete data set. */
static void end(struct live *l)
{
	struct live_item *item = &l->end;
	size_t pending = monread_device_pending(l->device);

	/* The set may also be complete, if there was no memory for an item. */
	item->lost = pending ? pending : l->reading.length;
	item->sets = item->lost > 0;
	snprintf(item->text, sizeof item->text, "asked to stop in a data set that does not end; threw away %zu bytes of it",
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
	/* Never block in read(2): a signal just before it would not interrupt it. */
	while (go && !at_end(l)) {
		if (!wait_for_data(l, &in_vain)) {
			if (l->wait && l->wait->idle)
				turn(l);
			continue;
		}
		state = monread_device_read(l->device, &l->reading, &lost);
		if (state == MONREAD_DEVICE_AGAIN)
			continue;
		in_vain = 0;
		failed = state == MONREAD_DEVICE_SET || state == MONREAD_DEVICE_EMPTY ? 0 : failed + 1;
		if (state != MONREAD_DEVICE_EMPTY)
			go = enqueue(l, state, lost, errno);
		if (go && failed > 2)
			pause_a_little(failed);
	}
	end(l);
	pthread_mutex_lock(&l->lock);
	l->done = 1;
	pthread_cond_broadcast(&l->changed);
	/* Stay to receive signals while the other thread empties the queue. */
	while (!l->leaving)
		pthread_cond_wait(&l->changed, &l->lock);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* Clean up before anything runs. */
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
	/* The reading thread handles signals, and notices them before its next read. */
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
	/* A signal just before a read does not interrupt it: repeat the signal. */
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
	while ((item = l->first)) {
		l->first = item->next;
		item_free(l, item);
	}
	free(l->reading.bytes);
	monread_device_close(l->device);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}
