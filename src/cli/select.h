/* select.h: selects records by their header. */
#ifndef CLI_SELECT_H
#define CLI_SELECT_H

#include "monread.h"
#include "cli/moment.h"

#define SELECT_DOMAINS 256u
#define SELECT_RECORDS 256u
#define SELECT_WANTED  32u /* domains that have a table by record number */

/* Records of one domain, or of all domains. */
struct select_range {
	int domain; /* -1: all domains */
	unsigned low, high;
};

/* Records as named on the command line: a record is in the list if it matches one of the ranges or names. */
struct select_list {
	struct select_range *ranges;
	unsigned nranges;
	char **names; /* names and patterns, ended by NULL; NULL: none */
};

struct select {
	/* The options. */
	int by_domain;
	unsigned char domains[SELECT_DOMAINS];
	struct select_list records, named; /* --record and --name: a record must be in both */
	struct select_list excluded;       /* --exclude: a record must not be in it */
	unsigned char type; /* 0: both */
	int all;            /* also end-of-frame records */
	int local;          /* times are local times */
	struct moment since, until;
	uint64_t count; /* UINT64_MAX: all */
	/* A condition on the content of records, evaluated last, before the record is counted; NULL: none. */
	int (*inside)(void *arg, const struct monread_ev *ev);
	void *inside_arg;
	/* Computed by select_prepare(). */
	unsigned char wanted[SELECT_WANTED][SELECT_RECORDS];
	int timed;
	int started;
	int64_t start_us; /* start of the input, with ->timed */
	int64_t since_us, until_us;
	int64_t until_set_us;  /* a sample that begins up to this time is shown to its end */
	uint64_t sample_set;   /* data set of the last sample record */
	int sample_known;      /* ->sample_set is valid */
	int sample_shown;      /* this data set is shown to its end */
	const struct monread_layouts *layouts;
	uint64_t passed; /* records that met all conditions except the count */
};

void select_done(struct select *s);

/* Add a LIST of the command line. Return NULL, or the expected form (a static text). Exits if out of memory. */
const char *select_add_domains(struct select *s, const char *list);
const char *select_add_records(struct select_list *records, const char *list);

/* Return 1 if --exclude contains the record; call it after select_prepare(). */
int select_excludes(const struct select *s, unsigned domain, unsigned record);

/* Call it when options and layouts are known. Return NULL, or the first name that no layout has. */
const char *select_prepare(struct select *s, const struct monread_layouts *l);

/* Return 0 if --domain, --record, --name and --exclude leave no record. Also return 1 for large numbers that the user
 * named but then excluded. Call it after select_prepare(). */
int select_is_possible(const struct select *s);

/* Return 1 if records of this layout are selected by numbers and names. */
int select_wants(const struct select *s, const struct monread_layout *l);

/* Return 1 if there is any condition. */
int select_filters(const struct select *s);

/* Begin an input: relative times count from its start. */
void select_begin_file(struct select *s);

/* Return 1 if a record of this number may be shown. */
int select_number(const struct select *s, unsigned domain, unsigned record);

/* Call this before the records of a part of an input, or of another input. If KNOWN, remember that the sample of
 * DATASET began at TOD: --until includes a sample by its first record, which may be in an earlier part. */
void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod);

/* Return 1 if the record of EV is to be shown, and count it. */
int select_record(struct select *s, const struct monread_ev *ev);

/* Return 1 if the requested number of records was shown. */
static inline int select_finished(const struct select *s)
{
	return s->passed >= s->count;
}

#endif
