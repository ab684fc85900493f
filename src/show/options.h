/* options.h: the command line of monstat as a struct. */
#ifndef SHOW_OPTIONS_H
#define SHOW_OPTIONS_H

#include "cli/moment.h"
#include "cli/options.h"
#include "input/input.h"
#include "monread.h"

enum action { ACTION_REPORT, ACTION_LIST, ACTION_EXPLAIN, ACTION_VIEWS };

/* The database for which --views prints statements. */
enum stat_views { STAT_VIEWS_NONE, STAT_VIEWS_SQLITE, STAT_VIEWS_DUCKDB, STAT_VIEWS_POSTGRESQL };

enum stat_time { STAT_TIME_UTC, STAT_TIME_LOCAL };

/* The actions and formats with which an option has an effect. */
#define WITH_REPORTS OPTIONS_USUAL
#define WITH_LIST    2u
#define WITH_EXPLAIN 4u
#define WITH_VIEWS   8u
#define WITH_ALL     (WITH_REPORTS | WITH_LIST | WITH_EXPLAIN | WITH_VIEWS)
#define WITH_TIMES   16u  /* formats in which times have the zone of --time */
#define WITH_RANKS   32u  /* formats that sort and cut rows */
#define WITH_ONLY    64u  /* formats that select rows */
#define WITH_OUTPUT  128u /* formats that can be written to a file */

struct format;
struct report;

struct options {
	enum action action;
	const char *explained; /* report of --explain */
	const char *find;      /* word of --find; NULL: --list shows all reports */
	enum stat_views views;
	int list, diff;
	int named;            /* index in STAT_FORMATS of the argument of --format; -1: not given */
	const struct format *format;
	const char *chosen;   /* name of the option that chose ->format; NULL: none */
	const struct format *data; /* output format of --alarms and --diff: &format_csv or &format_json; NULL: text */
	char **alarms;        /* arguments of --alarm, ended by NULL; NULL: none */
	int own_alarms;       /* 1 with --alarms: also check the alarms that reports have */
	const char *html;     /* file of --html, which is also ->output; NULL: none */
	const char *pages;    /* directory of --output for one page per system, with ->html as index; NULL: one page */
	char *index;          /* allocated path of the index in ->pages, to which ->html points */
	const char *reports;  /* directory of --reports; NULL: only built-in reports */
	int screen;           /* --top without a number */
	unsigned top;         /* rows per interval; 0: all */
	const char *by;       /* column of --by; NULL: the order of the report */
	char **only;          /* arguments KEY=GLOB of --only, ended by NULL; rows must match all; NULL: all rows */
	const char *systems;  /* globs; NULL: all systems */
	const char *since_text, *until_text;
	struct moment since, until;
	double every;         /* argument of --every in seconds; 0: show each interval */
	enum stat_time time;
	const char *output;   /* NULL: standard output */
	const char *textfile; /* FILE.prom of --output for the textfile collector; NULL: none */
	int force;
	struct input_options input;
	unsigned release;
	const char *codepage;
	char **layouts; /* the arguments of --layouts and pages of $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	char **places;  /* directories in $MONREAD_LAYOUTS with a subdirectory per release, ended by NULL */
	int quiet, verbose;
	char **operands;
	int noperands;
	/* Set by operands_take(): */
	struct report **wanted; /* the reports to show */
	size_t nwanted, wanted_room;
	int all;            /* 1: show all reports; those without records are left out */
	char **given; /* FILEs of the command line */
	char **files; /* FILEs with directories replaced by their files, after operands_find_files() */
	int nfiles;
	struct folder_names found;
	int follows;     /* INTERVAL was given: print a line per INTERVAL */
	double interval; /* seconds */
	unsigned count;  /* number of lines; 0: unlimited */
};

/* Return the name of the option that chose the action; NULL: reports are shown. */
static inline const char *options_action(const struct options *o)
{
	static const char *const names[] = { NULL, "list", "explain", "views" };

	return o->find && !o->list ? "find" : names[o->action];
}

/* Functions of the table of options, see struct options_row. operands_take() checks later if columns of --only
 * exist. */
void option_only(void *options, const struct options_row *row, const char *arg);
void option_top(void *options, const struct options_row *row, const char *arg);

/* Read the command line into O. Exits after --help, --version and bad usage. */
void options_parse(struct options *o, int argc, char **argv);
void options_done(struct options *o);

#endif
