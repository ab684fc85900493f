/* steps.c: several intervals together. */
#include "config.h"

#include "stat/steps.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <string.h>

#define SECOND 1000000

void steps_begin(struct steps *s, const struct options *o, const struct show *show,
                 int (*done)(void *arg, const struct show_span *span), void *arg)
{
	memset(s, 0, sizeof *s);
	s->length = o->every > 0 ? o->every : o->interval;
	s->by_clock = o->every > 0;
	s->show = show;
	s->done = done;
	s->arg = arg;
}

/* The step in which most of SPAN is: samples are taken a little late, so that its end may be in the next one. */
static int64_t number_of(const struct steps *s, const struct show_span *span)
{
	int64_t length = (int64_t)(s->length * SECOND), us = show_middle(span), at = us + show_zone(s->show, us) * SECOND;

	length = length > 0 ? length : 1;
	return at / length - (at % length < 0);
}

static int finish(struct steps *s)
{
	struct show_span span = s->span;

	memset(&s->span, 0, sizeof s->span);
	return span.intervals ? s->done(s->arg, &span) : 0;
}

int steps_before(struct steps *s, const struct show_span *span)
{
	return s->by_clock && s->span.intervals && number_of(s, span) != s->number ? finish(s) : 0;
}

int steps_behind(struct steps *s, const struct show_span *span)
{
	struct show_span *all = &s->span;

	if (!all->intervals) {
		*all = *span;
		all->kind = SHOW_STEP;
		s->number = number_of(s, span);
	} else {
		if (all->seconds <= 0)
			all->start = span->start;
		all->end = span->end;
		all->seconds += span->seconds;
		all->intervals++;
		all->first &= span->first;
	}
	if (span->gap && (!all->gap || all->gap == span->gap)) {
		snprintf(s->gap, sizeof s->gap, "%s", span->gap);
		all->gap = s->gap;
	}
	/* Intervals take a little more or less than they are said to. */
	if (!s->by_clock && (all->seconds + span->seconds / 2 >= s->length || span->first))
		return finish(s);
	return 0;
}

int steps_end(struct steps *s)
{
	return finish(s);
}

#endif
