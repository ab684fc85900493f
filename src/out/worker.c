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
	w->delta = NULL;
	free(w->tables);
	w->tables = NULL;
	w->ntables = 0;
	w->state = NULL;
	w->decoder = NULL;
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

int out_tell_problem(struct out_worker *w, const char *text)
{
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

int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit)
{
	struct monread_emit all = *emit, counted;

	w->record = r;
	w->nproblems = 0;
	if (!all.problem)
		all.problem = store_problem;
	emit = &all;
	if (w->delta && r->before.kind != SERIES_LEVEL)
		emit = out_counted(w, emit, &counted);
	if (monread_decode(w->decoder, r->layout, r->release, r->ev->bytes, r->ev->length, emit, w))
		return out_no_memory(w);
	return *w->error ? -1 : 0;
}
