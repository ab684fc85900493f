#include "config.h"

#include "cli/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/find.h"
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

/* Read the number or name of a domain at *P, and move *P after it. Return the number of the domain,
 * or -1. */
static long domain(const char **p)
{
	size_t n = strcspn(*p, ",-");
	const struct word *w = words_match(domain_words, *p, n);
	uint64_t number;

	if (!w)
		return mr_read_number(p, MR_DOMAIN_MAX, &number) ? -1 : (long)number;
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

/* Read a record (23, 0.23, D0R23 or D0/R23) or a range of records at *P, and move *P after it. */
static int record(const char **p, struct select_range *r)
{
	unsigned domain;
	uint64_t n;

	r->domain = -1;
	if (mr_read_record(p, &domain, &r->low) == 0)
		r->domain = (int)domain;
	else if (mr_read_number(p, MR_RECORD_MAX, &n) == 0)
		r->low = (unsigned)n;
	else
		return -1;
	r->high = r->low;
	if (**p == '-') {
		++*p;
		if (mr_read_number(p, MR_RECORD_MAX, &n) || n < r->low)
			return -1;
		r->high = (unsigned)n;
	}
	return 0;
}

static int is_name_or_glob(const char *word)
{
	return *word && !mr_is_digit(*word) &&
	       !word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
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
			l->ranges = lists_need(
				realloc(l->ranges, (l->nranges + 1) * sizeof *l->ranges));
			l->ranges[l->nranges++] = r;
		} else if (is_name_or_glob(words[i])) {
			lists_add(&l->names, words[i], '\0');
		} else {
			fault =
				"a list of records: domains to 255, numbers to 65535, ranges, names or globs, as in 4-6,0.23,D4R3,MRSYT*";
		}
	}
	lists_free(words);
	return fault;
}

static int in_ranges(const struct select_list *l, unsigned d, unsigned r)
{
	unsigned i;

	for (i = 0; i < l->nranges; i++)
		if ((l->ranges[i].domain < 0 || l->ranges[i].domain == (int)d) &&
		    r >= l->ranges[i].low && r <= l->ranges[i].high)
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

static int select_is_given(const struct select_list *list)
{
	return list->nranges || list->names;
}

/* An empty list matches, too. */
static int in_list(const struct select_list *list, unsigned d, unsigned r,
                   const struct monread_layout *l)
{
	return !select_is_given(list) || in_ranges(list, d, r) || in_names(list, l);
}

static int selects_kinds(const struct select *s)
{
	return s->by_domain || select_is_given(&s->records) || select_is_given(&s->named) ||
	       select_is_given(&s->excluded);
}

static int selects_names(const struct select *s)
{
	return s->records.names || s->named.names || s->excluded.names;
}

/* Return the layout of record R of domain D. Return NULL at once if no option selects by name,
 * because searching takes time. */
static const struct monread_layout *select_layout_of(const struct select *s, unsigned d, unsigned r)
{
	return selects_names(s) ? monread_layouts_find(s->layouts, d, r) : NULL;
}

int select_excludes(const struct select *s, unsigned d, unsigned r)
{
	return in_ranges(&s->excluded, d, r) ||
	       in_names(&s->excluded, select_layout_of(s, d, r));
}

/* Return 1 if LIST has the number or name of L, the layout of the end-of-frame record D1R13. A
 * range or pattern that includes D1R13 does not count. */
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

/* Return 1 if the options select record R of domain D, whose layout is L; NULL: no layout. */
static int select_wanted(const struct select *s, unsigned d, unsigned r,
                         const struct monread_layout *l)
{
	if (s->by_domain && (d > MR_DOMAIN_MAX || !s->domains[d]))
		return 0;
	if (!in_list(&s->records, d, r, l) || !in_list(&s->named, d, r, l) ||
	    in_ranges(&s->excluded, d, r) || in_names(&s->excluded, l))
		return 0;
	/* End-of-frame records have no data. */
	return d != 1 || r != 13 || s->all || names_framing(&s->records, l) ||
	       names_framing(&s->named, l);
}

/* Return the first name in LIST that no layout has, or NULL. If EXCLUDES is 1, a pattern that
 * matches no layout counts as such a name, because the user expects the pattern to leave out
 * records. */
static const char *unknown_name(const struct select_list *list, const struct monread_layouts *l,
                                int excludes)
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

/* Return 1 if the record EV, with the time US, is in a sample that --until includes. All records of
 * a sample count as if they had the time of the first record of the sample, because CP writes them
 * one after the other. */
static int in_sample(struct select *s, const struct monread_ev *ev, int64_t us)
{
	if (s->sample.known && s->sample.set == ev->dataset)
		return s->sample.shown;
	if (ev->mce->type != MONREAD_SAMPLE)
		return 0;
	s->sample.known = 1;
	s->sample.set = ev->dataset;
	s->sample.shown = us <= s->until_set_us;
	return s->sample.shown;
}

static int in_time(struct select *s, const struct monread_ev *ev)
{
	int64_t us = monread_tod_to_unix_us(ev->tod);

	if (!s->started) {
		/* A mark is not the start of the input: its time is from the clock of another
		 * system. */
		s->started = !monread_is_mark(ev->bytes, ev->length) &&
		             !(ev->flags & MONREAD_REPEATED);
		s->start_us = us;
		moment_span(&s->since, &s->until, us, s->local, &s->since_us, &s->until_us);
		s->until_set_us = s->until_us;
		/* Without a fraction, --until=08:02 includes samples that begin within this
		 * second. */
		if (s->until.kind && !s->until.exact)
			s->until_set_us += 999999;
	}
	return (in_sample(s, ev, us) || us <= s->until_us) && us >= s->since_us;
}

void select_ask(struct select *s, int (*inside)(void *arg, const struct monread_ev *ev), void *arg)
{
	s->inside = inside;
	s->inside_arg = arg;
	s->is_close = 1;
}

void select_need_start(struct select *s)
{
	s->timed = s->is_close = 1;
}

const char *select_prepare(struct select *s, const struct monread_layouts *l)
{
	const struct select_list *lists[] = { &s->records, &s->named, &s->excluded };
	const char *unknown = NULL;
	unsigned d, r, i;
	size_t n;

	s->layouts = l;
	for (i = 0; i < sizeof lists / sizeof *lists && !unknown; i++)
		unknown = unknown_name(lists[i], l, lists[i] == &s->excluded);
	if (unknown)
		return unknown;
	memset(s->wanted, 1, sizeof s->wanted);
	s->wanted[1][13] = (unsigned char)select_wanted(s, 1, 13, NULL);
	for (d = 0; selects_kinds(s) && d < MR_DOMAINS; d++)
		for (r = 0; r < MR_RECORDS; r++)
			s->wanted[d][r] = (unsigned char)select_wanted(s, d, r, NULL);
	/* Records without a layout have no name, so options that select by name concern only
	 * records with a layout. */
	for (n = 0; selects_names(s) && n < monread_layouts_count(l); n++) {
		const struct monread_layout *one = monread_layouts_at(l, n);

		d = one ? (unsigned)one->domain : MR_DOMAINS;
		r = one ? (unsigned)one->record : 0;
		if (mr_is_in_bounds(d, r))
			s->wanted[d][r] = (unsigned char)select_wanted(s, d, r,
			                                               select_layout_of(s, d, r));
	}
	s->timed = s->since.kind != MOMENT_NONE || s->until.kind != MOMENT_NONE;
	s->is_close = s->timed || s->type || s->inside || s->count != UINT64_MAX;
	return NULL;
}

int select_number(const struct select *s, unsigned d, unsigned r)
{
	if (mr_is_in_bounds(d, r))
		return s->wanted[d][r];
	return select_wanted(s, d, r, select_layout_of(s, d, r));
}

static int has_high_numbers(const struct select_list *list)
{
	unsigned i;

	for (i = 0; i < list->nranges; i++)
		if (list->ranges[i].high >= MR_RECORDS ||
		    list->ranges[i].domain >= (int)MR_DOMAINS)
			return 1;
	return 0;
}

static const struct select_range *
undescribed_in(const struct select *s, const struct select_list *list)
{
	size_t i;

	for (i = 0; i < list->nranges; i++) {
		const struct select_range *r = &list->ranges[i];

		if (r->domain >= 0 && r->low == r->high &&
		    !monread_layouts_find(s->layouts, (unsigned)r->domain, r->low))
			return r;
	}
	return NULL;
}

const struct select_range *select_undescribed(const struct select *s)
{
	const struct select_range *r = undescribed_in(s, &s->records);

	return r ? r : undescribed_in(s, &s->named);
}

int select_is_possible(const struct select *s)
{
	const struct monread_layout *l;
	size_t i;

	MR_EACH(i, l, monread_layouts_at, s->layouts)
		if (select_wants(s, l))
			return 1;
	return memchr(s->wanted, 1, sizeof s->wanted) ||
	       memchr(s->domains + MR_DOMAINS, 1, sizeof s->domains - MR_DOMAINS) ||
	       has_high_numbers(&s->records) || has_high_numbers(&s->named);
}

int select_wants(const struct select *s, const struct monread_layout *l)
{
	return l->domain >= 0 && l->record >= 0 &&
	       select_number(s, (unsigned)l->domain, (unsigned)l->record);
}

int select_filters(const struct select *s)
{
	return selects_kinds(s) || s->is_close;
}

void select_begin_file(struct select *s)
{
	s->started = 0;
	s->sample.known = 0;
}

void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod)
{
	s->sample.known = known;
	s->sample.set = dataset;
	s->sample.shown = known && s->timed && monread_tod_to_unix_us(tod) <= s->until_set_us;
}

int select_closely(struct select *s, const struct monread_ev *ev)
{
	/* Call in_time() before testing other conditions, because it must see the first record of
	 * each sample. */
	if (s->timed && !in_time(s, ev))
		return 0;
	if (!select_number(s, ev->domain, ev->record) || (s->type && ev->mce->type != s->type))
		return 0;
	if (s->inside && !s->inside(s->inside_arg, ev))
		return 0;
	return s->count == UINT64_MAX || ++s->passed <= s->count;
}
