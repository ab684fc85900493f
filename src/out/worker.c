/* worker.c: the data of one thread that formats records: buffer, decoder and clock. */
#include "config.h"

#include "out/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void free_worker(struct out_worker *w)
{
	free(w->state);
	monread_decoder_free(w->decoder);
	delta_free(w->delta);
	free(w->tables);
}

int out_worker_init(struct out_worker *w, const struct out_format *format,
                    const struct out_settings *settings)
{
	unsigned flags = settings->all ? MONREAD_WALK_RESERVED : 0;

	w->format = format;
	w->settings = settings;
	out_clock_init(&w->clock, settings->time);
	out_clock_init(&w->interval_clock, settings->time);
	w->state = calloc(1, format->state_size ? format->state_size : 1);
	w->decoder = monread_decoder_new(settings->layouts, flags, settings->fields);
	if (settings->counters != OUT_LEVELS)
		w->delta = delta_new(settings->layouts);
	if (!w->state || !w->decoder || (!w->delta && settings->counters != OUT_LEVELS))
		out_no_memory(w);
	else if (!format->begin || format->begin(w) == 0)
		return 0;
	free_worker(w);
	return -1;
}

void out_worker_done(struct out_worker *w)
{
	if (w->format->end)
		w->format->end(w);
	free_worker(w);
}

int out_fail(struct out_worker *w, const char *fmt, ...)
{
	va_list ap;

	if (!*w->error) {
		va_start(ap, fmt);
		vsnprintf(w->error, sizeof w->error, fmt, ap);
		va_end(ap);
	}
	return -1;
}

int out_no_memory(struct out_worker *w)
{
	w->no_memory |= !*w->error;
	return out_fail(w, "out of memory");
}

int out_tell_problem(void *arg, const char *text)
{
	const struct out_worker *w = arg;

	if (w->problem)
		w->problem(w->problem_arg, w->record->ev, text);
	return 0;
}

int out_record(struct out_worker *w, const struct out_record *r)
{
	if (w->delta &&
	    delta_begin(w->delta, r->layout, r->release, r->ev->bytes, r->ev->length, &r->before))
		return out_no_memory(w);
	return w->format->record(w, r);
}

static int store_problem(void *arg, const char *text)
{
	struct out_worker *w = arg;

	if (w->nproblems < OUT_PROBLEMS_MAX)
		snprintf(w->problems[w->nproblems++], sizeof w->problems[0], "%s", text);
	return out_tell_problem(w, text);
}

static void counter_set_difference(struct out_worker *w, struct monread_value *v,
                                   uint64_t difference)
{
	struct delta_rate rate;

	v->number = difference;
	if (w->settings->counters != OUT_RATE) {
		v->format = v->format == MONREAD_INTERVAL ? MONREAD_INTERVAL : MONREAD_UNSIGNED;
	} else if (delta_rate(&rate, difference, v->format, delta_between(w->delta))) {
		v->format = OUT_NO_DIFFERENCE;
	} else {
		w->millionths = rate.millionths;
		v->number = rate.whole;
		v->format = OUT_PER_SECOND;
	}
}

/* The callback field() with --delta: replace the value of a counter by the difference to its value
 * in the previous record of the same instance (such as a user or a device). */
static int difference_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct monread_value counted;
	uint64_t difference;

	if (!delta_counts(v->field))
		return w->plain_field(w, v);
	counted = *v;
	switch (delta_get(w->delta, v->field, v->offset, &difference)) {
	case DELTA_LEVEL:
		break;
	case DELTA_NONE:
		counted.format = OUT_NO_DIFFERENCE;
		break;
	case DELTA_KNOWN:
		counter_set_difference(w, &counted, difference);
		break;
	}
	return w->plain_field(w, &counted);
}

int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit)
{
	struct monread_emit all = *emit;

	w->record = r;
	w->nproblems = 0;
	if (!all.problem)
		all.problem = store_problem;
	w->plain_field = all.field;
	if (all.field && w->delta && r->before.kind != SERIES_LEVEL)
		all.field = difference_field;
	if (monread_decode(w->decoder, r->layout, r->release, r->ev->bytes, r->ev->length, &all, w))
		return out_no_memory(w);
	return *w->error ? -1 : 0;
}
