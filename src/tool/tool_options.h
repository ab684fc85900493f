/* tool_options.h: the command line of monread. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "out/formats.h"
#include "session/session.h"
#include "cli/options.h"
#include "cli/select.h"
#include "store/store.h"

/* Bits of ->where in struct options_row, in addition to OUT_TAKES_...: runs in which an option has
 * an effect. */
#define APPLIES_LAYOUTS 0x0100u /* actions that read no records */
#define APPLIES_RECORDS  OPTIONS_USUAL
#define APPLIES_QUERY    0x0400u /* --sql */
#define APPLIES_DATABASE 0x0800u /* --sqlite */
#define APPLIES_THINNED  0x1000u /* --write stores records that are not shown */
#define APPLIES_TIME     0x2000u /* the output shows times that may not be in UTC */
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
	const char *action_name; /* the option that chose ->action */
	const char *name; /* argument of the option ->action_name */
	const struct out_format *format;
	struct select select;
	const char *systems; /* globs of --system; NULL: all */
	struct input_options input;
	/* options of --write; ->every of this structure also applies to shown records */
	struct store_options store;
	const char *output; /* NULL: standard output */
	int merge;
	int quiet;
	int sql; /* 1: --format=sql, which is for descriptions of tables */
	enum action page; /* the action of --format=dsect or check; else ACTION_SHOW */
	/* pages of --layouts and $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	char **layouts;
	/* directories with a subdirectory per release; from $MONREAD_LAYOUTS */
	char **places;
	int has_site; /* 1: monread-fetch-layouts has made layouts */
	unsigned release; /* of z/VM; 0: not given */
	/* the FILEs; options_find_files() replaces directories by their captures */
	char **files;
	int nfiles;
	struct folder_names found;
	/* conditions in addition to ->select; NULL: not given */
	struct {
		char **users; /* globs, ended by NULL */
		const char *where;
		const char *since, *until;
	} which;
	struct {
		char **fields; /* names and globs of fields, ended by NULL; NULL: all */
		int doctor, explain, wide;
		enum out_time time;
		enum out_counters counters;
		const char *codepage;
		int color; /* -1: auto */
		const char *split; /* directory; NULL: one output */
	} shown;
	struct {
		int wanted, keep_unknown;
		const char *keyfile; /* NULL: a random key */
	} anonymize;
	struct {
		double duration; /* in seconds; 0: no limit */
		/* -1: report the progress if standard error is a terminal and the output is not */
		int progress;
		int strict, verbose;
		unsigned jobs; /* number of threads; 0: depends on the size of the input */
	} run;
};

static inline int query_asked(const struct options *o)
{
	return o->action == ACTION_SQL || o->action == ACTION_SQLITE;
}

/* doctor.c */
extern const struct out_format doctor_format, doctor_json_format;

/* Exits after --help, --version and usage errors. */
void options_parse(struct options *o, int argc, char **argv);
/* Replace directories among the FILEs by their captures. Return 0, or -1 after a message. */
int options_find_files(struct options *o);

void options_done(struct options *o);

#endif
