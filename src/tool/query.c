/* query.c: for --sql, answers a query about captures; for --sqlite, loads captures into a
 * database. */
#include "config.h"

#include "tool/command.h"

#include <errno.h>
#include <unistd.h>

#include "sql/sql.h"
#include "tool/output.h"

static const struct word formats[] = {
	{ "text", SQL_TEXT }, { "csv", SQL_CSV }, { "tsv", SQL_TSV },
	{ "json", SQL_JSON }, { "arrow", SQL_ARROW }, { NULL, 0 },
};

void query_check(const struct options *o)
{
	char known[60];

	if (o->action == ACTION_SQLITE) {
		if (!*o->name)
			diag_usage("--sqlite=: expected the name of a file");
		if (!o->nfiles)
			diag_usage("--sqlite=%s: expected a FILE to load", o->name);
		if (o->shown.counters == OUT_RATE)
			diag_usage(
				"--delta=rate has no effect with --sqlite: the tables NAME_delta have differences");
		if (o->output)
			diag_usage("--output has no effect with --sqlite, which shows nothing");
		return;
	}
	if (o->format && !words_find(formats, o->format->name))
		diag_usage("--format=%s: with --sql expected %s", o->format->name,
		           words_list(known, sizeof known, formats, ""));
	if (!*o->name)
		diag_usage("--sql=: expected a query, or @FILE");
}

void query_action(const struct options *o, const struct monread_layouts *layouts,
                  struct out_buffer *b)
{
	struct monread_codepage *codepage = codepage_named(o->shown.codepage);
	struct progress progress = { .next = 0 };
	struct sql_options q = {
		.statement = o->name,
		.database = o->name,
		.files = o->files,
		.nfiles = o->nfiles,
		.listed = o->input.listed,
		.once = o->merge,
		.container = o->input.container,
		.layouts = layouts,
		.codepage = codepage,
		.release = o->release,
		.delta = o->shown.counters == OUT_DELTA,
		.format = o->quiet || o->action == ACTION_SQLITE ? SQL_NOTHING :
		          (enum sql_format)words_find(formats, o->format->name)->value,
		.verdicts = diag_is_json(),
		.progress = &progress,
	};

	if (!codepage) {
		b->error = ENOMEM;
		return;
	}
	progress_settle(&progress, o, b->fd);
	if (isatty(STDERR_FILENO))
		diag_flush_before(progress_clear, &progress);
	stop_install();
	if (o->action == ACTION_SQL)
		sql_query(&q, b);
	else
		sql_load(&q);
	progress_end(&progress);
	diag_flush_before(NULL, NULL);
	monread_codepage_free(codepage);
}
