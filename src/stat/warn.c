/* warn.c: --alarms: a line where something crosses a limit, and one where it is over. */
#include "config.h"

#include "stat/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "stat/alarms.h"

/* Priorities of syslog(3), as systemd takes them in front of a line. */
#define WARNING "<4>"
#define NOTICE  "<5>"

struct state {
	struct alarms *alarms;
	int priorities;
};

/* Whether the journal reads what is written: sd-daemon(3). */
static int is_journal(int fd)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char own[64];
	struct stat st;

	if (!stream || fstat(fd, &st))
		return 0;
	snprintf(own, sizeof own, "%llu:%llu", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
	return strcmp(own, stream) == 0;
}

static int begin(struct show *s)
{
	struct state *w = calloc(1, sizeof *w);

	s->state = w;
	if (w)
		w->alarms = alarms_new(s->queries);
	if (!w || !w->alarms) {
		diag_fail("out of memory");
		return -1;
	}
	w->priorities = is_journal(s->b.fd);
	return 0;
}

static void say(void *arg, const struct alarms_event *e)
{
	struct show *s = arg;
	const struct state *w = s->state;
	struct out_buffer *b = &s->b;
	char time[SHOW_TIME_SIZE];
	int fired = e->kind == ALARMS_FIRED;

	s->fired |= fired;
	if (w->priorities)
		out_str(b, fired ? WARNING : NOTICE);
	show_put_time(s, time, e->span->end);
	out_str(b, time);
	out_char(b, ' ');
	if (*e->span->system) {
		out_safe(b, e->span->system);
		out_char(b, ' ');
	}
	alarms_put_text(b, e);
	out_char(b, '\n');
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	const struct state *w = s->state;

	(void)order;
	(void)n;
	if (span->kind == SHOW_AVERAGE || alarms_take(w->alarms, q, span, say, s) == 0)
		return 0;
	diag_fail("out of memory");
	return -1;
}

static void end_system(struct show *s, const char *system)
{
	(void)system;
	alarms_clear(((struct state *)s->state)->alarms);
}

static void done(struct show *s)
{
	struct state *w = s->state;

	if (w)
		alarms_free(w->alarms);
	free(w);
}

const struct format format_alarms = {
	.name = "alarms",
	.all = 1,
	.of_alarms = 1,
	.narrow = 1,
	.begin = begin,
	.rows = rows,
	.end_span = show_flush,
	.end_system = end_system,
	.done = done,
};
