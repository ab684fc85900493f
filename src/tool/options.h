/* options.h: the command line of monread as a struct. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "monread.h"
#include "out/formats.h"
#include "input/input.h"
#include "cli/diag.h"
#include "cli/select.h"
#include "store/store.h"

/* Where an option has an effect: one of its bits must apply.  Bits of formats are OUT_TAKES_.... */
#define APPLIES_LAYOUTS  0x0100u /* --describe and the like: no records are read */
#define APPLIES_RECORDS  0x0200u
#define APPLIES_QUERY    0x0400u /* --sql */
#define APPLIES_DATABASE 0x0800u /* --sqlite */
#define APPLIES_THINNED  0x1000u /* records are stored and not shown */
#define APPLIES_TIME     0x2000u /* times are shown, and not always in UTC */
#define APPLIES_FILES    0x4000u /* not to a device */
#define APPLIES_SELECTS  0x8000u /* the option selects records */

enum action {
	ACTION_SHOW,
	ACTION_FIND,
	ACTION_DESCRIBE,
	ACTION_XREF,
	ACTION_TABLES,
	ACTION_CHECK_PAGE,
	ACTION_TO_DSECT,
	ACTION_SQL,
	ACTION_SQLITE
};

struct options {
	enum action action;
	const char *action_name; /* name of the option of the action */
	const char *name; /* of --describe and --xref; the word of --find; the query of --sql; the database of
	                   * --sqlite */
	const struct out_format *format;
	struct select select;
	char **users; /* globs, ended by NULL; NULL: all */
	const char *where; /* NULL: not given */
	const char *systems; /* globs; NULL: all */
	const char *since, *until; /* as written; NULL: not given */
	int all;
	char **fields; /* ended by NULL; NULL: all */
	int doctor;
	int explain;
	int wide;
	struct input_options input;
	struct store_options store;
	double duration;  /* seconds; 0: no end */
	const char *output; /* NULL: standard output */
	enum out_time time;
	enum out_counters counters;
	double every; /* seconds; 0: all samples */
	int merge;    /* inputs in order of time */
	int anonymize, keep_unknown;
	const char *keyfile; /* of --anonymize; NULL: a random key */
	const char *codepage;
	int color; /* -1: auto */
	const char *split; /* of --split; NULL: one output */
	int sql;      /* --format=sql, which is not a format of records */
	enum action page; /* --format=dsect or --format=check */
	int progress; /* 1: report it; 0: do not; -1: if it helps */
	int strict;
	unsigned jobs; /* threads that format; 0: as many as are useful */
	int quiet;
	int verbose;
	char **layouts; /* the arguments of --layouts and pages of $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	char **places;  /* the words of $MONREAD_LAYOUTS with a directory for each release; ended by NULL */
	int has_site; /* there are site layouts, of any release */
	unsigned release;     /* 0: from the data */
	char **files; /* after options_find_files(): with the captures in place of directories */
	int nfiles;
	struct folder_names found;
};

/* Return 1 if the action of O is --sql or --sqlite. */
static inline int query_asked(const struct options *o)
{
	return o->action == ACTION_SQL || o->action == ACTION_SQLITE;
}

/* doctor.c: formats of --doctor, which see each selected record and print one report per input. */
extern const struct out_format doctor_format, doctor_json_format;

/* Exits on --help, --version and errors. */
void options_parse(struct options *o, int argc, char **argv);
/* Replace directories among the FILEs by their captures. 0, or -1: there is nothing to read, which was reported. */
int options_find_files(struct options *o);

void options_done(struct options *o);

#endif
