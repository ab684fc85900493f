/* tool_options.h: struct options has the command line of monread. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "monread.h"
#include "out/formats.h"
#include "session/session.h"
#include "cli/diag.h"
#include "cli/options.h"
#include "cli/select.h"
#include "store/store.h"

/* Bits of ->where in the table of options: an option has an effect if one of its bits applies to
 * the run. If an option depends on the format, ->where also has bits OUT_TAKES_... */
#define APPLIES_LAYOUTS 0x0100u /* --describe, --xref, --find and --tables, which read no records */
#define APPLIES_RECORDS  OPTIONS_USUAL
#define APPLIES_QUERY    0x0400u /* --sql */
#define APPLIES_DATABASE 0x0800u /* --sqlite */
#define APPLIES_THINNED  0x1000u /* records are stored by --write and not shown */
#define APPLIES_TIME     0x2000u /* the output shows times, and some may not be in UTC */
#define APPLIES_FILES    0x4000u /* the input is not a device */
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
	const char *action_name; /* name of the option that chose ->action */
	const char *name; /* argument of that option: a record, field, word, query or database */
	const struct out_format *format;
	struct select select;
	const char *systems; /* list of globs of --system; NULL: all systems */
	struct input_options input;
	/* options of the store; its member ->every applies to shown records, too */
	struct store_options store;
	const char *output; /* file of --output; NULL: standard output */
	int merge; /* 1: read all inputs in order of time */
	int quiet;
	int sql; /* 1: --format=sql was given, a format of descriptions of tables, not of records */
	enum action page; /* action of --format=dsect or --format=check; else ACTION_SHOW */
	/* the arguments of --layouts and pages of $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	char **layouts;
	/* the directories in $MONREAD_LAYOUTS that have one directory per release; ended by NULL */
	char **places;
	int has_site; /* 1 if monread-fetch-layouts has made layouts of any release */
	unsigned release; /* release of z/VM that --release names; 0: not given */
	/* the operands; options_find_files() replaces directories by their captures */
	char **files;
	int nfiles;
	struct folder_names found;
	/* Options that select records, in addition to ->select: */
	struct {
		char **users; /* globs of --user, ended by NULL; NULL: all users */
		const char *where; /* condition of --where; NULL: not given */
		const char *since, *until; /* arguments of --since and --until; NULL: not given */
	} which;
	/* How records are shown: */
	struct {
		char **fields; /* names and globs of --fields, ended by NULL; NULL: all fields */
		int doctor, explain, wide;
		enum out_time time;
		enum out_counters counters;
		const char *codepage;
		int color; /* -1: auto */
		const char *split; /* directory of --split; NULL: one output */
	} shown;
	struct {
		int wanted, keep_unknown;
		const char *keyfile; /* file with the key; NULL: a random key */
	} anonymize;
	struct {
		double duration; /* seconds after which the run ends; 0: no limit */
		/* 1: show progress; 0: do not; -1: if only standard error is a terminal */
		int progress;
		int strict, verbose;
		unsigned jobs; /* number of threads; 0: chosen by the size of the input */
	} run;
};

/* Return 1 if the action of O is --sql or --sqlite. */
static inline int query_asked(const struct options *o)
{
	return o->action == ACTION_SQL || o->action == ACTION_SQLITE;
}

/* doctor.c: the formats of --doctor, which check each selected record and print one report per
 * input. */
extern const struct out_format doctor_format, doctor_json_format;

/* Read the command line to O. Exits after --help, --version and usage errors. */
void options_parse(struct options *o, int argc, char **argv);
/* Replace directories among the FILEs by their captures. Return 0, or -1 after a message that
 * nothing can be read. */
int options_find_files(struct options *o);

void options_done(struct options *o);

#endif
