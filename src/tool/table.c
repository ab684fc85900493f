/* table.c: the options of monread, in the order of --help. */
#include "config.h"

#include "cli/lists.h"
#include "tool/tool_options.h"

#define ON_ALL (APPLIES_LAYOUTS | APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE)
#define ON_READ (APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE)
#define SELECTS .where = APPLIES_RECORDS | APPLIES_SELECTS
#define RECORDS(member) \
	CALLS(option_records), .at = offsetof(struct options, member), .repeats = 1, SELECTS

#define FORMAT_WORD(name) { #name, 0 },

static const struct word format_words[] = {
	OUT_FORMATS(FORMAT_WORD) { "sql", ACTION_SQL }, { NULL, 0 },
};

static const struct word types[] = {
	{ "sample", MONREAD_SAMPLE }, { "event", MONREAD_EVENT }, { NULL, 0 },
};

static const struct word times[] = {
	{ "utc", OUT_TIME_UTC },
	{ "local", OUT_TIME_LOCAL },
	{ "system", OUT_TIME_SYSTEM },
	{ "tod", OUT_TIME_TOD },
	{ NULL, 0 },
};

static const struct word whens[] = { { "auto", -1 }, { "always", 1 }, { "never", 0 }, { NULL, 0 } };

static const struct word rates[] = { { "rate", OUT_RATE }, { NULL, 0 } };

static const struct word write_containers[] = {
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ NULL, 0 },
};

static const struct word compressions[] = { { "zstd", 0 }, { "gzip", 0 }, { NULL, 0 } };

static const struct word syncs[] = {
	{ "none", STORE_SYNC_NONE },
	{ "set", STORE_SYNC_SET },
	{ "file", STORE_SYNC_FILE },
	{ NULL, 0 },
};

static const struct options_need needs_write[] = {
	{ { "write" }, "--write=FILE" },
	{ { NULL }, NULL },
};

static const struct options_need needs_files[] = {
	{ { "write", "split", "output" }, "--write=FILE, --split=DIR or --output=FILE" },
	{ { NULL }, NULL },
};

static const struct options_need needs_rotation[] = {
	{ { "write" }, "--write=FILE" },
	{ { "rotate" }, "--rotate" },
	{ { NULL }, NULL },
};

/* ---- Options that need more than storing a value.  Wrong values end the program. ---- */

#ifndef OPTIONS_SHOWN_ONLY

static void choose_format(struct options *o, const struct out_format *f)
{
	if (o->format && o->format != f)
		diag_usage("--format=%s, --format=%s: only one format can be shown",
		           o->format->name, f->name);
	o->format = f;
}

static void option_named_format(void *options, const struct options_row *row, const char *arg)
{
	(void)arg;
	choose_format(options, out_format_find(row->name));
}

static void option_format(void *options, const struct options_row *row, const char *arg)
{
	/* formats that users may expect, but that do not exist, with advice */
	static const char *const others[][2] = {
		{ "avro", "use -f arrow, another binary format" },
		{ "html", "monstat --html=PAGE FILE writes a page with charts" },
		{ "parquet", "monread-parquet DIR FILE writes Parquet files" },
		{ "pcp", "monread2pcp FILE ARCHIVE writes an archive of PCP" },
		{ "xlsx", "use -f csv, which spreadsheets open" },
	};
	/* formats of --describe=PAGE, for monread-fetch-layouts */
	static const struct word pages[] = {
		{ "dsect", ACTION_TO_DSECT }, { "check", ACTION_CHECK_PAGE }, { NULL, 0 },
	};
	const struct word *w = words_find(row->words, arg), *page = words_find(pages, arg);
	struct options *o = options;
	char known[160];
	size_t i;

	for (i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(arg, others[i][0]) == 0)
			diag_usage("--format=%s: no such format; %s", arg, others[i][1]);
	if (page)
		o->page = (enum action)page->value;
	else if (!w)
		diag_usage("--format=%s: expected %s", arg,
		           words_list(known, sizeof known, row->words, ""));
	else if (w->value == ACTION_SQL)
		o->sql = 1;
	else
		choose_format(options, out_format_find(w->word));
}

static void option_action(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (o->action != ACTION_SHOW)
		diag_usage("--%s and --%s contradict each other", o->action_name, row->name);
	/* query_check() refuses empty arguments of --sql and --sqlite. */
	if (arg && !*arg && row->value == ACTION_FIND)
		diag_usage("--find=: expected a part of a name or of a description");
	if (arg && !*arg && row->value == ACTION_XREF)
		diag_usage("--xref=: expected the name of a record");
	if (arg && !*arg && row->value == ACTION_DESCRIBE)
		diag_usage("--describe=: expected the name of a record or field");
	o->action = (enum action)row->value;
	o->action_name = row->name;
	o->name = arg;
}

static void check_list(const struct options_row *row, const char *arg, const char *fault)
{
	if (fault)
		diag_usage("--%s=%s: expected %s", row->name, arg, fault);
}

static void option_domains(void *options, const struct options_row *row, const char *arg)
{
	check_list(row, arg, select_add_domains(&((struct options *)options)->select, arg));
}

static void option_records(void *options, const struct options_row *row, const char *arg)
{
	void *list = (char *)options + row->at;

	check_list(row, arg, select_add_records(list, arg));
}

static void option_users(void *options, const struct options_row *row, const char *arg)
{
	check_list(row, arg, globs_are(arg) ? NULL : "a list of user IDs, as in LINUX*,TCPIP");
	lists_add(&((struct options *)options)->which.users, arg, ',');
}

static void option_write(void *options, const struct options_row *row, const char *arg)
{
	if (!*arg)
		diag_usage("--%s=: expected the name of a file", row->name);
	if (store_name_fault(arg))
		diag_usage(
			"--%s=%s: %.20s: expected %%{system}, or a conversion of strftime(3) that gives digits, as %%Y, %%m, %%d, "
			"%%H, %%M, %%S or %%j",
			row->name, arg, store_name_fault(arg));
	((struct options *)options)->store.file = arg;
}

static void option_anonymize(void *options, const struct options_row *row, const char *arg)
{
	struct options *o = options;

	if (arg && !*arg)
		diag_usage("--%s=: expected the name of a file with a key, or keep-unknown",
		           row->name);
	o->anonymize.wanted = 1;
	if (arg && strcmp(arg, "keep-unknown") == 0)
		o->anonymize.keep_unknown = 1;
	else if (arg)
		o->anonymize.keyfile = arg;
}

/* Read TEXT, a size such as 16M (B, K, M or G), into *BYTES, or a time such as 10m into *SECONDS.
 * Return 0, or -1 if TEXT is invalid. */
static int option_limit(const char *text, uint64_t *bytes, double *seconds)
{
	static const char units[] = "BKMG";
	char last = *text ? text[strlen(text) - 1] : '0';
	const char *unit = strchr(units, last == 'm' ? last : mr_upper(last));
	unsigned shift;

	if (!unit)
		return mr_is_digit(last) ? -1 : words_seconds(text, seconds);
	shift = 10 * (unsigned)(unit - units);
	if (mr_read_number(&text, (uint64_t)INT64_MAX >> shift, bytes) || text[1] || *bytes == 0)
		return -1;
	*bytes <<= shift;
	return 0;
}

static void option_keep(void *options, const struct options_row *row, const char *arg)
{
	struct store_options *o = &((struct options *)options)->store;
	uint64_t number;

	if (words_number(arg, row->min, row->max, &number) == 0)
		o->keep = (unsigned)number;
	else if (option_limit(arg, &o->keep_size, &o->keep_age))
		diag_usage(
			"--keep=%s: expected a number of files from %u to %u, an age as in 7d, or a size as in 10G",
			arg, (unsigned)row->min, (unsigned)row->max);
}

static void option_rotate(void *options, const struct options_row *row, const char *arg)
{
	struct store_options *o = &((struct options *)options)->store;

	if (option_limit(arg, &o->rotate_size, &o->rotate_time))
		diag_usage("--%s=%s: expected a size as in 16M, or a time as in 10m or 1h",
		           row->name, arg);
	if (!store_period_is_allowed(o->rotate_time))
		diag_usage("--%s=%s: a time of more than a day must be a number of days, as in 7d",
		           row->name, arg);
}

static void option_mode(void *options, const struct options_row *row, const char *arg)
{
	size_t digits = strspn(arg, "01234567");
	unsigned long mode = strtoul(arg, NULL, 8);

	if (digits < 3 || digits > 4 || arg[digits] || mode > 0777 || (mode & 0600) != 0600)
		diag_usage(
			"--%s=%s: expected permissions in octal that let the owner read and write, as in 640",
			row->name, arg);
	((struct options *)options)->store.mode = (unsigned)mode;
}

static void option_compression(void *options, const struct options_row *row, const char *arg)
{
	const struct word *w = words_find(row->words, arg);

	if (!w)
		diag_usage("--%s=%s: expected zstd or gzip", row->name, arg);
	if (!strstr(compress_kinds(), w->word))
		diag_usage("--%s=%s: this monread was built without %s", row->name, arg,
		           w->word[0] == 'z' ? "libzstd" : "zlib");
	((struct options *)options)->store.compress = w->word;
}

#endif

/* ---- The table ---- */

static const struct options_row rows[] = {
	{ TEXT("Usage: monread [OPTION]... [FILE]...\n"
	       "Show z/VM monitor data: every field of every record.\n"
	       "\n"
	       "FILE is a capture (MONWRITE file or stream, plain or compressed), a directory of\n"
	       "captures, which are read in order of time, a monreader device, or - for standard\n"
	       "input.\n"
	       "Without FILE, /dev/monreader is read.  Several FILEs are read one after another.\n"
	       "\n"
	       "What to show:\n") },
	{ "list", 'l', NULL, "one line per record: offset, time, D/R, name, length, title",
	  CALLS(option_named_format) },
	{ "summary", 's', NULL, "counts: data sets, records, times, gaps, damage",
	  CALLS(option_named_format) },
	{ "doctor", 0, NULL,
	  "check FILE: transfer, damage, release, lengths, impossible values, settings that reports miss, and what "
	  "to do next; also with -f json",
	  FLAG(shown.doctor) },
	{ "hex", 'x', NULL, "16 bytes per line in hex and as text, with field names",
	  CALLS(option_named_format) },
	{ "raw", 0, NULL, "the bytes of the selected records, as a valid stream capture",
	  CALLS(option_named_format) },
	{ "format", 'f', "FMT", NULL, CALLS(option_format), .words = format_words,
	  .where = ON_ALL },
	{ "split", 0, "DIR", "with csv, tsv, arrow and json: a file for each table, DIR/NAME.csv",
	  STRING(shown.split), .values = VALUES_DIRECTORY, .where = OUT_TAKES_SPLIT },
	{ "find", 0, "WORD", "records, fields and bits with WORD in their names or descriptions",
	  CALLS(option_action), .value = ACTION_FIND, .where = APPLIES_LAYOUTS },
	{ "describe", 0, "NAME",
	  "the layout of a record: offsets, lengths, types, arrays; or a field, in each record that has it; for "
	  "programs with -f json or -f sql; of the record page NAME with -f dsect",
	  CALLS(option_action), .value = ACTION_DESCRIBE, .values = VALUES_DESCRIBED,
	  .where = APPLIES_LAYOUTS },
	{ "xref", 0, "NAME", "its cross reference, as IBM's pages print it", CALLS(option_action),
	  .value = ACTION_XREF, .values = VALUES_RECORD, .where = APPLIES_LAYOUTS },
	{ "tables", 0, NULL,
	  "the tables that have rows in FILE: rows, columns and title; without FILE all known records, and how "
	  "much of each is described; also with -f json or -f sql",
	  CALLS(option_action), .value = ACTION_TABLES, .where = APPLIES_LAYOUTS | APPLIES_QUERY },
	{ "sql", 0, "QUERY",
	  "the answer to a query in SQL, to which each record is a row of a table: 'SELECT * FROM MRSYTPRP'; or "
	  "@FILE",
	  CALLS(option_action), .value = ACTION_SQL, .where = APPLIES_QUERY | APPLIES_FILES },
	{ "sqlite", 0, "DATABASE",
	  "show nothing; load all records into a database of SQLite, except the records that it has already",
	  CALLS(option_action), .value = ACTION_SQLITE, .values = VALUES_FILE,
	  .where = APPLIES_DATABASE | APPLIES_FILES },
	{ TEXT("NAME is MRSYTLCK, SYTLCK, D0R23, D0/R23 or 0.23, in any case.\n"
	       "\n"
	       "Which records (all conditions must hold):\n") },
	{ "domain", 'd', "LIST",
	  "from these domains: numbers, ranges, or names: system, monitor, scheduler, storage, user, processor, "
	  "io, seek, network, isfc, appldata, ssi",
	  CALLS(option_domains), .words = domain_words, .values = VALUES_LIST, .repeats = 1,
	  SELECTS },
	{ "record", 'r', "LIST", "with these numbers; 0.23 or D0R23 name a domain too",
	  RECORDS(select.records), .values = VALUES_RECORDS },
	{ "name", 'n', "LIST",
	  "with these names or globs: 'MRSYT*,MRUSEACT'; with csv, tsv and arrow also of one table that --tables "
	  "shows",
	  RECORDS(select.named), .values = VALUES_TABLES },
	{ "exclude", 0, "LIST",
	  "not these records: numbers, names or globs, as in D5R16,MRSTO*; --write does not store them, either",
	  RECORDS(select.excluded), .values = VALUES_RECORDS },
	ROW_SYSTEM(APPLIES_RECORDS | APPLIES_SELECTS),
	{ "user", 'u', "LIST", "about these users: IDs or globs: 'LINUX*,TCPIP'",
	  CALLS(option_users), .repeats = 1, SELECTS },
	{ "where", 'w', "EXPR", "for which EXPR is true, an expression of SQLite: 'PFXCPUAD = 3'",
	  STRING(which.where), .once = "give one condition, as in --where='(A) AND (B)'", SELECTS },
	{ "type", 't', "TYPE", "sample or event", WORD(select.type, types),
	  .once = "without it, records of both types are shown", SELECTS },
	{ "since", 0, "TIME", "at or after TIME", STRING(which.since), SELECTS },
	{ "until", 0, "TIME", "at or before TIME; includes the sample of that time",
	  STRING(which.until), SELECTS },
	{ "count", 'c', "N", "stop after N selected records", STORES(OPTIONS_NUMBER, select.count),
	  .max = UINT64_MAX, SELECTS },
	{ "all", 'a', NULL,
	  "also end-of-frame records, the configuration that a file repeats at its start, reserved fields, and "
	  "bits that are off",
	  FLAG(select.all) },
	{ "fields", 0, "LIST",
	  "only these fields: names and globs; tables also have the time; add keys by name, as in VMDUSER,VMDTTIME",
	  STORES(OPTIONS_LIST, shown.fields), .value = ',', .values = VALUES_FIELDS, .repeats = 1,
	  .where = OUT_TAKES_FIELDS },
	{ "explain", 0, NULL,
	  "with text: a description after each value; in JSON meanings of codes, as NAME_text; with -f dsect: the "
	  "descriptions of the page",
	  FLAG(shown.explain), .where = ON_ALL },
	{ "wide", 0, NULL, "with text: arrays as tables, a line for each entry", FLAG(shown.wide),
	  .where = OUT_TAKES_WIDE },
	ROW_TIME,
	{ "input-format", 'I', "FORM", "auto (default), stream, monwrite or device",
	  WORD(input.container, container_words), .where = ON_READ },
	{ "follow", 'F', NULL,
	  "keep reading as FILE grows or is rotated; of a directory, each system's newest file and later ones",
	  FLAG(input.follow),
	  .where = APPLIES_RECORDS | APPLIES_FILES },
	{ "merge", 0, NULL,
	  "all FILEs together in order of time; records that several captures of a system have, once",
	  FLAG(merge), .where = ON_READ | APPLIES_FILES },
	{ "output", 'o', "FILE", "write to FILE instead of standard output", STRING(output),
	  .values = VALUES_FILE, .where = ON_ALL },
	{ "time", 0, "ZONE",
	  "time stamps in utc (default), local, the zone of the system (inferred), or tod (unchanged)",
	  WORD(shown.time, times), .where = APPLIES_TIME },
	{ "delta", 0, "rate",
	  "differences of the counters of samples since the previous sample, or with --delta=rate, per second",
	  WORD(shown.counters, rates), .optional = 1, .value = OUT_DELTA,
	  .where = OUT_TAKES_DELTA | APPLIES_DATABASE },
	{ "every", 0, "TIME",
	  "with text, json, csv, tsv and arrow, or -q --write: of samples only the first of each TIME: 15m, 1h",
	  STORES(OPTIONS_SECONDS, store.every), .where = OUT_TAKES_DELTA | APPLIES_THINNED },
	{ "codepage", 0, "NAME", "code page of the text in records (default IBM-1047)",
	  STRING(shown.codepage), .words = codepage_words,
	  .where = OUT_TAKES_CODEPAGE | APPLIES_QUERY | APPLIES_DATABASE },
	/* --color is accepted with all actions, because aliases often contain it. */
	{ "color", 0, "WHEN", "auto (default), always or never", WORD(shown.color, whens),
	  .optional = 1, .value = 1, .where = ON_ALL },
	ROW_LAYOUTS(ON_ALL),
	ROW_RELEASE(ON_ALL),
	{ "jobs", 'j', "N",
	  "format with N threads; default: one per processor for large files; the output is the same",
	  STORES(OPTIONS_NUMBER, run.jobs), .min = 1, .max = 256 },
	{ "progress", 0, "WHEN",
	  "report the progress: auto (default: if standard error is a terminal and the output is not), always or "
	  "never",
	  WORD(run.progress, whens), .optional = 1, .value = 1, .where = ON_READ | APPLIES_FILES },
	{ "strict", 0, NULL, "stop at the first damage", FLAG(run.strict) },
	{ "quiet", 'q', NULL,
	  "show no records, only check them; twice: no messages, except for files that cannot be opened or written",
	  STORES(OPTIONS_COUNT, quiet), .repeats = 1, .where = ON_ALL },
	{ "messages", 0, "FORM",
	  "text, or json: an object per line, and after each FILE one with status, system, records, damage, times",
	  .kind = OPTIONS_MESSAGES, .words = message_words, .where = ON_ALL },
	{ "verbose", 'v', NULL, "report more details", FLAG(run.verbose), .where = ON_ALL },
	ROWS_HELP,
	{ TEXT("\n"
	       "Captures and devices:\n") },
	{ "write", 0, "FILE",
	  "store the selected records, and the configuration that readers need, in FILE, which must not exist; "
	  "with -q instead of showing them; - is standard output; %{system} in it is the system",
	  CALLS(option_write), .values = VALUES_FILE },
	{ "append", 0, NULL, "FILE may exist: continue after its last whole data set",
	  FLAG(store.append), .needs = needs_write },
	{ "force", 0, NULL,
	  "FILE, or files of --split, may exist: replace them; FILE of --output may be a monitor capture",
	  FLAG(store.force), .needs = needs_files },
	{ "mode", 0, "MODE", "permissions of new files, in octal (default 600)", CALLS(option_mode),
	  .needs = needs_write },
	{ "write-format", 0, "FORM", "monwrite (default) or stream",
	  WORD(store.container, write_containers), .needs = needs_write },
	{ "rotate", 0, "LIMIT",
	  "begin a new file before one grows larger than a size (16M), or by the clock, at full hours (1h) "
	  "or at midnight (1d): FILE.00001 and so on, or with conversions of strftime(3), as in "
	  "mon-%H%M.bin; may be repeated",
	  CALLS(option_rotate), .needs = needs_write, .repeats = 1 },
	{ "keep", 0, "LIMIT",
	  "with rotation: remove the oldest files beyond a number (24), an age (7d) or a size (10G); may be "
	  "repeated",
	  CALLS(option_keep), .min = 1, .max = 1000000, .needs = needs_rotation, .repeats = 1 },
	{ "compress", 0, "KIND", "zstd or gzip", CALLS(option_compression), .words = compressions,
	  .needs = needs_write },
	{ "exec", 0, "PROGRAM",
	  "run PROGRAM with the name of each finished file, one at a time, in order",
	  STORES(OPTIONS_STRING, store.exec), .values = VALUES_FILE, .needs = needs_write },
	{ "sync", 0, "WHEN",
	  "sync each data set (set), each file (file), or nothing (none, default)",
	  WORD(store.sync, syncs), .needs = needs_write },
	{ "anonymize", 0, "KEYFILE",
	  "with --write and --raw: other names, texts, addresses and serial numbers, the same with the same "
	  "KEYFILE; keep-unknown: also bytes that no layout describes",
	  CALLS(option_anonymize), .values = VALUES_FILE, .optional = 1, .repeats = 1 },
	{ "duration", 0, "TIME", "end after that time: 90, 30s, 10m, 2h, 1d",
	  STORES(OPTIONS_SECONDS, run.duration) },
	{ TEXT("\n"
	       "Exit status:\n"
	       "  0  everything was read and shown\n"
	       "  1  something was damaged, missing, cut off or lost, or what --layouts\n"
	       "     names has no layout in it; the rest was shown\n"
	       "  2  a FILE, a page or the output could not be opened or written\n"
	       " 64  the command line is wrong\n") },
};

static const struct options_removed removed[] = {
	{ "avro-codec", "use -f arrow or monread-parquet instead", NULL, 0 },
	{ "buffer", "the size of the buffer is chosen automatically", NULL, 0 },
	{ "check-layouts", "use monread-fetch-layouts --check=PATH instead", NULL, 0 },
	{ "exact", "--raw shows only the selected records; --write adds the configuration", NULL,
	  0 },
	{ "exit-summary", "use --messages=json instead", NULL, 0 },
	{ "list-layouts", "use --tables instead", NULL, 0 },
	{ "local", /* an option of other programs */ "use --time=local instead", NULL, 0 },
	{ "log", "use --messages instead", "messages", 0 },
	{ "no-progress", "use --progress=never instead", NULL, 0 },
	{ "no-site-layouts", "use --layouts=none instead", NULL, 0 },
	{ "pcp", "use monread2pcp instead", NULL, 0 },
	{ "proven", "a question mark marks fields that are not known for certain", NULL, 0 },
	{ "rate", "use --delta=rate instead", NULL, 0 },
	{ "repeated", "use --all instead", NULL, 0 },
	{ "report", "monstat makes reports, as in monstat user FILE", NULL, 0 },
	{ "rotate-size", "use --rotate=SIZE instead, as in --rotate=16M", "rotate", 'B' },
	{ "rotate-time", "use --rotate=TIME instead, as in --rotate=1h", "rotate", 's' },
	{ "skip", "use --since instead, or --sql with LIMIT and OFFSET", NULL, 0 },
	{ "table", "use --name instead", NULL, 0 },
	{ "to-dsect", "use monread-fetch-layouts --to-dsect=PAGE instead", NULL, 0 },
	{ "user-drop", "use User= of systemd or runuser(1) instead", NULL, 0 },
	{ "write-marks", "captures always have marks where data was lost", NULL, 0 },
	{ NULL, NULL, NULL, 0 },
};
_Static_assert(sizeof rows / sizeof rows[0] < OPTIONS_MOST, "OPTIONS_MOST is too small");
_Static_assert(sizeof removed / sizeof removed[0] <= REMOVED_MOST, "REMOVED_MOST is too small");

const struct options_program program_options = {
	.name = "monread",
	.title = "monread",
	.tasks = "Usage: monread [OPTION]... [FILE]...\n"
	         "Show z/VM monitor data.  FILE is a capture, a directory of captures, a device\n"
	         "or - for standard input; without FILE, /dev/monreader.\n"
	         "\n"
	         "  monread -s FILE                   what FILE contains; --doctor: if it is whole\n"
	         "  monread -l FILE                   one line per record\n"
	         "  monread -r D0R23 FILE             all fields of a record; or -r MRSYTLCK\n"
	         "  monread -u 'LX*' FILE             records about users; also --since=08:00\n"
	         "  monread -w 'PFXCPUAD = 0' FILE    records for which a condition is true\n"
	         "  monread --find=spin               records and fields that a word is about\n"
	         "  monread --describe=D0R23          the meaning of the fields of a record\n"
	         "  monread -f csv -n MRUSEACT FILE   a table; also -f tsv, json or arrow\n"
	         "  monread --sql='SELECT DISTINCT VMDUSER FROM D4R3' FILE\n"
	         "                                    a query; each record is a table\n"
	         "  monread -q --write=NEW /dev/monreader\n"
	         "                                    store the data of the device\n"
	         "\n"
	         "All options: monread --help.  More: man monread, man monread-sql.\n"
	         "Reports (processors, users, slow devices): monstat -h.\n",
	.rows = rows,
	.n = sizeof rows / sizeof rows[0],
	.operands = { VALUES_FILE, VALUES_FILE },
	.removed = removed,
};
