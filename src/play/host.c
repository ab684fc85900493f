/* host.c: simulates the side of z/VM in a connection: it turns data sets into messages at the pace
 * of their time stamps. */
#include "config.h"

#include "play/host.h"

#include "base/clock.h"
#include "cli/diag.h"

/* Number of TOD clock units per nanosecond: a microsecond has 4096 units. */
#define TOD_PER_NS 4.096
/* Time after which --loop repeats a capture of a single data set: one minute, the default interval
 * of z/VM. */
#define ONE_INTERVAL (60 * CLOCK_SECOND)
/* Minimum number of nanoseconds after which --loop repeats a capture: with 0, an endless number of
 * data sets would be due at once. */
#define LEAST_INTERVAL 1e6

int host_init(struct play_host *h, const struct play_options *opt, struct faults *faults)
{
	h->opt = opt;
	h->faults = faults;
	h->next = 1;
	h->due = CLOCK_NEVER;
	/* If data sets arrive as fast as the program reads them, at most one message is in the
	 * queue, so the queue never reaches a limit of 2. */
	if (queue_init(&h->queue, opt->speed > 0 ? opt->limit : 2))
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
	queue_done(&h->queue);
	capture_close(h->times);
	set_done(&h->set);
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
	/* The signed difference is correct even if the TOD clock wraps between the two times. */
	if (tod && (int64_t)(tod - h->first_tod) > 0)
		due = add_nanoseconds(due,
		                      (double)(tod - h->first_tod) / TOD_PER_NS / h->opt->speed);
	return due > h->last ? due : h->last;
}

/* With --loop, read the capture again from its beginning. Return 0, or -1 if the capture is not
 * repeated. */
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
	struct fault *f;

	for (f = faults_of_kind(h->faults, FAULT_SLOW, h->next); f;
	     f = faults_of_kind(h->faults, FAULT_SLOW, h->next)) {
		due = add_nanoseconds(due, f->seconds * (double)CLOCK_SECOND);
		faults_fire(h->faults, f);
	}
	return due;
}

/* Set h->due to the time at which the next data set is due, if h->due is unknown. */
static void look_ahead(struct play_host *h, int64_t now)
{
	if (h->due != CLOCK_NEVER || h->ended)
		return;
	if (!h->times) {
		if (h->queue.count == 0)
			h->due = slow_down(h, now);
		return;
	}
	for (;;) {
		set_clear(&h->set);
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

/* Put a message for the next data set, which is due, into the queue. Return 1, or 0 if this data
 * set is lost. */
static unsigned next_set_arrives(struct play_host *h)
{
	struct fault *f = faults_of_kind(h->faults, FAULT_OVERFLOW, h->next);
	unsigned came = 0;

	if (h->drop) {
		h->drop--;
		drop_data_set(h, "a fault drops it");
	} else if (queue_add(&h->queue, h->next, f != NULL)) {
		h->lost_at_limit++;
		drop_data_set(h, "the message limit is reached");
	} else {
		came = 1;
		if (f) {
			h->drop = f->value;
			faults_fire(h->faults, f);
		}
		diag_verbose("data set %llu has arrived, %zu unread", (unsigned long long)h->next,
		             h->queue.count);
	}
	h->next++;
	h->due = CLOCK_NEVER;
	return came;
}

void host_connect(struct play_host *h, int64_t now)
{
	int64_t pause = now - h->stopped;

	if (!h->started) {
		h->started = 1;
		h->start = now;
		h->last = now;
		return;
	}
	h->start = add_nanoseconds(h->start, (double)pause);
	h->last = add_nanoseconds(h->last, (double)pause);
	if (h->due != CLOCK_NEVER)
		h->due = add_nanoseconds(h->due, (double)pause);
}

void host_disconnect(struct play_host *h, int64_t now)
{
	h->unread += h->queue.count;
	queue_clear(&h->queue);
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

