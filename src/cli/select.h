/* select.h: which records are shown. */
#ifndef CLI_SELECT_H
#define CLI_SELECT_H

#include "monread.h"
#include "cli/moment.h"

#define SELECT_DOMAINS 256u
#define SELECT_RECORDS 256u
#define SELECT_WANTED  32u /* domains with a table of their records */

/* Records of one domain, or of all. */
struct select_range {
	int domain; /* -1: any */
	unsigned low, high;
};

/* Records as the command line names them: a record is in the list if one of the ranges or names is its. */
struct select_list {
	struct select_range *ranges;
	unsigned nranges;
	char **names; /* globs, upper case */
	unsigned nnames;
};

struct select {
	/* As asked for. */
	int by_domain;
	unsigned char domains[SELECT_DOMAINS];
	struct select_list records, named; /* --record and --name: a record must be in both */
	struct select_list excluded;       /* --exclude: a record must not be in it */
	char **users; /* globs, upper case */
	unsigned nusers;
	unsigned char type; /* 0: both */
	int all;            /* end-of-frame records too */
	int local;          /* times are local times */
	struct moment since, until;
	uint64_t count; /* UINT64_MAX: all */
	/* What the record itself decides: asked last, before those that pass are counted.  NULL: nothing. */
	int (*inside)(void *arg, const struct monread_ev *ev);
	void *inside_arg;
	/* Worked out. */
	unsigned char wanted[SELECT_WANTED][SELECT_RECORDS];
	int by_number; /* of domains below SELECT_WANTED nothing but domain and record number decides */
	int timed;
	int started;
	int64_t start_us; /* of the input, with ->timed */
	int64_t since_us, until_us;
	int64_t until_set_us;  /* a data set whose sample begins up to here is shown to its end */
	uint64_t sample_set;   /* the data set of the last sample record, */
	int sample_known;      /* if there was one, */
	int sample_shown;      /* and whether it is shown to its end */
	const struct monread_layouts *layouts;
	uint64_t passed; /* records for which all conditions except the count hold */
};

void select_init(struct select *s);
void select_done(struct select *s);

/* Add a LIST of the command line.  NULL, or what is wrong with it (a static text). */
const char *select_add_domains(struct select *s, const char *list);
const char *select_add_records(struct select_list *records, const char *list);
const char *select_add_users(struct select *s, const char *list);

/* Whether --exclude has the record.  After select_prepare(). */
int select_excludes(const struct select *s, unsigned domain, unsigned record);

/* Whether the user with this ID is one of those. */
int select_user(const struct select *s, const char *id);

/* NULL, or which conditions can never hold together (a static text). */
const char *select_contradiction(const struct select *s);

/* To be called when the options and layouts are known.  NULL, or the name that no layout has. */
const char *select_prepare(struct select *s, const struct monread_layouts *l);

/* Do --domain, --record and --name leave one of the records that are named?  Call it after select_prepare().  Yes if
 * patterns name no record at all. */
int select_names_meet(const struct select *s);

/* Leave out the records whose layout, the first one of their number, does not KEEP. */
void select_narrow(struct select *s, int (*keep)(void *arg, const struct monread_layout *l), void *arg);

/* Whether records of this layout are selected, by their numbers and names. */
int select_wants(const struct select *s, const struct monread_layout *l);

/* Any condition at all? */
int select_filters(const struct select *s);

/* A new input begins: times count from its start. */
void select_begin_file(struct select *s);

/* Data sets of several inputs alternate: one of another input than the one before begins. */
void select_turn(struct select *s);

/* Whether a record of this number may be among those that are shown. */
int select_number(const struct select *s, unsigned domain, unsigned record);

/* Of a part of an input: the samples of DATASET, where KNOWN, began with a record of this TOD. */
void select_sample(struct select *s, int known, uint64_t dataset, uint64_t tod);

/* Whether the record of EV is to be shown, where more than its numbers decide. */
int select_closely(struct select *s, const struct monread_ev *ev);

/* Whether the record of EV is to be shown. */
static inline int select_record(struct select *s, const struct monread_ev *ev)
{
	if (s->by_number && ev->domain < SELECT_WANTED && ev->record < SELECT_RECORDS)
		return s->wanted[ev->domain][ev->record];
	return select_closely(s, ev);
}

/* As many as were asked for have been shown. */
static inline int select_finished(const struct select *s)
{
	return s->passed >= s->count;
}

#endif
