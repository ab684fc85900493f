/* options.h: the command line as a struct. */
#ifndef STAT_OPTIONS_H
#define STAT_OPTIONS_H

#include "cli/moment.h"
#include "input/input.h"
#include "monread.h"

enum action { ACTION_REPORT, ACTION_LIST, ACTION_EXPLAIN, ACTION_VIEWS };

/* The database that --views is for. */
enum stat_views { STAT_VIEWS_SQLITE, STAT_VIEWS_DUCKDB, STAT_VIEWS_POSTGRESQL };

enum stat_time { STAT_TIME_UTC, STAT_TIME_LOCAL };

/* Where an option has an effect: with reports where its row says nothing. */
#define WITH_REPORTS 1u
#define WITH_LIST    2u
#define WITH_EXPLAIN 4u
#define WITH_VIEWS   8u
#define WITH_ALL     (WITH_REPORTS | WITH_LIST | WITH_EXPLAIN | WITH_VIEWS)

struct format;

struct options {
	enum action action;
	const char *explained; /* the report of --explain */
	enum stat_views views;
	const struct format *format;
	const char *chosen;   /* by this option; NULL: by none */
	const char *html;     /* the file of --html, which is ->output, too; NULL: none */
	const char *reports;  /* directory; NULL: only those that are built in */
	int screen;           /* --top without a number */
	unsigned top;         /* rows of an interval; 0: all */
	const char *by;       /* column; NULL: as the report sorts them */
	char **only;          /* KEY=GLOB, all of which must hold for a row; ended by NULL; NULL: none */
	const char *systems;  /* globs; NULL: all */
	const char *since_text, *until_text;
	struct moment since, until;
	double every;         /* seconds; 0: each interval */
	enum stat_time time;
	const char *output;   /* NULL: standard output */
	const char *textfile; /* FILE.prom of --output, for OpenMetrics; NULL: none */
	int force;
	struct input_options input;
	unsigned release;
	const char *codepage;
	char **layouts; /* ended by NULL; NULL: none */
	char **places;  /* of $MONREAD_LAYOUTS: those with a directory for each release; ended by NULL */
	int no_site_layouts;
	int quiet, verbose;
	char **operands;
	int noperands;
	/* What operands_take() makes of them: */
	const char **names; /* of reports */
	size_t nnames;
	int all;            /* none was named: all that can be shown */
	char **given; /* FILEs, */
	char **files; /* and the same with those in directories, once operands_find_files() was called */
	int nfiles;
	struct folder_names found;
	int follows;     /* INTERVAL was given: a line when so much has passed, */
	double interval; /* seconds */
	unsigned count;  /* lines; 0: no end */
};

/* The option that chose what is done; NULL: reports are shown. */
static inline const char *options_action(const struct options *o)
{
	static const char *const names[] = { NULL, "list", "explain", "views" };

	return names[o->action];
}

/* Exits by itself on --help, --version and bad usage. */
void options_parse(struct options *o, int argc, char **argv);
void options_done(struct options *o);

#endif
