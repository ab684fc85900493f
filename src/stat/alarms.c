/* alarms.c: decide when alarms begin and end, and print them for --alarms. An alarm begins after several consecutive
 * intervals beyond its limit, and ends at a second limit. The formats alarms, html and screen call it. */
#include "config.h"

#include "stat/alarms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "port/array.h"
#include "stat/format.h"
#include "stat/number.h"
#include "stat/texts.h"

/* State of an alarm for one row of a report, such as the row of one CPU. */
struct state {
	uint32_t count; /* consecutive intervals beyond the limit */
	uint32_t seen;  /* ->interval of the struct watch in the last interval that had the row */
	int is_on;
	double value; /* the value when the alarm began */
};

/* An alarm of a report, with its state for each row. */
struct watch {
	const struct query *query;
	const struct report_alarm *alarm;
	struct texts keys; /* keys of all rows so far; texts_number() of a key is its index in ->states */
	struct state *states;
	size_t n, room;
	uint32_t interval;
	size_t likely; /* expected index in ->states of the next row */
};

struct alarms {
	struct watch *watches;
	size_t n;
	struct out_buffer keys; /* keys of the current row */
};

struct alarms *alarms_new(const struct queries *q)
{
	struct alarms *a = calloc(1, sizeof *a);
	int rc = !a || out_buffer_init(&a->keys, OUT_MEMORY);
	size_t i, k, room = 0;

	for (i = 0; i < q->n; i++)
		for (k = 0; !rc && k < q->list[i].report->nalarms; k++) {
			const struct watch w = { .query = &q->list[i], .alarm = &q->list[i].report->alarms[k] };

			rc = ARRAY_GROW(a->watches, a->n, room);
			if (!rc)
				a->watches[a->n++] = w;
		}
	if (!rc)
		return a;
	alarms_free(a);
	return NULL;
}

void alarms_clear(struct alarms *a)
{
	size_t i;

	for (i = 0; i < a->n; i++) {
		texts_clear(&a->watches[i].keys);
		a->watches[i].n = 0;
	}
}

void alarms_free(struct alarms *a)
{
	size_t i;

	if (!a)
		return;
	for (i = 0; i < a->n; i++) {
		texts_done(&a->watches[i].keys);
		free(a->watches[i].states);
	}
	free(a->watches);
	out_buffer_done(&a->keys);
	free(a);
}

size_t alarms_count(const struct alarms *a)
{
	return a->n;
}

/* ---- Keys ---- */

/* Return the index in W->states of the row with KEYS, and add a state for new keys. -1: out of memory. */
static long state_of(struct watch *w, const char *keys)
{
	long i = texts_number(&w->keys, keys, w->likely);

	if (i < 0)
		return -1;
	w->likely = (size_t)i + 1;
	if ((size_t)i < w->n)
		return i;
	if (ARRAY_GROW(w->states, w->n, w->room))
		return -1;
	memset(&w->states[w->n++], 0, sizeof *w->states);
	return i;
}

/* ---- Limits ---- */

struct saying {
	struct alarms_event event;
	void (*say)(void *arg, const struct alarms_event *e);
	void *arg;
};

static void say(struct saying *s, enum alarms_kind kind, const char *keys, double value)
{
	s->event.kind = kind;
	s->event.keys = keys;
	s->event.value = value;
	if (s->say)
		s->say(s->arg, &s->event);
}

static int is_beyond(int above, double limit, double value)
{
	return above ? value > limit : value < limit;
}

/* Return 1 if ROW fulfils the conditions of A that follow "and" in the report. */
static int also_holds(const struct report_alarm *a, const struct cell_value *row)
{
	double value;
	unsigned i;

	for (i = 0; i < a->nalso; i++)
		if (rows_number(&row[a->also[i].column], &value) || !is_beyond(a->also[i].above, a->also[i].limit, value))
			return 0;
	return 1;
}

/* Begin or end the alarm of a row. A missing value does not end an alarm, but a new alarm needs consecutive values. */
static void judge(struct saying *s, struct state *state, const char *keys, const struct cell_value *row)
{
	const struct report_alarm *a = s->event.alarm;
	double value;

	if (rows_number(&row[a->column], &value)) {
		state->count = 0;
		return;
	}
	/* Restart the count after a gap: the intervals before and after it are not consecutive. */
	if (s->event.span->gap)
		state->count = 0;
	state->count = is_beyond(a->above, a->limit, value) && also_holds(a, row) ? state->count + 1 : 0;
	if (!state->is_on && state->count >= a->count) {
		state->is_on = 1;
		state->value = value;
		say(s, ALARMS_FIRED, keys, value);
	} else if (state->is_on && (!is_beyond(a->above, a->until, value) || !also_holds(a, row))) {
		state->is_on = 0;
		say(s, ALARMS_OVER, keys, value);
	} else if (state->is_on) {
		say(s, ALARMS_STAYS, keys, value);
	}
}

/* End the alarms of rows that the current interval does not have. */
static void end_others(struct watch *w, struct saying *s)
{
	size_t i;

	for (i = 0; i < w->n; i++) {
		struct state *state = &w->states[i];

		if (state->seen == w->interval)
			continue;
		state->count = 0;
		if (state->is_on)
			say(s, ALARMS_GONE, w->keys.list[i], 0);
		state->is_on = 0;
	}
}

static int take_rows(struct alarms *a, struct watch *w, struct saying *s)
{
	const struct query *q = w->query;
	size_t i;
	long at;

	w->interval++;
	w->likely = 0;
	s->event.alarm = w->alarm;
	s->event.number = (size_t)(w - a->watches);
	for (i = 0; i < q->rows.n; i++) {
		const struct cell_value *row = rows_at(&q->rows, i);

		show_put_keys(&a->keys, q->report, row);
		at = a->keys.error ? -1 : state_of(w, a->keys.buf);
		if (at < 0)
			return -1;
		w->states[at].seen = w->interval;
		s->event.row = i;
		judge(s, &w->states[at], w->keys.list[at], row);
	}
	end_others(w, s);
	return 0;
}

int alarms_take(struct alarms *a, const struct query *q, const struct show_span *span,
                void (*function)(void *arg, const struct alarms_event *e), void *arg)
{
	struct saying s = { { .query = q, .span = span }, function, arg };
	size_t i;

	for (i = 0; i < a->n; i++)
		if (a->watches[i].query == q && take_rows(a, &a->watches[i], &s))
			return -1;
	return 0;
}

void limit_text(char text[LIMIT_SIZE], const struct report_alarm *a)
{
	int n = snprintf(text, LIMIT_SIZE, " %c %g", a->above ? '>' : '<', a->limit);

	if (a->count > 1 && n > 0)
		snprintf(text + n, LIMIT_SIZE - (size_t)n, " for %u intervals", a->count);
}

int limit_decimals(const struct report_alarm *a, double value, int decimals)
{
	char text[NUMBER_SIZE];
	double v;

	for (; decimals >= 0 && decimals < NUMBER_DECIMALS; decimals++) {
		number_put(text, value, decimals);
		v = strtod(text, NULL);
		if (a->above ? v > a->limit : v < a->limit)
			break;
	}
	return decimals;
}

/* Print E without the time and the system, as "cpu cpu 3: %susp 12.0 > 10". */
static void put_text(struct out_buffer *b, const struct alarms_event *e)
{
	const struct report *r = e->query->report;
	const struct report_alarm *a = e->alarm;
	int decimals = r->columns[a->column].decimals;
	char limit[LIMIT_SIZE];
	unsigned i;

	out_str(b, a->is_critical ? "critical: " : "");
	out_safe(b, r->name);
	if (*e->keys) {
		out_char(b, ' ');
		out_safe(b, e->keys);
	}
	out_str(b, ": ");
	out_safe(b, r->columns[a->column].name);
	if (e->kind == ALARMS_GONE) {
		out_str(b, ": over: there is no more of it");
		return;
	}
	out_printf(b, " %.*f", e->kind == ALARMS_FIRED ? limit_decimals(a, e->value, decimals) : decimals, e->value);
	if (e->kind == ALARMS_OVER) {
		out_str(b, ": over");
		return;
	}
	limit_text(limit, a);
	out_str(b, limit);
	for (i = 0; i < a->nalso; i++) {
		out_str(b, " and ");
		out_safe(b, r->columns[a->also[i].column].name);
		out_printf(b, " %c %g", a->also[i].above ? '>' : '<', a->also[i].limit);
	}
	if (*a->text) {
		out_str(b, ": ");
		out_safe(b, a->text);
	}
}

void alarms_put_all(const struct alarms *a, struct out_buffer *b)
{
	size_t i, n;

	for (i = 0; i < a->n; i++)
		for (n = 0; n < a->watches[i].n; n++) {
			const struct watch *w = &a->watches[i];
			struct alarms_event e = { .query = w->query, .alarm = w->alarm, .keys = w->keys.list[n],
				                  .value = w->states[n].value };

			if (!w->states[n].is_on)
				continue;
			put_text(b, &e);
			out_char(b, '\n');
		}
}

/* ---- --alarms ---- */

/* Priorities of syslog(3), which systemd expects at the beginning of a line. */
#define CRITICAL "<2>"
#define WARNING  "<4>"
#define NOTICE   "<5>"

static int begin(struct show *s)
{
	s->state = alarms_new(s->queries);
	if (!s->state)
		return show_no_memory();
	if (s->options->data == &format_csv)
		out_str(&s->b, "time,system,report,keys,column,state,severity,value,limit,text,start\n");
	return 0;
}

static void put_data(struct show *s, const struct alarms_event *e, const char *time)
{
	static const char *const states[] = { "began", "over", "gone" };
	const struct report *r = e->query->report;
	char value[NUMBER_SIZE] = "", limit[NUMBER_SIZE], start[SHOW_TIME_SIZE] = "";

	if (e->kind != ALARMS_GONE)
		number_put_digits(value, e->value);
	number_put_digits(limit, e->kind == ALARMS_FIRED ? e->alarm->limit : e->alarm->until);
	show_put_member(s, "time", time, 0);
	show_put_member(s, "system", e->span->system, 0);
	show_put_member(s, "report", r->name, 0);
	show_put_member(s, "keys", e->keys, 0);
	show_put_member(s, "column", r->columns[e->alarm->column].name, 0);
	show_put_member(s, "state", states[e->kind - ALARMS_FIRED], 0);
	show_put_member(s, "severity", e->alarm->is_critical ? "critical" : "warning", 0);
	show_put_member(s, "value", value, 1);
	show_put_member(s, "limit", limit, 1);
	show_put_member(s, "text", e->alarm->text, 0);
	if (e->span->seconds > 0)
		show_put_time(s, start, e->span->start);
	show_put_member(s, "start", start, !*start);
	show_end_members(s);
}

static void say_line(void *arg, const struct alarms_event *e)
{
	struct show *s = arg;
	struct out_buffer *b = &s->b;
	char time[SHOW_TIME_SIZE];
	int fired = e->kind == ALARMS_FIRED;

	if (e->kind == ALARMS_STAYS)
		return;
	s->fired |= fired;
	show_put_time(s, time, e->span->end);
	if (s->options->data) {
		put_data(s, e, time);
		return;
	}
	if (diag_is_journal(b->fd))
		out_str(b, !fired ? NOTICE : e->alarm->is_critical ? CRITICAL : WARNING);
	show_put_range(s, b, show_start(e->span), e->span->end, "-", 1);
	out_printf(b, " %s ", s->options->time == STAT_TIME_UTC ? "UTC" : time + 26);
	if (*e->span->system) {
		out_safe(b, e->span->system);
		out_char(b, ' ');
	}
	put_text(b, e);
	out_char(b, '\n');
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	(void)order;
	(void)n;
	return span->kind != SHOW_AVERAGE && alarms_take(s->state, q, span, say_line, s) ? show_no_memory() : 0;
}

static void end_system(struct show *s, const char *system)
{
	(void)system;
	alarms_clear(s->state);
}

static void done(struct show *s)
{
	alarms_free(s->state);
}

const struct format format_alarms = {
	.name = "alarms",
	.all = 1,
	.of_alarms = 1,
	.has_data = 1,
	.unused = WITH_RANKS,
	.begin = begin,
	.rows = rows,
	.end_span = show_flush,
	.end_system = end_system,
	.done = done,
};
