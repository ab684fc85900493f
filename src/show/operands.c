/* operands.c: divide the operands into reports, files, INTERVAL and COUNT. */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/inputs.h"
#include "cli/lists.h"
#include "cli/near.h"
#include "show/format.h"

#define INTERVAL_MAX 86400000u
#define COUNT_MAX    1000000000u

static int operands_is_number(const char *s)
{
	uint64_t n;

	return words_number(s, 0, UINT64_MAX, &n) == 0;
}

/* Return 1 if the format F shows the report R when the user names no report. */
static int operands_is_shown(const struct format *f, const struct report *r)
{
	size_t i;

	for (i = 0; f->reports && f->reports[i]; i++)
		if (strcmp(f->reports[i], r->name) == 0)
			return 1;
	return !f->of_alarms || r->nalarms;
}

static void take_interval(struct show_options *o, char **last, int n)
{
	uint64_t v[2] = { 0, 0 };
	int i;

	for (i = 0; i < n; i++)
		if (words_number(last[i], 1, i ? COUNT_MAX : INTERVAL_MAX, &v[i]))
			diag_usage(
				"%s: expected %s of 1 to %u %s; to read a file of this name, write ./%s",
				last[i], i ? "a count" : "an interval",
				i ? COUNT_MAX : INTERVAL_MAX, i ? "lines" : "seconds", last[i]);
	o->pace.follows = 1;
	o->pace.interval = (double)v[0];
	o->pace.count = (unsigned)v[1];
}

void operands_unknown(const struct collect *c, const char *option, const char *name)
{
	char room[NEAR_ROOM], about[NEAR_ROOM] = "";
	struct near near;
	size_t i;

	near_begin(&near, name);
	for (i = 0; i < c->n; i++)
		near_offer(&near, c->list[i]->name);
	for (i = 0; !near.n && i < c->n; i++)
		if (collect_has_word(c->list[i], name, 0))
			snprintf(about + strlen(about), sizeof about - strlen(about), "%s%s",
			         *about ? ", " : "see report ", c->list[i]->name);
	if (!*option && !near.n && !*about) {
		diag_wrong("%s: no such report or file; see monstat --list", name);
		exit(STATUS_USAGE);
	}
	diag_usage("%s%s: no such report%s; %s", option, name, *option ? "" : " or file",
	           near_list(&near, room, *about ? about : "see monstat --list"));
}

static const char *missing_column(const struct show_options *o, const struct report *r)
{
	char *const *only = o->rows.only;

	while (only && *only && report_only_column(r, *only, strcspn(*only, "=")) >= 0)
		only++;
	return only ? *only : NULL;
}

static void offer_columns(struct near *near, const struct report *r)
{
	const struct report_column *c;

	/* If the user wrote no percent sign, suggest names of columns without this sign, which
	 * report_column_find() also accepts. */
	for (c = r->columns; c < r->columns + r->ncolumns; c++)
		near_offer(near, c->name + (*c->name == '%' && *near->wanted != '%'));
}

/* Return advice for the message that no wanted report has the column at the start of TEXT, the
 * argument of --by or --only. */
static const char *advise_column(const struct collect *c, const char *text, char room[NEAR_ROOM])
{
	char word[64];
	struct near near;
	size_t i;

	snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "="), text);
	near_begin(&near, word);
	for (i = 0; i < c->n; i++) {
		if (report_only_column(c->list[i], word, strlen(word)) >= 0)
			return "monstat all shows the reports that have it";
		offer_columns(&near, c->list[i]);
	}
	return near_list(&near, room, "see monstat --explain=REPORT");
}

/* If a wanted report lacks a column of --only, exit with a message or, if the user asked for all
 * reports, remove the report. */
static void check_only(struct show_options *o, const struct collect *c)
{
	const char *missing = NULL;
	char room[NEAR_ROOM];
	size_t i, n = 0;

	for (i = 0; i < o->wanted.n; i++) {
		const char *lacks = missing_column(o, o->wanted.list[i]);

		missing = lacks ? lacks : missing;
		if (lacks && !o->wanted.all)
			diag_usage("--only=%s: the report %s has no such column; %s", lacks,
			           o->wanted.list[i]->name, advise_column(c, lacks, room));
		if (!lacks)
			o->wanted.list[n++] = o->wanted.list[i];
	}
	o->wanted.n = n;
	if (!n && missing)
		diag_usage("--only=%s: no report has such a column; %s", missing,
		           advise_column(c, missing, room));
}

/* Exit with a message if the classes of --group have no values in column AT of the report R. NEEDS:
 * the option or alarm that uses this column. */
static void check_classes(const struct report *r, size_t at, const char *needs)
{
	const struct report_column *c = &r->columns[at];

	if (c->combine == REPORT_NOT && (int)at != r->special.group)
		diag_usage("--group: classes have no values in the column %s of %s, which %s uses; "
			"choose another column, or a copy of the report with a line Combine: for it",
			c->name, r->name, needs);
}

/* Let the wanted reports show the classes of --group. If a report has no classes, exit with a
 * message or, if the user asked for all reports, remove the report. */
static void group_reports(struct show_options *o)
{
	size_t i, k, n = 0, at;

	for (i = 0; i < o->wanted.n; i++) {
		struct report *r = o->wanted.list[i];

		if (r->special.group < 0 && !o->wanted.all)
			diag_usage("--group: the rows of the report %s have no classes", r->name);
		if (r->special.group < 0)
			continue;
		/* If the user named a report twice, call report_group() once. */
		for (k = 0; k < n && o->wanted.list[k] != r; k++)
			;
		lists_need(k == n && report_group(r) ? NULL : r);
		o->wanted.list[n++] = r;
		for (at = 0; at < r->nalarms; at++) {
			const struct report_alarm *a = &r->alarms[at];

			check_classes(r, a->column, "an alarm");
			for (k = 0; k < a->nalso; k++)
				check_classes(r, a->also[k].column, "an alarm");
		}
	}
	o->wanted.n = n;
}

static void check_by(const struct show_options *o, const struct collect *c)
{
	const char *by = o->rows.by;
	const struct report *r;
	char room[NEAR_ROOM];
	size_t i, has = 0;
	int column;

	for (i = 0; by && i < o->wanted.n; i++) {
		r = o->wanted.list[i];
		column = report_column_find(r, by, strlen(by));
		has += column >= 0;
		if (column >= 0 && o->diff && !report_has_numbers(&r->columns[column]))
			diag_usage("--by=%s: --diff compares numbers, and %s of %s is not a number",
			           by, by, r->name);
		if (column >= 0 && o->rows.classes)
			check_classes(r, (size_t)column, "--by");
	}
	if (by && !has)
		diag_usage("--by=%s: no selected report has such a column; %s", by,
		           advise_column(c, by, room));
	for (i = 0; by && i < o->wanted.n; i++) {
		r = o->wanted.list[i];
		if (r->nkeys && report_column_find(r, by, strlen(by)) < 0)
			diag_note(
				"--by=%s: the report %s has no such column, so its rows keep their order",
				by, r->name);
	}
}

static void want_report(struct show_options *o, struct report *r)
{
	lists_need(ARRAY_GROW(o->wanted.list, o->wanted.n, o->wanted.room) ? NULL : r);
	o->wanted.list[o->wanted.n++] = r;
}

/* If the operand S is "all" or a list of reports, store this in o->wanted and return 1. Return 0 if
 * S is a file, or cannot be the name of a report. Else exit with a message. */
static int take_reports(struct show_options *o, const struct collect *c, char *s)
{
	struct report *r;
	char *part;

	if (strcmp(s, "all") == 0 && access(s, F_OK) != 0)
		return o->wanted.all = 1;
	if (!collect_find(c, s) && (access(s, F_OK) == 0 || !report_is_name(s, strcspn(s, ","))))
		return 0;
	for (part = strtok(s, ","); part; part = strtok(NULL, ",")) {
		r = collect_find(c, part);
		if (!r)
			operands_unknown(c, "", part);
		want_report(o, r);
	}
	return 1;
}

struct alarm_option {
	const char *text;
	const struct report *report;
};

/* Exit with the message TEXT about an argument of --alarm. TEXT begins with the wrong word and a
 * colon. Because this word may be a misspelt column, suggest similar columns. */
static void refuse_alarm(void *arg, const char *path, unsigned line, const char *text)
{
	const struct alarm_option *a = arg;
	char word[64], room[NEAR_ROOM];
	struct near near;

	(void)path;
	(void)line;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ":"), text);
	near_begin(&near, word);
	offer_columns(&near, a->report);
	diag_usage("--alarm=%s: %s%s%s", a->text, text, near.n ? "; " : "",
	           near_list(&near, room, ""));
}

/* Add the alarms of --alarm. Without --alarms, they replace the alarms that the reports define. */
static void take_alarms(const struct show_options *o, const struct collect *c)
{
	char name[64], copy[160];
	struct alarm_option a;
	struct report *r;
	size_t i;

	for (i = 0; o->alarms.list && !o->alarms.own && i < c->n; i++)
		c->list[i]->nalarms = 0;
	for (i = 0; o->alarms.list && o->alarms.list[i]; i++) {
		char *text = o->alarms.list[i], *dot = strchr(text, '.');

		if (!dot)
			diag_usage(
				"--alarm=%s: expected a report, a dot and a limit, as in 'cpu.%%busy > 90'",
				text);
		snprintf(copy, sizeof copy, "%s", text);
		snprintf(name, sizeof name, "%.*s", (int)(dot - text), text);
		r = collect_find(c, name);
		a = (struct alarm_option){ copy, r };
		if (!r)
			operands_unknown(c, "--alarm=", name);
		else
			lists_need(report_add_alarm(r, dot + 1, refuse_alarm, &a) ? NULL : r);
	}
}

/* The operand NAME is not a report, but may be a key, such as a user: recommend --only. */
static void advise_key(const struct show_options *o, const char *name)
{
	const struct report *r = o->wanted.n ? o->wanted.list[0] : NULL;
	size_t i = 0;

	if (!r || !r->nkeys || *name == '-' || strpbrk(name, "./") || access(name, F_OK) == 0)
		return;
	while (r->columns[i].role != REPORT_KEY)
		i++;
	diag_note("%s: if this is not a file but a %s, use --only=%s=%s", name, r->columns[i].name,
	          r->columns[i].name, name);
}

static void refuse_operand(const struct show_options *o, const char *name, const char *what)
{
	diag_usage("%s: %s has no effect with --%s", name, what, options_action(o));
}

void operands_take(struct show_options *o, const struct collect *c)
{
	static char device[] = "/dev/monreader";
	char **operands = o->operands.list;
	int n = o->operands.n, numbers = 0, is_chosen, i;
	struct report *r;

	if (o->task.action == ACTION_EXPLAIN)
		return;
	while (numbers < n && numbers < 2 && operands_is_number(operands[n - 1 - numbers]))
		numbers++;
	if (numbers && o->task.action != ACTION_REPORT)
		refuse_operand(o, operands[n - numbers], "an interval");
	if (numbers)
		take_interval(o, operands + n - numbers, numbers);
	if (o->every > 0 && o->pace.follows)
		diag_usage("--every and INTERVAL contradict each other");
	n -= numbers;
	take_alarms(o, c);
	o->files.list = lists_need(calloc((size_t)n + 2, sizeof *o->files.list));
	for (i = 0; i < n; i++)
		if (!take_reports(o, c, operands[i])) {
			/* If FILE or REPORT follows a number that is not a file, the number is a
			 * misplaced INTERVAL. */
			if (operands_is_number(operands[i]) && access(operands[i], F_OK) != 0)
				diag_usage(
					"%s: no such file; INTERVAL [COUNT] comes last, as in monstat cpu FILE 60 5",
					operands[i]);
			advise_key(o, operands[i]);
			o->files.list[o->files.n++] = operands[i];
		}
	if ((o->wanted.n || o->wanted.all) && o->task.action != ACTION_REPORT)
		refuse_operand(o, o->wanted.n ? o->wanted.list[0]->name : "all", "a report");
	o->files.given = o->files.list;
	if (o->files.n && o->task.action > ACTION_LIST)
		refuse_operand(o, o->files.list[0], "a file");
	if (o->files.n == 0 && o->task.action == ACTION_REPORT)
		o->files.list[o->files.n++] = device;
	if (o->diff && (o->files.n != 2 || o->pace.follows || o->every > 0))
		diag_usage(
			"--diff takes two FILEs, before and after, and neither INTERVAL nor --every");
	if (inputs_repeat_standard(o->files.list, o->files.n))
		diag_usage("-: standard input is named more than once");
	if (o->wanted.n && o->format->reports)
		diag_usage(
			"--top without a number shows its own screen: leave out %s, or name a number, as in --top=10",
			o->wanted.list[0]->name);
	o->wanted.all |= o->format->all && !o->wanted.n;
	o->wanted.n = o->wanted.all ? 0 : o->wanted.n;
	is_chosen = o->wanted.n > 0;
	for (i = 0; i < (int)c->n && !is_chosen; i++) {
		r = c->list[i];
		if (o->wanted.all ? operands_is_shown(o->format, r) :
		                    strcmp(r->name, "system") == 0)
			want_report(o, r);
	}
	if (o->rows.classes)
		group_reports(o);
	check_only(o, c);
	check_by(o, c);
}

int operands_find_files(struct show_options *o)
{
	int given = o->files.n, is_folder;
	struct stat st;

	if (o->input.follow && (given != 1 || o->diff))
		diag_usage("--follow reads one FILE or directory");
	if (o->input.follow && input_names_device(o->files.list[0], &o->input))
		diag_usage("--follow has no effect on %s, a device", o->files.list[0]);
	if (!given || o->input.container == MONREAD_CONTAINER_DEVICE)
		return 0;
	is_folder = given == 1 && stat(o->files.list[0], &st) == 0 && S_ISDIR(st.st_mode);
	/* If the full screen of --top shows a directory, follow the directory. Else the screen
	 * would end after the last capture. */
	o->input.follow |= o->screen && is_folder;
	/* Follow several systems at once, except with the screen of --top or a page of --html,
	 * which show one system at a time. */
	o->files.found.has_many = o->input.follow && is_folder && !o->screen &&
	                          o->format != &format_html;
	o->files.found.systems = o->systems;
	if (folder_expand(&o->files.found, &o->files.list, &o->files.n, &o->input, !o->diff))
		return -1;
	/* --diff needs a capture from each of its two operands. */
	if (o->diff && (!o->files.n || o->files.found.of[0] == o->files.found.of[o->files.n - 1]))
		return -1;
	return o->files.n ? 0 : -1;
}
