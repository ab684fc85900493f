/* options.c: read the command line into a struct, and refuse contradictions. Called by main(). */
#include "config.h"

#include "stat/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "stat/format.h"

static void moment(struct moment *m, const char *option, const char *arg, unsigned flags)
{
	if (arg && moment_parse(m, arg, flags))
		diag_usage("--%s=%s: expected a time, as in 2018-09-12T09:26:44Z, 09:26, +90, +10m or -1h", option, arg);
}

/* A page has a fixed order of rows. With --output=DIR, --html names the index in DIR. */
static void settle_html(struct options *o)
{
	size_t n = o->output ? strlen(o->output) + strlen(o->html) + 2 : 0;

	if (o->output && (strchr(o->html, '/') || strcmp(o->html, "-") == 0))
		diag_usage("--html=%s: with --output=DIR expected the name of the index in DIR, as in index.html", o->html);
	if (o->output && (o->index = malloc(n)) == NULL) {
		diag_fail("out of memory");
		exit(STATUS_FAILED);
	}
	if (o->output) {
		snprintf(o->index, n, "%s/%s", o->output, o->html);
		o->pages = o->output;
		o->html = o->index;
	}
	if (o->top || o->by)
		diag_usage("--%s has no effect with --html: a chart shows the highest values", o->top ? "top" : "by");
	o->output = o->html;
}

static void check_where(const struct options *o, const unsigned char *given)
{
	unsigned with = 1u << o->action;
	size_t i;

	for (i = 0; i < program_options.n; i++) {
		const struct options_row *row = &program_options.rows[i];

		if (given[i] && !((row->where ? row->where : WITH_REPORTS) & with))
			diag_usage("--%s has no effect with --%s", row->name, options_action(o));
	}
}

static void check_alarms(const struct options *o)
{
	if (o->format == &format_alarms && (o->top || o->by))
		diag_usage("--%s has no effect with --alarms, which checks every line", o->top ? "top" : "by");
}

static void check_name(const char *name, const char *option)
{
	if (name && !*name)
		diag_usage("--%s=: expected the name of a file", option);
}

/* The screen, too, has a fixed order of rows and a fixed output. */
static void settle_screen(const struct options *o)
{
	if (o->output)
		diag_usage("--output has no effect with --top without a number, which needs a terminal");
	if (o->only)
		diag_usage("--only has no effect with --top without a number; name one, as in --top=10");
	if (o->top)
		diag_usage("--top and --top=%u contradict each other", o->top);
	if (!isatty(STDOUT_FILENO))
		diag_usage("--top without a number needs a terminal; name a number, as in --top=10");
}

/* --output=FILE.prom writes metrics for the textfile collector, which reads only files with this suffix. */
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

	moment(&o->since, "since", o->since_text, local);
	moment(&o->until, "until", o->until_text, local | MOMENT_LAST);
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
	check_alarms(o);
	if (o->screen)
		settle_screen(o);
	if (o->force && !o->output && !o->textfile)
		diag_usage("--force needs --output=FILE or --html=FILE");
	if ((o->format == &format_csv || o->format == &format_tsv || o->data == &format_csv) && o->time != STAT_TIME_UTC)
		diag_usage("--time has no effect with --format=%s: in tables times are UTC", o->data ? "csv" : o->format->name);
	if ((o->format == &format_openmetrics || o->format == &format_influx || o->format == &format_textfile) &&
	    o->time != STAT_TIME_UTC)
		diag_usage("--time has no effect with %s: metrics have seconds since 1970", o->chosen);
	diag_set_level(o->quiet ? DIAG_SILENT : o->verbose ? DIAG_VERBOSE : DIAG_NORMAL);
}

void options_parse(struct options *o, int argc, char **argv)
{
	unsigned char given[OPTIONS_MOST];
	int first;

	memset(o, 0, sizeof *o);
	o->codepage = "IBM-1047";
	o->format = &format_text;
	site_add_environment(&o->layouts, &o->places);
	first = options_read(&program_options, o, argc, argv, given);
	o->operands = argv + first;
	o->noperands = argc - first;
	/* --explain may be added to any command. */
	if (o->action == ACTION_EXPLAIN)
		return;
	check_where(o, given);
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
