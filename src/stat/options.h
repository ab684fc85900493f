/* options.h: the command line of monstat as a struct. */
#ifndef STAT_OPTIONS_H
#define STAT_OPTIONS_H

#include "cli/moment.h"
#include "cli/options.h"
#include "input/input.h"
#include "monread.h"

enum action { ACTION_REPORT, ACTION_LIST, ACTION_EXPLAIN, ACTION_VIEWS };

/* The database that --views prints statements for. */
enum stat_views { STAT_VIEWS_NONE, STAT_VIEWS_SQLITE, STAT_VIEWS_DUCKDB, STAT_VIEWS_POSTGRESQL };

enum stat_time { STAT_TIME_UTC, STAT_TIME_LOCAL };

/* The actions with which an option has an effect. A row of the table of options that names none means WITH_REPORTS. */
#define WITH_REPORTS 1u
#define WITH_LIST    2u
#define WITH_EXPLAIN 4u
#define WITH_VIEWS   8u
#define WITH_ALL     (WITH_REPORTS | WITH_LIST | WITH_EXPLAIN | WITH_VIEWS)

struct format;
struct report;

struct options {
	enum action action;
	const char *explained; /* report of --explain */
	const char *find;      /* word of the reports to list; NULL: all */
	enum stat_views views;
	int list, diff;
	int named;            /* number of the format of --format in STAT_FORMATS; -1: none */
	const struct format *format;
	const char *chosen;   /* option that chose ->format; NULL: none */
	const struct format *data; /* of --alarms and --diff: &format_csv or &format_json; NULL: text */
	char **alarms;        /* of --alarm; ended by NULL; NULL: none */
	int own_alarms;       /* --alarms: also the alarms that reports have */
	const char *html;     /* file of --html, which is also ->output; NULL: none */
	const char *pages;    /* directory with a page per system, of which ->html is the index; NULL: one page */
	char *index;          /* memory of ->html in that directory */
	const char *reports;  /* directory of --reports; NULL: only built-in reports */
	int screen;           /* --top without a number */
	unsigned top;         /* rows per interval; 0: all */
	const char *by;       /* column to sort by; NULL: as the report sorts */
	char **only;          /* KEY=GLOB; a row must match all of them; ended by NULL; NULL: all rows */
	const char *systems;  /* globs; NULL: all systems */
	const char *since_text, *until_text;
	struct moment since, until;
	double every;         /* seconds per step; 0: show each interval */
	enum stat_time time;
	const char *output;   /* NULL: standard output */
	const char *textfile; /* FILE.prom of --output; NULL: none */
	int force;
	struct input_options input;
	unsigned release;
	const char *codepage;
	char **layouts; /* the arguments of --layouts and pages of $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	char **places;  /* directories of $MONREAD_LAYOUTS that have a directory per release; ended by NULL */
	int quiet, verbose;
	char **operands;
	int noperands;
	/* Set by operands_take(): */
	struct report **wanted; /* the reports to show */
	size_t nwanted, wanted_room;
	int all;            /* show all reports that can be shown */
	char **given; /* FILEs of the command line */
	char **files; /* FILEs with directories replaced by their files, after operands_find_files() */
	int nfiles;
	struct folder_names found;
	int follows;     /* INTERVAL was given: print a line per INTERVAL */
	double interval; /* seconds */
	unsigned count;  /* number of lines; 0: unlimited */
};

/* Return the option that chose the action; NULL: reports are shown. */
static inline const char *options_action(const struct options *o)
{
	static const char *const names[] = { NULL, "list", "explain", "views" };

	return o->find && !o->list ? "find" : names[o->action];
}

/* Options that need more than storing a value; see struct options_row. operands_take() checks later whether the reports
 * have the columns of --only. */
void option_only(void *options, const struct options_row *row, const char *arg);
void option_top(void *options, const struct options_row *row, const char *arg);

/* Exits after --help, --version and bad usage. */
void options_parse(struct options *o, int argc, char **argv);
void options_done(struct options *o);

#endif
