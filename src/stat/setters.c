/* setters.c: what options do that is more than storing a value. */
#include "config.h"

#include "stat/setters.h"

#include <string.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "stat/format.h"

void option_action(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (o->action != ACTION_REPORT && o->action != (enum action)row->value)
		diag_usage("--list and --explain contradict each other");
	o->action = (enum action)row->value;
	o->explained = arg;
}

void option_format(void *options, const struct options_row *row, const char *arg)
{
#define FORMAT_ADDRESS(name) &format_##name,
	static const struct format *const formats[] = { STAT_FORMATS(FORMAT_ADDRESS) };
	struct options *o = options;
	char known[160];
	size_t i;

	for (i = 0; i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i]->name, arg) == 0) {
			o->format = formats[i];
			return;
		}
	diag_usage("--format=%s: expected %s", arg, words_list(known, sizeof known, row->words));
}

void option_layouts(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	lists_add(&((struct options *)options)->layouts, arg, '\0');
}
