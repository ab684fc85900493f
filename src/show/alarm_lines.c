/* alarm_lines.c: the format of --alarms, which prints a line for each alarm that begins or ends. */
#include "config.h"

#include "stat/alarms.h"

#include <stdio.h>

#include "cli/escape.h"
#include "show/format.h"

/* Priorities of messages, which systemd expects at the beginning of a line. */
#define CRITICAL "<2>"
#define WARNING "<4>"
#define NOTICE "<5>"

static int alarm_begin(struct show *s)
{
	if (s->options->data == &format_csv)
		out_str(&s->b,
		        "time,system,report,keys,column,state,severity,value,limit,text,start\n");
	return 0;
}

#define GAP_SIZE 400u

/* Write "; " and the gap in the alarm event E, a period without values, to TEXT. If E has no gap,
 * TEXT becomes empty. */
static void gap_text(const struct show *s, const struct alarms_event *e, char text[GAP_SIZE])
{
	char from[SHOW_TIME_SIZE], to[SHOW_TIME_SIZE];
	int is_cut = e->kind == ALARMS_CUT;

	text[0] = '\0';
	if (!e->gap)
		return;
	if (e->gap->seconds < 0) {
		snprintf(text, GAP_SIZE, "; %s", e->span->gap);
		return;
	}
	show_put_time(s, from, e->gap->from);
	show_put_time(s, to, e->gap->to);
	snprintf(text, GAP_SIZE, "; no values for %.0f s between %s and %s%s%s", e->gap->seconds,
	         from, to, is_cut ? ": " : "", is_cut ? e->span->gap : "");
}

static void alarm_put_data(struct show *s, const struct alarms_event *e, const char *time,
                                 const char *gap)
{
	static const char *const states[] = { "began", "over", "gone", "gap" };
	const struct report *r = e->query->report;
	char start[SHOW_TIME_SIZE], text[2 * GAP_SIZE];
	int is_gone = e->kind == ALARMS_GONE || e->kind == ALARMS_CUT;
	const char *with = e->kind == ALARMS_FIRED ? alarms_with(e) : "";

	snprintf(text, sizeof text, "%s%s%s%s", e->alarm->text, *with ? ": " : "", with, gap);
	show_put_time(s, start, e->span->start);
	show_put_text(s, "time", time);
	show_put_text(s, "system", e->span->system);
	show_put_text(s, "report", r->name);
	show_put_text(s, "keys", e->keys);
	show_put_text(s, "column", r->columns[e->alarm->column].name);
	show_put_text(s, "state", states[e->kind - ALARMS_FIRED]);
	show_put_text(s, "severity", e->alarm->is_critical ? "critical" : "warning");
	show_put_real(s, "value", is_gone ? NAN : e->value);
	show_put_real(s, "limit", e->kind == ALARMS_FIRED ? e->alarm->limit : e->alarm->until);
	show_put_text(s, "text", *e->alarm->text || !*gap ? text : text + 2);
	show_put_text(s, "start", e->span->seconds > 0 && e->kind != ALARMS_CUT ? start : NULL);
	show_end_cells(s);
}

static void say_line(void *arg, const struct alarms_event *e)
{
	struct show *s = arg;
	struct out_buffer *b = &s->b;
	char time[SHOW_TIME_SIZE], gap[GAP_SIZE];
	int fired = e->kind == ALARMS_FIRED, is_cut = e->kind == ALARMS_CUT;
	int64_t end = is_cut ? e->gap->from : e->span->end,
		start = is_cut ? end : show_start(e->span);
	const char *level = NOTICE;

	if (e->kind == ALARMS_STAYS)
		return;
	s->fired |= fired;
	show_put_time(s, time, end);
	gap_text(s, e, gap);
	if (s->options->data) {
		alarm_put_data(s, e, time, gap);
		return;
	}
	if (fired)
		level = e->alarm->is_critical ? CRITICAL : WARNING;
	if (diag_is_journal(b->fd))
		out_str(b, level);
	show_put_range(s, b, start, end, "-", 1);
	out_printf(b, " %s ", show_zone_text(time));
	if (*e->span->system) {
		out_safe(b, e->span->system);
		out_char(b, ' ');
	}
	alarms_put(b, e);
	out_str(b, gap);
	out_char(b, '\n');
}

static int alarm_rows(struct show *s, struct query *q, const struct show_span *span)
{
	if (span->kind == SHOW_AVERAGE)
		return 0;
	return alarms_take(s->alarms, q, span, say_line, s) ? diag_no_memory() : 0;
}

const struct format format_alarms = {
	.name = "alarms",
	.all = 1,
	.of_alarms = 1,
	.has_data = 1,
	.unused = WITH_RANKS,
	.begin = alarm_begin,
	.rows = alarm_rows,
};
