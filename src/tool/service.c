/* service.c: notify the service manager: ready, alive, status. */
#include "config.h"

#include "tool/service.h"

#include <stdio.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/words.h"
#include "store/store.h"

static int is_told(const struct service *s)
{
	return s->notify.fd >= 0;
}

int service_begin(struct service *s, const struct reading *now, struct store *const *store)
{
	s->now = now;
	s->store = store;
	notify_begin(&s->notify);
	return is_told(s);
}

static void put_status(const struct service *s, int waiting, char text[SERVICE_STATUS_SIZE])
{
	const struct reading *now = s->now;
	const char *file = *s->store ? store_current(*s->store) : NULL;
	int n;

	if (now->in.is_device)
		n = snprintf(text, SERVICE_STATUS_SIZE, "STATUS=%llu data set%s, %llu byte%s, %llu gap%s", now->in.sets,
		             words_plural(now->in.sets), now->in.bytes, words_plural(now->in.bytes), now->in.gaps, words_plural(now->in.gaps));
	else
		n = snprintf(text, SERVICE_STATUS_SIZE, "STATUS=%llu record%s, %llu byte%s",
		             (unsigned long long)(now->records - now->framing),
		             words_plural(now->records - now->framing),
		             (unsigned long long)input_position(&now->in),
		             words_plural(input_position(&now->in)));
	if (waiting)
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, "; there is no room, and data waits in memory");
	/* A newline would begin another variable of the protocol. */
	else if (file && !strchr(file, '\n'))
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, "; %s", file);
}

/* Send the status if it has changed. */
static void tell_status(struct service *s, int waiting)
{
	char text[SERVICE_STATUS_SIZE];

	put_status(s, waiting, text);
	if (strcmp(text, s->status) != 0 && notify_send(&s->notify, text, 0) == 0)
		memcpy(s->status, text, sizeof text);
}

void service_ready(struct service *s)
{
	if (!is_told(s) || s->ready)
		return;
	s->ready = 1;
	s->alive_at = s->status_at = clock_now();
	notify_send(&s->notify, "READY=1", 1);
	tell_status(s, 0);
}

void service_turn(struct service *s, int waiting)
{
	int64_t now;

	if (!is_told(s))
		return;
	now = clock_now();
	/* At a third of the interval, as a message may be lost. */
	if (s->notify.watchdog && now - s->alive_at >= s->notify.watchdog / 3 &&
	    notify_send(&s->notify, "WATCHDOG=1", 0) == 0)
		s->alive_at = now;
	if (now - s->status_at >= CLOCK_SECOND) {
		tell_status(s, waiting);
		s->status_at = now;
	}
}

void service_input_end(struct service *s)
{
	if (is_told(s))
		tell_status(s, 0);
}

void service_stopping(struct service *s)
{
	if (is_told(s))
		notify_send(&s->notify, "STOPPING=1", 0);
}

void service_end(struct service *s)
{
	notify_end(&s->notify);
}
