/* show_options.h: the command line of monstat as a struct. */
#ifndef SHOW_OPTIONS_H
#define SHOW_OPTIONS_H

#include "cli/moment.h"
#include "cli/options.h"
#include "report/collect.h"
#include "session/session.h"

enum action { ACTION_REPORT, ACTION_LIST, ACTION_EXPLAIN, ACTION_VIEWS };

enum stat_views { STAT_VIEWS_NONE, STAT_VIEWS_SQLITE, STAT_VIEWS_DUCKDB, STAT_VIEWS_POSTGRESQL };

enum stat_time { STAT_TIME_UTC, STAT_TIME_LOCAL, STAT_TIME_SYSTEM };

#define STAT_FORMATS(F) F(text) F(csv) F(tsv) F(json) F(openmetrics) F(influx) F(otlp)
#define FORMAT_NUMBER(name) STAT_FORMAT_##name,
enum stat_format { STAT_FORMATS(FORMAT_NUMBER) STAT_FORMATS_END };

/* Bits for the actions and formats on which an option has an effect. */
#define WITH_REPORTS OPTIONS_USUAL
#define WITH_LIST 2u
#define WITH_EXPLAIN 4u
#define WITH_VIEWS 8u
#define WITH_ALL (WITH_REPORTS | WITH_LIST | WITH_EXPLAIN | WITH_VIEWS)
#define WITH_TIMES 16u /* formats that print times in the zone of --time */
#define WITH_RANKS 32u /* formats that can sort rows and limit their number */
#define WITH_ONLY 64u /* formats that select rows */
#define WITH_OUTPUT 128u /* formats that can be written to a file */

struct format;
struct report;

#define SHOW_DAY INT64_C(86400000000) /* microseconds */

/* The windows of time that --daily and --days select. If all members are 0, each window is a whole
 * day. */
struct windows {
	/* start and end of a window in microseconds since midnight; the end does not belong to it.
	 * If ->to is 0 or less than ->from, the window ends on the next day */
	int64_t from, to;
	unsigned days; /* bit mask of the days on which windows begin; Sunday is bit 0; 0: all */
};

struct show_options {
	struct {
		enum action action;
		const char *explained;
		const char *find; /* word of --find; NULL: --list shows all reports */
		enum stat_views views;
		int list;
	} task;
	int diff;
	struct {
		int named; /* enum stat_format of --format; -1: --format was not given */
		/* name of the option that chose the format; NULL: the default format */
		const char *option;
	} choice;
	const struct format *format;
	/* output format of --alarms and --diff: &format_csv or &format_json; NULL: text */
	const struct format *data;
	struct {
		char **list; /* arguments of --alarm, ended by NULL; NULL: none */
		int own; /* 1 with --alarms: also check the alarms that reports define */
	} alarms;
	struct {
		const char *html; /* NULL: none */
		/* directory of --output, in which each system gets a page; NULL: one page for all
		 * systems */
		const char *pages;
		/* allocated path of the page with links to the pages in ->pages; ->html is the same
		 * path */
		char *index;
		const char *output; /* NULL: standard output */
		const char *textfile; /* FILE.prom of --output; NULL: none */
		int force;
	} target;
	const char *reports; /* NULL: only built-in reports */
	int screen; /* 1: full screen (--top without a number) */
	struct {
		unsigned top; /* 0: all */
		const char *by; /* column of --by; NULL: rows keep the order of the report */
		char **only; /* KEY=GLOB of each --only, ended by NULL; NULL: show all rows */
		char **classes; /* CLASS=GLOB of --group, ended by NULL; NULL: no classes */
	} rows;
	const char *systems; /* patterns of --system; NULL: all systems */
	struct {
		const char *since_text, *until_text;
		struct moment since, until;
		struct windows windows;
	} period;
	double every; /* seconds; 0: show each interval */
	enum stat_time time;
	struct input_options input;
	unsigned release;
	const char *codepage;
	char **layouts; /* files of --layouts and $MONREAD_LAYOUTS, ended by NULL; NULL: none */
	/* directories that have a subdirectory per release, from $MONREAD_LAYOUTS, ended by NULL */
	char **places;
	struct {
		int quiet, verbose;
	} messages;
	struct {
		char **list;
		int n;
	} operands;
	/* The reports to show. operands_take() sets this member and the members after it. */
	struct {
		struct report **list;
		size_t n, room;
		int all; /* 1: show all reports except those that have no records */
	} wanted;
	struct {
		char **given;
		char **list; /* ->given, with each directory replaced by the captures in it */
		int n;
		struct folder_names found;
	} files;
	struct {
		int follows; /* 1: INTERVAL was given: print one line per INTERVAL */
		double interval; /* seconds */
		unsigned count; /* number of lines; 0: unlimited */
		unsigned jobs; /* number of processes; 0: depends on the size of the captures */
	} pace;
};

/* Return the name of the option that chose the action; NULL: the action is to show reports. */
static inline const char *options_action(const struct show_options *o)
{
	static const char *const names[] = { NULL, "list", "explain", "views" };

	return o->task.find && !o->task.list ? "find" : names[o->task.action];
}

/* Functions for the table of options, see struct options_row. */
void option_only(void *options, const struct options_row *row, const char *arg);
void option_daily(void *options, const struct options_row *row, const char *arg);
void option_days(void *options, const struct options_row *row, const char *arg);
void option_group(void *options, const struct options_row *row, const char *arg);
void option_top(void *options, const struct options_row *row, const char *arg);

/* Return 1 if LOCAL, a local time in microseconds since 1970, is in a window of W. Set *DAY to the
 * midnight of the day on which this window began; if LOCAL is not in a window, to the midnight
 * before LOCAL. */
int windows_have(const struct windows *w, int64_t local, int64_t *day);

/* Read the command line into the options O. Exits after --help, --version and bad usage. */
void options_parse(struct show_options *o, int argc, char **argv);
void options_done(struct show_options *o);

/* ---- What main() calls ---- */

/* These functions print their own error messages. */

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for each table that reports
 * read. */
void views_print(const struct show_options *o, const struct collect *c,
                 const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* Read the captures and show the reports that the options O name. Returns 1 if an alarm began. */
int run_reports(struct show_options *o, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage);

void about_list(const struct show_options *o, const struct collect *c,
                const struct monread_layouts *layouts);
void about_report(const struct show_options *o, const struct collect *c,
                  const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* Divide the operands in the options O into reports, files, INTERVAL and COUNT, and check --by,
 * --only and --alarm. Exits with a message if something is wrong. */
void operands_take(struct show_options *o, const struct collect *c);

/* Replace directories among the operands FILE by their captures. Returns 0, or -1, after a message,
 * if no file is left to read. */
int operands_find_files(struct show_options *o);

/* Exit with the message that NAME is not a report. OPTION: option with the argument NAME; "": NAME
 * is an operand. */
void operands_unknown(const struct collect *c, const char *option, const char *name)
	__attribute__((noreturn));

#endif
