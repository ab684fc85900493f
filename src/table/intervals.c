/* intervals.c: CP ends each sample interval with a D1R11: where that takes too long, some are missing. */
#include "config.h"

#include "table/intervals.h"

#include <stdio.h>
#include <string.h>

#include "port/tod.h"

/* What is shorter does not tell how long intervals are. */
#define SHORTEST MR_TOD_SECOND

/* The field of the sample profile whose unit is seconds is its interval. */
static const struct monread_field *find_seconds(const struct monread_structure *root)
{
	uint32_t i;

	for (i = 0; root && i < root->nfields; i++) {
		const struct monread_field *f = monread_structure_field(root, i);

		if (strcmp(f->unit, "seconds") == 0)
			return f;
	}
	return NULL;
}

/* The interval in seconds that the sample profile BYTES (D1R9) tells; 0: none. */
static uint64_t profile_interval(struct monread_system *system, const struct monread_ev *ev)
{
	const struct monread_layout *l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	const struct monread_structure *root = l ? monread_layout_structure(l, 0) : NULL;
	const struct monread_field *f = find_seconds(root);
	uint64_t seconds = 0;
	uint32_t i;

	if (!f || f->length > 4 || f->offset > ev->length || f->length > ev->length - f->offset)
		return 0;
	for (i = 0; i < f->length; i++)
		seconds = seconds << 8 | ev->bytes[f->offset + i];
	return seconds;
}

/* LENGTH is more than half as long again as OF. */
static int is_longer(uint64_t length, uint64_t of)
{
	return length > of + of / 2;
}

/* Of LENGTH, what is behind the samples that were left out: one interval, if none is missing. */
static uint64_t behind_left_out(const struct intervals *i, uint64_t length)
{
	if (!i->expected)
		return length / (i->left_out + 1);
	return length / i->expected < i->left_out ? 0 : length - i->left_out * i->expected;
}

int intervals_is_missing(const struct intervals *i, uint64_t length)
{
	length = behind_left_out(i, length);
	if (!i->expected || i->excused || !is_longer(length, i->expected))
		return 0;
	/* Two of the same length, one behind the other: it was changed, and no D1R9 is there to say so. */
	return i->told || !i->too_long || is_longer(length, i->too_long) || is_longer(i->too_long, length);
}

static int judge(struct intervals *i, uint64_t whole)
{
	int excused = i->excused, was_too_long = i->too_long > 0, too_long = intervals_is_missing(i, whole);
	uint64_t length = behind_left_out(i, whole), average = whole / (i->left_out + 1);
	/* Samples before the first end, which may be that of configuration, are not in what follows it. */
	int is_known = (!i->left_out || i->count > 0) && !i->beside_config;

	i->excused = 0;
	if (!too_long && !excused && i->expected && is_longer(length, i->expected))
		i->expected = i->left_out ? average : length < i->too_long ? length : i->too_long;
	/* An end that came too late makes the interval behind it short. */
	if (!i->told && is_known && !too_long && !was_too_long && !excused && average >= SHORTEST &&
	    (!i->expected || average < i->expected))
		i->expected = average;
	i->length = length;
	i->too_long = too_long ? length : 0;
	i->missed += (unsigned)too_long;
	return too_long;
}

#define MONITOR_DOMAIN 0x4000u /* bit of a control element */

/* Configuration, which is of the monitor domain alone, has an end of its own; if what follows is, too, all samples are.  Where only
 * ends were selected it is the first one. */
static int ends_config(struct intervals *i, const struct monread_ev *ev)
{
	int is_alone = ev->address == ev->mce->start, was = i->monitor_only;

	i->monitor_only = !is_alone && ev->mce->domains == MONITOR_DOMAIN;
	return is_alone ? i->end == 0 : i->monitor_only && !was;
}

static int interval_end(struct intervals *i, uint64_t tod)
{
	uint64_t length = tod - i->end;
	int first = i->end == 0, too_long = 0;

	if (!first && mr_tod_is_later(tod, i->end)) {
		too_long = judge(i, length);
		if (!i->count || length < i->shortest)
			i->shortest = length;
		if (length > i->longest)
			i->longest = length;
		i->count++;
	}
	i->end = tod;
	i->left_out = 0;
	return too_long;
}

static void mark(struct intervals *i, const struct monread_ev *ev)
{
	struct monread_mark mark;

	/* Where something was lost, too, what its mark counts are losses. */
	if (monread_mark_get(&mark, ev->bytes, ev->length) <= 0 || mark.why != MONREAD_MARK_THINNED)
		return;
	i->left_out += mark.count;
	i->thinned += mark.count;
}

static int end_of_sample(struct intervals *i, const struct monread_ev *ev)
{
	int is_config = ends_config(i, ev), too_long;

	i->beside_config |= is_config;
	too_long = interval_end(i, ev->tod);
	i->beside_config = is_config;
	return too_long;
}

int intervals_record(struct intervals *i, struct monread_system *system, const struct monread_ev *ev)
{
	if (ev->domain == 10)
		mark(i, ev);
	if (ev->domain != 1)
		return 0;
	if (ev->record == 11 && ev->mce->type == MONREAD_SAMPLE)
		return end_of_sample(i, ev);
	if (ev->record == 9) {
		uint64_t seconds = profile_interval(system, ev);

		i->told = seconds > 0 && seconds <= 0x7FFFFFFF;
		i->expected = i->told ? seconds * MR_TOD_SECOND : 0;
	}
	return 0;
}

static unsigned long long microseconds(uint64_t units)
{
	return units >> 12;
}

void intervals_apart(const struct monread_ev *ev, char *text)
{
	char time[MONREAD_TIME_SIZE];

	monread_time_text(monread_tod_to_unix_us(ev->tod), time);
	snprintf(text, INTERVALS_TEXT, "its TOD clock, %s, is more than 30 s from that of its sample: what it counted in this interval"
	         " and the next is not known", time);
}

int intervals_doubt(const struct monread_ev *ev, char *text)
{
	char time[MONREAD_TIME_SIZE];

	if (!(ev->flags & MONREAD_APART))
		return 0;
	monread_time_text(monread_tod_to_unix_us(ev->tod), time);
	snprintf(text, INTERVALS_TEXT, "its TOD clock, %s, is more than 30 s from that of the records in front of it in the"
	         " record set: one of them is wrong", time);
	return 1;
}

void intervals_gap(const struct intervals *i, const struct monread_ev *ev, struct monread_ev *gap, char *text)
{
	unsigned long long took = microseconds(i->length), expected = microseconds(i->expected);

	snprintf(text, INTERVALS_TEXT,
	         INTERVALS_GAP "%llu.%06llu s instead of %llu.%06llu s: records are missing, unless CP was IPLed%s",
	         took / 1000000, took % 1000000, expected / 1000000, expected % 1000000,
	         i->told ? " or monitoring was restarted" : ", monitoring was restarted or the interval was changed");
	*gap = *ev;
	gap->kind = MONREAD_GAP;
	gap->flags = MONREAD_NUMBERED;
	gap->text = text;
}
