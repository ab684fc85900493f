/* options.c: read the command line into a struct, and refuse contradictions. Called by main(). */
#include "config.h"

#include "show/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/pages.h"
#include "cli/words.h"
#include "show/format.h"

/* With --output=DIR, --html is the name of the index in DIR: set o->pages and the path o->html. */
static void settle_html(struct options *o)
{
	size_t n = o->output ? strlen(o->output) + strlen(o->html) + 2 : 0;

	if (o->output && (strchr(o->html, '/') || strcmp(o->html, "-") == 0))
		diag_usage("--html=%s: with --output=DIR, expected the name of a file in DIR, as in index.html", o->html);
	if (o->output) {
		o->index = lists_need(malloc(n));
		snprintf(o->index, n, "%s/%s", o->output, o->html);
		o->pages = o->output;
		o->html = o->index;
	}
	o->output = o->html;
}

/* ---- Options that need more than storing a value ---- */

void option_only(void *options, const struct options_row *row, const char *arg)
{
	const char *globs = strchr(arg, '=');

	if (!globs || globs == arg || !globs_are(globs + 1))
		diag_usage("--%s=%s: expected a column and names or globs, as in user=LINUX*,TCPIP", row->name, arg);
	lists_add(&((struct options *)options)->only, arg, '\0');
}

void option_top(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;
	uint64_t n = 0;

	if (arg && words_number(arg, row->min, row->max, &n))
		diag_usage("--top=%s: expected a number from %llu to %llu", arg, (unsigned long long)row->min,
		           (unsigned long long)row->max);
#ifndef HAVE_NCURSES
	if (!arg)
		diag_usage("--top without a number: this monread was built without ncurses; name a number, as in --top=10");
#endif
	o->top = arg ? (unsigned)n : o->top;
	o->screen |= !arg;
}

/* ---- What to do ---- */

static void choose_action(struct options *o)
{
	if (o->find && !*o->find)
		diag_usage("--find=: expected a word, as in --find=paging");
	if ((o->list || o->find) && o->views)
		diag_usage("--%s and --views contradict each other", o->list ? "list" : "find");
	o->action = o->explained ? ACTION_EXPLAIN : o->list || o->find ? ACTION_LIST : o->views ? ACTION_VIEWS : ACTION_REPORT;
}

/* Choose the output format. Only one option may choose it; but --format=csv and json combine with --alarms and
 * --diff. */
static void choose_format(struct options *o)
{
#define FORMAT_ADDRESS(name) &format_##name,
	static const struct format *const formats[] = { STAT_FORMATS(FORMAT_ADDRESS) };
	const struct {
		int is_chosen;
		const struct format *format;
		const char *option;
	} others[] = {
		{ o->own_alarms || o->alarms, &format_alarms, "--alarms" },
		{ o->diff, &format_diff, "--diff" },
		{ o->html != NULL, &format_html, "--html" },
#ifdef HAVE_NCURSES
		{ o->screen, &format_screen, "--top" },
#endif
	};
	size_t i;

	o->format = o->named < 0 ? &format_text : formats[o->named];
	o->chosen = o->named < 0 ? NULL : "--format";
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		if (!others[i].is_chosen)
			continue;
		if (o->format == &format_csv || o->format == &format_json)
			o->data = o->format;
		if (o->chosen && !(others[i].format->has_data && (o->format == &format_text || o->data == o->format)))
			diag_usage("%s and %s contradict each other", others[i].option, o->chosen);
		o->chosen = others[i].option;
		o->format = others[i].format;
	}
}

static void check_effects(const struct options *o, const unsigned char *given)
{
	const char *chosen = o->named < 0 || o->data ? o->chosen : NULL;
	size_t i;

	for (i = 0; i < program_options.n; i++) {
		const struct options_row *row = &program_options.rows[i];

		if (!given[i])
			continue;
		if (o->action != ACTION_REPORT)
			options_check_effect(row, WITH_OUTPUT | 1u << o->action, "--", options_action(o), "");
		else
			options_check_effect(row, ~o->format->unused, chosen ? chosen : "--format=", chosen ? "" : o->format->name, "");
		if (o->data)
			options_check_effect(row, ~o->data->unused, "--format=", o->data->name, "");
	}
}

static void check_name(const char *name, const char *option)
{
	if (name && !*name)
		diag_usage("--%s=: expected the name of a file", option);
}

static void check_screen(const struct options *o)
{
	if (o->top)
		diag_usage("--top and --top=%u contradict each other", o->top);
	if (!isatty(STDOUT_FILENO))
		diag_usage("--top without a number needs a terminal; name a number, as in --top=10");
}

/* If --output is FILE.prom, write metrics for the textfile collector, which reads only files with this suffix. */
static void settle_textfile(struct options *o)
{
	const char *dot = o->format == &format_openmetrics && o->output ? strrchr(o->output, '.') : NULL;

	if (!dot || strcmp(dot, ".prom") != 0)
		return;
	o->format = &format_textfile;
	o->textfile = o->output;
	o->output = NULL;
}

static void settle(struct options *o)
{
	unsigned local = o->time == STAT_TIME_LOCAL ? MOMENT_LOCAL : 0;

	options_moment(&o->since, "since", o->since_text, local);
	options_moment(&o->until, "until", o->until_text, local | MOMENT_LAST);
	if (moment_is_after(&o->since, &o->until))
		diag_usage("--since is after --until");
	if (o->systems && !globs_are(o->systems))
		diag_usage("--system=%s: expected a list of systems, as in VMPROD1,VMTEST*", o->systems);
	check_name(o->output, "output");
	check_name(o->html, "html");
	settle_textfile(o);
	if (o->quiet && o->verbose)
		diag_usage("--quiet and --verbose contradict each other");
	if (o->html)
		settle_html(o);
	if (o->screen)
		check_screen(o);
	if (o->force && !o->output && !o->textfile)
		diag_usage("--force needs --output=FILE or --html=FILE");
	diag_set_level(o->quiet ? DIAG_SILENT : o->verbose ? DIAG_VERBOSE : DIAG_NORMAL);
}

void options_parse(struct options *o, int argc, char **argv)
{
	unsigned char given[OPTIONS_MOST];
	int first;

	memset(o, 0, sizeof *o);
	o->codepage = "IBM-1047";
	o->named = -1;
	site_add_environment(&o->layouts, &o->places);
	first = options_read(&program_options, o, argc, argv, given);
	o->operands = argv + first;
	o->noperands = argc - first;
	choose_action(o);
	choose_format(o);
	/* Let the user add --explain to any command. */
	if (o->action == ACTION_EXPLAIN)
		return;
	check_effects(o, given);
	settle(o);
}

void options_done(struct options *o)
{
	lists_free(o->layouts);
	lists_free(o->places);
	lists_free(o->only);
	lists_free(o->alarms);
	free(o->wanted);
	free(o->given);
	free(o->index);
	folder_done(&o->found);
}
