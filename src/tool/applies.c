/* applies.c: refuse options that would be ignored. */
#include "config.h"

#include "tool/applies.h"

#include <string.h>

#include "cli/diag.h"
#include "tool/table.h"

/* Usage of --split with --quiet is refused elsewhere. */
static int is_quiet(const struct options *o)
{
	return o->quiet && o->action == ACTION_SHOW && !o->split;
}

static unsigned takes_of(const struct options *o)
{
	if (!is_quiet(o))
		return o->format ? o->format->takes : out_text_format.takes;
	/* --where sees differences even if the output has none. */
	return out_none_format.takes | (o->where ? OUT_TAKES_DELTA : 0);
}

/* Whether records are selected by texts in them, which depend on the code page. */
static int compares_text(const struct options *o)
{
	return o->where || o->users;
}

static unsigned what_is_shown(const struct options *o)
{
	unsigned takes = takes_of(o);

	if (o->action == ACTION_SQL)
		return APPLIES_QUERY;
	if (o->action == ACTION_SQLITE)
		return APPLIES_DATABASE;
	if (o->action != ACTION_SHOW)
		return APPLIES_LAYOUTS;
	return APPLIES_RECORDS | (is_quiet(o) && o->store.file ? APPLIES_THINNED : 0) |
	       (takes & OUT_TAKES_FIELDS ? APPLIES_FIELDS : 0) |
	       (takes & OUT_TAKES_CODEPAGE || compares_text(o) ? APPLIES_CODEPAGE : 0) |
	       (takes & OUT_TAKES_WIDE ? APPLIES_WIDE : 0) |
	       (takes & OUT_TAKES_DELTA ? APPLIES_DELTA : 0) |
	       (takes & OUT_TAKES_SPLIT ? APPLIES_SPLIT : 0);
}

static unsigned what_is_read(const struct options *o)
{
	if (o->input.container == MONREAD_CONTAINER_AUTO)
		return APPLIES_AUTO;
	return o->input.container == MONREAD_CONTAINER_DEVICE ? APPLIES_DEVICE : APPLIES_CAPTURE;
}

/* Advice for an option that selects records, in an action that ignores it. */
static const char *instead(const struct options *o, const struct options_row *row)
{
	if (row->where & APPLIES_SELECTS && o->action == ACTION_SQL)
		return ": the query selects, as in WHERE time >= moment('08:00') LIMIT 10";
	if (row->where & APPLIES_SELECTS && o->action == ACTION_SQLITE)
		return ": all records are loaded; to select, load a capture that monread -q --write made";
	return "";
}

static void check_row(const struct options *o, const struct options_row *row)
{
	/* Most options have an effect whenever records are read. */
	unsigned where = row->where ? row->where : APPLIES_RECORDS | APPLIES_READ;

	if (!(where & what_is_shown(o))) {
		if (o->action != ACTION_SHOW)
			diag_usage("--%s has no effect with --%s%s", row->name, o->action_name, instead(o, row));
		if (is_quiet(o))
			diag_usage("--%s has no effect with --quiet, which shows nothing", row->name);
		diag_usage("--%s has no effect with --%s%s", row->name, o->doctor ? "" : "format=", o->format ? o->format->name : "text");
	}
	if (!(where & what_is_read(o)))
		diag_usage("--%s has no effect with --input-format=%s", row->name,
		           words_name(container_words, (int)o->input.container));
}

void applies_check(const struct options *o, const unsigned char *given)
{
	size_t i;

	for (i = 0; i < program_options.n; i++)
		if (given[i]) {
			check_row(o, &program_options.rows[i]);
			options_check_needs(&program_options, &program_options.rows[i], given);
		}
}
