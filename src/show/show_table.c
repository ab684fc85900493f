/* show_table.c: the table of monstat's options, in the order of --help. cli/options.c reads it. */
#include "config.h"

#define OPTIONS_STRUCT show_options
#include "show/show_options.h"

#define FORMAT_WORD(name) { #name, STAT_FORMAT_##name },
static const struct word formats[] = { STAT_FORMATS(FORMAT_WORD){ NULL, 0 } };

static const struct word times[] = {
	{ "utc", STAT_TIME_UTC },
	{ "local", STAT_TIME_LOCAL },
	{ "system", STAT_TIME_SYSTEM },
	{ NULL, 0 },
};

static const struct word days[] = {
	{ "sun", 0 }, { "mon", 1 }, { "tue", 2 }, { "wed", 3 },
	{ "thu", 4 }, { "fri", 5 }, { "sat", 6 }, { NULL, 0 },
};

static const struct word databases[] = {
	{ "sqlite", STAT_VIEWS_SQLITE },
	{ "duckdb", STAT_VIEWS_DUCKDB },
	{ "postgresql", STAT_VIEWS_POSTGRESQL },
	{ NULL, 0 },
};

#define USAGE "Usage: monstat [OPTION]... [REPORT]... [FILE]... [INTERVAL [COUNT]]\n"

static const struct options_row rows[] = {
	{ TEXT(USAGE "Report the use of z/VM systems from monitor data.\n"
		"\n"
		"REPORT is a name that --list shows, or all; without it, system.  FILE is a\n"
		"capture, a directory of captures, or a monreader device, - is standard input;\n"
		"without it, /dev/monreader.\n"
		"With INTERVAL, print one line per INTERVAL seconds; with COUNT, end after COUNT.\n"
		"\n"
		"What to show:\n") },
	{ "list", 'l', NULL,
	  "the reports, one per line; with FILE: * marks those with data, the others name the missing records",
	  FLAG(task.list), .where = WITH_ALL },
	{ "find", 0, "WORD",
	  "as --list, but only reports with WORD in their names, texts, columns, alarms or similar reports: swap, "
	  "FCX112",
	  STRING(task.find), .where = WITH_ALL },
	{ "explain", 0, "REPORT", "the meaning of its columns, and its basis",
	  STRING(task.explained), .values = VALUES_REPORT, .once = "one report is explained",
	  .where = WITH_ALL },
	{ "views", 0, "DB",
	  "the reports as CREATE VIEW statements for a database: sqlite, duckdb or postgresql",
	  WORD(task.views, databases), .where = WITH_ALL },
	{ "format", 'f', "FMT", NULL, WORD(choice.named, formats) },
	{ "alarms", 0, NULL,
	  "only values that cross the limits of REPORT (without it, of all reports), and their ends; then status 3",
	  FLAG(alarms.own) },
	{ "alarm", 0, "LIMIT",
	  "likewise, for your own limit:\n"
	  "'cpu.%busy > 90 and %susp > 5 for 3 until 85';\n"
	  "may be repeated",
	  STORES(OPTIONS_LIST, alarms.list), .repeats = 1 },
	{ "diff", 0, NULL,
	  "the averages of two FILEs, before and after: the most important changes of all reports, or REPORT side "
	  "by side",
	  FLAG(diff) },
	{ "html", 0, "FILE",
	  "REPORT (without it, all) as one page with charts in FILE, which must not exist; with -o DIR, FILE is an "
	  "index in DIR, beside a page for each system",
	  STRING(target.html), .values = VALUES_FILE },
	{ "top", 0, "N",
	  "only the first N lines of each interval, by its main column or --by; without N, on a "
	  "terminal, a screen that renews itself, until q",
	  CALLS(option_top), .min = 1, .max = 1000000, .optional = 1, .where = WITH_RANKS },
	{ "by", 0, "COLUMN",
	  "sorted by COLUMN, with or without its %, the highest first, texts from A to Z",
	  STRING(rows.by), .values = VALUES_COLUMN, .where = WITH_RANKS },
	{ "only", 0, "KEY=LIST",
	  "only rows whose column KEY matches: 'user=LINUX*', also a guest or owner;\n"
	  "may be repeated",
	  CALLS(option_only), .values = VALUES_KEY, .repeats = 1, .where = WITH_ONLY },
	{ "group", 0, "CLASSES",
	  "one line per class of users, volumes or guests; the first class that fits counts: "
	  "'linux=LX*,db=*DB*,other=*', or a FILE with such lines",
	  CALLS(option_group) },
	ROW_SYSTEM(WITH_REPORTS),
	{ "since", 0, "TIME", "intervals that lie mostly after TIME", STRING(period.since_text) },
	{ "until", 0, "TIME", "intervals that lie mostly before TIME", STRING(period.until_text) },
	{ "daily", 0, "FROM-TO",
	  "only intervals whose middle is between these times of a day: 09:00-17:00; "
	  "22:00-06:00 ends on the next day",
	  CALLS(option_daily) },
	{ "days", 0, "LIST",
	  "only days of the week: mon-fri; with --daily, days on which it begins",
	  CALLS(option_days), .values = VALUES_LIST, .words = days },
	{ "every", 0, "TIME", "the intervals of each TIME together: 15m, 1h, 1d",
	  STORES(OPTIONS_SECONDS, every) },
	ROW_TIME,
	{ "reports", 0, "DIR",
	  "also the reports in DIR, NAME.report; they override those that are built in",
	  STRING(reports), .values = VALUES_DIRECTORY,
	  .once = "give one directory that has all of them", .where = WITH_ALL },
	{ "time", 0, "ZONE",
	  "times in utc (default), local time, or the zone of the system (inferred)",
	  WORD(time, times), .where = WITH_TIMES },
	{ "output", 'o', "FILE",
	  "write to FILE instead of standard output; FILE.prom with -f openmetrics: only the last interval, for the "
	  "textfile collector, renewed after each interval",
	  STRING(target.output), .values = VALUES_FILE, .where = WITH_OUTPUT },
	{ "force", 0, NULL,
	  "FILE of --html may exist, that of --output may be a monitor capture: replace it",
	  FLAG(target.force), .where = WITH_ALL },
	{ "input-format", 'I', "FORM", "auto (default), stream, monwrite or device",
	  WORD(input.container, container_words), .where = WITH_REPORTS | WITH_LIST },
	{ "codepage", 0, "NAME", "code page of the text in records (default IBM-1047)",
	  STRING(codepage), .words = codepage_words },
	{ "follow", 0, NULL,
	  "keep reading as FILE grows or is rotated; of a directory, each system's newest file and later ones",
	  FLAG(input.follow) },
	ROW_LAYOUTS(WITH_REPORTS | WITH_LIST),
	ROW_RELEASE(WITH_REPORTS | WITH_LIST),
	{ "jobs", 'j', "N",
	  "run several reports with N processes; default: one per processor for large files; the output is the "
	  "same",
	  STORES(OPTIONS_NUMBER, pace.jobs), .min = 1, .max = 256 },
	{ "quiet", 'q', NULL, "no messages, except for files that cannot be opened or written",
	  FLAG(messages.quiet), .where = WITH_ALL },
	{ "messages", 0, "FORM", "text, or json: one object per line", .kind = OPTIONS_MESSAGES,
	  .words = message_words, .where = WITH_ALL },
	{ "verbose", 'v', NULL, "report more details", FLAG(messages.verbose), .where = WITH_ALL },
	ROWS_HELP,
	{ TEXT("\n"
		"Exit status:\n"
		"  0  everything was read and shown\n"
		"  1  something was damaged, missing, cut off or lost, or what --layouts\n"
		"     names has no layout in it; the rest was shown\n"
		"  2  a FILE, a page or the output could not be opened or written\n"
		"  3  with --alarms or --alarm: a value crossed a limit, even if data is damaged\n"
		" 64  the command line is wrong\n") },
};

static const struct options_removed removed[] = {
	{ "local", /* an option of other programs */ "use --time=local instead", NULL, 0 },
	{ "log", "use --messages instead", "messages", 0 },
	{ "no-site-layouts", "use --layouts=none instead", NULL, 0 },
	{ "textfile", "use -f openmetrics -o FILE instead", NULL, 0 },
	{ "user", /* an option of monread */ "use --only=user=NAME instead", NULL, 0 },
	{ NULL, NULL, NULL, 0 },
};
_Static_assert(sizeof rows / sizeof rows[0] < OPTIONS_MOST, "OPTIONS_MOST is too small");
_Static_assert(sizeof removed / sizeof removed[0] <= REMOVED_MOST, "REMOVED_MOST is too small");

static const char tasks[] = USAGE
	"Report how busy a z/VM system was, its users and its slow devices.  FILE is a\n"
	"capture, a directory of captures, a device or - for standard input.\n"
	"\n"
	"  monstat FILE                      the system, one line per interval\n"
	"  monstat user --top=10 --by=cpu FILE\n"
	"                                    who used the processors\n"
	"  monstat cpu,device FILE           two reports\n"
	"  monstat cpu --since=08:00 --until=09:00 FILE\n"
	"  monstat device --every=1h FILE    one line per hour\n"
	"  monstat --alarms FILE             values that cross their limits, if any\n"
	"  monstat --diff BEFORE AFTER       compare two captures\n"
	"  monstat --html=PAGE FILE          charts of all reports\n"
	"  monstat -f csv user FILE          for programs; also json, openmetrics\n"
	"  monstat --top /dev/monreader      a screen that renews itself\n"
	"\n"
	"The reports: monstat --list.  Their columns: monstat --explain=user.\n"
	"All options: monstat --help.  More: man monstat.\n";

const struct options_program program_options = {
	.name = "monstat",
	.title = "monstat (monread)",
	.tasks = tasks,
	.rows = rows,
	.n = sizeof rows / sizeof rows[0],
	.operands = { VALUES_REPORT_OR_FILE, VALUES_REPORT_OR_FILE },
	.removed = removed,
};
