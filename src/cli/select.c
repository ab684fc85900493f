/* select.c: decide on the header of a record, before anybody looks at the rest. */
#include "config.h"

#include "cli/select.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"
#include "port/record.h"
#include "cli/domains.h"

void select_init(struct select *s)
{
	memset(s, 0, sizeof *s);
	s->count = UINT64_MAX;
}

void select_done(struct select *s)
{
	unsigned i;

	for (i = 0; i < s->nnames; i++)
		free(s->names[i]);
	for (i = 0; i < s->nusers; i++)
		free(s->users[i]);
	free(s->names);
	free(s->users);
	free(s->ranges);
}

/* The number at *P; *P goes behind it.  -1: none, or above LIMIT. */
static long number(const char **p, long limit)
{
	uint64_t v;

	return mr_read_number(p, (uint64_t)limit, &v) ? -1 : (long)v;
}

/* As number(); or the name of a domain, in any case. */
static long domain(const char **p)
{
	const struct word *w;
	size_t n;

	for (w = domain_words; w->word; w++) {
		for (n = 0; w->word[n] && mr_lower((*p)[n]) == w->word[n]; n++)
			;
		if (!w->word[n] && !mr_is_letter((*p)[n]) && !mr_is_digit((*p)[n])) {
			*p += n;
			return w->value;
		}
	}
	return number(p, SELECT_DOMAINS - 1);
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
			return "a list of domains: numbers 0 to 255, ranges, or names, as in 0,4-6,appldata";
		memset(s->domains + low, 1, (size_t)(high - low + 1));
	} while (*p);
	return NULL;
}

/* 23, 0.23, D0R23 or D0/R23; the record number of a range's end may follow. */
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

const char *select_add_records(struct select *s, const char *list)
{
	const char *p = list;

	do {
		struct select_range r, *more;

		if (p != list)
			p++; /* the comma */
		if (record(&p, &r) || (*p && *p != ','))
			return "a list of records: numbers, ranges, or with the domain, as in 1,4-6,0.23,D4R3";
		more = realloc(s->ranges, (s->nranges + 1) * sizeof *more);
		if (!more)
			return "a shorter list: out of memory";
		s->ranges = more;
		s->ranges[s->nranges++] = r;
	} while (*p);
	return NULL;
}

/* Add the words of LIST to the N at *WORDS, in upper case.  NULL, or what is wrong: WANTED. */
static const char *add_words(char ***words, unsigned *count, const char *list, const char *wanted)
{
	do {
		size_t n = strcspn(list, ","), i;
		char *word = malloc(n + 1), **more = realloc(*words, (*count + 1) * sizeof *more);

		if (more)
			*words = more;
		if (!word || !more || n == 0) {
			free(word);
			return n ? "a shorter list: out of memory" : wanted;
		}
		for (i = 0; i < n; i++)
			word[i] = mr_upper(list[i]);
		word[n] = 0;
		(*words)[(*count)++] = word;
		list += n;
	} while (*list++ == ',');
	return NULL;
}

const char *select_add_names(struct select *s, const char *list)
{
	return add_words(&s->names, &s->nnames, list, "a list of names, as in MRSYT*,MRUSEACT");
}

const char *select_add_users(struct select *s, const char *list)
{
	return add_words(&s->users, &s->nusers, list, "a list of user IDs, as in LINUX*,TCPIP");
}

static int in_ranges(const struct select *s, unsigned d, unsigned r)
{
	unsigned i;

	for (i = 0; i < s->nranges; i++)
		if ((s->ranges[i].domain < 0 || s->ranges[i].domain == (int)d) && r >= s->ranges[i].low &&
		    r <= s->ranges[i].high)
			return 1;
	return 0;
}

static int glob(const char *pattern, const char *name)
{
	char up[64];
	size_t i;

	for (i = 0; name[i] && i < sizeof up - 1; i++)
		up[i] = mr_upper(name[i]);
	up[i] = 0;
	return fnmatch(pattern, up, 0) == 0;
}

static int in_names(const struct select *s, const struct monread_layout *l)
{
	unsigned i;

	for (i = 0; l && i < s->nnames; i++)
		if (glob(s->names[i], l->name) || glob(s->names[i], l->dsect))
			return 1;
	return 0;
}

int select_user(const struct select *s, const char *id)
{
	unsigned i;

	for (i = 0; i < s->nusers; i++)
		if (glob(s->users[i], id))
			return 1;
	return 0;
}

static int is_glob(const char *name)
{
	return strpbrk(name, "*?[") != NULL;
}

/* End-of-frame records are framing: shown where all is, or where they are asked for by their own number or name. */
static int wants_framing(const struct select *s, const struct monread_layout *l)
{
	unsigned i;

	for (i = 0; i < s->nranges; i++)
		if (s->ranges[i].low == 13 && s->ranges[i].high == 13)
			return 1;
	for (i = 0; l && i < s->nnames; i++)
		if (!is_glob(s->names[i]) && (glob(s->names[i], l->name) || glob(s->names[i], l->dsect)))
			return 1;
	return s->all;
}

/* A record of number D, R, which is beyond the table or goes into it. */
static int wanted(const struct select *s, unsigned d, unsigned r, const struct monread_layout *l)
{
	if (s->by_domain && (d >= SELECT_DOMAINS || !s->domains[d]))
		return 0;
	if (s->nranges && !in_ranges(s, d, r))
		return 0;
	if (s->nnames && !in_names(s, l))
		return 0;
	return d != 1 || r != 13 || wants_framing(s, l);
}

const char *select_prepare(struct select *s, const struct monread_layouts *l)
{
	size_t n = monread_layouts_count(l), i;
	unsigned d, r, k;

	s->layouts = l;
	for (k = 0; k < s->nnames; k++) {
		int found = is_glob(s->names[k]);

		for (i = 0; i < n && !found; i++) {
			const struct monread_layout *one = monread_layouts_at(l, i);

			found = one && one->domain >= 0 &&
			        (glob(s->names[k], one->name) || glob(s->names[k], one->dsect));
		}
		if (!found)
			return s->names[k];
	}
	for (d = 0; d < SELECT_WANTED; d++)
		for (r = 0; r < SELECT_RECORDS; r++)
			s->wanted[d][r] =
			    (unsigned char)wanted(s, d, r, s->nnames ? monread_layouts_find(l, d, r) : NULL);
	s->timed = s->since.kind != MOMENT_NONE || s->until.kind != MOMENT_NONE;
	s->by_number = !s->timed && !s->type && !s->inside && s->skip == 0 && s->count == UINT64_MAX;
	return NULL;
}

int select_names_meet(const struct select *s)
{
	size_t n = monread_layouts_count(s->layouts), i;
	int named = 0;

	if (!s->nnames || (!s->by_domain && !s->nranges))
		return 1;
	for (i = 0; i < n; i++) {
		const struct monread_layout *one = monread_layouts_at(s->layouts, i);

		if (!one || one->domain < 0 || !in_names(s, one))
			continue;
		if (wanted(s, (unsigned)one->domain, (unsigned)one->record, one))
			return 1;
		named = 1;
	}
	return !named;
}

void select_narrow(struct select *s, int (*keep)(void *arg, const struct monread_layout *l), void *arg)
{
	unsigned d, r;

	for (d = 0; d < SELECT_WANTED; d++)
		for (r = 0; r < SELECT_RECORDS; r++) {
			const struct monread_layout *l = s->wanted[d][r] ? monread_layouts_find(s->layouts, d, r) : NULL;

			if (l && !keep(arg, l))
				s->wanted[d][r] = 0;
		}
}

int select_wants(const struct select *s, const struct monread_layout *l)
{
	unsigned d = (unsigned)l->domain, r = (unsigned)l->record;

	if (l->domain < 0 || l->record < 0)
		return 0;
	return d < SELECT_WANTED && r < SELECT_RECORDS ? s->wanted[d][r] : wanted(s, d, r, l);
}

/* Whether there is a domain that both --domain and --record leave. */
static int numbers_meet(const struct select *s)
{
	unsigned i, d;

	if (!s->by_domain || !s->nranges)
		return 1;
	for (i = 0; i < s->nranges; i++)
		for (d = 0; d < SELECT_DOMAINS; d++)
			if (s->domains[d] && (s->ranges[i].domain < 0 || s->ranges[i].domain == (int)d))
				return 1;
	return 0;
}

const char *select_contradiction(const struct select *s)
{
	if (moment_is_after(&s->since, &s->until))
		return "--since is after --until";
	if (!numbers_meet(s))
		return "--record names only domains that --domain leaves out";
	return NULL;
}

int select_filters(const struct select *s)
{
	return s->by_domain || s->nranges || s->nnames || s->type || s->timed || s->inside || s->skip ||
	       s->count != UINT64_MAX;
}

void select_begin_file(struct select *s)
{
	s->started = 0;
	s->sample_known = 0;
}

void select_turn(struct select *s)
{
	s->sample_known = 0;
}

/* The samples of an interval are taken a moment after its end and stretch over some time: where their first one
 * is in time, all records up to the end of the data set are. */
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
		/* A mark is from whoever stored the capture: no start of what it holds. */
		s->started = !monread_is_mark(ev->bytes, ev->length) && !(ev->flags & MONREAD_REPEATED);
		s->start_us = us;
		moment_span(&s->since, &s->until, us, s->local, &s->since_us, &s->until_us);
		s->until_set_us = s->until_us;
		/* 08:02 is the whole second. */
		if (s->until.kind && !s->until.exact)
			s->until_set_us += 999999;
	}
	/* Each record is looked at, so that the first one of a sample is known. */
	return (in_sample(s, ev, us) || us <= s->until_us) && us >= s->since_us;
}

int select_number(const struct select *s, unsigned domain, unsigned record)
{
	if (domain < 32 && record < SELECT_RECORDS)
		return s->wanted[domain][record];
	return wanted(s, domain, record, s->nnames ? monread_layouts_find(s->layouts, domain, record) : NULL);
}

int select_closely(struct select *s, const struct monread_ev *ev)
{
	if (s->timed && !in_time(s, ev))
		return 0;
	if (!select_number(s, ev->domain, ev->record))
		return 0;
	if (s->type && ev->mce->type != s->type)
		return 0;
	if (s->inside && !s->inside(s->inside_arg, ev))
		return 0;
	s->passed++;
	return s->passed > s->skip && s->passed - s->skip <= s->count;
}
