/* steps.c: several intervals together. */
#include "config.h"

#include "stat/steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"

#define SECOND 1000000
#define HOUR 3600.0
#define LATE 1.0 /* samples are so many seconds late, at most */

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
static struct steps_place place_of(const struct steps *s, const struct show_span *span)
{
	int64_t length = (int64_t)(s->length * SECOND), us = show_middle(span), at;
	long zone = show_zone(s->show, us);

	at = us + zone * SECOND;
	length = length > 0 ? length : 1;
	/* An hour that comes twice is two, but a day with it is one. */
	return (struct steps_place){ at / length - (at % length < 0), s->length <= HOUR ? zone : 0 };
}

static int is_other(const struct steps *s, const struct show_span *span)
{
	struct steps_place place = place_of(s, span);

	return place.number != s->place.number || place.zone != s->place.zone;
}

/* INTERVAL is no multiple of CP's interval: once, as it is so of all lines. */
static void say_length(struct steps *s)
{
	double seconds = s->span.seconds;

	if (s->was_said || seconds <= 0 || fabs(seconds - s->length) <= LATE)
		return;
	s->was_said = 1;
	diag_note("INTERVAL is %.0f s, and lines are of whole intervals of CP's, as near to it as they come: this one is of %.0f s",
	          s->length, seconds);
}

static int finish(struct steps *s)
{
	struct show_span span = s->span;

	memset(&s->span, 0, sizeof s->span);
	return span.intervals ? s->done(s->arg, &span) : 0;
}

/* A sample that has no length, as there is nothing to compare it with, is of the step that goes on from it: by itself it is of
 * none, and which one it is in would be a matter of microseconds. */
int steps_before(struct steps *s, const struct show_span *span)
{
	return s->by_clock && s->span.seconds > 0 && is_other(s, span) ? finish(s) : 0;
}

int steps_behind(struct steps *s, const struct show_span *span)
{
	struct show_span *all = &s->span;

	if (!all->intervals) {
		*all = *span;
		all->kind = SHOW_STEP;
		s->place = place_of(s, span);
	} else {
		if (all->seconds <= 0) {
			all->start = span->start;
			s->place = place_of(s, span);
		}
		all->end = span->end;
		all->seconds += span->seconds;
		all->intervals++;
		all->first &= span->first;
	}
	if (span->gap && (!all->gap || all->gap == span->gap)) {
		snprintf(s->gap, sizeof s->gap, "%s", span->gap);
		all->gap = s->gap;
	}
	/* Intervals take a little more or less than they are said to, which does not make lines longer and shorter by turns
	 * where INTERVAL is between two of them. */
	if (s->by_clock || (all->seconds + span->seconds * 0.51 < s->length && !span->first))
		return 0;
	say_length(s);
	return finish(s);
}

int steps_end(struct steps *s)
{
	return finish(s);
}
