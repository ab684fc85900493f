/* setters.c: options that need more than storing a value. The table in table.c refers to these functions. */
#include "config.h"

#include "stat/setters.h"

#include <string.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/pages.h"
#include "cli/words.h"
#include "stat/format.h"

void option_action(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (o->action == ACTION_EXPLAIN && row->value != ACTION_EXPLAIN)
		return;
	if (o->action != ACTION_REPORT && o->action != (enum action)row->value && row->value != ACTION_EXPLAIN)
		diag_usage("--list and --views contradict each other");
	o->action = (enum action)row->value;
	o->explained = arg;
}

void option_find(void *options, const struct options_row *row, const char *arg)
{
	if (!*arg)
		diag_usage("--find=: expected a word, as in --find=paging");
	option_action(options, row, NULL);
	((struct options *)options)->find = arg;
}

void option_views(void *options, const struct options_row *row, const char *arg)
{
	const struct word *w = words_find(row->words, arg);
	struct options *o = options;
	char known[64];

	if (!w)
		diag_usage("--views=%s: expected %s", arg, words_list(known, sizeof known, row->words));
	option_action(o, row, NULL);
	o->views = (enum stat_views)w->value;
}

/* Whether --format=csv or json may be given beside the option that chooses F. */
static int takes_data(const struct format *f)
{
	return f == &format_alarms || f == &format_diff;
}

static int is_data(const struct format *f)
{
	return f == &format_text || f == &format_csv || f == &format_json;
}

/* Choose the format. Only one option may do so. */
static void choose_format(struct options *o, const struct format *f, const char *option)
{
	int again = o->chosen && strcmp(o->chosen, option) != 0;

	if (again && takes_data(o->format) && is_data(f)) {
		o->data = f == &format_text ? NULL : f;
		return;
	}
	if (again && takes_data(f) && is_data(o->format))
		o->data = o->format == &format_text ? NULL : o->format;
	else if (again)
		diag_usage("%s and %s contradict each other", o->chosen, option);
	o->chosen = option;
	o->format = f;
}

void option_alarms(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	(void)arg;
	((struct options *)options)->own_alarms = 1;
	choose_format(options, &format_alarms, "--alarms");
}

void option_alarm(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	lists_add(&((struct options *)options)->alarms, arg, '\0');
	choose_format(options, &format_alarms, "--alarms");
}

void option_diff(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	(void)arg;
	choose_format(options, &format_diff, "--diff");
}

void option_html(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	(void)row;
	choose_format(o, &format_html, "--html");
	o->html = arg;
}

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

	if (arg) {
		if (words_number(arg, row->min, row->max, &n))
			diag_usage("--top=%s: expected a number from %llu to %llu", arg, (unsigned long long)row->min,
			           (unsigned long long)row->max);
		o->top = (unsigned)n;
		return;
	}
#ifdef HAVE_NCURSES
	choose_format(o, &format_screen, "--top");
	o->screen = 1;
#else
	diag_usage("--top without a number: this monread was built without ncurses; name a number, as in --top=10");
#endif
}

void option_format(void *options, const struct options_row *row, const char *arg)
{
#define FORMAT_ADDRESS(name) &format_##name,
	static const struct format *const formats[] = { STAT_FORMATS(FORMAT_ADDRESS) };
	const struct word *found = words_find(row->words, arg);
	struct options *o = options;
	char known[160];
	size_t i;

	for (i = 0; found && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i]->name, found->word) == 0) {
			choose_format(o, formats[i], "--format");
			return;
		}
	diag_usage("--format=%s: expected %s", arg, words_list(known, sizeof known, row->words));
}

void option_layouts(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	(void)row;
	site_add(&o->layouts, &o->no_site_layouts, arg);
}
