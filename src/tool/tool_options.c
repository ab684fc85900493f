/* tool_options.c: reads the command line, and refuses options that contradict each other. */
#include "config.h"

#include "tool/tool_options.h"

#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/inputs.h"
#include "cli/lists.h"
#include "cli/pages.h"
#include "tool/command.h"

/* ---- Options that would have no effect ---- */

/* Return 1 if --quiet has the effect that nothing is shown. --quiet with --split is refused
 * later. */
static int is_quiet(const struct options *o)
{
	return o->quiet && o->action == ACTION_SHOW && !o->shown.split;
}

static unsigned takes_of(const struct options *o)
{
	if (!is_quiet(o))
		return o->format ? o->format->takes : out_text_format.takes;
	/* With --delta, --where compares differences, even if no records are shown. */
	return out_none_format.takes | (o->which.where ? OUT_TAKES_DELTA : 0);
}

/* Return 1 if --time has an effect. Accept --time=local with more options than other times, because
 * aliases may have it. */
static int shows_time(const struct options *o)
{
	if (o->shown.time == OUT_TIME_UTC)
		return 1;
	if (o->action != ACTION_SHOW)
		return 0;
	if (takes_of(o) & OUT_TAKES_TABLE)
		return takes_of(o) & OUT_TAKES_ZONE && o->shown.time != OUT_TIME_TOD;
	if (o->store.file || (o->shown.time == OUT_TIME_LOCAL &&
	                      (o->which.since || o->which.until || o->which.where || o->quiet)))
		return 1;
	return !o->quiet && o->format != &out_raw_format;
}

static unsigned what_applies(const struct options *o)
{
	unsigned time = shows_time(o) ? APPLIES_TIME : 0;

	if (o->action == ACTION_SQL)
		return APPLIES_QUERY | time;
	if (o->action == ACTION_SQLITE)
		return APPLIES_DATABASE | time;
	if (o->action != ACTION_SHOW)
		return APPLIES_LAYOUTS;
	/* --codepage has an effect on --where and --user, which compare texts. */
	return APPLIES_RECORDS | time | takes_of(o) |
	       (is_quiet(o) && o->store.file ? APPLIES_THINNED : 0) |
	       (o->which.where || o->which.users ? OUT_TAKES_CODEPAGE : 0);
}

/* Return advice for the option ROW, which has no effect, or "". */
static const char *instead(const struct options *o, const struct options_row *row)
{
	if (is_quiet(o))
		return ", which shows nothing";
	if (row->where & APPLIES_TIME &&
	    (query_asked(o) || (o->format && o->format->takes & OUT_TAKES_TABLE)))
		return ": in tables times are UTC";
	if (row->where & APPLIES_SELECTS && o->action == ACTION_SQL && *o->name != '.')
		return ": the query selects, as in WHERE time >= moment('08:00') LIMIT 10";
	if (row->where & APPLIES_SELECTS && o->action == ACTION_SQLITE)
		return ": all records are loaded; to select, load a capture that monread -q --write made";
	return "";
}

static void check_effect(const struct options *o, const struct options_row *row)
{
	const char *with = "--", *name = o->action_name;

	if (is_quiet(o)) {
		name = "quiet";
	} else if (o->action == ACTION_SHOW) {
		with = o->shown.doctor ? "--" : "--format=";
		name = o->format ? o->format->name : "text";
	}
	options_check_effect(row, what_applies(o), with, name, instead(o, row));
	if (row->where & APPLIES_FILES && o->input.container == MONREAD_CONTAINER_DEVICE)
		options_check_effect(row, 0, "--input-format=", "device", "");
}

/* ---- Contradictions ---- */

static void settle_store(struct options *o)
{
	struct store_options *w = &o->store;
	int rotates = w->rotate_size || w->rotate_time > 0;
	int fd = w->file ? descriptor_named(w->file) : -1;

	if (w->append && w->force)
		diag_usage("--append and --force contradict each other");
	if (w->file && (w->append || w->force) && (rotates || strchr(w->file, '%')))
		diag_usage(
			"--append and --force are for one file; with rotation, or a time in its name, new files are made");
	if (fd >= 0) {
		if (rotates || w->append || w->force || w->mode || w->exec)
			diag_usage(
				"--write=%s: %s is not a regular file; --rotate, --append, --force, --mode and --exec need one",
				w->file, fd == STDOUT_FILENO ? "standard output" : "a descriptor");
		if (fd == STDOUT_FILENO && !o->quiet &&
		    (!o->output || descriptor_named(o->output) == fd))
			diag_usage(
				"--write=%s: records are shown on standard output too; use --quiet, or --output=FILE for them",
				w->file);
		if (isatty(fd))
			diag_usage(
				"--write=%s: captures are not written to a terminal; use a pipe, or --write=FILE",
				w->file);
	}
	if (!w->mode)
		w->mode = STORE_MODE;
	w->local = o->shown.time == OUT_TIME_LOCAL;
}

static void settle_tables(const struct options *o)
{
	const char *asked = o->format ? o->format->name : NULL;

	if (o->sql)
		asked = "sql";
	if (o->sql && o->format)
		diag_usage("--format=sql, --format=%s: only one format can be shown",
		           o->format->name);
	if (o->action == ACTION_SQL && !o->sql)
		return;
	if (o->action != ACTION_SHOW && o->action != ACTION_SQL) {
		/* Accept --format=text, which is the default of actions that show no records. */
		if (asked && !layouts_for_programs(o) &&
		    (query_asked(o) || o->format != &out_text_format))
			diag_usage("--format=%s has no effect with --%s", asked, o->action_name);
		return;
	}
	if (o->sql)
		diag_usage("--format=sql needs --describe or --tables");
	if (o->shown.split && (o->output || o->quiet))
		diag_usage(
			"--split and %s contradict each other: each table is written to its own file",
			o->output ? "--output" : "--quiet");
	if (o->shown.split && !*o->shown.split)
		diag_usage("--split=: expected the name of a directory");
}

static void settle_merge(const struct options *o)
{
	if (!o->merge)
		return;
	if (o->nfiles == 0)
		diag_usage("--merge has no effect on a device");
	if (o->shown.doctor)
		diag_usage("--merge and --doctor contradict each other");
	if (o->input.follow)
		diag_usage("--merge and --follow contradict each other");
}

static void settle_anonymize(const struct options *o)
{
	const char *other = NULL;

	if (!o->anonymize.wanted || o->action != ACTION_SHOW)
		return;
	if (o->which.users)
		other = "user";
	else if (o->systems)
		other = "system";
	else if (o->which.where)
		other = "where";
	else if (o->merge)
		other = "merge";
	if (!o->store.file && o->format != &out_raw_format)
		diag_usage("--anonymize has no effect without --write=FILE or --raw");
	if (other)
		diag_usage(
			"--anonymize and --%s contradict each other; first store the selected or merged records with --write",
			other);
}

/* Refuse --quiet with actions that show neither records nor rows; with other actions, --quiet
 * chooses the format "none". */
static void settle_quiet(struct options *o)
{
	int shows = o->action == ACTION_SHOW || query_asked(o);

	if (o->quiet > 1 && o->run.verbose)
		diag_usage("--quiet, twice, and --verbose contradict each other");
	if (o->quiet == 1 && !shows)
		diag_usage(
			"--quiet has no effect with --%s, which shows no records; twice, it leaves out messages",
			o->action_name);
	if (!o->quiet || !shows)
		return;
	if (o->output)
		diag_usage("--output has no effect with --quiet, which shows nothing");
	if (o->anonymize.wanted && !o->store.file)
		diag_usage(
			"--anonymize has no effect with --quiet, which shows nothing; use --write=FILE");
	o->format = &out_none_format;
}

/* Let other options change the action or the format: --doctor has its own formats, --tables with
 * FILEs is the query ".tables", and --describe=PAGE with --format=dsect or check is an action. */
static void settle_action(struct options *o)
{
	if (o->action == ACTION_TABLES && o->nfiles) {
		o->action = ACTION_SQL;
		o->name = ".tables";
	}
	if (o->shown.doctor && o->format && o->format != &out_text_format &&
	    o->format != &out_json_format)
		diag_usage("--doctor, --format=%s: it reports in text or json", o->format->name);
	if (o->shown.doctor && o->action == ACTION_SHOW)
		o->format = o->format == &out_json_format ? &doctor_json_format : &doctor_format;
	if (!o->page)
		return;
	if (o->action != ACTION_DESCRIBE || o->format || o->sql)
		diag_usage("--format=%s is for --describe=PAGE, the file of a record page",
		           o->page == ACTION_TO_DSECT ? "dsect" : "check");
	o->action = o->page;
	if (o->page == ACTION_CHECK_PAGE)
		lists_add(&o->layouts, o->name, '\0');
}

static void options_settle(struct options *o)
{
	static char device[] = "/dev/monreader";
	static char *devices[] = { device, NULL };
	unsigned zone = 0;

	o->select.local = o->shown.time == OUT_TIME_LOCAL;
	if (o->shown.time == OUT_TIME_LOCAL)
		zone = MOMENT_LOCAL;
	if (o->shown.time == OUT_TIME_SYSTEM)
		zone = MOMENT_ZONED;
	options_moment(&o->select.since, "since", o->which.since, zone);
	options_moment(&o->select.until, "until", o->which.until, zone | MOMENT_LAST);
	if (moment_is_after(&o->select.since, &o->select.until))
		diag_usage("no record can be selected: --since is after --until");
	if (query_asked(o))
		query_check(o);
	settle_tables(o);
	if (o->action == ACTION_FIND && o->nfiles)
		diag_usage(
			"unexpected argument '%s'; to search for two words, quote them: --find='%s %s'",
			o->files[0], o->name, o->files[0]);
	if (o->action != ACTION_SHOW && !query_asked(o) && o->nfiles)
		diag_usage("%s: --%s reads no FILE", o->files[0], o->action_name);
	/* A query reads each FILE once, even if the FILE is named twice. */
	if (!query_asked(o) && inputs_repeat_standard(o->files, o->nfiles))
		diag_usage("-: standard input is named more than once");
	if (o->systems && !globs_are(o->systems))
		diag_usage("--system=%s: expected a list of systems, as in VMPROD1,VMTEST*",
		           o->systems);
	if (o->run.progress > 0 && o->input.follow)
		diag_usage("--progress and --follow contradict each other");
	if (o->run.progress > 0 && diag_is_json())
		diag_usage(
			"--progress and --messages=json contradict each other: a progress line is not JSON");
	settle_merge(o);
	settle_anonymize(o);
	settle_store(o);
	if (o->nfiles == 0 && !query_asked(o)) {
		o->files = devices;
		o->nfiles = 1;
	}
	if (o->action == ACTION_SHOW && o->input.follow &&
	    input_names_device(o->files[o->nfiles - 1], &o->input))
		diag_usage("--follow has no effect on %s, a device", o->files[o->nfiles - 1]);
	settle_quiet(o);
	diag_set_level(o->run.verbose ? DIAG_VERBOSE : DIAG_NORMAL);
	/* The report of --doctor contains the damage, so messages about damage are not needed. */
	if (o->quiet > 1 || (o->shown.doctor && !o->quiet && !o->run.verbose))
		diag_set_level(DIAG_SILENT);
	if (o->output || !isatty(STDOUT_FILENO))
		return;
	if (o->format == &out_raw_format)
		diag_usage("raw bytes are not written to a terminal; use a pipe, or --output=FILE");
	if (o->format == &out_arrow_format && !o->shown.split)
		diag_usage(
			"Arrow is not written to a terminal; use a pipe, --output=FILE or --split=DIR");
}

void options_parse(struct options *o, int argc, char **argv)
{
	unsigned char given[OPTIONS_MOST];
	size_t i;
	int first;

	memset(o, 0, sizeof *o);
	o->select.count = UINT64_MAX;
	o->shown.codepage = "IBM-1047";
	o->shown.color = o->run.progress = -1;
	o->store.container = MONREAD_CONTAINER_MONWRITE;
	site_add_environment(&o->layouts, &o->places);
	first = options_read(&program_options, o, argc, argv, given);
	o->files = argv + first;
	o->nfiles = argc - first;
	settle_action(o);
	for (i = 0; i < program_options.n; i++)
		if (given[i]) {
			check_effect(o, &program_options.rows[i]);
			options_check_needs(&program_options, &program_options.rows[i], given);
		}
	if (!o->format && (o->action == ACTION_SHOW || o->action == ACTION_SQL) && !o->sql)
		o->format = &out_text_format;
	options_settle(o);
}

/* Refuse --write to a file in FOLDER, because --follow would read this file, too. */
static void check_follow_output(const struct options *o, const char *folder)
{
	const char *file = o->store.file, *end = file + strcspn(file, "%");
	char *directory, *real, *followed = lists_need(realpath(folder, NULL));
	size_t n = strlen(followed);

	while (end > file && end[-1] != '/')
		end--;
	directory = lists_need(end > file ? strndup(file, (size_t)(end - file)) : strdup("."));
	real = realpath(directory, NULL);
	/* Only the directory before the first conversion in the name, such as %Y, is known. If this
	 * directory does not exist yet, nothing can be checked. */
	if (real && strncmp(real, followed, n) == 0 && (!real[n] || real[n] == '/'))
		diag_usage("--write=%s: is in the directory that --follow reads: %s", file, folder);
	free(real);
	free(directory);
	free(followed);
}

int options_find_files(struct options *o)
{
	int given = o->nfiles, is_folder;
	struct stat st;

	if ((o->action != ACTION_SHOW && !query_asked(o)) ||
	    o->input.container == MONREAD_CONTAINER_DEVICE)
		return 0;
	is_folder = o->input.follow && given && stat(o->files[given - 1], &st) == 0 &&
	            S_ISDIR(st.st_mode);
	if (is_folder && o->store.file)
		check_follow_output(o, o->files[given - 1]);
	/* Follow files of several systems unless records are stored, because a capture has records
	 * of one system, or summarized, because a summary describes one file. */
	o->found.has_many = is_folder && given == 1 && !o->store.file &&
	                    o->format && o->format != &out_raw_format &&
	                    !o->format->end_file;
	o->found.systems = o->systems;
	/* For a query, leave out repeated FILEs, because the query would return their rows
	 * twice. */
	if (folder_expand(&o->found, &o->files, &o->nfiles, &o->input, o->merge || query_asked(o)))
		return -1;
	return given && !o->nfiles ? -1 : 0;
}

void options_done(struct options *o)
{
	select_done(&o->select);
	lists_free(o->which.users);
	lists_free(o->shown.fields);
	lists_free(o->layouts);
	lists_free(o->places);
	folder_done(&o->found);
}
