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

/* The sums over all records of an input, or of a part of the input that a thread reads. */
struct totals {
	/* records whose domain or record number is too large for counts.known */
	struct count other;
	uint64_t first, last; /* TOD clock of the earliest and of the latest record */
	int any_time;
	/* Only record sets and data sets that have records count: how many there are, and the
	 * numbers of the first and of the last. */
	uint64_t sets[2]; /* [0]: sample sets, [1]: event sets */
	uint64_t first_set, last_set;
	int first_is_event;
	uint64_t datasets, first_dataset, last_dataset;
	unsigned nkinds;
};

/* Counts by domain and record number. Set all members to zero before the first use. */
struct counts {
	struct totals total;
	struct count known[MR_DOMAINS][MR_RECORDS];
	/* the total.nkinds elements of ->known that are not 0: each as domain * MR_RECORDS +
	 * record */
	uint16_t kinds[MR_DOMAINS * MR_RECORDS];
};

/* Return TOD with its top bit inverted, so that times compare correctly although the clock restarts
 * at 0 in 2042: later times become larger numbers. */
static inline uint64_t counts_in_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

/* Return the counter for a record; the caller increments it. */
static inline struct count *counts_of(struct counts *c, uint16_t domain, uint16_t record)
{
	struct count *of;

	if (!mr_is_in_bounds(domain, record))
		return &c->total.other;
	of = &c->known[domain][record];
	if (!of->records)
		c->kinds[c->total.nkinds++] = (uint16_t)(domain * MR_RECORDS + record);
	return of;
}

/* Return the counter for KIND, an element of c->kinds. */
static inline struct count *counts_at(struct counts *c, unsigned kind)
{
	return &c->known[kind / MR_RECORDS][kind % MR_RECORDS];
}

static void counts_clear(struct counts *c)
{
	unsigned i;

	for (i = 0; i < c->total.nkinds; i++)
		memset(counts_at(c, c->kinds[i]), 0, sizeof(struct count));
	memset(&c->total, 0, sizeof c->total);
}

/* Update the earliest and the latest time with TOD. */
static inline void counts_time(struct totals *t, uint64_t tod)
{
	if (!t->any_time) {
		t->first = t->last = tod;
		t->any_time = 1;
	} else if (counts_in_order(tod) < counts_in_order(t->first)) {
		t->first = tod;
	} else if (counts_in_order(tod) > counts_in_order(t->last)) {
		t->last = tod;
	}
}

/* Count the data set and the record set of the record EV. HAS_TURNED is 1 if EV is the first record
 * of another input, whose sets have numbers of their own. */
static void __attribute__((noinline))
count_sets(struct totals *t, const struct monread_ev *ev, int has_turned)
{
	int is_event = ev->mce->type == MONREAD_EVENT;

	if (!t->first_set) {
		t->first_set = ev->setno;
		t->first_is_event = is_event;
		t->first_dataset = ev->dataset;
	}
	t->datasets += has_turned || ev->dataset != t->last_dataset;
	t->last_dataset = ev->dataset;
	t->sets[is_event]++;
	t->last_set = ev->setno;
}

static inline void count_record(struct counts *c, const struct monread_ev *ev, int has_turned)
{
	struct count *of = counts_of(c, ev->domain, ev->record);

	of->records++;
	of->bytes += ev->length;
	/* Compare the numbers here, because calling count_sets() for each record would be slow. */
	if (ev->setno != c->total.last_set || has_turned)
		count_sets(&c->total, ev, has_turned);
	/* Ignore the time of marks, D10 records that monread writes before repeated
	 * configuration. */
	if (ev->domain != 10 || !monread_is_mark(ev->bytes, ev->length))
		counts_time(&c->total, ev->tod);
}

static int kinds_compare(const void *a, const void *b)
{
	const uint16_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* ---- The summary ---- */

/* Names of a system and its partition, from a D1R4 record. */
struct named {
	char system[MR_SYSTEM_ID_SIZE], partition[MR_SYSTEM_ID_SIZE];
};

/* With --merge: one of the systems whose data sets alternate. */
struct of_system {
	char system[MR_SYSTEM_ID_SIZE];
	struct intervals intervals;
};

struct summary {
	/* first member, because summary_end() zeroes the others with one memset() */
	struct counts counts;
	uint64_t frames; /* number of end-of-frame records (D1R13) */
	uint64_t damaged, skipped, gaps, lost;
	struct intervals intervals;
	struct named systems[SYSTEMS];
	unsigned nsystems;
	int more_systems;
	const struct out_file *file; /* with --merge: input of the last counted record */
	/* a copy of o->system, which this thread may change while other threads read o->system;
	 * NULL: none */
	struct monread_system *aside;
	/* With settings.merged: */
	/* the systems with their intervals; at the end of the input, their sum is stored in
	 * ->intervals */
	struct of_system *list;
	size_t n, room, at; /* at: index of the system that was used last */
};

/* Free and reset all data about the previous input. */
static void summary_end(struct out_worker *w)
{
	struct summary *s = w->state;

	free(s->list);
	monread_system_free(s->aside);
	/* Clear only the counts that are not 0, because the table is large and most counts are
	 * 0. */
	counts_clear(&s->counts);
	memset((char *)s + sizeof s->counts, 0, sizeof *s - sizeof s->counts);
}

static void summary_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	summary_end(w);
	if (w->settings->merged)
		out_printf(b, "%u FILEs merged: z/VM monitor data\n", w->file->count);
	out_file_heading(w, b, t);
}

/* Return the counts of intervals for the current system, or NULL if out of memory. */
static struct intervals *intervals_of(struct out *o)
{
	struct summary *s = o->main.state;
	const char *system = o->system ? monread_system_id(o->system) : "";
	size_t i;

	if (!o->settings.merged)
		return &s->intervals;
	if (s->at < s->n && strcmp(s->list[s->at].system, system) == 0)
		return &s->list[s->at].intervals;
	for (i = 0; i < s->n && strcmp(s->list[i].system, system) != 0; i++)
		;
	if (ARRAY_GROW(s->list, i, s->room))
		return NULL;
	if (i == s->n) {
		memset(&s->list[i], 0, sizeof s->list[i]);
		snprintf(s->list[i].system, sizeof s->list[i].system, "%s", system);
		s->n++;
	}
	s->at = i;
	return &s->list[i].intervals;
}

static int summary_take_interval(struct out *o, const struct monread_ev *ev)
{
	struct intervals *i = intervals_of(o);

	if (!i)
		return out_no_memory(&o->main);
	intervals_record(i, o->system, ev);
	return 0;
}

static void add_intervals(struct summary *s)
{
	struct intervals *sum = &s->intervals;
	size_t i;

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

/* Note the names in the D1R4 record EV. Return 0 or -1. */
static int name_system(struct out *o, const struct monread_ev *ev)
{
	struct summary *s = o->main.state;
	const struct monread_layout *l;
	struct named one;
	unsigned i;

	if (!s->aside)
		s->aside = monread_system_new(o->settings.layouts);
	if (!s->aside)
		return out_no_memory(&o->main);
	monread_system_follow(s->aside, o->system);
	l = monread_system_layout(s->aside, 1, 4, ev->bytes, ev->length);
	if (!l && monread_layouts_failed(o->settings.layouts))
		return out_no_memory(&o->main);
	snprintf(one.system, sizeof one.system, "%s", monread_system_id(s->aside));
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

/* Count EV, which is MONREAD_BAD or MONREAD_GAP. */
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
	/* EV reports only an interval that is too long, which summary_take_interval() counts. */
	if (intervals_is_gap(ev))
		return 0;
	i = intervals_of(o);
	if (!i)
		return out_no_memory(&o->main);
	intervals_excuse(i);
	return 0;
}

static int summary_event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                         int shown)
{
	struct summary *s = o->main.state;
	int has_turned;

	(void)l;
	if (ev->kind != MONREAD_RECORD)
		return ev->kind >= MONREAD_BAD ? summary_damage(o, ev) : 0;
	/* Do not count repeated configuration, but take the length of the interval from it. */
	if (shown == 1) {
		has_turned = o->settings.merged && s->file != o->file;
		if (has_turned)
			s->file = o->file;
		count_record(&s->counts, ev, has_turned);
	}
	if (!intervals_concerns(ev))
		return 0;
	if (ev->domain == 1) {
		if (ev->record == 4 && name_system(o, ev))
			return -1;
		s->frames += ev->record == 13 && (shown || !(ev->flags & MONREAD_REPEATED));
	}
	s->damaged += (ev->flags & MONREAD_APART) != 0;
	return shown || ev->flags & MONREAD_REPEATED ? summary_take_interval(o, ev) : 0;
}

/* ---- Parts that threads read ---- */

static int summary_record(struct out_worker *w, const struct out_record *r)
{
	struct summary *s = w->state;

	count_record(&s->counts, r->ev, 0);
	return 0;
}

static void summary_flush(struct out_worker *w)
{
	struct counts *c = &((struct summary *)w->state)->counts;
	unsigned i;

	out_bytes(&w->b, &c->total, sizeof c->total);
	out_bytes(&w->b, c->kinds, c->total.nkinds * sizeof *c->kinds);
	for (i = 0; i < c->total.nkinds; i++)
		out_bytes(&w->b, counts_at(c, c->kinds[i]), sizeof(struct count));
	counts_clear(c);
}

static void add_count(struct count *to, const struct count *more)
{
	to->records += more->records;
	to->bytes += more->bytes;
}

static void summary_add(struct out *o, const char *text)
{
	struct summary *s = o->main.state;
	struct totals *t = &s->counts.total, part;
	const char *kinds = text + sizeof part, *counts;
	struct count count;
	uint16_t kind;
	unsigned i;

	memcpy(&part, text, sizeof part);
	add_count(&t->other, &part.other);
	counts = kinds + part.nkinds * sizeof kind;
	for (i = 0; i < part.nkinds; i++) {
		memcpy(&kind, kinds + i * sizeof kind, sizeof kind);
		memcpy(&count, counts + i * sizeof count, sizeof count);
		add_count(counts_of(&s->counts, kind / MR_RECORDS, kind % MR_RECORDS), &count);
	}
	if (!part.first_set)
		return;
	t->sets[0] += part.sets[0];
	t->sets[1] += part.sets[1];
	/* If the first record set and data set of the part began before the part, they were counted
	 * already. */
	t->sets[part.first_is_event] -= part.first_set == t->last_set;
	t->datasets += part.datasets - (part.first_dataset == t->last_dataset);
	t->last_set = part.last_set;
	t->last_dataset = part.last_dataset;
	if (part.any_time) {
		counts_time(t, part.first);
		counts_time(t, part.last);
	}
}

/* ---- One input ---- */

static void summary_put_times(struct out *o, const struct summary *s)
{
	const struct totals *t = &s->counts.total;
	char line[256], *p;
	/* The difference is modulo 2^64, so it is correct if the clock restarts in 2042. */
	uint64_t span = t->last - t->first;

	if (!t->any_time)
		return;
	p = out_put_tod(&o->main.clock, line, t->first);
	memcpy(p, " to ", 4);
	p = out_put_tod(&o->main.clock, p + 4, t->last);
	memcpy(p, ", ", 2);
	p = out_put_interval(p + 2, span);
	*p = 0;
	out_printf(&o->main.b, "  Time             %s s\n", line);
	if (!s->intervals.count)
		return;
	p = out_put_interval(line, s->intervals.shortest);
	memcpy(p, " to ", 4);
	p = out_put_interval(p + 4, s->intervals.longest);
	*p = 0;
	out_printf(&o->main.b, "  Intervals        %llu of %s s",
	           (unsigned long long)s->intervals.count, line);
	if (s->intervals.missed)
		out_printf(&o->main.b, "; %llu too long, records may be missing",
		           (unsigned long long)s->intervals.missed);
	if (s->intervals.thinned)
		out_printf(&o->main.b, "; thinned: %llu sample data set%s left out",
		           (unsigned long long)s->intervals.thinned,
		           mr_plural(s->intervals.thinned));
	out_char(&o->main.b, '\n');
}

static void summary_put_line(struct out *o, unsigned domain, unsigned record, const struct count *c)
{
	const struct monread_layout *l = monread_layouts_find(o->settings.layouts, domain, record);
	struct out_buffer *b = &o->main.b;
	char *line = out_room(b, 64), *p;

	memcpy(line, "  ", 2);
	p = out_put_dr(line + 2, domain, record);
	/* Write at least one blank: large domain and record numbers are wider than their column. */
	p = out_put_blanks(p, p < line + 10 ? (size_t)(line + 11 - p) : 1);
	b->p = p;
	out_name_column(b, l, 10);
	p = out_room(b, 64);
	*p = ' ';
	p = out_put_dec(p + 1, c->records, 10);
	*p = ' ';
	p = out_put_dec(p + 1, c->bytes, 14);
	memcpy(p, "  ", 2);
	b->p = p + 2;
	if (l)
		out_title(b, l);
	else
		out_str(b, "(not known)");
	out_char(b, '\n');
}

/* Print how many records have no layout, and of how many kinds they are. */
static void put_undescribed(struct out *o, struct summary *s)
{
	uint64_t records = s->counts.total.other.records, kinds = records ? 1 : 0;
	unsigned i;

	for (i = 0; i < s->counts.total.nkinds; i++) {
		unsigned kind = s->counts.kinds[i];
		const struct monread_layout *l = monread_layouts_find(o->settings.layouts,
		                                                      kind / MR_RECORDS,
		                                                      kind % MR_RECORDS);

		if (!l || l->nstructures == 0) {
			records += counts_at(&s->counts, kind)->records;
			kinds++;
		}
	}
	/* Print "at least", because total.other may count records of several kinds together. */
	out_printf(&o->main.b, "  Without layout   %llu record%s of %s%llu kind%s\n",
	           (unsigned long long)records, mr_plural(records),
	           s->counts.total.other.records ? "at least " : "", (unsigned long long)kinds,
	           mr_plural(kinds));
}

static void put_gaps(struct out *o, const struct summary *s)
{
	uint64_t possible = s->intervals.possible, seconds = s->intervals.marked / MR_TOD_SECOND;

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
	const struct totals *t = &s->counts.total;
	struct count all = t->other;
	unsigned i;

	for (i = 0; i < t->nkinds; i++)
		add_count(&all, counts_at(&s->counts, s->counts.kinds[i]));
	add_intervals(s);
	put_systems(&o->main.b, s);
	out_printf(&o->main.b, "  Data sets        %llu\n", (unsigned long long)t->datasets);
	out_printf(&o->main.b, "  Record sets      %llu sample, %llu event\n",
	           (unsigned long long)t->sets[0], (unsigned long long)t->sets[1]);
	out_printf(&o->main.b,
	           "  Records          %llu, %llu byte%s; and %llu end-of-frame record%s\n",
	           (unsigned long long)all.records, (unsigned long long)all.bytes,
	           mr_plural(all.bytes), (unsigned long long)s->frames, mr_plural(s->frames));
	summary_put_times(o, s);
	put_gaps(o, s);
	out_printf(&o->main.b, "  Damage           %llu place%s, %llu byte%s skipped\n",
	           (unsigned long long)s->damaged, mr_plural(s->damaged),
	           (unsigned long long)s->skipped, mr_plural(s->skipped));
	put_undescribed(o, s);
	if (all.records)
		out_printf(&o->main.b, "\n  %-8s %-10s %10s %14s  %s\n", "Record", "Name", "Count",
		           "Bytes", "Title");
	qsort(s->counts.kinds, t->nkinds, sizeof *s->counts.kinds, kinds_compare);
	for (i = 0; i < t->nkinds; i++)
		summary_put_line(o, s->counts.kinds[i] / MR_RECORDS,
		                 s->counts.kinds[i] % MR_RECORDS,
		                 counts_at(&s->counts, s->counts.kinds[i]));
	if (t->other.records)
		out_printf(&o->main.b, "  %-8s %-10s %10llu %14llu  %s\n", "others", "-",
		           (unsigned long long)t->other.records,
		           (unsigned long long)t->other.bytes, "(not known)");
	return 0;
}

const struct out_format out_summary_format = {
	.name = "summary",
	.wants = OUT_WANTS_OTHERS,
	.state_size = sizeof(struct summary),
	.end = summary_end,
	.head = summary_head,
	.record = summary_record,
	.flush = summary_flush,
	.event = summary_event,
	.add = summary_add,
	.end_file = summary_end_file,
};
