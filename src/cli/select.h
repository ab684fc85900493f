/* select.h: selects records by domain, number, name, type and time. */
#ifndef CLI_SELECT_H
#define CLI_SELECT_H

#include "monread.h"
#include "base/bounds.h"
#include "base/record.h"
#include "cli/moment.h"

struct select_range {
	int domain; /* -1: all domains */
	unsigned low, high;
};

/* The argument of --record, --name or --exclude. A record matches if its number is in ->ranges or
 * its name in ->names. */
struct select_list {
	struct select_range *ranges;
	unsigned nranges;
	char **names; /* names and patterns, ended by NULL; NULL: no names */
};

struct select {
	/* Set from options: */
	int by_domain;
	unsigned char domains[MR_DOMAIN_MAX + 1];
	struct select_list records, named; /* a record must match both */
	struct select_list excluded;       /* a record must not match */
	/* select records of this type: MONREAD_SAMPLE or MONREAD_EVENT; 0: both */
	unsigned char type;
	int all;            /* 1: also select end-of-frame records (D1R13) */
	int local;          /* 1: --since and --until are local times */
	struct moment since, until;
	uint64_t count; /* maximum number of selected records; UINT64_MAX: all */
	/* a condition on the content of records, tested last, with ARG ->inside_arg; NULL: none */
	int (*inside)(void *arg, const struct monread_ev *ev);
	void *inside_arg;
	/* Set by select_prepare(): 1 if the options select this record of this domain. */
	unsigned char wanted[MR_DOMAINS][MR_RECORDS];
	int is_close; /* 1: records must meet more conditions than ->wanted; see select_closely() */
	int timed;
	int started;
	int64_t start_us; /* time of the first record of the input, if ->timed */
	int64_t since_us, until_us;
	/* samples that begin after this time are not selected */
	int64_t until_set_us;
	struct {
		uint64_t set;     /* data set that has the last sample record */
		/* known: 1: ->set and ->shown are valid; shown: 1: select the records of the data
		 * set ->set */
		int known, shown;
	} sample;
	const struct monread_layouts *layouts;
	uint64_t passed; /* records that met all conditions except ->count */
};

void select_done(struct select *s);

/* Add the domains or records in LIST, the argument of an option. Return NULL; if LIST is invalid,
 * return a static text with the expected form. Exits if out of memory. */
const char *select_add_domains(struct select *s, const char *list);
const char *select_add_records(struct select_list *records, const char *list);

/* Return 1 if --exclude leaves out record RECORD of the domain DOMAIN. Call this function, and the
 * functions below that mention options, only after select_prepare(). */
int select_excludes(const struct select *s, unsigned domain, unsigned record);

/* Call this after the options are set. Return NULL, or the first name in the options that no layout
 * in L has. */
const char *select_prepare(struct select *s, const struct monread_layouts *l);

/* Set the condition s->inside and its argument ARG, before or after select_prepare(). */
void select_ask(struct select *s, int (*inside)(void *arg, const struct monread_ev *ev), void *arg);

/* Let select_closely() set s->start_us even if no option selects a time. */
void select_need_start(struct select *s);

/* Return the first record that --record or --name gives by its number and no layout describes, or
 * NULL. */
const struct select_range *select_undescribed(const struct select *s);

/* Return 0 if --domain, --record, --name and --exclude leave out all records. Return 1 without a
 * check if these options have numbers that are too high for s->wanted. */
int select_is_possible(const struct select *s);

/* Return 1 if --domain, --record, --name and --exclude select records of the layout L. */
int select_wants(const struct select *s, const struct monread_layout *l);

/* Return 1 if any option may leave out records. */
int select_filters(const struct select *s);

/* Call this before each input, because --since=+60 counts from the start of the input. */
void select_begin_file(struct select *s);

int select_number(const struct select *s, unsigned domain, unsigned record);

/* Call this when reading continues in another part of the input, or in another input. KNOWN is 1 if
 * the sample in the data set DATASET began at TOD in an earlier part; 0 if no sample has begun. */
void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod);

/* The slow part of select_record(); it also counts the record for --count. */
int select_closely(struct select *s, const struct monread_ev *ev);

/* Return 1 if the options select the record EV. This is inline because programs call it for each
 * record. */
static inline int select_record(struct select *s, const struct monread_ev *ev)
{
	if (!s->is_close && ev->domain < MR_DOMAINS && ev->record < MR_RECORDS)
		return s->wanted[ev->domain][ev->record];
	return select_closely(s, ev);
}

/* Return 1 if as many records as --count allows have been selected. */
static inline int select_finished(const struct select *s)
{
	return s->passed >= s->count;
}

#endif
