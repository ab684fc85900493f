/* options.c: read the command line and refuse contradictions. */
#include "config.h"

#include "tool/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "port/ascii.h"
#include "tool/applies.h"
#include "cli/diag.h"
#include "tool/help.h"

enum {
	OPT_RAW = 256,
	OPT_DESCRIBE,
	OPT_XREF,
	OPT_LIST_LAYOUTS,
	OPT_CHECK_LAYOUTS,
	OPT_TO_DSECT,
	OPT_SINCE,
	OPT_UNTIL,
	OPT_SKIP,
	OPT_FIELDS,
	OPT_TIME,
	OPT_CODEPAGE,
	OPT_COLOR,
	OPT_RELEASE,
	OPT_STRICT,
	OPT_WRITE,
	OPT_WRITE_FORMAT,
	OPT_ROTATE_SIZE,
	OPT_ROTATE_TIME,
	OPT_KEEP,
	OPT_APPEND,
	OPT_FORCE,
	OPT_MODE,
	OPT_WRITE_MARKS,
	OPT_COMPRESS,
	OPT_SYNC,
	OPT_BUFFER,
	OPT_DURATION,
	OPT_USER_DROP
};

static const char short_options[] = ":lsxf:d:r:n:t:c:aI:o:L:Fj:qvhV";

static const struct option long_options[] = {
	{ "list", no_argument, NULL, 'l' },
	{ "summary", no_argument, NULL, 's' },
	{ "hex", no_argument, NULL, 'x' },
	{ "raw", no_argument, NULL, OPT_RAW },
	{ "format", required_argument, NULL, 'f' },
	{ "describe", required_argument, NULL, OPT_DESCRIBE },
	{ "xref", required_argument, NULL, OPT_XREF },
	{ "list-layouts", no_argument, NULL, OPT_LIST_LAYOUTS },
	{ "check-layouts", no_argument, NULL, OPT_CHECK_LAYOUTS },
	{ "to-dsect", required_argument, NULL, OPT_TO_DSECT },
	{ "domain", required_argument, NULL, 'd' },
	{ "record", required_argument, NULL, 'r' },
	{ "name", required_argument, NULL, 'n' },
	{ "type", required_argument, NULL, 't' },
	{ "since", required_argument, NULL, OPT_SINCE },
	{ "until", required_argument, NULL, OPT_UNTIL },
	{ "skip", required_argument, NULL, OPT_SKIP },
	{ "count", required_argument, NULL, 'c' },
	{ "all", no_argument, NULL, 'a' },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "input-format", required_argument, NULL, 'I' },
	{ "output", required_argument, NULL, 'o' },
	{ "time", required_argument, NULL, OPT_TIME },
	{ "codepage", required_argument, NULL, OPT_CODEPAGE },
	{ "color", optional_argument, NULL, OPT_COLOR },
	{ "layouts", required_argument, NULL, 'L' },
	{ "release", required_argument, NULL, OPT_RELEASE },
	{ "write", required_argument, NULL, OPT_WRITE },
	{ "write-format", required_argument, NULL, OPT_WRITE_FORMAT },
	{ "rotate-size", required_argument, NULL, OPT_ROTATE_SIZE },
	{ "rotate-time", required_argument, NULL, OPT_ROTATE_TIME },
	{ "keep", required_argument, NULL, OPT_KEEP },
	{ "append", no_argument, NULL, OPT_APPEND },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "mode", required_argument, NULL, OPT_MODE },
	{ "write-marks", required_argument, NULL, OPT_WRITE_MARKS },
	{ "compress", required_argument, NULL, OPT_COMPRESS },
	{ "sync", required_argument, NULL, OPT_SYNC },
	{ "buffer", required_argument, NULL, OPT_BUFFER },
	{ "duration", required_argument, NULL, OPT_DURATION },
	{ "follow", no_argument, NULL, 'F' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "user-drop", required_argument, NULL, OPT_USER_DROP },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "quiet", no_argument, NULL, 'q' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

struct word {
	const char *word;
	int value;
};

static const struct word containers[] = {
	{ "auto", MONREAD_CONTAINER_AUTO },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ "device", MONREAD_CONTAINER_DEVICE },
	{ NULL, 0 },
};

static const struct word write_containers[] = {
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ NULL, 0 },
};

static const struct word write_marks[] = {
	{ "yes", 0 }, { "no", 1 }, { NULL, 0 },
};

static const struct word syncs[] = {
	{ "none", STORE_SYNC_NONE }, { "set", STORE_SYNC_SET }, { "file", STORE_SYNC_FILE }, { NULL, 0 },
};

static const struct word times[] = {
	{ "utc", OUT_TIME_UTC }, { "local", OUT_TIME_LOCAL }, { "tod", OUT_TIME_TOD }, { NULL, 0 },
};

static const struct word types[] = {
	{ "sample", MONREAD_SAMPLE },
	{ "event", MONREAD_EVENT },
	{ NULL, 0 },
};

static const struct word colors[] = {
	{ "auto", -1 }, { "always", 1 }, { "never", 0 }, { NULL, 0 },
};

static int word(const struct word *words, const char *option, const char *arg)
{
	char known[160] = "";
	const struct word *w;

	for (w = words; w->word; w++) {
		if (mr_same_word(w->word, arg))
			return w->value;
		if (w != words)
			strcat(known, w[1].word ? ", " : " or ");
		strcat(known, w->word);
	}
	diag_usage("--%s=%s: expected %s", option, arg, known);
}

static uint64_t number(const char *option, const char *arg, uint64_t min, uint64_t max)
{
	const char *end = arg;
	uint64_t v;

	if (mr_read_number(&end, max, &v) || *end || v < min)
		diag_usage("--%s=%s: expected a number from %llu to %llu", option, arg, (unsigned long long)min,
		           (unsigned long long)max);
	return v;
}

/* Bytes: a number, and K, M or G. */
static uint64_t size(const char *option, const char *arg, uint64_t max)
{
	static const char units[] = "KMG";
	const char *end = arg, *unit;
	unsigned shift = 0;
	uint64_t v;
	int bad = mr_read_number(&end, max, &v);

	unit = *end ? strchr(units, mr_upper(*end)) : NULL;
	if (unit) {
		shift = 10 * (unsigned)(unit - units + 1);
		end++;
	}
	if (bad || *end || v == 0 || v > max >> shift)
		diag_usage("--%s=%s: expected a size from 1 to %llu bytes, as in 500K, 64M or 2G", option, arg,
		           (unsigned long long)max);
	return v << shift;
}

/* Seconds: a number, and s, m, h or d. */
static double seconds(const char *option, const char *arg)
{
	static const char units[] = "smhd";
	static const double each[] = { 1, 60, 3600, 86400 };
	const char *end = arg, *unit;
	double v;
	int bad = mr_read_decimal(&end, &v);

	unit = *end ? strchr(units, mr_lower(*end)) : NULL;
	if (unit) {
		v *= each[unit - units];
		end++;
	}
	if (bad || *end || !(v > 0 && v < 1e9))
		diag_usage("--%s=%s: expected a time, as in 90, 30s, 10m, 2h or 1d", option, arg);
	return v;
}

/* Permissions of a file, in octal. */
static unsigned mode(const char *arg)
{
	size_t n = strspn(arg, "01234567");

	unsigned v = (unsigned)strtoul(arg, NULL, 8);

	if (n < 3 || n > 4 || arg[n] || v > 0777 || (v & 0600) != 0600)
		diag_usage("--mode=%s: expected permissions in octal, with those of the owner to read and write, as in 640", arg);
	return v;
}

static const char *compression(const char *arg)
{
	if (store_compressions()[0] == 0)
		diag_usage("--compress=%s: this monread was built without libarchive", arg);
	if (mr_same_word(arg, "zstd"))
		return "zstd";
	if (!mr_same_word(arg, "gzip"))
		diag_usage("--compress=%s: expected %s", arg, store_compressions());
	return "gzip";
}

static const struct out_format *format(const char *arg)
{
	const struct out_format *f = out_format_find(arg);
	char known[160] = "";
	unsigned i;

	if (f)
		return f;
	for (i = 0; out_formats[i]; i++) {
		if (i)
			strcat(known, out_formats[i + 1] ? ", " : " or ");
		strcat(known, out_formats[i]->name);
	}
	diag_usage("--format=%s: expected %s", arg, known);
}

static void moment(struct moment *m, const char *option, const char *arg, unsigned flags)
{
	if (moment_parse(m, arg, flags))
		diag_usage("--%s=%s: expected a time, as in 2018-09-12T09:26:44Z, 09:26, 9:26:44, +90 or +10m", option,
		           arg);
}

static unsigned release(const char *arg)
{
	static const struct {
		unsigned version, first, last;
	} releases[] = { { 3, 1, 1 }, { 4, 1, 4 }, { 5, 1, 4 }, { 6, 1, 4 }, { 7, 1, 5 } };
	const char *end = arg;
	uint64_t v = 0, r = 0;
	size_t i;

	if (mr_read_number(&end, 99, &v) == 0 && *end++ == '.' && mr_read_number(&end, 99, &r) == 0 && !*end)
		for (i = 0; i < sizeof releases / sizeof releases[0]; i++)
			if (v == releases[i].version && r >= releases[i].first && r <= releases[i].last)
				return (unsigned)(100 * v + r);
	diag_usage("--release=%s: expected a release of z/VM: 3.1, 4.1 to 4.4, 5.1 to 5.4, 6.1 to 6.4 or 7.1 to 7.5", arg);
}

static void *need(void *p)
{
	if (!p) {
		diag_fail("out of memory");
		exit(STATUS_FAILED);
	}
	return p;
}

/* Add the words of LIST, separated by SEPARATOR (0: a single word), to *WORDS. */
static void add_words(char ***words, const char *list, char separator)
{
	size_t n = 0;

	while (*words && (*words)[n])
		n++;
	for (;;) {
		const char *end = separator ? strchr(list, separator) : NULL;
		size_t len = end ? (size_t)(end - list) : strlen(list);
		char *word = need(malloc(len + 1));

		memcpy(word, list, len);
		word[len] = 0;
		*words = need(realloc(*words, (n + 2) * sizeof **words));
		(*words)[n++] = word;
		(*words)[n] = NULL;
		if (!end)
			break;
		list = end + 1;
	}
}

static void free_words(char **words)
{
	size_t i;

	for (i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

static void set_format(struct options *o, const struct out_format *f)
{
	if (o->format && o->format != f)
		diag_usage("--format=%s, --format=%s: only one format can be shown", o->format->name, f->name);
	o->format = f;
}

static void set_action(struct options *o, enum action action, const char *name)
{
	if (o->action != ACTION_SHOW)
		diag_usage("only one of --describe, --xref, --list-layouts, --check-layouts and --to-dsect can be used");
	o->action = action;
	o->name = name;
}

static void list_option(const char *option, const char *arg, const char *fault)
{
	if (fault)
		diag_usage("--%s=%s: expected %s", option, arg, fault);
}

static void set_option(struct options *o, int c, const char *arg, const char **since, const char **until)
{
	switch (c) {
	case 'l':
		set_format(o, &out_list_format);
		break;
	case 's':
		set_format(o, &out_summary_format);
		break;
	case 'x':
		set_format(o, &out_hex_format);
		break;
	case OPT_RAW:
		set_format(o, &out_raw_format);
		break;
	case 'f':
		set_format(o, format(arg));
		break;
	case OPT_DESCRIBE:
		set_action(o, ACTION_DESCRIBE, arg);
		break;
	case OPT_XREF:
		set_action(o, ACTION_XREF, arg);
		break;
	case OPT_LIST_LAYOUTS:
		set_action(o, ACTION_LIST_LAYOUTS, NULL);
		break;
	case OPT_CHECK_LAYOUTS:
		set_action(o, ACTION_CHECK_LAYOUTS, NULL);
		break;
	case OPT_TO_DSECT:
		set_action(o, ACTION_TO_DSECT, arg);
		break;
	case 'd':
		list_option("domain", arg, select_add_domains(&o->select, arg));
		break;
	case 'r':
		list_option("record", arg, select_add_records(&o->select, arg));
		break;
	case 'n':
		list_option("name", arg, select_add_names(&o->select, arg));
		break;
	case 't':
		o->select.type = (unsigned char)word(types, "type", arg);
		break;
	case OPT_SINCE:
		*since = arg;
		break;
	case OPT_UNTIL:
		*until = arg;
		break;
	case OPT_SKIP:
		o->select.skip = number("skip", arg, 0, UINT64_MAX);
		break;
	case 'c':
		o->select.count = number("count", arg, 0, UINT64_MAX);
		break;
	case 'a':
		o->all = 1;
		break;
	case OPT_FIELDS:
		add_words(&o->fields, arg, ',');
		break;
	case 'I':
		o->input.container = (enum monread_container)word(containers, "input-format", arg);
		break;
	case 'o':
		o->output = arg;
		break;
	case OPT_TIME:
		o->time = (enum out_time)word(times, "time", arg);
		break;
	case OPT_CODEPAGE:
		o->codepage = arg;
		break;
	case OPT_COLOR:
		o->color = arg ? word(colors, "color", arg) : 1;
		break;
	case 'L':
		add_words(&o->layouts, arg, '\0');
		break;
	case OPT_RELEASE:
		o->release = release(arg);
		break;
	case OPT_WRITE:
		if (!*arg)
			diag_usage("--write=: expected the name of a file");
		o->store.file = arg;
		break;
	case OPT_WRITE_FORMAT:
		o->store.container = (enum monread_container)word(write_containers, "write-format", arg);
		break;
	case OPT_ROTATE_SIZE:
		o->store.rotate_size = size("rotate-size", arg, INT64_MAX);
		break;
	case OPT_ROTATE_TIME:
		o->store.rotate_time = seconds("rotate-time", arg);
		break;
	case OPT_KEEP:
		o->store.keep = (unsigned)number("keep", arg, 1, 1000000);
		break;
	case OPT_APPEND:
		o->store.append = 1;
		break;
	case OPT_FORCE:
		o->store.force = 1;
		break;
	case OPT_MODE:
		o->store.mode = mode(arg);
		break;
	case OPT_WRITE_MARKS:
		o->store.no_marks = word(write_marks, "write-marks", arg);
		break;
	case OPT_COMPRESS:
		o->store.compress = compression(arg);
		break;
	case OPT_SYNC:
		o->store.sync = (enum store_sync)word(syncs, "sync", arg);
		break;
	case OPT_BUFFER:
		o->input.buffer = (size_t)size("buffer", arg, SIZE_MAX);
		break;
	case OPT_DURATION:
		o->duration = seconds("duration", arg);
		break;
	case 'F':
		o->input.follow = 1;
		break;
	case 'j':
		o->jobs = (unsigned)number("jobs", arg, 1, 256);
		break;
	case OPT_USER_DROP:
		o->drop.wanted = arg;
		break;
	case OPT_STRICT:
		o->strict = 1;
		break;
	case 'q':
		o->quiet++;
		break;
	case 'v':
		o->verbose = 1;
		break;
	case 'h':
		help_print();
		exit(STATUS_GOOD);
	case 'V':
		help_version();
		exit(STATUS_GOOD);
	default:
		break;
	}
}

/* ---- Options that would be ignored ---- */

#define OPTIONS (sizeof long_options / sizeof long_options[0] - 1)

/* The place in long_options of the option that getopt_long() returned C for. */
static size_t place_of(int c)
{
	size_t i;

	for (i = 0; i < OPTIONS && long_options[i].val != c; i++)
		;
	return i;
}

static int is_given(const unsigned char *given, const char *name)
{
	size_t i;

	for (i = 0; i < OPTIONS; i++)
		if (given[i] && strcmp(long_options[i].name, name) == 0)
			return 1;
	return 0;
}

static void check_needs(const unsigned char *given, const char *option)
{
	const char *const *any, *text;
	unsigned n;

	for (n = 0; (text = applies_with(option, n, &any)) != NULL; n++) {
		while (*any && !is_given(given, *any))
			any++;
		if (!*any)
			diag_usage("--%s needs %s", option, text);
	}
}

static const char *action_name(enum action action)
{
	switch (action) {
	case ACTION_DESCRIBE:
		return "describe";
	case ACTION_XREF:
		return "xref";
	case ACTION_LIST_LAYOUTS:
		return "list-layouts";
	case ACTION_CHECK_LAYOUTS:
		return "check-layouts";
	case ACTION_TO_DSECT:
		return "to-dsect";
	case ACTION_SHOW:
		break;
	}
	return "format=";
}

static const char *container_name(enum monread_container container)
{
	const struct word *w = containers;

	while (w->word && w->value != (int)container)
		w++;
	return w->word;
}

static void refuse_ignored(const struct options *o, const unsigned char *given)
{
	unsigned shown = APPLIES_LAYOUTS, read = APPLIES_CAPTURE, where;
	size_t i;

	if (o->action == ACTION_SHOW)
		shown = o->format ? applies_format(o->format->name) : APPLIES_TEXT;
	if (o->input.container == MONREAD_CONTAINER_AUTO)
		read = APPLIES_AUTO;
	else if (o->input.container == MONREAD_CONTAINER_DEVICE)
		read = APPLIES_DEVICE;
	for (i = 0; i < OPTIONS; i++) {
		if (!given[i])
			continue;
		where = applies_to(long_options[i].name);
		if (!(where & shown))
			diag_usage("--%s has no effect with --%s%s", long_options[i].name, action_name(o->action),
			           o->action == ACTION_SHOW && o->format ? o->format->name : "");
		if (!(where & read))
			diag_usage("--%s has no effect with --input-format=%s", long_options[i].name,
			           container_name(o->input.container));
		check_needs(given, long_options[i].name);
	}
}

static void settle_store(struct options *o)
{
	struct store_options *w = &o->store;
	int rotates = w->rotate_size || w->rotate_time > 0;

	if (w->append && w->force)
		diag_usage("--append and --force contradict each other");
	if (w->file && (w->append || w->force) && (rotates || strchr(w->file, '%')))
		diag_usage("--append and --force are for one file; with rotation, or a time in its name, new files are made");
	if (w->file && (strcmp(w->file, "-") == 0 || strcmp(w->file, "/dev/stdout") == 0)) {
		if (rotates || w->append || w->force || w->mode)
			diag_usage("--write=%s: standard output is no file; --rotate-size, --rotate-time, --append, --force and "
			           "--mode need one", w->file);
		if (w->no_marks)
			diag_usage("--write-marks=no: beside standard output there is no place to note what was lost; use "
			           "--write=FILE");
		if (!o->quiet && (!o->output || strcmp(o->output, "-") == 0))
			diag_usage("--write=%s: records are shown on standard output too; use --quiet, or --output=FILE for them",
			           w->file);
		if (isatty(STDOUT_FILENO))
			diag_usage("--write=%s: captures are not written to a terminal; use a pipe, or --write=FILE", w->file);
	}
	if (!w->mode)
		w->mode = STORE_MODE;
	w->local = o->time == OUT_TIME_LOCAL;
}

static void settle(struct options *o, const char *since, const char *until)
{
	static char device[] = "/dev/monreader";
	static char *devices[] = { device, NULL };
	const char *contradiction;
	unsigned local = o->time == OUT_TIME_LOCAL ? MOMENT_LOCAL : 0;

	o->select.all = o->all;
	o->select.local = o->time == OUT_TIME_LOCAL;
	if (since)
		moment(&o->select.since, "since", since, local);
	if (until)
		moment(&o->select.until, "until", until, local | MOMENT_LAST);
	contradiction = select_contradiction(&o->select);
	if (contradiction)
		diag_usage("no record can be selected: %s", contradiction);
	if (o->action != ACTION_SHOW && o->nfiles)
		diag_usage("%s: --describe, --xref, --list-layouts, --check-layouts and --to-dsect read no FILE%s",
		           o->files[0],
		           o->action == ACTION_CHECK_LAYOUTS ? "; name the pages with --layouts=PATH" : "");
	if (o->action == ACTION_CHECK_LAYOUTS && !o->layouts)
		diag_usage("--check-layouts: no pages to check; name them with --layouts=PATH");
	settle_store(o);
	if (o->nfiles == 0) {
		o->files = devices;
		o->nfiles = 1;
	}
	o->store.inputs = o->files;
	o->store.ninputs = o->nfiles;
	if (o->quiet)
		o->format = &out_none_format;
	diag_set_level(o->quiet > 1 ? DIAG_SILENT : o->verbose ? DIAG_VERBOSE : DIAG_NORMAL);
	if (o->format == &out_raw_format && !o->output && isatty(STDOUT_FILENO))
		diag_usage("raw bytes are not written to a terminal; use a pipe, or --output=FILE");
}

/* No option has this name, or several begin with it. */
static void __attribute__((noreturn)) unknown_option(const char *arg)
{
	size_t n = strcspn(arg + 2, "="), i, room;
	char candidates[512] = "";

	for (i = 0; i < OPTIONS; i++) {
		room = sizeof candidates - strlen(candidates) - 1;
		if (strncmp(long_options[i].name, arg + 2, n) != 0 || strlen(long_options[i].name) + 4 > room)
			continue;
		strcat(candidates, *candidates ? ", --" : ": --");
		strcat(candidates, long_options[i].name);
	}
	diag_usage("%.*s: unknown or ambiguous option%s", (int)n + 2, arg, candidates);
}

/* getopt_long()'s own messages begin with the name by which the program was called. */
static void __attribute__((noreturn)) bad_option(int c, const char *arg)
{
	if (c == ':')
		diag_usage("%s: a value is missing", arg);
	if (arg[0] == '-' && arg[1] == '-' && optopt)
		diag_usage("%s: this option takes no value", arg);
	if (arg[0] == '-' && arg[1] == '-')
		unknown_option(arg);
	diag_usage("-%c: unknown option", optopt);
}

void options_parse(struct options *o, int argc, char **argv)
{
	const char *since = NULL, *until = NULL, *env = getenv("MONREAD_LAYOUTS");
	unsigned char given[OPTIONS + 1] = { 0 };
	int c;

	memset(o, 0, sizeof *o);
	select_init(&o->select);
	o->codepage = "IBM-1047";
	o->color = -1;
	o->store.container = MONREAD_CONTAINER_MONWRITE;
	if (env && *env)
		add_words(&o->layouts, env, ':');
	opterr = 0;
	while ((c = getopt_long(argc, argv, short_options, long_options, NULL)) != -1) {
		if (c == '?' || c == ':')
			bad_option(c, argv[optind - 1]);
		given[place_of(c)] = 1;
		set_option(o, c, optarg, &since, &until);
	}
	o->files = argv + optind;
	o->nfiles = argc - optind;
	refuse_ignored(o, given);
	if (!o->format)
		o->format = &out_text_format;
	settle(o, since, until);
}

void options_done(struct options *o)
{
	select_done(&o->select);
	privileges_done(&o->drop);
	free_words(o->fields);
	free_words(o->layouts);
}
