/* service.c: ready, alive, and how far. */
#include "config.h"

#include "tool/service.h"

#include <stdio.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/words.h"
#include "tool/run.h"

static int is_told(const struct run *r)
{
	return r->service.notify.fd >= 0;
}

/* While there is nothing to read. */
static void idle(void *arg)
{
	struct run *r = arg;

	run_left_out(r, clock_now());
	service_turn(r, 0);
}

void service_begin(struct run *r)
{
	notify_begin(&r->service.notify);
	if (is_told(r))
		r->opt->input.wait.idle = idle;
}

static void put_status(const struct run *r, int waiting, char text[SERVICE_STATUS_SIZE])
{
	const char *file = r->store ? store_current(r->store) : NULL;
	int n;

	if (r->now.in.is_device)
		n = snprintf(text, SERVICE_STATUS_SIZE, "STATUS=%llu data set%s, %llu bytes, %llu gap%s", r->now.in.sets,
		             words_plural(r->now.in.sets), r->now.in.bytes, r->now.in.gaps, words_plural(r->now.in.gaps));
	else
		n = snprintf(text, SERVICE_STATUS_SIZE, "STATUS=%llu record%s, %llu bytes",
		             (unsigned long long)(r->now.records - r->now.framing), words_plural(r->now.records - r->now.framing),
		             (unsigned long long)input_position(&r->now.in));
	if (waiting)
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, "; there is no room, and data waits in memory");
	/* A name with a newline would say something else. */
	else if (file && !strchr(file, '\n'))
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, "; %s", file);
}

/* Where it is another one. */
static void tell_status(struct run *r, int waiting)
{
	struct service *s = &r->service;
	char text[SERVICE_STATUS_SIZE];

	put_status(r, waiting, text);
	if (strcmp(text, s->status) != 0 && notify_send(&s->notify, text, 0) == 0)
		memcpy(s->status, text, sizeof text);
}

void service_ready(struct run *r)
{
	struct service *s = &r->service;

	if (!is_told(r) || s->ready)
		return;
	s->ready = 1;
	s->alive_at = s->status_at = clock_now();
	notify_send(&s->notify, "READY=1", 1);
	tell_status(r, 0);
}

void service_turn(struct run *r, int waiting)
{
	struct service *s = &r->service;
	int64_t now;

	if (!is_told(r))
		return;
	now = clock_now();
	/* A third, as one may be dropped. */
	if (s->notify.watchdog && now - s->alive_at >= s->notify.watchdog / 3 &&
	    notify_send(&s->notify, "WATCHDOG=1", 0) == 0)
		s->alive_at = now;
	if (now - s->status_at >= CLOCK_SECOND) {
		tell_status(r, waiting);
		s->status_at = now;
	}
}

void service_input_end(struct run *r)
{
	if (is_told(r))
		tell_status(r, 0);
}

void service_stopping(struct run *r)
{
	if (is_told(r))
		notify_send(&r->service.notify, "STOPPING=1", 0);
}

void service_end(struct run *r)
{
	notify_end(&r->service.notify);
}
