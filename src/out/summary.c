/* summary.c: the format summary: counts the records, intervals, gaps and damage of an input. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "cli/escape.h"
#include "out/formats.h"
#include "out/headings.h"
#include "base/array.h"
#include "table/intervals.h"
#include "out/names.h"
#include "base/bounds.h"

#define SYSTEMS 16u /* maximum number of systems whose names are printed */

struct count {
	uint64_t records, bytes;
};

/* Names of a system and its partition, from a D1R4 record. */
struct named {
	char system[MR_SYSTEM_ID_SIZE], partition[MR_SYSTEM_ID_SIZE];
};

/* With --merge: one of the systems whose data sets alternate. */
struct of_system {
	char system[MR_SYSTEM_ID_SIZE];
	struct intervals intervals;
};

/* number of kinds of records, by domain and record number */
#define KINDS (MR_DOMAINS * MR_RECORDS)

/* The sums over all records of an input. */
struct summary {
	/* for each kind of record, at index domain * MR_RECORDS + record; the last element counts
	 * records with larger domain or record numbers */
	struct count counts[KINDS + 1];
	uint64_t first, last; /* TOD clock of the earliest and of the latest record */
	int any_time;
	/* how many data sets and record sets have records */
	uint64_t datasets, sample_sets, event_sets;
	/* input, data set number and record set number of the last counted record */
	uint64_t last_dataset, last_set;
	const struct out_file *file;
	uint64_t frames; /* number of end-of-frame records (D1R13) */
	uint64_t damaged, skipped, gaps, lost;
	struct named systems[SYSTEMS];
	unsigned nsystems;
	int more_systems;
	/* the intervals of each system; without --merge, one element for all systems */
	struct of_system *list;
	size_t n, room, at; /* at: index in ->list of the system that was used last */
};

/* ---- Counting ---- */

/* Return TOD with its top bit inverted: later times become larger numbers although the clock
 * restarts at 0 in 2042. */
static uint64_t counts_in_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

static void count_time(struct summary *s, uint64_t tod)
{
	if (!s->any_time || counts_in_order(tod) < counts_in_order(s->first))
		s->first = tod;
	if (!s->any_time || counts_in_order(tod) > counts_in_order(s->last))
		s->last = tod;
	s->any_time = 1;
}

static void summary_count(struct summary *s, const struct out_file *file,
                          const struct monread_ev *ev)
{
	/* Each input numbers its data sets and record sets from 1, so do not compare these numbers
	 * if the input has changed. */
	int has_turned = s->file != file;
	unsigned kind = KINDS;

	if (mr_is_in_bounds(ev->domain, ev->record))
		kind = ev->domain * MR_RECORDS + ev->record;
	s->counts[kind].records++;
	s->counts[kind].bytes += ev->length;
	s->datasets += has_turned || ev->dataset != s->last_dataset;
	if (has_turned || ev->setno != s->last_set)
		*(ev->mce->type == MONREAD_EVENT ? &s->event_sets : &s->sample_sets) += 1;
	s->last_dataset = ev->dataset;
	s->last_set = ev->setno;
	s->file = file;
	/* Ignore the time of a mark, a D10 record that monread wrote before repeated
	 * configuration. */
	if (ev->domain != 10 || !monread_is_mark(ev->bytes, ev->length))
		count_time(s, ev->tod);
}

static void summary_end(struct out_worker *w)
{
	struct summary *s = w->state;

	free(s->list);
	memset(s, 0, sizeof *s);
}

static void summary_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	summary_end(w);
	if (w->settings->merged)
		out_printf(b, "%u FILEs merged: z/VM monitor data\n", w->file->count);
	out_file_heading(w, b, t);
}

/* Return the intervals of the current system, or NULL after out_no_memory(). */
static struct intervals *intervals_of(struct out *o)
{
	struct summary *s = o->main.state;
	const char *system = o->settings.merged ? monread_system_id(o->system) : "";
	size_t i;

	if (s->at < s->n && strcmp(s->list[s->at].system, system) == 0)
		return &s->list[s->at].intervals;
	for (i = 0; i < s->n && strcmp(s->list[i].system, system) != 0; i++)
		;
	if (ARRAY_GROW(s->list, i, s->room)) {
		out_no_memory(&o->main);
		return NULL;
	}
	if (i == s->n) {
		memset(&s->list[i], 0, sizeof s->list[i]);
		snprintf(s->list[i].system, sizeof s->list[i].system, "%s", system);
		s->n++;
	}
	s->at = i;
	return &s->list[i].intervals;
}

/* Set *SUM to the sums over the intervals of all systems. */
static void add_intervals(const struct summary *s, struct intervals *sum)
{
	size_t i;

	memset(sum, 0, sizeof *sum);
	for (i = 0; i < s->n; i++) {
		const struct intervals *one = &s->list[i].intervals;

		if (one->count && (!sum->count || one->shortest < sum->shortest))
			sum->shortest = one->shortest;
		if (one->count && one->longest > sum->longest)
			sum->longest = one->longest;
		sum->count += one->count;
		sum->missed += one->missed;
		sum->thinned += one->thinned;
		sum->possible += one->possible;
		sum->marked += one->marked;
	}
}

/* Add the names in EV, a D1R4 record, to s->systems. Return 0, or -1 after out_no_memory(). */
static int name_system(struct out *o, const struct monread_ev *ev)
{
	struct summary *s = o->main.state;
	const struct monread_layout *l;
	struct named one;
	unsigned i;

	l = monread_system_layout(o->system, 1, 4, ev->bytes, ev->length);
	if (!l && monread_layouts_failed(o->settings.layouts))
		return out_no_memory(&o->main);
	snprintf(one.system, sizeof one.system, "%s", monread_system_id(o->system));
	out_marked(o->settings.codepage, l, ev, MONREAD_PARTITION, one.partition,
	           sizeof one.partition);
	for (i = 0; i < s->nsystems; i++)
		if (strcmp(s->systems[i].system, one.system) == 0 &&
		    strcmp(s->systems[i].partition, one.partition) == 0)
			return 0;
	if (s->nsystems < SYSTEMS)
		s->systems[s->nsystems++] = one;
	else
		s->more_systems = 1;
	return 0;
}

static void put_systems(struct out_buffer *b, const struct summary *s)
{
	unsigned i;

	for (i = 0; i < s->nsystems; i++) {
		out_str(b, i ? "                   " : "  System           ");
		out_safe(b, s->systems[i].system);
		if (*s->systems[i].partition) {
			out_str(b, ", partition ");
			out_safe(b, s->systems[i].partition);
		}
		out_char(b, '\n');
	}
	if (s->more_systems)
		out_str(b, "                   and others\n");
}

static int summary_damage(struct out *o, const struct monread_ev *ev)
{
	struct summary *s = o->main.state;
	struct intervals *i;

	if (ev->kind == MONREAD_GAP) {
		s->gaps++;
		s->lost += ev->skipped;
	} else {
		s->damaged++;
		s->skipped += ev->skipped;
	}
	/* An interval that is too long is counted by intervals_record(). */
	if (intervals_is_gap(ev))
		return 0;
	i = intervals_of(o);
	if (i)
		intervals_excuse(i);
	return i ? 0 : -1;
}

static int summary_event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                         int shown)
{
	struct summary *s = o->main.state;
	struct intervals *i;

	(void)l;
	if (ev->kind != MONREAD_RECORD)
		return ev->kind >= MONREAD_BAD ? summary_damage(o, ev) : 0;
	/* Repeated configuration is not counted, but has the length of the interval. */
	if (shown)
		summary_count(s, o->file, ev);
	if (!intervals_concerns(ev))
		return 0;
	if (ev->domain == 1) {
		if (ev->record == 4 && name_system(o, ev))
			return -1;
		s->frames += ev->record == 13 && (shown || !(ev->flags & MONREAD_REPEATED));
	}
	s->damaged += (ev->flags & MONREAD_APART) != 0;
	if (!shown && !(ev->flags & MONREAD_REPEATED))
		return 0;
	i = intervals_of(o);
	if (i)
		intervals_record(i, o->system, ev);
	return i ? 0 : -1;
}

/* ---- Printing ---- */

static void summary_put_times(struct out *o, const struct summary *s, const struct intervals *i)
{
	char line[256], *p;
	/* The difference is modulo 2^64, so it is correct if the clock restarts in 2042. */
	uint64_t span = s->last - s->first;

	if (!s->any_time)
		return;
	p = out_put_tod(&o->main.clock, line, s->first);
	p = out_put_chars(p, " to ", 4);
	p = out_put_tod(&o->main.clock, p, s->last);
	p = out_put_chars(p, ", ", 2);
	*out_put_interval(p, span) = 0;
	out_printf(&o->main.b, "  Time             %s s\n", line);
	if (!i->count)
		return;
	p = out_put_chars(out_put_interval(line, i->shortest), " to ", 4);
	*out_put_interval(p, i->longest) = 0;
	out_printf(&o->main.b, "  Intervals        %llu of %s s", (unsigned long long)i->count,
	           line);
	if (i->missed)
		out_printf(&o->main.b, "; %llu too long, records may be missing",
		           (unsigned long long)i->missed);
	if (i->thinned)
		out_printf(&o->main.b, "; thinned: %llu sample data set%s left out",
		           (unsigned long long)i->thinned, mr_plural(i->thinned));
	out_char(&o->main.b, '\n');
}

static const struct monread_layout *layout_of_kind(const struct out *o, unsigned kind)
{
	return monread_layouts_find(o->settings.layouts, kind / MR_RECORDS, kind % MR_RECORDS);
}

static void summary_put_line(struct out *o, unsigned kind, const struct count *c)
{
	const struct monread_layout *l = layout_of_kind(o, kind);
	struct out_buffer *b = &o->main.b;
	char number[16];

	*out_put_dr(number, kind / MR_RECORDS, kind % MR_RECORDS) = 0;
	out_printf(b, "  %-8s ", number);
	out_name_column(b, l, 10);
	out_printf(b, " %10llu %14llu  ", (unsigned long long)c->records,
	           (unsigned long long)c->bytes);
	if (l)
		out_title(b, l);
	else
		out_str(b, "(not known)");
	out_char(b, '\n');
}

struct all_kinds {
	struct count all;
	uint64_t undescribed; /* number of records without a layout */
	unsigned kinds;       /* number of kinds of records without a layout */
};

static void add_kinds(const struct out *o, const struct summary *s, struct all_kinds *a)
{
	const struct monread_layout *l;
	unsigned kind;

	for (kind = 0; kind <= KINDS; kind++) {
		const struct count *c = &s->counts[kind];

		if (!c->records)
			continue;
		a->all.records += c->records;
		a->all.bytes += c->bytes;
		l = kind < KINDS ? layout_of_kind(o, kind) : NULL;
		if (!l || l->nstructures == 0) {
			a->undescribed += c->records;
			a->kinds++;
		}
	}
}

static void put_gaps(struct out *o, const struct summary *s, const struct intervals *i)
{
	uint64_t possible = i->possible, seconds = i->marked / MR_TOD_SECOND;

	out_printf(&o->main.b, "  Gaps             %llu", (unsigned long long)(s->gaps + possible));
	if (possible)
		out_printf(&o->main.b, ", %llu of them possible", (unsigned long long)possible);
	if (seconds)
		out_printf(&o->main.b, ", %02llu:%02llu:%02llu",
		           (unsigned long long)(seconds / 3600),
		           (unsigned long long)(seconds / 60 % 60),
		           (unsigned long long)(seconds % 60));
	if (s->lost)
		out_printf(&o->main.b, ", %llu byte%s lost", (unsigned long long)s->lost,
		           mr_plural(s->lost));
	out_char(&o->main.b, '\n');
}

static int summary_end_file(struct out *o)
{
	struct summary *s = o->main.state;
	const struct count *other = &s->counts[KINDS];
	struct all_kinds a = { 0 };
	struct intervals sum;
	unsigned i;

	add_kinds(o, s, &a);
	add_intervals(s, &sum);
	put_systems(&o->main.b, s);
	out_printf(&o->main.b, "  Data sets        %llu\n", (unsigned long long)s->datasets);
	out_printf(&o->main.b, "  Record sets      %llu sample, %llu event\n",
	           (unsigned long long)s->sample_sets, (unsigned long long)s->event_sets);
	out_printf(&o->main.b,
	           "  Records          %llu, %llu byte%s; and %llu end-of-frame record%s\n",
	           (unsigned long long)a.all.records, (unsigned long long)a.all.bytes,
	           mr_plural(a.all.bytes), (unsigned long long)s->frames, mr_plural(s->frames));
	summary_put_times(o, s, &sum);
	put_gaps(o, s, &sum);
	out_printf(&o->main.b, "  Damage           %llu place%s, %llu byte%s skipped\n",
	           (unsigned long long)s->damaged, mr_plural(s->damaged),
	           (unsigned long long)s->skipped, mr_plural(s->skipped));
	/* Print "at least", because the last element of ->counts counts records of several kinds
	 * together. */
	out_printf(&o->main.b, "  Without layout   %llu record%s of %s%u kind%s\n",
	           (unsigned long long)a.undescribed, mr_plural(a.undescribed),
	           other->records ? "at least " : "", a.kinds, mr_plural(a.kinds));
	if (a.all.records)
		out_printf(&o->main.b, "\n  %-8s %-10s %10s %14s  %s\n", "Record", "Name", "Count",
		           "Bytes", "Title");
	for (i = 0; i < KINDS; i++)
		if (s->counts[i].records)
			summary_put_line(o, i, &s->counts[i]);
	if (other->records)
		out_printf(&o->main.b, "  %-8s %-10s %10llu %14llu  %s\n", "others", "-",
		           (unsigned long long)other->records, (unsigned long long)other->bytes,
		           "(not known)");
	return 0;
}

const struct out_format out_summary_format = {
	.name = "summary",
	.wants = OUT_WANTS_NO_LAYOUT,
	.state_size = sizeof(struct summary),
	.end = summary_end,
	.head = summary_head,
	.event = summary_event,
	.end_file = summary_end_file,
};
