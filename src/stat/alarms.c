/* alarms.c: decide when alarms begin and end. An alarm begins after several consecutive intervals
 * with a value beyond the limit, and ends when the value is back within another limit. */
#include "config.h"

#include "stat/alarms.h"

#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/escape.h"
#include "stat/number.h"
#include "stat/texts.h"

/* State of one alarm for one row of a report, such as one CPU. ->since, ->seen and ->valued are
 * numbers of intervals, from 1; 0: no interval yet. */
struct state {
	/* number of consecutive intervals with a value beyond the limit; a short gap does not end
	 * the count */
	uint32_t count;
	double seconds; /* total length of these intervals */
	/* number of the first of these intervals; not changed while the alarm is on */
	uint32_t since;
	uint32_t seen;   /* number of the last interval in which the report had the row */
	uint32_t valued; /* number of the last interval in which the value was known */
	int is_on;
	double value; /* the value when the alarm began */
};

struct watch {
	const struct query *query;
	const struct report_alarm *alarm;
	struct texts keys; /* keys of all rows so far, such as "cpu 3" */
	struct state *states; /* by number of the key in ->keys */
	size_t room;
	uint32_t interval;
	int64_t end;  /* end of the last interval in microseconds since 1970; 0: none */
	double usual; /* length of the last interval of known length, in seconds */
	struct alarms_gap gap; /* the last gap */
	uint32_t gap_interval; /* number of the interval that ends with ->gap */
};

struct alarms {
	struct watch *watches;
	size_t n;
	const struct sources *sources;
	struct out_buffer keys; /* keys of the current row */
	/* for the current call of alarms_take(): */
	struct alarms_event event;
	void (*say)(void *arg, const struct alarms_event *e);
	void *arg;
};

struct alarms *alarms_new(const struct queries *q)
{
	struct alarms *a = calloc(1, sizeof *a);
	int rc = !a || out_buffer_init(&a->keys, OUT_MEMORY);
	size_t i, k, room = 0;

	for (i = 0; i < q->n; i++)
		for (k = 0; !rc && k < q->list[i].report->nalarms; k++) {
			rc = ARRAY_GROW(a->watches, a->n, room);
			if (!rc)
				a->watches[a->n++] = (struct watch){
					.query = &q->list[i],
					.alarm = &q->list[i].report->alarms[k],
				};
		}
	if (!rc) {
		a->sources = &q->sources;
		return a;
	}
	alarms_free(a);
	return NULL;
}

void alarms_clear(struct alarms *a)
{
	size_t i;

	for (i = 0; i < a->n; i++) {
		struct watch *w = &a->watches[i];

		if (w->states)
			memset(w->states, 0, w->keys.n * sizeof *w->states);
		texts_clear(&w->keys);
		w->end = 0;
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

/* Tolerances, because intervals differ slightly in length. GAP_MOST: a gap longer than this many
 * intervals ends all alarms. EARLY: an alarm "for 15 minutes" may begin this many seconds early. */
#define GAP_MOST 3.1
#define EARLY 1.0

static void alarms_say(struct alarms *a, struct watch *w, size_t at, enum alarms_kind kind,
                       double value)
{
	struct state *state = &w->states[at];

	state->is_on = kind == ALARMS_FIRED || kind == ALARMS_STAYS;
	state->value = kind == ALARMS_FIRED ? value : state->value;
	a->event.kind = kind;
	a->event.gap = w->gap_interval > state->since ? &w->gap : NULL;
	a->event.keys = w->keys.list[at];
	a->event.value = value;
	if (a->say)
		a->say(a->arg, &a->event);
}

static int is_beyond(int above, double limit, double value)
{
	return above ? value > limit : value < limit;
}

/* Return 1 if ROW fulfils all conditions a->also, 0 if not, -1 if a value is unknown. */
static int also_holds(const struct report_alarm *a, const struct cell_value *row)
{
	double value;
	int holds = 1;
	unsigned i;

	for (i = 0; i < a->nalso; i++) {
		if (rows_number(&row[a->also[i].column], &value))
			return -1;
		holds &= is_beyond(a->also[i].above, a->also[i].limit, value);
	}
	return holds;
}

/* Begin or end the alarm W for ROW, which has the state w->states[AT]. If the value is unknown, the
 * alarm stays as it is. */
static void alarms_judge(struct alarms *all, struct watch *w, size_t at,
                         const struct cell_value *row)
{
	const struct report_alarm *a = w->alarm;
	struct state *state = &w->states[at];
	double seconds = all->event.span->seconds, value;
	int also = also_holds(a, row);

	if (also < 0 || rows_number(&row[a->column], &value))
		return;
	state->valued = w->interval;
	if (!also || !is_beyond(a->above, a->limit, value)) {
		state->count = 0;
	} else {
		if (!state->count) {
			state->seconds = 0;
			state->since = state->is_on ? state->since : w->interval;
		}
		/* If SECONDS is 0, the interval follows a gap, and only the sample at the end of
		 * the interval is known: this sample can set state->count to 1, but not increase
		 * the count further. */
		state->count += !state->count || seconds > 0;
		state->seconds += seconds;
	}
	if (!state->is_on && state->count >= a->count &&
	    state->seconds >= 60.0 * a->minutes - EARLY)
		alarms_say(all, w, at, ALARMS_FIRED, value);
	else if (state->is_on && also && is_beyond(a->above, a->until, value))
		alarms_say(all, w, at, ALARMS_STAYS, value);
	else if (state->is_on)
		alarms_say(all, w, at, ALARMS_OVER, value);
}

/* Return 1 if the N characters at TEXT are a word of KEYS, such as 6103 of "LXDATA (6103)". */
static int is_word_of(const char *text, size_t n, const char *keys)
{
	const char *p = keys;
	size_t length;

	while (*p) {
		length = strcspn(p, " ()");
		if (n > 0 && length == n && memcmp(p, text, n) == 0)
			return 1;
		p += length + (p[length] != '\0');
	}
	return 0;
}

static int has_key(const struct source *one, const char *keys)
{
	const struct cell_value *row;
	size_t i, c;

	for (i = 0; one->view == MODULE_DELTA && i < one->now.n; i++)
		for (c = 0; c < one->width; c++) {
			row = rows_at(&one->now, i);
			if (one->cells[c].way == SUMS_KEY && row[c].type == SQLITE_TEXT &&
			    is_word_of(row[c].text, row[c].length, keys))
				return 1;
		}
	return 0;
}

/* The instance (such as a user) of w->states[AT] has no value in the current interval. Return 1 if
 * the instance is gone: an event record reported its end, or two samples lack it. In a table of
 * counter differences, these are the samples at the start and the end of one interval. Because a
 * report may omit rows without values, has_key() looks for the instance in the tables. */
static int is_gone(const struct alarms *a, struct watch *w, size_t at)
{
	const struct texts *gone = a->sources->span->gone;
	const char *keys = w->keys.list[at];
	struct state *state = &w->states[at];
	size_t i;

	for (i = 0; i < gone->n; i++)
		if (is_word_of(gone->list[i], strlen(gone->list[i]), keys))
			return 1;
	for (i = 0; w->query->counts && state->seen < w->interval && i < a->sources->n; i++)
		if (has_key(a->sources->list[i], keys))
			state->seen = w->interval;
	return w->interval - state->seen >= (w->query->counts && w->query->rows.n > 0 ? 1 : 2);
}

/* End the alarms of W for rows without a value in the current interval; if KIND is ALARMS_GONE,
 * only those for which is_gone() returns 1. */
static void end_alarms(struct alarms *a, struct watch *w, enum alarms_kind kind)
{
	size_t i;

	for (i = 0; i < w->keys.n; i++) {
		struct state *state = &w->states[i];

		if (state->valued == w->interval)
			continue;
		state->count = 0;
		if (state->is_on && (kind == ALARMS_CUT || is_gone(a, w, i)))
			alarms_say(a, w, i, kind, 0);
	}
}

/* Set w->gap to the gap before the current interval. If the gap is long, or the system was IPLed in
 * it, end all alarms of W. */
static void take_gap(struct alarms *a, struct watch *w)
{
	const struct show_span *span = a->event.span;
	double seconds = (double)(span->end - w->end) / 1e6 - span->seconds;

	w->gap = (struct alarms_gap){ .from = w->end, .to = span->end, .seconds = seconds };
	w->gap_interval = w->interval;
	if (span->ipled || seconds < 0 || seconds > GAP_MOST * w->usual)
		end_alarms(a, w, ALARMS_CUT);
}

static int alarms_rows(struct alarms *a, struct watch *w)
{
	const struct query *q = w->query;
	const struct show_span *span = a->event.span;
	size_t i;
	long at;

	w->interval++;
	a->event.alarm = w->alarm;
	a->event.number = (size_t)(w - a->watches);
	if (span->gap && w->end)
		take_gap(a, w);
	w->end = span->end;
	/* If SPAN has several intervals, of which one follows a gap, span->seconds is the total
	 * length of the other intervals. */
	if (span->seconds > 0)
		w->usual = span->seconds /
		           (span->intervals - (span->gap && span->intervals > 1 ? 1 : 0));
	for (i = 0; i < q->rows.n; i++) {
		const struct cell_value *row = rows_at(&q->rows, i);

		keys_put(&a->keys, q->report, row);
		if (a->keys.error || ARRAY_EXTEND(w->states, w->room, w->keys.n + 1))
			return -1;
		at = texts_number(&w->keys, a->keys.buf, i);
		if (at < 0)
			return -1;
		w->states[at].seen = w->interval;
		a->event.row = i;
		alarms_judge(a, w, (size_t)at, row);
	}
	if (span->seconds > 0)
		end_alarms(a, w, ALARMS_GONE);
	return 0;
}

int alarms_take(struct alarms *a, const struct query *q, const struct show_span *span,
                void (*say)(void *arg, const struct alarms_event *e), void *arg)
{
	size_t i;

	a->event = (struct alarms_event){ .query = q, .span = span };
	a->say = say;
	a->arg = arg;
	for (i = 0; i < a->n; i++)
		if (a->watches[i].query == q && alarms_rows(a, &a->watches[i]))
			return -1;
	return 0;
}

void limit_text(char text[LIMIT_SIZE], const struct report *r, const struct report_alarm *a)
{
	const char *name;
	size_t n;
	unsigned i;

	snprintf(text, LIMIT_SIZE, " %c %g", a->above ? '>' : '<', a->limit);
	for (i = 0; i < a->nalso; i++) {
		n = strlen(text);
		name = r->columns[a->also[i].column].name;
		snprintf(text + n, LIMIT_SIZE - n, " and %s %c %g", name,
		         a->also[i].above ? '>' : '<', a->also[i].limit);
	}
	n = strlen(text);
	if (a->minutes)
		snprintf(text + n, LIMIT_SIZE - n, " for %u minute%s", a->minutes,
		         mr_plural(a->minutes));
	else if (a->count > 1)
		snprintf(text + n, LIMIT_SIZE - n, " for %u intervals", a->count);
}

int limit_decimals(const struct report_alarm *a, double value, int decimals)
{
	char text[NUMBER_SIZE];
	double v;

	for (; decimals >= 0 && decimals < NUMBER_DECIMALS; decimals++) {
		number_put(text, value, decimals);
		v = strtod(text, NULL);
		if (is_beyond(a->above, a->limit, v))
			break;
	}
	return decimals;
}

static void put_also(struct out_buffer *b, const struct alarms_event *e)
{
	const struct cell_value *row = rows_at(&e->query->rows, e->row);
	const struct report_column *c;
	double value = 0;
	unsigned i;

	for (i = 0; i < e->alarm->nalso; i++) {
		c = &e->query->report->columns[e->alarm->also[i].column];
		rows_number(&row[e->alarm->also[i].column], &value);
		out_str(b, " and ");
		out_safe(b, c->name);
		out_printf(b, " %.*f", c->decimals, value);
	}
}

const char *alarms_with(const struct alarms_event *e)
{
	const struct cell_value *cell;

	if (e->alarm->with < 0 || e->row >= e->query->rows.n)
		return "";
	cell = &rows_at(&e->query->rows, e->row)[e->alarm->with];
	return cell->type == SQLITE_TEXT ? cell->text : "";
}

void alarms_put(struct out_buffer *b, const struct alarms_event *e)
{
	const struct report *r = e->query->report;
	const struct report_alarm *a = e->alarm;
	int decimals = r->columns[a->column].decimals;
	char limit[LIMIT_SIZE];

	out_str(b, a->is_critical ? "critical: " : "");
	out_safe(b, r->name);
	if (*e->keys) {
		out_char(b, ' ');
		out_safe(b, e->keys);
	}
	out_str(b, ": ");
	out_safe(b, r->columns[a->column].name);
	if (e->kind == ALARMS_FIRED)
		decimals = limit_decimals(a, e->value, decimals);
	if (e->kind == ALARMS_GONE || e->kind == ALARMS_CUT) {
		out_str(b, e->kind == ALARMS_GONE ? ": over: it is gone" : ": over");
		return;
	}
	out_printf(b, " %.*f", decimals, e->value);
	if (e->kind == ALARMS_OVER) {
		put_also(b, e);
		out_str(b, ": over");
		return;
	}
	limit_text(limit, r, a);
	out_safe(b, limit);
	if (*a->text) {
		out_str(b, ": ");
		out_safe(b, a->text);
	}
	if (*alarms_with(e)) {
		out_str(b, ": ");
		out_safe(b, alarms_with(e));
	}
}

void alarms_put_all(const struct alarms *a, struct out_buffer *b)
{
	size_t i, n;

	for (i = 0; i < a->n; i++)
		for (n = 0; n < a->watches[i].keys.n; n++) {
			const struct watch *w = &a->watches[i];
			struct alarms_event e = {
				.query = w->query,
				.alarm = w->alarm,
				.keys = w->keys.list[n],
				.row = SIZE_MAX,
				.value = w->states[n].value,
			};

			if (!w->states[n].is_on)
				continue;
			alarms_put(b, &e);
			out_char(b, '\n');
		}
}
