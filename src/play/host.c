/* host.c: turns data sets into messages at the pace of their time stamps. */
#include "config.h"

#include "play/play.h"

#include <stdlib.h>

#include "base/clock.h"
#include "cli/diag.h"

#define TOD_PER_NS 4.096 /* units of the TOD clock per nanosecond */
/* With --loop, a capture of one data set begins again after the default interval of z/VM. */
#define ONE_INTERVAL (60 * CLOCK_SECOND)
/* Minimum nanoseconds between passes of --loop. Without a minimum, a pass that takes no time would
 * be repeated without end. */
#define LEAST_INTERVAL 1e6

int host_init(struct play_host *h, struct play_options *opt)
{
	h->opt = opt;
	h->next = 1;
	h->due = CLOCK_NEVER;
	/* With --speed=max, at most one message waits, so the queue never gets full. */
	h->limit = opt->speed > 0 ? opt->limit : 2;
	h->ring = calloc(h->limit, sizeof *h->ring);
	if (!h->ring)
		return diag_no_memory();
	if (opt->speed > 0) {
		h->times = capture_open(opt->capture, opt->container, 0);
		if (!h->times)
			return -1;
	}
	return 0;
}

void host_done(struct play_host *h)
{
	free(h->ring);
	capture_close(h->times);
	set_done(&h->set);
}

/* Add a message for data set h->next. LIMIT: 1 if this message must cause EOVERFLOW. Return 0, or
 * -1 if the queue is full. */
static int host_add(struct play_host *h, int limit)
{
	struct message *m = &h->ring[(h->first + h->count) % h->limit];

	if (h->count == h->limit)
		return -1;
	h->count++;
	m->set = h->next;
	/* As in Linux, the message that fills the queue causes EOVERFLOW. */
	m->limit = limit || h->count == h->limit;
	return 0;
}

const struct message *host_first(const struct play_host *h)
{
	return h->count ? &h->ring[h->first] : NULL;
}

void host_reply(struct play_host *h)
{
	h->first = (h->first + 1) % h->limit;
	h->count--;
}

static int64_t add_nanoseconds(int64_t t, double ns)
{
	return ns < (double)(CLOCK_NEVER / 2 - t) ? t + (int64_t)ns : CLOCK_NEVER / 2;
}

static int64_t due_of(struct play_host *h)
{
	uint64_t tod = h->set.tod;
	int64_t due = h->start;

	if (h->in_pass == 0)
		h->first_tod = tod;
	h->in_pass++;
	/* The difference of two TOD clocks is correct even if the TOD clock wraps. */
	if (tod && (int64_t)(tod - h->first_tod) > 0)
		due = add_nanoseconds(due,
		                      (double)(tod - h->first_tod) / TOD_PER_NS / h->opt->speed);
	return due > h->last ? due : h->last;
}

/* With --loop, begin the capture again. Return 0, or -1 if the capture is not repeated. */
static int next_pass(struct play_host *h)
{
	double interval = (double)ONE_INTERVAL / h->opt->speed;

	if (!h->opt->loop || h->in_pass == 0 || capture_rewind(h->times))
		return -1;
	if (h->last > h->start)
		interval = (double)(h->last - h->start) / (double)(h->in_pass - 1);
	h->start = add_nanoseconds(h->last, interval > LEAST_INTERVAL ? interval : LEAST_INTERVAL);
	h->last = h->start;
	h->in_pass = 0;
	return 0;
}

static int64_t slow_down(struct play_host *h, int64_t due)
{
	struct faults *faults = &h->opt->faults;
	const struct fault *f = faults_take(faults, FAULT_SLOW, h->next);

	for (; f; f = faults_take(faults, FAULT_SLOW, h->next))
		due = add_nanoseconds(due, f->seconds * (double)CLOCK_SECOND);
	return due;
}

/* Set h->due to the time at which the next data set arrives, unless h->due is already known. */
static void look_ahead(struct play_host *h, int64_t now)
{
	if (h->due != CLOCK_NEVER || h->ended)
		return;
	if (!h->times) {
		if (h->count == 0)
			h->due = slow_down(h, now);
		return;
	}
	for (;;) {
		if (capture_next(h->times, &h->set, 0) == CAPTURE_SET) {
			h->last = slow_down(h, due_of(h));
			h->due = h->last;
			return;
		}
		if (next_pass(h)) {
			h->ended = 1;
			return;
		}
	}
}

static void drop_data_set(struct play_host *h, const char *why)
{
	h->lost++;
	diag_verbose("data set %llu is lost: %s", (unsigned long long)h->next, why);
}

/* Let data set h->next arrive. Return 1, or 0 if this data set is lost. */
static unsigned next_set_arrives(struct play_host *h)
{
	struct faults *faults = &h->opt->faults;
	struct fault *f = faults_find(faults, FAULT_OVERFLOW, FAULT_SET, h->next);
	unsigned came = 0;

	if (h->drop) {
		h->drop--;
		drop_data_set(h, "a fault drops it");
	} else if (host_add(h, f != NULL)) {
		h->lost_at_limit++;
		drop_data_set(h, "the message limit is reached");
	} else {
		came = 1;
		if (f) {
			h->drop = f->value;
			faults_fire(faults, f);
		}
		diag_verbose("data set %llu has arrived, %zu unread", (unsigned long long)h->next,
		             h->count);
	}
	h->next++;
	h->due = CLOCK_NEVER;
	return came;
}

void host_connect(struct play_host *h, int64_t now)
{
	double pause = (double)(now - h->stopped);

	if (!h->started) {
		h->started = 1;
		h->start = now;
		h->last = now;
		return;
	}
	h->start = add_nanoseconds(h->start, pause);
	h->last = add_nanoseconds(h->last, pause);
	if (h->due != CLOCK_NEVER)
		h->due = add_nanoseconds(h->due, pause);
}

void host_disconnect(struct play_host *h, int64_t now)
{
	h->unread += h->count;
	h->count = 0;
	h->stopped = now;
}

unsigned host_tick(struct play_host *h, int64_t now)
{
	unsigned came = 0;

	for (;;) {
		look_ahead(h, now);
		if (h->due > now)
			return came;
		came += next_set_arrives(h);
	}
}

