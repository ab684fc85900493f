/* setters.c: options that need more than storing a value. */
#include "config.h"

#include "tool/setters.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/options.h"
#include "compress/compress.h"
#include "port/ascii.h"
#include "tool/options.h"

static void choose_format(struct options *o, const struct out_format *f)
{
	if (o->format && o->format != f)
		diag_usage("--format=%s, --format=%s: only one format can be shown", o->format->name, f->name);
	o->format = f;
}

void option_named_format(void *options, const struct options_row *row, const char *arg)
{
	(void)arg;
	choose_format(options, out_format_find(row->name));
}

void option_format(void *options, const struct options_row *row, const char *arg)
{
	/* For monread-fetch-layouts. */
	static const struct word pages[] = { { "dsect", ACTION_TO_DSECT }, { "check", ACTION_CHECK_PAGE }, { NULL, 0 } };
	const struct word *w = words_find(row->words, arg), *page = words_find(pages, arg);
	struct options *o = options;
	char known[160];

	if (page)
		o->page = (enum action)page->value;
	else if (!w)
		diag_usage("--format=%s: expected %s", arg, words_list(known, sizeof known, row->words));
	else if (w->value == ACTION_SQL)
		o->sql = 1;
	else
		choose_format(options, out_format_find(w->word));
}

void option_action(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (o->action != ACTION_SHOW)
		diag_usage("--%s and --%s contradict each other", o->action_name, row->name);
	/* An empty query or name of a database is refused with what else is wrong with them. */
	if (arg && !*arg && row->value != ACTION_SQL && row->value != ACTION_SQLITE)
		diag_usage("--%s=: expected the name of a %s", row->name, row->value == ACTION_XREF ? "record" : "record or field");
	o->action = (enum action)row->value;
	o->action_name = row->name;
	o->name = arg;
}

void option_find(void *options, const struct options_row *row, const char *arg)
{
	if (!*arg)
		diag_usage("--%s=: expected a part of a name or of a description", row->name);
	option_action(options, row, arg);
}

static void check_list(const struct options_row *row, const char *arg, const char *fault)
{
	if (fault)
		diag_usage("--%s=%s: expected %s", row->name, arg, fault);
}

void option_domains(void *options, const struct options_row *row, const char *arg)
{
	check_list(row, arg, select_add_domains(&((struct options *)options)->select, arg));
}

void option_records(void *options, const struct options_row *row, const char *arg)
{
	check_list(row, arg, select_add_records((struct select_list *)(void *)((char *)options + row->at), arg));
}

void option_users(void *options, const struct options_row *row, const char *arg)
{
	check_list(row, arg, globs_are(arg) ? NULL : "a list of user IDs, as in LINUX*,TCPIP");
	lists_add(&((struct options *)options)->users, arg, ',');
}

void option_write(void *options, const struct options_row *row, const char *arg)
{
	if (!*arg)
		diag_usage("--%s=: expected the name of a file", row->name);
	if (store_name_fault(arg))
		diag_usage("--%s=%s: %.20s: expected %%{system}, or a conversion of strftime(3) that gives digits, as %%Y, %%m, %%d, "
		           "%%H, %%M, %%S or %%j", row->name, arg, store_name_fault(arg));
	((struct options *)options)->store.file = arg;
}

void option_anonymize(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (arg && !*arg)
		diag_usage("--%s=: expected the name of a file with a key, or keep-unknown", row->name);
	o->anonymize = 1;
	if (arg && strcmp(arg, "keep-unknown") == 0)
		o->keep_unknown = 1;
	else if (arg)
		o->keyfile = arg;
}

void option_keep(void *options, const struct options_row *row, const char *arg)
{
	struct store_options *o = &((struct options *)options)->store;
	uint64_t number;

	if (words_number(arg, row->min, row->max, &number) == 0)
		o->keep = (unsigned)number;
	else if (words_limit(arg, &o->keep_size, &o->keep_age))
		diag_usage("--keep=%s: expected a number of files from %u to %u, an age as in 7d, or a size as in 10G", arg,
		           (unsigned)row->min, (unsigned)row->max);
}

void option_rotate(void *options, const struct options_row *row, const char *arg)
{
	struct store_options *o = &((struct options *)options)->store;

	if (words_limit(arg, &o->rotate_size, &o->rotate_time))
		diag_usage("--%s=%s: expected a size as in 16M, or a time as in 10m or 1h", row->name, arg);
}

void option_mode(void *options, const struct options_row *row, const char *arg)
{
	unsigned v;

	if (words_mode(arg, &v) || v > 0777 || (v & 0600) != 0600)
		diag_usage("--%s=%s: expected permissions in octal that let the owner read and write, as in 640",
		           row->name, arg);
	((struct options *)options)->store.mode = v;
}

void option_compression(void *options, const struct options_row *row, const char *arg)
{
	const struct word *w = words_find(row->words, arg);

	if (!w)
		diag_usage("--%s=%s: expected zstd or gzip", row->name, arg);
	if (!strstr(compress_kinds(), w->word))
		diag_usage("--%s=%s: this monread was built without %s", row->name, arg, w->word[0] == 'z' ? "libzstd" : "zlib");
	((struct options *)options)->store.compress = w->word;
}
