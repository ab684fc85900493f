/* summary.c: the format summary: counts the records, intervals, gaps and damage of an input. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "cli/words.h"
#include "out/formats.h"
#include "out/headings.h"
#include "base/array.h"
#include "table/intervals.h"
#include "out/names.h"
#include "base/bounds.h"

#define SYSTEMS 16u /* maximum number of systems whose names are printed */

/* ---- Counts by domain and record number, of an input or of a part that a thread reads ---- */

struct count {
	uint64_t records, bytes;
};

struct counts_kind {
	uint16_t domain, record;
	struct count count;
};

struct counts_head {
	uint64_t first, last; /* TOD clock of the earliest and of the latest record */
	int any_time;
	/* For record sets that have records: their numbers by type, and the number of the first and
	 * of the last one; then the same for data sets. */
	uint64_t sets[2]; /* [0]: sample sets, [1]: event sets */
	uint64_t first_set, last_set;
	uint64_t datasets, first_dataset, last_dataset;
	int first_is_event;
	unsigned nkinds;
};

/* Set all members to zero before the first use. */
struct counts {
	struct counts_head head;
	struct count known[MR_DOMAINS][MR_RECORDS];
	/* non-zero entries of ->known, each as domain * MR_RECORDS + record */
	uint16_t kinds[MR_DOMAINS * MR_RECORDS];
	struct count other; /* records whose domain or record number is too large for ->known */
};

/* Return TOD with its top bit inverted, so that times compare correctly although the clock restarts
 * at 0 in 2042: later times become larger numbers. */
static inline uint64_t counts_in_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

static inline void counts_time(struct counts_head *h, uint64_t tod)
{
	if (!h->any_time) {
		h->first = h->last = tod;
		h->any_time = 1;
	} else if (counts_in_order(tod) < counts_in_order(h->first)) {
		h->first = tod;
	} else if (counts_in_order(tod) > counts_in_order(h->last)) {
		h->last = tod;
	}
}

/* Return the counter for a record; the caller increments it. */
static inline struct count *counts_of(struct counts *c, uint16_t domain, uint16_t record)
{
	struct count *of;

	if (!mr_is_in_bounds(domain, record))
		return &c->other;
	of = &c->known[domain][record];
	if (!of->records)
		c->kinds[c->head.nkinds++] = (uint16_t)(domain * MR_RECORDS + record);
	return of;
}

/* Return the counter for KIND, an element of ->kinds. */
static inline struct count *counts_at(struct counts *c, unsigned kind)
{
	return &c->known[kind / MR_RECORDS][kind % MR_RECORDS];
}

static void __attribute__((noinline))
summary_begin_set(struct counts_head *h, const struct monread_ev *ev)
{
	int is_event = ev->mce->type == MONREAD_EVENT;

	if (!h->first_set) {
		h->first_set = ev->setno;
		h->first_is_event = is_event;
		h->first_dataset = ev->dataset;
	}
	h->last_set = ev->setno;
	h->datasets += ev->dataset != h->last_dataset;
	h->last_dataset = ev->dataset;
	h->sets[is_event]++;
}

static void counts_record(struct counts *c, const struct monread_ev *ev)
{
	struct counts_head *h = &c->head;
	struct count *of = counts_of(c, ev->domain, ev->record);

	of->records++;
	of->bytes += ev->length;
	if (ev->setno != h->last_set)
		summary_begin_set(h, ev);
	/* Ignore the time of marks, D10 records that monread writes before repeated
	 * configuration. */
	if (ev->domain != 10 || !monread_is_mark(ev->bytes, ev->length))
		counts_time(h, ev->tod);
}

static void counts_clear(struct counts *c)
{
	unsigned i;

	for (i = 0; i < c->head.nkinds; i++)
		memset(counts_at(c, c->kinds[i]), 0, sizeof(struct count));
	memset(&c->other, 0, sizeof c->other);
	memset(&c->head, 0, sizeof c->head);
}

static int kinds_compare(const void *a, const void *b)
{
	const uint16_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Append all counts of C that are not 0 to B, for add_part_counts() in the reading thread. Then
 * reset C. */
static void counts_put(struct counts *c, struct out_buffer *b)
{
	unsigned i;

	out_bytes(b, &c->head, sizeof c->head);
	out_bytes(b, &c->other, sizeof c->other);
	for (i = 0; i < c->head.nkinds; i++) {
		const struct counts_kind kind = { (uint16_t)(c->kinds[i] / MR_RECORDS),
			                          (uint16_t)(c->kinds[i] % MR_RECORDS),
			                          *counts_at(c, c->kinds[i]) };

		out_bytes(b, &kind, sizeof kind);
	}
	counts_clear(c);
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
	/* first member, because summary_begin_file() zeroes the others with one memset() */
	struct counts counts;
	struct count total;
	uint64_t frames; /* number of end-of-frame records (D1R13) */
	uint64_t datasets, sample_sets, event_sets;
	uint64_t set_counted;
	uint64_t damaged, skipped, gaps, lost;
	struct intervals intervals;
	struct named systems[SYSTEMS];
	unsigned nsystems;
	int more_systems;
	/* input of the last counted record, whose data set is ->dataset */
	const struct out_file *file;
	uint64_t dataset;
	/* With settings.merged: */
	/* state of the current system; used while threads read o->system; NULL: none */
	struct monread_system *aside;
	/* systems with their intervals; ->intervals becomes the sum of these at the end */
	struct of_system *list;
	size_t n, room, at; /* ->at: index in ->list of the last used system */
};

static int summary_begin_file(struct out *o)
{
	struct summary *s = o->shared;

	free(s->list);
	monread_system_free(s->aside);
	/* Clear only the counts that are not 0, because the table is large and most counts are
	 * 0. */
	counts_clear(&s->counts);
	memset((char *)s + sizeof s->counts, 0, sizeof *s - sizeof s->counts);
	if (o->settings.merged)
		out_printf(&o->main.b, "%u FILEs merged: z/VM monitor data\n", o->file->count);
	out_file_heading(o);
	return 0;
}

/* Return the counts of intervals for the current system, or NULL if out of memory. */
static struct intervals *intervals_of(struct out *o)
{
	struct summary *s = o->shared;
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

/* Count the data set and the record set of the record EV, unless they were counted already. */
static void __attribute__((noinline)) count_sets(struct out *o, const struct monread_ev *ev)
{
	struct summary *s = o->shared;
	int turned = s->file != o->file;

	s->datasets += turned || ev->dataset != s->dataset;
	s->dataset = ev->dataset;
	s->file = o->file;
	if (!(turned && o->settings.merged) && ev->setno == s->set_counted)
		return;
	s->set_counted = ev->setno;
	if (ev->mce->type == MONREAD_EVENT)
		s->event_sets++;
	else
		s->sample_sets++;
}

static void name_system(struct out *o, struct monread_system *system, const struct monread_ev *ev)
{
	struct summary *s = o->shared;
	struct named one;
	unsigned i;

	snprintf(one.system, sizeof one.system, "%s", monread_system_id(system));
	out_marked(o->settings.codepage, monread_system_layout(system, 1, 4, ev->bytes, ev->length),
	           ev, MONREAD_PARTITION, one.partition, sizeof one.partition);
	for (i = 0; i < s->nsystems; i++)
		if (strcmp(s->systems[i].system, one.system) == 0 &&
		    strcmp(s->systems[i].partition, one.partition) == 0)
			return;
	if (s->nsystems < SYSTEMS)
		s->systems[s->nsystems++] = one;
	else
		s->more_systems = 1;
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

static void __attribute__((noinline))
count_monitor_record(struct out *o, const struct monread_ev *ev, int shown)
{
	struct summary *s = o->shared;

	if (ev->record == 4)
		name_system(o, o->system, ev);
	s->frames += ev->record == 13 && (shown || !(ev->flags & MONREAD_REPEATED));
}

static int summary_event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                         int shown)
{
	struct summary *s = o->shared;
	struct count *c;

	(void)l;
	if (ev->kind != MONREAD_RECORD)
		return 0;
	if (ev->domain == 1)
		count_monitor_record(o, ev, shown);
	if (ev->flags & MONREAD_APART)
		s->damaged++;
	/* Do not count repeated configuration, but take the length of the interval from it. */
	if (!shown)
		return ev->flags & MONREAD_REPEATED ? summary_take_interval(o, ev) : 0;
	/* Check this before the call, because a call per record would be slow. */
	if (ev->setno != s->set_counted || o->settings.merged)
		count_sets(o, ev);
	c = counts_of(&s->counts, ev->domain, ev->record);
	c->records++;
	c->bytes += ev->length;
	s->total.records++;
	s->total.bytes += ev->length;
	/* Ignore the time of marks, D10 records that monread writes before repeated
	 * configuration. */
	if (ev->domain != 10 || !monread_is_mark(ev->bytes, ev->length)) {
		counts_time(&s->counts.head, ev->tod);
		if (ev->domain != 1)
			return 0;
	}
	return summary_take_interval(o, ev);
}

/* ---- Parts ---- */

static int summary_count(struct out_worker *w, const struct monread_ev *ev)
{
	counts_record(w->state, ev);
	return 0;
}

static void summary_counted(struct out_worker *w)
{
	counts_put(w->state, &w->b);
}

static void add_count(struct summary *s, struct count *to, const struct count *more)
{
	to->records += more->records;
	to->bytes += more->bytes;
	s->total.records += more->records;
	s->total.bytes += more->bytes;
}

static void add_part_counts(struct out *o, const struct out_found *f, const char *counts)
{
	struct summary *s = o->shared;
	struct counts_head h;
	struct counts_kind k;
	int goes_on;

	s->frames += f->framing;
	memcpy(&h, counts, sizeof h);
	memcpy(&k.count, counts + sizeof h, sizeof k.count);
	add_count(s, &s->counts.other, &k.count);
	for (counts += sizeof h + sizeof k.count; h.nkinds > 0; h.nkinds--, counts += sizeof k) {
		memcpy(&k, counts, sizeof k);
		add_count(s, counts_of(&s->counts, k.domain, k.record), &k.count);
	}
	if (!h.first_set)
		return;
	goes_on = h.first_set == s->set_counted;
	s->sample_sets += h.sets[0] - (goes_on && !h.first_is_event);
	s->event_sets += h.sets[1] - (goes_on && h.first_is_event);
	s->set_counted = h.last_set;
	s->datasets += h.datasets - (h.first_dataset == s->dataset);
	s->dataset = h.last_dataset;
	s->file = o->file;
	if (h.any_time) {
		counts_time(&s->counts.head, h.first);
		counts_time(&s->counts.head, h.last);
	}
}

static int summary_noted(struct out *o, const struct monread_ev *ev, int shown)
{
	struct summary *s = o->shared;

	if (ev->domain == 1 && ev->record == 4) {
		if (!s->aside)
			s->aside = monread_system_new(o->settings.layouts);
		if (!s->aside)
			return out_no_memory(&o->main);
		monread_system_follow(s->aside, o->system);
		if (monread_system_learn(s->aside, ev->domain, ev->record, ev->bytes, ev->length))
			return out_no_memory(&o->main);
		name_system(o, s->aside, ev);
	}
	if (ev->flags & MONREAD_APART)
		s->damaged++;
	return shown ? summary_take_interval(o, ev) : 0;
}

/* ---- One input ---- */

static int summary_damage(struct out *o, const struct monread_ev *ev)
{
	struct summary *s = o->shared;
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

static void summary_put_times(struct out *o, const struct summary *s)
{
	char line[256], *p;
	/* The difference is modulo 2^64, so it is correct if the clock restarts in 2042. */
	uint64_t span = s->counts.head.last - s->counts.head.first;

	if (!s->counts.head.any_time)
		return;
	p = out_put_tod(&o->main.clock, line, s->counts.head.first);
	memcpy(p, " to ", 4);
	p = out_put_tod(&o->main.clock, p + 4, s->counts.head.last);
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
		           words_plural(s->intervals.thinned));
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
	uint64_t records = s->counts.other.records, kinds = records ? 1 : 0;
	unsigned i;

	for (i = 0; i < s->counts.head.nkinds; i++) {
		unsigned kind = s->counts.kinds[i];
		const struct monread_layout *l = monread_layouts_find(o->settings.layouts,
		                                                      kind / MR_RECORDS,
		                                                      kind % MR_RECORDS);

		if (!l || l->nstructures == 0) {
			records += counts_at(&s->counts, kind)->records;
			kinds++;
		}
	}
	/* Print "at least", because ->other may count records of several kinds together. */
	out_printf(&o->main.b, "  Without layout   %llu record%s of %s%llu kind%s\n",
	           (unsigned long long)records, words_plural(records),
	           s->counts.other.records ? "at least " : "", (unsigned long long)kinds,
	           words_plural(kinds));
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
		           words_plural(s->lost));
	out_char(&o->main.b, '\n');
}

static int summary_end_file(struct out *o)
{
	struct summary *s = o->shared;
	unsigned i;

	add_intervals(s);
	put_systems(&o->main.b, s);
	out_printf(&o->main.b, "  Data sets        %llu\n", (unsigned long long)s->datasets);
	out_printf(&o->main.b, "  Record sets      %llu sample, %llu event\n",
	           (unsigned long long)s->sample_sets, (unsigned long long)s->event_sets);
	out_printf(&o->main.b,
	           "  Records          %llu, %llu byte%s; and %llu end-of-frame record%s\n",
	           (unsigned long long)s->total.records, (unsigned long long)s->total.bytes,
	           words_plural(s->total.bytes), (unsigned long long)s->frames,
	           words_plural(s->frames));
	summary_put_times(o, s);
	put_gaps(o, s);
	out_printf(&o->main.b, "  Damage           %llu place%s, %llu byte%s skipped\n",
	           (unsigned long long)s->damaged, words_plural(s->damaged),
	           (unsigned long long)s->skipped, words_plural(s->skipped));
	put_undescribed(o, s);
	if (s->total.records)
		out_printf(&o->main.b, "\n  %-8s %-10s %10s %14s  %s\n", "Record", "Name", "Count",
		           "Bytes", "Title");
	qsort(s->counts.kinds, s->counts.head.nkinds, sizeof *s->counts.kinds, kinds_compare);
	for (i = 0; i < s->counts.head.nkinds; i++)
		summary_put_line(o, s->counts.kinds[i] / MR_RECORDS,
		                 s->counts.kinds[i] % MR_RECORDS,
		                 counts_at(&s->counts, s->counts.kinds[i]));
	if (s->counts.other.records)
		out_printf(&o->main.b, "  %-8s %-10s %10llu %14llu  %s\n", "others", "-",
		           (unsigned long long)s->counts.other.records,
		           (unsigned long long)s->counts.other.bytes, "(not known)");
	return 0;
}

static int summary_end(struct out *o)
{
	struct summary *s = o->shared;

	free(s->list);
	s->list = NULL;
	monread_system_free(s->aside);
	s->aside = NULL;
	return 0;
}

const struct out_format out_summary_format = {
	.name = "summary",
	.wants = OUT_WANTS_OTHERS,
	.shared_size = sizeof(struct summary),
	.worker_size = sizeof(struct counts),
	.count = summary_count,
	.counted = summary_counted,
	.add = add_part_counts,
	.noted = summary_noted,
	.begin_file = summary_begin_file,
	.event = summary_event,
	.damage = summary_damage,
	.end_file = summary_end_file,
	.end = summary_end,
};
