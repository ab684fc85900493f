/* live.c: reading never waits for output, until the queue is full. */
#include "tool/live.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tool/stop.h"

struct live {
	int fd;
	pthread_t thread;
	struct monread_device *device;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct live_item *first, **last;
	struct live_item *spare; /* used before, with their buffers */
	size_t queued, buffer, largest;
	int was_full;
	int stopping; /* nobody wants more */
	int done;     /* the thread is about to end */
};

/* A spare item, or a new one. */
static struct live_item *item_get(struct live *l)
{
	struct live_item *item;

	pthread_mutex_lock(&l->lock);
	item = l->spare;
	if (item)
		l->spare = item->next;
	pthread_mutex_unlock(&l->lock);
	if (!item)
		return calloc(1, sizeof *item);
	item->set.length = 0;
	item->was_full = 0;
	item->next = NULL;
	return item;
}

static size_t limit_of(const struct live *l)
{
	size_t twice = l->largest > SIZE_MAX / 2 ? SIZE_MAX : 2 * l->largest;

	if (l->buffer)
		return l->buffer;
	return twice > LIVE_BUFFER_MIN ? twice : LIVE_BUFFER_MIN;
}

/* A set that is larger than the buffer goes in when nothing else is there. */
static int has_room(const struct live *l, size_t length)
{
	return l->queued == 0 || l->queued + length <= limit_of(l);
}

static void push(struct live *l, struct live_item *item)
{
	pthread_mutex_lock(&l->lock);
	if (item->set.length > l->largest)
		l->largest = item->set.length;
	while (!has_room(l, item->set.length) && !l->stopping) {
		if (!l->was_full) {
			l->was_full = 1;
			item->was_full = 1;
		}
		pthread_cond_wait(&l->changed, &l->lock);
	}
	item->next = NULL;
	*l->last = item;
	l->last = &item->next;
	l->queued += item->set.length;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
}

static int is_stopping(struct live *l)
{
	int stopping;

	pthread_mutex_lock(&l->lock);
	stopping = l->stopping;
	pthread_mutex_unlock(&l->lock);
	return stopping;
}

/* Until there is something to read.  Where poll(2) knows no better than that
 * there is (not all file systems do), wait a little all the same. */
static void wait_for_data(const struct live *l, unsigned *in_vain)
{
	struct pollfd p[2] = { { .fd = l->fd, .events = POLLIN }, { .fd = stop_fd(), .events = POLLIN } };
	struct timespec little = { 0, 5000000 };
	int stopped = stop_asked();

	if (*in_vain > 2)
		nanosleep(&little, NULL);
	if (poll(p, stopped ? 1 : 2, stopped ? 100 : 1000) > 0)
		++*in_vain;
	else
		*in_vain = 0;
}

/* The end is at a data set boundary, unless nobody wants the rest. */
static int at_end(struct live *l, const struct live_item *item)
{
	return is_stopping(l) || (stop_asked() && item->set.length == 0);
}

static void *reader(void *arg)
{
	struct live *l = arg;
	struct live_item *item = item_get(l);
	unsigned in_vain = 0;

	while (item && !at_end(l, item)) {
		if (in_vain == 0 && item->set.length == 0)
			wait_for_data(l, &in_vain);
		if (at_end(l, item))
			break;
		item->state = monread_device_read(l->device, &item->set, &item->lost);
		item->error = errno;
		if (item->state == MONREAD_DEVICE_AGAIN) {
			wait_for_data(l, &in_vain);
		} else if (item->state != MONREAD_DEVICE_EMPTY) {
			enum monread_device_state state = item->state;
			struct live_item *next;

			in_vain = 0;
			if (state == MONREAD_DEVICE_OVERFLOW && item->set.length) {
				/* What was read so far stays good: the mark goes before it. */
				next = item_get(l);
				if (!next)
					break;
				next->state = state;
				next->lost = 0;
				push(l, next);
				continue;
			}
			push(l, item);
			item = item_get(l);
			if (state == MONREAD_DEVICE_SEVERED || state == MONREAD_DEVICE_FAILED)
				break;
		}
	}
	if (!item)
		item = calloc(1, sizeof *item);
	if (item) {
		item->state = MONREAD_DEVICE_AGAIN;
		item->lost = item->set.length;
		item->set.length = 0;
		push(l, item);
	}
	pthread_mutex_lock(&l->lock);
	l->done = 1;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

struct live *live_start(int fd, size_t buffer)
{
	struct live *l = calloc(1, sizeof *l);
	int error;

	if (!l)
		return NULL;
	l->fd = fd;
	l->buffer = buffer;
	l->last = &l->first;
	l->device = monread_device_open(fd);
	if (!l->device) {
		free(l);
		errno = ENOMEM;
		return NULL;
	}
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	error = pthread_create(&l->thread, NULL, reader, l);
	if (error) {
		monread_device_close(l->device);
		free(l);
		errno = error;
		return NULL;
	}
	stop_interrupts(l->thread);
	return l;
}

struct live_item *live_next(struct live *l)
{
	struct live_item *item;

	pthread_mutex_lock(&l->lock);
	while (!l->first)
		pthread_cond_wait(&l->changed, &l->lock);
	item = l->first;
	l->first = item->next;
	if (!l->first)
		l->last = &l->first;
	pthread_mutex_unlock(&l->lock);
	return item;
}

void live_return(struct live *l, struct live_item *item)
{
	pthread_mutex_lock(&l->lock);
	l->queued -= item->set.length;
	item->next = l->spare;
	l->spare = item;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
}

static void free_items(struct live_item *item)
{
	while (item) {
		struct live_item *next = item->next;

		free(item->set.bytes);
		free(item);
		item = next;
	}
}

void live_stop(struct live *l)
{
	pthread_mutex_lock(&l->lock);
	l->stopping = 1;
	pthread_cond_broadcast(&l->changed);
	/* A signal may come just before the read that it is to interrupt: repeat it. */
	while (!l->done) {
		struct timespec soon;

		pthread_kill(l->thread, SIGUSR1);
		clock_gettime(CLOCK_REALTIME, &soon);
		soon.tv_nsec += 20000000;
		if (soon.tv_nsec >= 1000000000) {
			soon.tv_nsec -= 1000000000;
			soon.tv_sec++;
		}
		pthread_cond_timedwait(&l->changed, &l->lock, &soon);
	}
	pthread_mutex_unlock(&l->lock);
	pthread_join(l->thread, NULL);
	stop_interrupts_none();
	free_items(l->first);
	free_items(l->spare);
	monread_device_close(l->device);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}
