/* select.h: selects records by domain, number, name, type and time (--domain, --record, --since and
 * others). */
#ifndef CLI_SELECT_H
#define CLI_SELECT_H

#include "monread.h"
#include "cli/moment.h"

#define SELECT_DOMAINS 256u
#define SELECT_RECORDS 256u
#define SELECT_WANTED  32u /* number of domains in ->wanted */

/* The record numbers ->low to ->high of one domain, or of all domains. */
struct select_range {
	int domain; /* -1: all domains */
	unsigned low, high;
};

/* The argument of --record, --name or --exclude. A record matches if it is in one of the ranges or
 * has one of the names. */
struct select_list {
	struct select_range *ranges;
	unsigned nranges;
	char **names; /* names and patterns, ended by NULL; NULL: none */
};

struct select;
typedef int select_condition(struct select *s, const struct monread_ev *ev);
#define SELECT_CONDITIONS 5u

struct select {
	/* The following members are set from options. */
	int by_domain;
	unsigned char domains[SELECT_DOMAINS];
	struct select_list records, named; /* --record and --name: a record must match both */
	struct select_list excluded;       /* --exclude: a record must not match */
	unsigned char type; /* MONREAD_SAMPLE or MONREAD_EVENT; 0: both */
	int all;            /* 1: also select end-of-frame records (D1R13) */
	int local;          /* 1: --since and --until are local times */
	struct moment since, until;
	uint64_t count; /* maximum number of selected records; UINT64_MAX: all */
	/* A condition on the content of records, which is called with ->inside_arg for records that
	 * meet all other conditions; NULL: no condition. */
	int (*inside)(void *arg, const struct monread_ev *ev);
	void *inside_arg;
	/* By domain and record number: 1 if selected. Set by select_prepare(). */
	unsigned char wanted[SELECT_WANTED][SELECT_RECORDS];
	/* A record is selected if all these functions return 1. The condition for domain, record
	 * number and name is always in the list. Set by select_prepare(). */
	struct {
		select_condition *list[SELECT_CONDITIONS];
		unsigned n;
	} conditions;
	int timed;
	int started;
	int64_t start_us; /* time of the first record of the input; set only if ->timed */
	int64_t since_us, until_us;
	/* if a sample begins after this time, it is not selected */
	int64_t until_set_us;
	struct {
		uint64_t set;     /* number of the data set with the last sample record */
		/* known: 1 if the other members are valid; shown: 1 to select all records of this
		 * data set */
		int known, shown;
	} sample;
	const struct monread_layouts *layouts;
	uint64_t passed; /* number of records that met all conditions except ->count */
};

void select_done(struct select *s);

/* Add the records or domains in LIST, the argument of an option. Return NULL; if LIST is invalid, a
 * static text with the expected form. Exits if out of memory. */
const char *select_add_domains(struct select *s, const char *list);
const char *select_add_records(struct select_list *records, const char *list);

/* Return 1 if --exclude leaves out record RECORD of DOMAIN. Call this after select_prepare(). */
int select_excludes(const struct select *s, unsigned domain, unsigned record);

/* Call this after the options are set, and the layouts L are loaded. Return NULL, or the first name
 * in the options that no layout has. */
const char *select_prepare(struct select *s, const struct monread_layouts *l);

/* Set the condition s->inside, before or after select_prepare(). */
void select_ask(struct select *s, int (*inside)(void *arg, const struct monread_ev *ev), void *arg);

/* Call this after select_prepare() if the time of the first record (s->start_us) is needed although
 * no option selects a time. */
void select_need_start(struct select *s);

/* Return the first record that --record or --name gives by its number and that no layout describes;
 * NULL if there is no such record. Call it after select_prepare(). */
const struct select_range *select_undescribed(const struct select *s);

/* Return 0 if --domain, --record, --name and --exclude leave out all records. For high record
 * numbers, the function may return 1 although --exclude leaves out all records that --record names.
 * Call this after select_prepare(). */
int select_is_possible(const struct select *s);

/* Return 1 if --domain, --record, --name and --exclude select records of the layout L. */
int select_wants(const struct select *s, const struct monread_layout *l);

/* Return 1 if any option may leave out records. */
int select_filters(const struct select *s);

/* Call this before each input, because --since=+60 counts from the start of the input. */
void select_begin_file(struct select *s);

/* Return 1 if --domain, --record, --name and --exclude select record RECORD of DOMAIN. */
int select_number(const struct select *s, unsigned domain, unsigned record);

/* Call this if reading continues in another part of an input, or in another input. KNOWN: 1 if the
 * sample in the data set DATASET began at TOD in an earlier part, because --until selects samples
 * by the time of their first record; 0 if no sample has begun. */
void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod);

/* The slow part of select_record(), for options that need more than the number of the record. It
 * also counts the record for --count. */
select_condition select_closely;

/* Return 1 if the record EV is selected. The function is inline, because programs call it for each
 * record. */
static inline int select_record(struct select *s, const struct monread_ev *ev)
{
	if (s->conditions.n == 1 && ev->domain < SELECT_WANTED && ev->record < SELECT_RECORDS)
		return s->wanted[ev->domain][ev->record];
	return select_closely(s, ev);
}

/* Return 1 if as many records as --count allows were selected. */
static inline int select_finished(const struct select *s)
{
	return s->passed >= s->count;
}

#endif
