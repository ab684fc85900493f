/* show_options.c: read the command line into a struct, and refuse contradictions. */
#include "config.h"

#include "show/show_options.h"

#include <stdio.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/again.h"
#include "cli/lists.h"
#include "cli/pages.h"
#include "show/format.h"

#define CLASS_ROOM 160u /* maximum size of the name of a class, and of a glob */
#define CLASSES_MAX (1024u * 1024u) /* maximum size of the file of --group */

/* With --output=DIR, the argument of --html is the name of the index in DIR. */
static void settle_html(struct show_options *o)
{
	size_t n = o->target.output ? strlen(o->target.output) + strlen(o->target.html) + 2 : 0;

	if (o->target.output && (strchr(o->target.html, '/') || strcmp(o->target.html, "-") == 0))
		diag_usage(
			"--html=%s: with --output=DIR, expected the name of a file in DIR, as in index.html",
			o->target.html);
	if (o->target.output) {
		o->target.index = lists_need(malloc(n));
		snprintf(o->target.index, n, "%s/%s", o->target.output, o->target.html);
		o->target.pages = o->target.output;
		o->target.html = o->target.index;
	}
	o->target.output = o->target.html;
}

/* ---- Options that need more than storing a value ---- */

void option_only(void *options, const struct options_row *row, const char *arg)
{
	const char *globs = strchr(arg, '=');

	if (!globs || globs == arg || !globs_are(globs + 1))
		diag_usage("--%s=%s: expected a column and names or globs, as in user=LINUX*,TCPIP",
		           row->name, arg);
	lists_add(&((struct show_options *)options)->rows.only, arg, '\0');
}

/* Add the classes in LIST, such as db=*DB*,*SQL*,other=*, to *CLASSES: CLASS=GLOB for each glob.
 * LIST may have several lines, and comments after #. Returns 0, or -1: the syntax is wrong. */
static int add_classes(char ***classes, const char *list)
{
	char word[2 * CLASS_ROOM], name[CLASS_ROOM] = "";
	size_t n, end;

	for (list += strspn(list, " \t\n"); *list; list += strspn(list, " \t\n")) {
		n = strcspn(list, *list == '#' ? "\n" : "=,\n");
		if (list[n] == '=' && n < sizeof name) {
			snprintf(name, sizeof name, "%.*s", (int)n, list);
		} else if (*list != '#') {
			for (end = n; end > 0 && mr_is_blank(list[end - 1]); end--)
				;
			if (!*name || !end || end >= CLASS_ROOM)
				return -1;
			snprintf(word, sizeof word, "%s=%.*s", name, (int)end, list);
			lists_add(classes, word, '\0');
		}
		list += n + (list[n] != '\0');
	}
	return 0;
}

void option_group(void *options, const struct options_row *row, const char *arg)
{
	struct show_options *o = options;
	char *text = NULL;
	size_t n;
	int rc;

	if (!strchr(arg, '=')) {
		text = mr_read_descriptor(again_open(arg, O_RDONLY | O_CLOEXEC, 0), CLASSES_MAX,
		                          &n);
		if (!text)
			diag_usage("--%s=%s: cannot be read: %s", row->name, arg, strerror(errno));
	}
	lists_free(o->rows.classes);
	o->rows.classes = NULL;
	rc = add_classes(&o->rows.classes, text ? text : arg);
	free(text);
	if (rc || !o->rows.classes)
		diag_usage(
			"--%s=%s: expected classes, as in linux=LX*,db=*DB*,other=*, or a file with such lines",
			row->name, arg);
}

void option_daily(void *options, const struct options_row *row, const char *arg)
{
	struct windows *w = &((struct show_options *)options)->period.windows;
	const char *end = moment_of_day(arg, &w->from);

	if (end && *end == '-')
		end = moment_of_day(end + 1, &w->to);
	else
		end = "-";
	w->from %= SHOW_DAY;
	w->to %= SHOW_DAY;
	if (!end || *end || (w->from == w->to && w->from))
		diag_usage("--%s=%s: expected two times, as in 09:00-17:00 or 22:00-06:00",
		           row->name, arg);
}

/* Read the name of a day at *TEXT, store the number of the day in *DAY, and move *TEXT past the
 * name. Returns 0, or -1: not a day. */
static int read_day(const struct word *days, const char **text, unsigned *day)
{
	size_t n = strcspn(*text, "-,");
	const struct word *word = words_match(days, *text, n);

	if (!word)
		return -1;
	*day = (unsigned)word->value;
	*text += n;
	return 0;
}

/* Store the days in TEXT, a list such as mon-fri or sat,sun, in w->days. Returns 0, or -1: the
 * syntax is wrong. */
static int read_days(struct windows *w, const struct word *days, const char *text)
{
	unsigned day, last;

	w->days = 0;
	for (;;) {
		if (read_day(days, &text, &day))
			return -1;
		last = day;
		if (*text == '-') {
			text++;
			if (read_day(days, &text, &last))
				return -1;
		}
		w->days |= 1u << last;
		for (; day != last; day = (day + 1) % 7)
			w->days |= 1u << day;
		if (*text != ',')
			return *text ? -1 : 0;
		text++;
	}
}

void option_days(void *options, const struct options_row *row, const char *arg)
{
	if (read_days(&((struct show_options *)options)->period.windows, row->words, arg))
		diag_usage("--%s=%s: expected days, as in mon-fri or sat,sun", row->name, arg);
}

int windows_have(const struct windows *w, int64_t local, int64_t *day)
{
	int64_t time = local % SHOW_DAY, to = w->to ? w->to : SHOW_DAY;
	int has;

	time += time < 0 ? SHOW_DAY : 0;
	*day = local - time;
	if (to > w->from) {
		has = time >= w->from && time < to;
	} else {
		has = time >= w->from || time < to;
		*day -= time < to ? SHOW_DAY : 0;
	}
	/* 1970-01-01 was a Thursday, day 4. */
	return has && (!w->days || w->days >> (*day / SHOW_DAY + 4) % 7 & 1);
}

void option_top(void *options, const struct options_row *row, const char *arg)
{
	struct show_options *o = options;
	uint64_t n = 0;

	if (arg && words_number(arg, row->min, row->max, &n))
		diag_usage("--top=%s: expected a number from %llu to %llu", arg,
		           (unsigned long long)row->min, (unsigned long long)row->max);
#ifndef HAVE_NCURSES
	if (!arg)
		diag_usage(
			"--top without a number: this monread was built without ncurses; name a number, as in --top=10");
#endif
	o->rows.top = arg ? (unsigned)n : o->rows.top;
	o->screen |= !arg;
}

/* ---- What to do ---- */

static void choose_action(struct show_options *o)
{
	if (o->task.find && !*o->task.find)
		diag_usage("--find=: expected a word, as in --find=paging");
	if ((o->task.list || o->task.find) && o->task.views)
		diag_usage("--%s and --views contradict each other",
		           o->task.list ? "list" : "find");
	if (o->task.explained)
		o->task.action = ACTION_EXPLAIN;
	else if (o->task.list || o->task.find)
		o->task.action = ACTION_LIST;
	else
		o->task.action = o->task.views ? ACTION_VIEWS : ACTION_REPORT;
}

/* Only one option may choose the output format, except that --alarms and --diff accept --format=csv
 * and --format=json. */
static void show_options_choose_format(struct show_options *o)
{
#define FORMAT_ADDRESS(name) &format_##name,
	static const struct format *const formats[] = { STAT_FORMATS(FORMAT_ADDRESS) };
	const struct {
		int is_chosen;
		const struct format *format;
		const char *option;
	} others[] = {
		{ o->alarms.own || o->alarms.list, &format_alarms, "--alarms" },
		{ o->diff, &format_diff, "--diff" },
		{ o->target.html != NULL, &format_html, "--html" },
#ifdef HAVE_NCURSES
		{ o->screen, &format_screen, "--top" },
#endif
	};
	size_t i;

	o->format = o->choice.named < 0 ? &format_text : formats[o->choice.named];
	o->choice.option = o->choice.named < 0 ? NULL : "--format";
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		if (!others[i].is_chosen)
			continue;
		if (o->format == &format_csv || o->format == &format_json)
			o->data = o->format;
		if (o->choice.option && !(others[i].format->has_data &&
		                   (o->format == &format_text || o->data == o->format)))
			diag_usage("%s and %s contradict each other", others[i].option,
			           o->choice.option);
		o->choice.option = others[i].option;
		o->format = others[i].format;
	}
}

static void check_effects(const struct show_options *o, const unsigned char *given)
{
	const char *chosen = o->choice.named < 0 || o->data ? o->choice.option : NULL;
	size_t i;

	for (i = 0; i < program_options.n; i++) {
		const struct options_row *row = &program_options.rows[i];

		if (!given[i])
			continue;
		if (o->task.action != ACTION_REPORT)
			options_check_effect(row, WITH_OUTPUT | 1u << o->task.action, "--",
			                     options_action(o), "");
		else
			options_check_effect(row, ~o->format->unused, chosen ? chosen : "--format=",
			                     chosen ? "" : o->format->name, "");
		if (o->data)
			options_check_effect(row, ~o->data->unused, "--format=", o->data->name, "");
	}
}

static void check_name(const char *name, const char *option)
{
	if (name && !*name)
		diag_usage("--%s=: expected the name of a file", option);
}

/* If the output of the format openmetrics has the suffix .prom, it is for the textfile collector,
 * which reads only files with this suffix. */
static void settle_textfile(struct show_options *o)
{
	const char *dot = NULL;

	if (o->format == &format_openmetrics && o->target.output)
		dot = strrchr(o->target.output, '.');
	if (!dot || strcmp(dot, ".prom") != 0)
		return;
	o->format = &format_textfile;
	o->target.textfile = o->target.output;
	o->target.output = NULL;
}

static void settle_options(struct show_options *o)
{
	unsigned zone = 0;

	if (o->time == STAT_TIME_LOCAL)
		zone = MOMENT_LOCAL;
	if (o->time == STAT_TIME_SYSTEM)
		zone = MOMENT_ZONED;
	options_moment(&o->period.since, "since", o->period.since_text, zone);
	options_moment(&o->period.until, "until", o->period.until_text, zone | MOMENT_LAST);
	if (moment_is_after(&o->period.since, &o->period.until))
		diag_usage("--since is after --until");
	if (o->systems && !globs_are(o->systems))
		diag_usage("--system=%s: expected a list of systems, as in VMPROD1,VMTEST*",
		           o->systems);
	check_name(o->target.output, "output");
	check_name(o->target.html, "html");
	settle_textfile(o);
	if (o->messages.quiet && o->messages.verbose)
		diag_usage("--quiet and --verbose contradict each other");
	if (o->target.html)
		settle_html(o);
	if (o->screen && o->rows.top)
		diag_usage("--top and --top=%u contradict each other", o->rows.top);
	if (o->screen && !isatty(STDOUT_FILENO))
		diag_usage(
			"--top without a number needs a terminal; name a number, as in --top=10");
	if (o->target.force && !o->target.output && !o->target.textfile)
		diag_usage("--force needs --output=FILE or --html=FILE");
	if (o->messages.quiet)
		diag_set_level(DIAG_SILENT);
	else
		diag_set_level(o->messages.verbose ? DIAG_VERBOSE : DIAG_NORMAL);
}

void options_parse(struct show_options *o, int argc, char **argv)
{
	unsigned char given[OPTIONS_MOST];
	int first;

	memset(o, 0, sizeof *o);
	o->codepage = "IBM-1047";
	o->choice.named = -1;
	site_add_environment(&o->layouts, &o->places);
	first = options_read(&program_options, o, argc, argv, given);
	o->operands.list = argv + first;
	o->operands.n = argc - first;
	choose_action(o);
	show_options_choose_format(o);
	/* The user can add --explain to any command, so do not check other options. */
	if (o->task.action == ACTION_EXPLAIN)
		return;
	check_effects(o, given);
	settle_options(o);
}

void options_done(struct show_options *o)
{
	lists_free(o->layouts);
	lists_free(o->places);
	lists_free(o->rows.only);
	lists_free(o->rows.classes);
	lists_free(o->alarms.list);
	free(o->wanted.list);
	free(o->files.given);
	free(o->target.index);
	folder_done(&o->files.found);
}
