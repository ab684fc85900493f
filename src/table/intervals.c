/* intervals.c: measures intervals, and reports those that are too long because records are
 * missing. */
#include "config.h"

#include "table/intervals.h"

#include <stdio.h>
#include <string.h>

#include "base/be.h"
#include "base/find.h"
#include "base/tod.h"

/* An interval that is shorter than this many TOD units does not change the expected length of
 * intervals. */
#define SHORTEST MR_TOD_SECOND

#define DAY_SECONDS 86400

/* Return the first field of the layout L that has the unit UNIT; if UNIT is NULL, the first key
 * field of L. */
static const struct monread_field *find_field(const struct monread_layout *l, const char *unit)
{
	const struct monread_structure *root = l ? monread_layout_structure(l, 0) : NULL;
	uint32_t i;

	for (i = 0; root && i < root->nfields; i++) {
		const struct monread_field *f = monread_structure_field(root, i);

		if (unit ? strcmp(f->unit, unit) == 0 : (f->flags & MONREAD_KEY) != 0)
			return f;
	}
	return NULL;
}

/* Return the value of the field F in the record EV; 0 if EV is too short to have F. */
static uint64_t intervals_number_of(const struct monread_ev *ev, const struct monread_field *f)
{
	if (!f || f->length > 8 || !mr_field_is_inside(f, ev->length))
		return 0;
	return mr_be(ev->bytes + f->offset, f->length);
}

/* Return the layout of the record EV, which is D1R3 or D1R4. Do not pass the bytes of EV to
 * monread_system_layout(), because the bytes of a D1R4 would change SYSTEM, which other threads may
 * read. */
static const struct monread_layout *intervals_layout(struct monread_system *system,
                                                     const struct monread_ev *ev)
{
	return monread_system_layout(system, ev->domain, ev->record, NULL, 0);
}

/* Return 1 if LENGTH is more than 1.5 times as long as OF. */
static int is_longer(uint64_t length, uint64_t of)
{
	return length > of + of / 2;
}

/* LENGTH is the time between two ends of intervals. Return LENGTH without the time of the
 * i->left_out samples between these ends that were omitted on request. If no other samples are
 * missing, the result is the length of one interval. */
static uint64_t after_omitted(const struct intervals *i, uint64_t length)
{
	if (!i->expected)
		return length / (i->left_out + 1);
	return length / i->expected < i->left_out ? 0 : length - i->left_out * i->expected;
}

int intervals_is_missing(const struct intervals *i, uint64_t length)
{
	length = after_omitted(i, length);
	if (!i->expected || i->excused || !is_longer(length, i->expected))
		return 0;
	/* If two long intervals of the same length follow each other, assume that CP uses intervals
	 * of this length, even if D1R9 gives a shorter length. */
	return !i->too_long || is_longer(length, i->too_long) || is_longer(i->too_long, length);
}

/* WHOLE is the time between two ends of intervals. Update the expected length of intervals, and
 * return 1 if WHOLE is too long for one interval. */
static int judge_interval(struct intervals *i, uint64_t whole)
{
	int excused = i->excused, was_too_long = i->too_long > 0;
	int too_long = intervals_is_missing(i, whole);
	uint64_t length = after_omitted(i, whole), average = whole / (i->left_out + 1);
	/* The average length of the intervals between the two ends is known if all omitted samples
	 * lie between these ends, and if neither end is the end of configuration. Before the first
	 * interval, some omitted samples may be older. */
	int is_known = (!i->left_out || i->count > 0) && !i->beside_config;

	i->excused = 0;
	if (!too_long && !excused && i->expected && is_longer(length, i->expected)) {
		if (i->left_out)
			i->expected = average;
		else
			i->expected = length < i->too_long ? length : i->too_long;
	}
	if (i->told && !too_long && !excused && is_longer(length, i->told))
		i->contradicted++;
	else if (i->told && !is_longer(length, i->told))
		i->expected = i->told;
	/* An interval that follows a too long interval may be short: do not use its length as the
	 * expected length. */
	if (!i->told && is_known && !too_long && !was_too_long && !excused && average >= SHORTEST &&
	    (!i->expected || average < i->expected))
		i->expected = average;
	i->length = length;
	i->too_long = too_long ? length : 0;
	i->missed += (unsigned)too_long;
	return too_long;
}

#define MONITOR_DOMAIN 0x4000u /* bit of the monitor domain in monread_mce.domains */

/* CP begins monitoring with configuration: a data set that has only records of the monitor domain.
 * Return 1 if EV is the last record of such a data set. Return 0 if a second such data set follows
 * directly, because the samples of this capture then have only the monitor domain, too. */
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
		too_long = judge_interval(i, length);
		if (!i->count || length < i->shortest)
			i->shortest = length;
		if (length > i->longest)
			i->longest = length;
		i->count++;
	}
	/* A mark reported this gap as possible, but now the gap is certain: do not count it
	 * twice. */
	if (too_long && i->continued)
		i->possible--;
	i->continued = 0;
	i->begin = i->end;
	i->end = tod;
	i->left_out = 0;
	return too_long;
}

static void note_mark(struct intervals *i, const struct monread_ev *ev)
{
	const unsigned both = MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND;
	struct monread_mark mark;

	if (monread_mark_get(&mark, ev->bytes, ev->length) <= 0)
		return;
	if (mark.why & (MONREAD_MARK_LOST | MONREAD_MARK_CONTINUED) &&
	    (mark.known & both) == both && mark.behind > mark.before)
		i->marked += mark.behind - mark.before;
	/* In a mark of lost data, mark.count is the number of losses, not of omitted samples. */
	if (mark.why & MONREAD_MARK_LOST)
		return;
	if (mark.why & MONREAD_MARK_CONTINUED) {
		i->possible++;
		i->continued = 1;
	}
	if (mark.why & MONREAD_MARK_THINNED) {
		i->left_out += mark.count;
		i->thinned += mark.count;
	}
}

static int end_of_sample(struct intervals *i, const struct monread_ev *ev)
{
	int is_config = ends_config(i, ev), too_long;

	i->beside_config |= is_config;
	too_long = interval_end(i, ev->tod);
	i->beside_config = is_config;
	/* After an IPL, the end of configuration and the first sample follow the same gap. Do not
	 * store this gap in i->too_long, because a second interval of the same length would change
	 * the expected length. */
	if (is_config)
		i->too_long = 0;
	return too_long;
}

/* Return 1 if the D1R4 record EV reports a later IPL than the last D1R4 of the same system. */
static int is_ipl(struct intervals *i, struct monread_system *system, const struct monread_ev *ev)
{
	const struct monread_layout *l = intervals_layout(system, ev);
	/* The first Break (field that reports a restart of counters) of D1R4 has the time of the
	 * IPL. */
	const struct monread_break *b = l ? monread_layout_break(l, 0) : NULL;
	uint64_t ipl = b ? intervals_number_of(ev, b->field) : 0;
	uint64_t of = intervals_number_of(ev, find_field(l, NULL));
	int is_later = i->ipl && of == i->ipl_of && mr_tod_is_later(ipl, i->ipl);
	/* With --follow, the next file can be from another system than the previous file. */
	int is_other = i->ipl_of && of != i->ipl_of;

	i->ipl = ipl;
	i->ipl_of = of;
	if (is_later || is_other)
		i->end = i->too_long = i->left_out = 0;
	if (is_other)
		i->expected = i->told = 0;
	return is_later;
}

struct system_zone intervals_zone(struct monread_system *system, const struct monread_ev *ev)
{
	struct system_zone zone = { 0 };
	const struct monread_layout *l = intervals_layout(system, ev);
	/* The time zone is the only field of D1R4 with the unit seconds. */
	const struct monread_field *f = find_field(l, "seconds");
	long offset;

	if (!f || f->length > 8 || !mr_field_is_inside(f, ev->length))
		return zone;
	offset = (long)mr_be_signed(ev->bytes + f->offset, f->length);
	if (offset > -DAY_SECONDS && offset < DAY_SECONDS)
		zone = (struct system_zone){ 1, offset };
	return zone;
}

static void time_put(uint64_t tod, char text[MONREAD_TIME_SIZE])
{
	monread_time_text(monread_tod_to_unix_us(tod), text);
}

void intervals_ipl(uint64_t ipl, char *text)
{
	char time[MONREAD_TIME_SIZE];

	time_put(ipl, time);
	snprintf(text, INTERVALS_TEXT, "the system was IPLed at %s", time);
}

static enum intervals_event note_suspension(struct intervals *i, struct monread_system *system,
                                            const struct monread_ev *ev)
{
	if (ev->record == 12)
		i->events.suspended = ev->tod;
	if (ev->record != 3)
		return INTERVALS_NONE;
	/* The number of lost event records is the only field of D1R3 with the unit events. */
	i->events.lost_events =
		intervals_number_of(ev, find_field(intervals_layout(system, ev), "events"));
	i->events.lost_from = i->events.suspended;
	i->events.resumed = ev->tod;
	i->events.suspended = 0;
	return i->events.lost_events ? INTERVALS_LOST : INTERVALS_NONE;
}

enum intervals_event intervals_record(struct intervals *i, struct monread_system *system,
                                      const struct monread_ev *ev)
{
	int is_repeated = (ev->flags & MONREAD_REPEATED) != 0;

	if (ev->domain == 10 && !is_repeated)
		note_mark(i, ev);
	if (ev->domain != 1)
		return INTERVALS_NONE;
	if (ev->record == 4 && is_ipl(i, system, ev))
		return INTERVALS_IPL;
	if (ev->record == 11 && ev->mce->type == MONREAD_SAMPLE && !is_repeated)
		return end_of_sample(i, ev) ? INTERVALS_TOO_LONG : INTERVALS_NONE;
	if (ev->record == 9) {
		/* The interval length is the only field of D1R9 with the unit seconds. Its offset
		 * can differ between the layouts of D1R9, and the choice between these layouts
		 * needs the bytes of EV. */
		const struct monread_layout *l = monread_system_layout(
			system, ev->domain, ev->record, ev->bytes, ev->length);
		uint64_t seconds = intervals_number_of(ev, find_field(l, "seconds"));

		seconds = seconds <= 0x7FFFFFFF ? seconds * MR_TOD_SECOND : 0;
		if (seconds != i->told || !seconds)
			i->expected = seconds;
		i->told = seconds;
	}
	return is_repeated ? INTERVALS_NONE : note_suspension(i, system, ev);
}

static unsigned long long microseconds(uint64_t units)
{
	return units >> 12;
}

void intervals_apart(const struct monread_ev *ev, char *text)
{
	char time[MONREAD_TIME_SIZE];

	time_put(ev->tod, time);
	snprintf(
		text, INTERVALS_TEXT,
		"its TOD clock, %s, is more than 30 s from the clock of its sample: its differences"
		" in this interval and the next are unknown",
		time);
}

int intervals_doubt(const struct monread_ev *ev, char *text)
{
	char time[MONREAD_TIME_SIZE];

	if (!(ev->flags & MONREAD_APART))
		return 0;
	time_put(ev->tod, time);
	snprintf(text, INTERVALS_TEXT,
	         "its TOD clock, %s, is more than 30 s from the clock of earlier records in the"
	         " record set: one of them is wrong",
	         time);
	return 1;
}

int intervals_contradict(const struct intervals *i, char *text)
{
	snprintf(
		text, INTERVALS_TEXT,
		"D1R9 says that intervals take %llu s; %llu more took longer: shown with their real length",
		microseconds(i->told) / 1000000, (unsigned long long)i->contradicted);
	return i->contradicted > 0;
}

/* Return the text TIME, which monread_time_text() made. If TIME is on the same day as the time
 * OTHER, omit the date. */
static const char *text_short_time(const char *time, const char *other)
{
	const size_t n = strlen("YYYY-MM-DDT");

	return strncmp(time, other, n) == 0 ? time + n : time;
}

/* Write the time TOD to TEXT like time_put(), but without the fraction of a second. */
static void time_put_seconds(uint64_t tod, char text[MONREAD_TIME_SIZE])
{
	time_put(tod, text);
	text[strlen("YYYY-MM-DDTHH:MM:SS")] = '\0';
}

static void text_too_long(const struct intervals *i, char *text)
{
	unsigned long long took = microseconds(i->length), expected = microseconds(i->expected);
	char from[MONREAD_TIME_SIZE], to[MONREAD_TIME_SIZE];

	time_put_seconds(i->begin, from);
	time_put_seconds(i->end, to);
	snprintf(
		text, INTERVALS_TEXT,
		"the interval that ends here took %llu.%06llu s instead of %llu.%06llu s: records from %s to %s UTC are missing, unless CP"
		" was IPLed%s",
		took / 1000000, took % 1000000, expected / 1000000, expected % 1000000, from,
		text_short_time(to, from),
		i->told ? " or monitoring was restarted" :
			  ", monitoring was restarted or the interval was changed");
}

static void text_lost(const struct intervals *i, char *text)
{
	/* CP writes configuration first. A capture that begins with a suspension may lack the
	 * configuration. */
	const char *config = "";
	unsigned long long n = i->events.lost_events;
	char from[MONREAD_TIME_SIZE], to[MONREAD_TIME_SIZE];

	if (!i->ipl_of && !i->end)
		config = "; configuration may be among them, because the capture begins here";
	time_put_seconds(i->events.resumed, to);
	if (!i->events.lost_from) {
		snprintf(text, INTERVALS_TEXT, "%llu event record%s lost before %s UTC%s", n,
		         n == 1 ? "" : "s", to, config);
		return;
	}
	time_put_seconds(i->events.lost_from, from);
	snprintf(text, INTERVALS_TEXT, "%llu event record%s lost between %s and %s UTC%s", n,
	         n == 1 ? "" : "s", text_short_time(from, to), text_short_time(to, from), config);
}

void intervals_gap(const struct intervals *i, enum intervals_event event,
                   const struct monread_ev *ev, struct monread_ev *gap, char *text)
{
	if (event == INTERVALS_LOST)
		text_lost(i, text);
	else
		text_too_long(i, text);
	*gap = *ev;
	gap->kind = MONREAD_GAP;
	gap->flags = MONREAD_NUMBERED;
	gap->text = text;
}

int intervals_suspended(const struct intervals *i, struct monread_ev *gap, char *text)
{
	char time[MONREAD_TIME_SIZE];

	if (!i->events.suspended)
		return 0;
	time_put_seconds(i->events.suspended, time);
	snprintf(text, INTERVALS_TEXT,
	         "event collection was suspended at %s UTC and had not resumed", time);
	*gap = (struct monread_ev){ .kind = MONREAD_GAP,
		                    .flags = MONREAD_NUMBERED,
		                    .domain = 1,
		                    .record = 12,
		                    .tod = i->events.suspended,
		                    .text = text };
	return 1;
}
