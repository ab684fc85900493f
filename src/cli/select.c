/* select.c: selects records by their header: --domain, --record, --name, --exclude, --since, --until and others. */
#include "config.h"

#include "cli/select.h"

#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"
#include "port/record.h"
#include "cli/lists.h"
#include "cli/words.h"

void select_done(struct select *s)
{
	struct select_list *lists[] = { &s->records, &s->named, &s->excluded };
	size_t i;

	for (i = 0; i < sizeof lists / sizeof *lists; i++) {
		lists_free(lists[i]->names);
		free(lists[i]->ranges);
	}
}

/* Read the number at *P and move *P after it. Return -1 if there is no number or it is above LIMIT. */
static long number(const char **p, long limit)
{
	uint64_t v;

	return mr_read_number(p, (uint64_t)limit, &v) ? -1 : (long)v;
}

/* Like number(), or the name of a domain in any case. */
static long domain(const char **p)
{
	size_t n = strcspn(*p, ",-");
	const struct word *w = words_match(domain_words, *p, n);

	if (!w)
		return number(p, SELECT_DOMAINS - 1);
	*p += n;
	return w->value;
}

const char *select_add_domains(struct select *s, const char *list)
{
	const char *p = list;

	s->by_domain = 1;
	do {
		long low, high;

		if (p != list)
			p++; /* the comma */
		low = high = domain(&p);
		if (low >= 0 && *p == '-') {
			p++;
			high = domain(&p);
		}
		if (low < 0 || high < low || (*p && *p != ','))
			return "a list of domains, as in 0,4-6: numbers to 255, ranges, or system, monitor, scheduler, storage, user, "
			       "processor, io, seek, network, isfc, appldata, ssi";
		memset(s->domains + low, 1, (size_t)(high - low + 1));
	} while (*p);
	return NULL;
}

/* Read 23, 0.23, D0R23 or D0/R23; the end of a range may follow. */
static int record(const char **p, struct select_range *r)
{
	unsigned domain;
	long n;

	r->domain = -1;
	if (mr_read_record(p, &domain, &r->low) == 0) {
		r->domain = (int)domain;
	} else {
		n = number(p, MR_RECORD_MAX);
		if (n < 0)
			return -1;
		r->low = (unsigned)n;
	}
	r->high = r->low;
	if (**p == '-') {
		++*p;
		n = number(p, MR_RECORD_MAX);
		if (n < (long)r->low)
			return -1;
		r->high = (unsigned)n;
	}
	return 0;
}

static int is_name_or_glob(const char *word)
{
	return *word && !mr_is_digit(*word) && !word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                                                          "0123456789_$#@*?[]!^-")];
}

const char *select_add_records(struct select_list *l, const char *list)
{
	char **words = NULL;
	const char *fault = NULL;
	size_t i;

	lists_add(&words, list, ',');
	for (i = 0; words[i] && !fault; i++) {
		const char *p = words[i];
		struct select_range r;

		if (record(&p, &r) == 0 && !*p) {
			l->ranges = lists_need(realloc(l->ranges, (l->nranges + 1) * sizeof *l->ranges));
			l->ranges[l->nranges++] = r;
		} else if (is_name_or_glob(words[i])) {
			lists_add(&l->names, words[i], '\0');
		} else {
			fault = "a list of records: numbers, ranges, names or globs, as in 4-6,0.23,D4R3,MRUSEACT,MRSYT*";
		}
	}
	lists_free(words);
	return fault;
}

static int in_ranges(const struct select_list *l, unsigned d, unsigned r)
{
	unsigned i;

	for (i = 0; i < l->nranges; i++)
		if ((l->ranges[i].domain < 0 || l->ranges[i].domain == (int)d) && r >= l->ranges[i].low &&
		    r <= l->ranges[i].high)
			return 1;
	return 0;
}

static int is_glob(const char *name)
{
	return strpbrk(name, "*?[") != NULL;
}

static int name_is(const char *pattern, const struct monread_layout *l)
{
	return globs_is(pattern, l->name) || globs_is(pattern, l->dsect);
}

static int in_names(const struct select_list *list, const struct monread_layout *l)
{
	char *const *name = list->names;

	while (l && name && *name && !name_is(*name, l))
		name++;
	return l && name && *name;
}

static int is_given(const struct select_list *list)
{
	return list->nranges || list->names;
}

/* An empty list contains all records. */
static int in_list(const struct select_list *list, unsigned d, unsigned r, const struct monread_layout *l)
{
	return !is_given(list) || in_ranges(list, d, r) || in_names(list, l);
}

int select_excludes(const struct select *s, unsigned d, unsigned r)
{
	return in_ranges(&s->excluded, d, r) ||
	       (s->excluded.names && in_names(&s->excluded, monread_layouts_find(s->layouts, d, r)));
}

/* Return 1 if the list names the end-of-frame record itself, not only by a pattern or a range. */
static int names_framing(const struct select_list *list, const struct monread_layout *l)
{
	char *const *name;
	unsigned i;

	for (i = 0; i < list->nranges; i++)
		if (list->ranges[i].low == 13 && list->ranges[i].high == 13)
			return 1;
	for (name = list->names; l && name && *name; name++)
		if (!is_glob(*name) && name_is(*name, l))
			return 1;
	return 0;
}

/* Return 1 if record D, R is selected by its numbers; used to fill the table, and for numbers outside of it. */
static int wanted(const struct select *s, unsigned d, unsigned r, const struct monread_layout *l)
{
	if (s->by_domain && (d >= SELECT_DOMAINS || !s->domains[d]))
		return 0;
	if (!in_list(&s->records, d, r, l) || !in_list(&s->named, d, r, l) || in_ranges(&s->excluded, d, r) ||
	    in_names(&s->excluded, l))
		return 0;
	/* End-of-frame records only divide frames, so they are usually hidden. */
	return d != 1 || r != 13 || s->all || names_framing(&s->records, l) || names_framing(&s->named, l);
}

/* Return the first name in LIST that no layout has; NULL: none.  A pattern may fit no layout, except if it EXCLUDES
 * records: what should be left out would be there without a message. */
static const char *unknown_name(const struct select_list *list, const struct monread_layouts *l, int excludes)
{
	size_t n = monread_layouts_count(l), i;
	char *const *name;

	for (name = list->names; name && *name; name++) {
		int found = is_glob(*name) && !excludes;

		for (i = 0; i < n && !found; i++) {
			const struct monread_layout *one = monread_layouts_at(l, i);

			found = one && one->domain >= 0 && name_is(*name, one);
		}
		if (!found)
			return *name;
	}
	return NULL;
}

/* Layouts are needed only for names. */
static const struct monread_layout *layout_of(const struct select *s, unsigned d, unsigned r)
{
	return s->records.names || s->named.names || s->excluded.names ? monread_layouts_find(s->layouts, d, r) : NULL;
}

const char *select_prepare(struct select *s, const struct monread_layouts *l)
{
	const struct select_list *lists[] = { &s->records, &s->named, &s->excluded };
	const char *unknown = NULL;
	unsigned d, r, i;

	s->layouts = l;
	for (i = 0; i < sizeof lists / sizeof *lists && !unknown; i++)
		unknown = unknown_name(lists[i], l, lists[i] == &s->excluded);
	if (unknown)
		return unknown;
	for (d = 0; d < SELECT_WANTED; d++)
		for (r = 0; r < SELECT_RECORDS; r++)
			s->wanted[d][r] = (unsigned char)wanted(s, d, r, layout_of(s, d, r));
	s->timed = s->since.kind != MOMENT_NONE || s->until.kind != MOMENT_NONE;
	return NULL;
}

int select_number(const struct select *s, unsigned d, unsigned r)
{
	return d < SELECT_WANTED && r < SELECT_RECORDS ? s->wanted[d][r] : wanted(s, d, r, layout_of(s, d, r));
}

/* Return 1 if LIST has numbers for which the table has no place. */
static int has_high_numbers(const struct select_list *list)
{
	unsigned i;

	for (i = 0; i < list->nranges; i++)
		if (list->ranges[i].high >= SELECT_RECORDS)
			return 1;
	return 0;
}

int select_is_possible(const struct select *s)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0; (l = monread_layouts_at(s->layouts, i)) != NULL; i++)
		if (select_wants(s, l))
			return 1;
	return memchr(s->wanted, 1, sizeof s->wanted) ||
	       memchr(s->domains + SELECT_WANTED, 1, SELECT_DOMAINS - SELECT_WANTED) || has_high_numbers(&s->records) ||
	       has_high_numbers(&s->named);
}

int select_wants(const struct select *s, const struct monread_layout *l)
{
	return l->domain >= 0 && l->record >= 0 && select_number(s, (unsigned)l->domain, (unsigned)l->record);
}

int select_filters(const struct select *s)
{
	return s->by_domain || is_given(&s->records) || is_given(&s->named) || is_given(&s->excluded) || s->type ||
	       s->timed || s->inside || s->count != UINT64_MAX;
}

void select_begin_file(struct select *s)
{
	s->started = 0;
	s->sample_known = 0;
}

/* CP takes the samples of an interval shortly after its end and needs some time. If the first record of a sample is
 * in time, select the sample to its end. */
static int in_sample(struct select *s, const struct monread_ev *ev, int64_t us)
{
	if (s->sample_known && s->sample_set == ev->dataset)
		return s->sample_shown;
	if (ev->mce->type != MONREAD_SAMPLE)
		return 0;
	s->sample_known = 1;
	s->sample_set = ev->dataset;
	s->sample_shown = us <= s->until_set_us;
	return s->sample_shown;
}

void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod)
{
	s->sample_known = known;
	s->sample_set = dataset;
	s->sample_shown = known && s->timed && monread_tod_to_unix_us(tod) <= s->until_set_us;
}

static int in_time(struct select *s, const struct monread_ev *ev)
{
	int64_t us = monread_tod_to_unix_us(ev->tod);

	if (!s->started) {
		/* The clock of a mark belongs to the program that stored the capture. */
		s->started = !monread_is_mark(ev->bytes, ev->length) && !(ev->flags & MONREAD_REPEATED);
		s->start_us = us;
		moment_span(&s->since, &s->until, us, s->local, &s->since_us, &s->until_us);
		s->until_set_us = s->until_us;
		/* 08:02 includes the whole second. */
		if (s->until.kind && !s->until.exact)
			s->until_set_us += 999999;
	}
	/* Call in_sample() for each record, so that it sees the first record of each sample. */
	return (in_sample(s, ev, us) || us <= s->until_us) && us >= s->since_us;
}

int select_record(struct select *s, const struct monread_ev *ev)
{
	if (s->timed && !in_time(s, ev))
		return 0;
	if (!select_number(s, ev->domain, ev->record))
		return 0;
	if (s->type && ev->mce->type != s->type)
		return 0;
	if (s->inside && !s->inside(s->inside_arg, ev))
		return 0;
	return ++s->passed <= s->count;
}
