/* table.c: the options of monread, in the order of --help. */
#include "config.h"

#include "tool/table.h"

#include "cli/diag.h"
#include "cli/domains.h"
#include "cli/releases.h"
#include "cli/rows.h"
#include "tool/applies.h"
#include "tool/options.h"
#include "tool/setters.h"

#define ON_LAYOUTS (APPLIES_LAYOUTS | APPLIES_READ)
#define ON_ALL (APPLIES_SHOWN | APPLIES_READ)

#define FORMAT_WORD(name) { #name, 0 },

static const struct word format_words[] = { OUT_FORMATS(FORMAT_WORD) { "sql", 0 }, { NULL, 0 } };

const struct word container_words[] = {
	CAPTURE_WORDS,
	{ "device", MONREAD_CONTAINER_DEVICE },
	{ NULL, 0 },
};

static const struct word types[] = {
	{ "sample", MONREAD_SAMPLE },
	{ "event", MONREAD_EVENT },
	{ NULL, 0 },
};

static const struct word times[] = {
	{ "utc", OUT_TIME_UTC }, { "local", OUT_TIME_LOCAL }, { "tod", OUT_TIME_TOD }, { NULL, 0 },
};

/* Those that are usual; iconv(3) knows more. */
static const struct word codepages[] = {
	{ "IBM-037", 0 },  { "IBM-273", 0 },  { "IBM-277", 0 },  { "IBM-278", 0 },  { "IBM-280", 0 },  { "IBM-284", 0 },
	{ "IBM-285", 0 },  { "IBM-297", 0 },  { "IBM-500", 0 },  { "IBM-870", 0 },  { "IBM-871", 0 },  { "IBM-1025", 0 },
	{ "IBM-1026", 0 }, { "IBM-1047", 0 }, { "IBM-1140", 0 }, { "IBM-1141", 0 }, { "IBM-1142", 0 }, { "IBM-1143", 0 },
	{ "IBM-1144", 0 }, { "IBM-1145", 0 }, { "IBM-1146", 0 }, { "IBM-1147", 0 }, { "IBM-1148", 0 }, { "IBM-1149", 0 },
	{ NULL, 0 },
};

static const struct word colors[] = {
	{ "auto", -1 }, { "always", 1 }, { "never", 0 }, { NULL, 0 },
};

static const struct word logs[] = {
	{ "text", DIAG_TEXT }, { "json", DIAG_JSON }, { NULL, 0 },
};

static const struct word summaries[] = {
	{ "json", 1 }, { NULL, 0 },
};

static const struct word write_containers[] = {
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ NULL, 0 },
};

static const struct word write_marks[] = {
	{ "yes", 0 }, { "no", 1 }, { NULL, 0 },
};

static const struct word compressions[] = {
	{ "zstd", 0 }, { "gzip", 0 }, { NULL, 0 },
};

/* The first one is the default. */
static const struct word syncs[] = {
	{ "none", STORE_SYNC_NONE }, { "set", STORE_SYNC_SET }, { "file", STORE_SYNC_FILE }, { NULL, 0 },
};

static const struct options_need needs_write[] = {
	{ { "write" }, "--write=FILE" }, { { NULL }, NULL },
};

static const struct options_need needs_files[] = {
	{ { "write", "split", "output" }, "--write=FILE, --split=DIR or --output=FILE" }, { { NULL }, NULL },
};

static const struct options_need needs_rotation[] = {
	{ { "write" }, "--write=FILE" },
	{ { "rotate-size", "rotate-time" }, "--rotate-size or --rotate-time" },
	{ { NULL }, NULL },
};

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
	{ "list", 'l', NULL,
	  "one line per record: offset, time, D/R, name, length,\n"
	  "title",
	  CALLS(option_named_format) },
	{ "summary", 's', NULL,
	  "what is in it: data sets, records, times, gaps, damage",
	  CALLS(option_named_format) },
	{ "hex", 'x', NULL,
	  "16 bytes per line in hex and as text, with field names",
	  CALLS(option_named_format) },
	{ "raw", 0, NULL,
	  "the bytes, as a valid stream capture; records that are\n"
	  "not selected are left out, but not configuration (see\n"
	  "--exact); the rest is framed anew",
	  CALLS(option_named_format) },
	{ "format", 'f', "FMT", NULL,
	  CALLS(option_format), .words = format_words, .where = APPLIES_SHOWN | APPLIES_LAYOUTS | APPLIES_READ },
	{ "table", 0, "NAME",
	  "with csv, tsv and arrow: this table; without it that\n"
	  "of the one record that is selected",
	  STORES(OPTIONS_STRING, table), .once = "one table is shown; --split=DIR makes a file of each",
	  .where = APPLIES_TABLE | APPLIES_READ },
	{ "split", 0, "DIR",
	  "with csv, tsv, arrow and json: each table into a file\n"
	  "of its own, DIR/NAME.csv",
	  STORES(OPTIONS_STRING, split), .values = VALUES_DIRECTORY, .where = APPLIES_SPLIT | APPLIES_READ },
	{ "find", 0, "WORD",
	  "records, fields and bits with WORD in their names or\n"
	  "descriptions",
	  CALLS(option_find), .value = ACTION_FIND, .where = ON_LAYOUTS },
	{ "describe", 0, "NAME",
	  "the layout of a record: offsets, lengths, types,\n"
	  "arrays; or that of a field, wherever it is; for\n"
	  "programs with -f json or -f sql",
	  CALLS(option_action), .value = ACTION_DESCRIBE, .values = VALUES_RECORD, .where = ON_LAYOUTS },
	{ "xref", 0, "NAME",
	  "its cross reference, as IBM's pages print it",
	  CALLS(option_action), .value = ACTION_XREF, .values = VALUES_RECORD, .where = ON_LAYOUTS },
	{ "list-layouts", 0, NULL,
	  "all known records, and how much of each is described;\n"
	  "for programs with -f json or -f sql",
	  CALLS(option_action), .value = ACTION_LIST_LAYOUTS, .where = ON_LAYOUTS },
	{ "check-layouts", 0, NULL,
	  "contradictions in the pages given with --layouts, and\n"
	  "how they differ from the built-in layouts",
	  CALLS(option_action), .value = ACTION_CHECK_LAYOUTS, .where = ON_LAYOUTS },
	{ "to-dsect", 0, "PAGE",
	  "a record page as a .dsect file, without descriptions",
	  CALLS(option_action), .value = ACTION_TO_DSECT, .values = VALUES_FILE, .where = ON_LAYOUTS },
	{ "sql", 0, "QUERY",
	  "the answer to a query in SQL, to which each record is\n"
	  "a row of a table: 'SELECT * FROM MRSYTPRP'; or @FILE",
	  CALLS(option_action), .value = ACTION_SQL,
	  .where = APPLIES_QUERY | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "sqlite", 0, "DATABASE",
	  "show nothing; load all records into a database of\n"
	  "SQLite; what it has already is not loaded again",
	  CALLS(option_action), .value = ACTION_SQLITE, .values = VALUES_FILE,
	  .where = APPLIES_DATABASE | APPLIES_AUTO | APPLIES_CAPTURE },
	{ TEXT("NAME is MRSYTLCK, SYTLCK, D0R23, D0/R23 or 0.23, in any case.\n"
	       "\n"
	       "Which records (all conditions must hold):\n") },
	{ "domain", 'd', "LIST",
	  "from these domains: numbers, ranges, or names: system,\n"
	  "monitor, scheduler, storage, user, processor, io,\n"
	  "seek, network, isfc, appldata, ssi",
	  CALLS(option_domains), .words = domain_words, .values = VALUES_LIST, .repeats = 1 },
	{ "record", 'r', "LIST",
	  "with these numbers; 0.23 or D0R23 name a domain too",
	  CALLS(option_records), .values = VALUES_RECORDS, .repeats = 1 },
	{ "name", 'n', "LIST",
	  "with these names or globs: 'MRSYT*,MRUSEACT'",
	  CALLS(option_names), .values = VALUES_NAMES, .repeats = 1 },
	{ "system", 0, "LIST",
	  "of these systems: identifiers or globs: 'VMPROD*'",
	  STORES(OPTIONS_STRING, systems), .once = "give one list, as in --system=VMPROD1,VMTEST*" },
	{ "user", 'u', "LIST",
	  "about these users: IDs or globs: 'LINUX*,TCPIP'",
	  CALLS(option_users), .repeats = 1 },
	{ "where", 'w', "EXPR",
	  "for which EXPR is true, an expression of SQLite:\n"
	  "'PFXCPUAD = 3'",
	  STORES(OPTIONS_STRING, where), .once = "give one condition, as in --where='(A) AND (B)'" },
	{ "type", 't', "TYPE",
	  "sample or event",
	  STORES(OPTIONS_WORD, select.type), .words = types, .once = "without it, records of both types are shown" },
	{ "since", 0, "TIME",
	  "at or after TIME",
	  STORES(OPTIONS_STRING, since) },
	{ "until", 0, "TIME",
	  "at or before TIME; includes the sample of that time",
	  STORES(OPTIONS_STRING, until) },
	{ "skip", 0, "N",
	  "skip the first N selected records",
	  STORES(OPTIONS_NUMBER, select.skip), .max = UINT64_MAX },
	{ "count", 'c', "N",
	  "stop after N selected records",
	  STORES(OPTIONS_NUMBER, select.count), .max = UINT64_MAX },
	{ "all", 'a', NULL,
	  "also end-of-frame records, reserved fields, and bits\n"
	  "that are off",
	  STORES(OPTIONS_FLAG, all) },
	{ "repeated", 0, NULL,
	  "also the configuration that a file repeats at its\n"
	  "start",
	  STORES(OPTIONS_FLAG, repeated) },
	{ "fields", 0, "LIST",
	  "only these fields: names and globs",
	  CALLS(option_fields), .values = VALUES_FIELDS, .repeats = 1, .where = APPLIES_FIELDS | APPLIES_READ },
	{ "proven", 0, NULL,
	  "without the fields that are not known for certain:\n"
	  "these bytes in hex",
	  STORES(OPTIONS_FLAG, proven), .where = APPLIES_PROVEN | APPLIES_READ },
	{ "explain", 0, NULL,
	  "with text: the description behind each value; in JSON\n"
	  "what codes mean, as NAME_text; with --to-dsect: the\n"
	  "descriptions of the page",
	  STORES(OPTIONS_FLAG, explain), .where = APPLIES_SHOWN | APPLIES_READ },
	{ "wide", 0, NULL,
	  "with text: arrays as tables, a line for each entry",
	  STORES(OPTIONS_FLAG, wide), .where = APPLIES_WIDE | APPLIES_READ },
	{ TEXT("TIME is ISO 8601, HH:MM[:SS] on the first day, or +SECONDS, +Nm, +Nh or +Nd\n"
	       "after the start.\n"
	       "\n"
	       "How:\n") },
	{ "input-format", 'I', "FORM",
	  "auto (default), stream, monwrite or device",
	  STORES(OPTIONS_WORD, input.container), .words = container_words,
	  .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_READ },
	{ "follow", 'F', NULL,
	  "keep reading as FILE grows or is rotated",
	  STORES(OPTIONS_FLAG, input.follow), .where = APPLIES_RECORDS | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "merge", 0, NULL,
	  "all FILEs together in order of time; records that\n"
	  "several captures of a system have, once",
	  STORES(OPTIONS_FLAG, merge), .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "output", 'o', "FILE",
	  "write to FILE instead of standard output",
	  STORES(OPTIONS_STRING, output), .values = VALUES_FILE, .where = ON_ALL },
	{ "time", 0, "ZONE",
	  "time stamps in utc (default), local, or tod (unchanged)",
	  STORES(OPTIONS_WORD, time), .words = times,
	  .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_READ },
	{ "delta", 0, NULL,
	  "counters of samples as what was counted since the\n"
	  "sample before",
	  CALLS(option_counters), .value = OUT_DELTA, .where = APPLIES_DELTA | APPLIES_DATABASE | APPLIES_READ },
	{ "rate", 0, NULL,
	  "the same in a second",
	  CALLS(option_counters), .value = OUT_RATE, .where = APPLIES_DELTA | APPLIES_READ },
	{ "every", 0, "TIME",
	  "with text, json, csv, tsv and arrow, or -q --write: of\n"
	  "samples only the last one of each TIME: 15m, 1h",
	  STORES(OPTIONS_SECONDS, every), .where = APPLIES_DELTA | APPLIES_THINNED | APPLIES_READ },
	{ "codepage", 0, "NAME",
	  "code page of the text in records (default IBM-1047)",
	  STORES(OPTIONS_STRING, codepage), .words = codepages, .where = APPLIES_CODEPAGE | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_READ },
	/* Often part of an alias. */
	{ "color", 0, "WHEN",
	  "auto (default), always or never",
	  STORES(OPTIONS_WORD, color), .words = colors, .optional = 1, .value = 1, .where = ON_ALL },
	{ "layouts", 'L', "PATH",
	  "use this record page, .dsect file, or directory of\n"
	  "them; may be repeated; also $MONREAD_LAYOUTS",
	  CALLS(option_layouts), .values = VALUES_FILE, .repeats = 1, .where = ON_ALL },
	{ "release", 0, "RELEASE",
	  "the release of z/VM, where layouts depend on it",
	  CALLS(option_release), .words = release_words, .where = ON_ALL },
	{ "no-site-layouts", 0, NULL,
	  "do not look for the pages of monread-fetch-layouts",
	  STORES(OPTIONS_FLAG, no_site_layouts), .where = ON_ALL },
	{ "jobs", 'j', "N",
	  "format with N threads; default: one per processor for\n"
	  "large files; the output is the same",
	  STORES(OPTIONS_NUMBER, jobs), .min = 1, .max = 256 },
	{ "progress", 0, NULL,
	  "say how far reading is; default where standard error\n"
	  "is a terminal and the output is none",
	  CALLS(option_progress), .value = 1, .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "no-progress", 0, NULL,
	  "do not",
	  CALLS(option_progress), .value = -1, .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "strict", 0, NULL,
	  "stop at the first damage",
	  STORES(OPTIONS_FLAG, strict) },
	{ "quiet", 'q', NULL,
	  "show no records, only check them; twice: no messages\n"
	  "either, but for what cannot be opened or written",
	  STORES(OPTIONS_COUNT, quiet), .repeats = 1, .where = ON_ALL },
	{ "log", 0, "FORM",
	  "messages as text, or as json: one object per line",
	  CALLS(option_log), .words = logs, .where = ON_ALL },
	{ "exit-summary", 0, "FORM",
	  "json: at the end of each FILE an object on standard\n"
	  "error: status, system, records, damage, times",
	  STORES(OPTIONS_WORD, verdicts), .words = summaries, .where = APPLIES_RECORDS | APPLIES_QUERY | APPLIES_DATABASE | APPLIES_READ },
	{ "verbose", 'v', NULL,
	  "say more about what is done",
	  STORES(OPTIONS_FLAG, verbose), .where = ON_ALL },
	{ "help", 'h', NULL,
	  "the commonest tasks (-h), or all options (--help)",
	  .kind = OPTIONS_HELP },
	{ "version", 'V', NULL,
	  "show the version and exit",
	  .kind = OPTIONS_VERSION },
	{ TEXT("\n"
	       "Captures and devices:\n") },
	{ "write", 0, "FILE",
	  "store the selected records, and configuration (see\n"
	  "--exact), in FILE, which must not exist; with -q\n"
	  "instead of showing them; - is standard output;\n"
	  "%{system} in it is the system",
	  CALLS(option_write), .values = VALUES_FILE },
	{ "exact", 0, NULL,
	  "with --raw too: store just the selected records, not\n"
	  "the configuration that readers need",
	  STORES(OPTIONS_FLAG, exact) },
	{ "append", 0, NULL,
	  "FILE may exist: continue after its last whole data set",
	  STORES(OPTIONS_FLAG, store.append), .needs = needs_write },
	{ "force", 0, NULL,
	  "FILE, or files of --split, may exist: replace them;\n"
	  "FILE of --output may be a monitor capture",
	  STORES(OPTIONS_FLAG, store.force), .needs = needs_files },
	{ "mode", 0, "MODE",
	  "permissions of new files, in octal (default 600)",
	  CALLS(option_mode), .needs = needs_write },
	{ "write-format", 0, "FORM",
	  "monwrite (default) or stream",
	  STORES(OPTIONS_WORD, store.container), .words = write_containers, .needs = needs_write },
	{ "write-marks", 0, "WHEN",
	  "yes (default): a mark in the capture says where data\n"
	  "was lost; no: FILE.gaps beside it does",
	  STORES(OPTIONS_WORD, store.no_marks), .words = write_marks, .needs = needs_write },
	{ "rotate-size", 0, "SIZE",
	  "begin a new file before one grows larger than SIZE:\n"
	  "FILE.00001 and so on, after the highest number there",
	  STORES(OPTIONS_SIZE, store.rotate_size), .max = INT64_MAX, .needs = needs_write },
	{ "rotate-time", 0, "TIME",
	  "begin a new file after TIME of data; FILE may contain\n"
	  "strftime(3) conversions, as in mon-%H%M.bin",
	  STORES(OPTIONS_SECONDS, store.rotate_time), .needs = needs_write },
	{ "keep", 0, "LIMIT",
	  "with rotation: remove the oldest files beyond a number\n"
	  "(24), an age (7d) or a size (10G); may be repeated",
	  CALLS(option_keep), .min = 1, .max = 1000000, .needs = needs_rotation, .repeats = 1 },
	{ "compress", 0, "KIND",
	  "zstd or gzip",
	  CALLS(option_compression), .words = compressions, .needs = needs_write },
	{ "sync", 0, "WHEN",
	  "sync each data set (set), each file (file), or nothing\n"
	  "(none, default)",
	  STORES(OPTIONS_WORD, store.sync), .words = syncs, .needs = needs_write },
	{ "buffer", 0, "SIZE",
	  "how much data of a device may wait for slow output;\n"
	  "default twice the largest data set, at least 64M",
	  STORES(OPTIONS_SIZE, input.buffer), .max = SIZE_MAX, .where = APPLIES_RECORDS | APPLIES_AUTO | APPLIES_DEVICE },
	{ "duration", 0, "TIME",
	  "end after that time: 90, 30s, 10m, 2h, 1d",
	  STORES(OPTIONS_SECONDS, duration) },
	{ TEXT("\n"
	       "Exit status:\n"
	       " 0  everything was read and shown\n"
	       " 1  something was damaged, missing, cut off or lost, or what --layouts\n"
	       "    names has no layout in it; the rest was shown\n"
	       " 2  wrong usage, or a FILE, a page or the output could not be opened or written\n") },
};

const struct options_program program_options = {
	.name = "monread",
	.title = "monread",
	.tasks = "Usage: monread [OPTION]... [FILE]...\n"
	         "Show z/VM monitor data.  FILE is a capture, a directory of captures, a device\n"
	         "or - for standard input; without FILE, /dev/monreader.\n"
	         "\n"
	         "  monread -s FILE                   what FILE contains, and if it is damaged\n"
	         "  monread -l FILE                   one line per record\n"
	         "  monread -r D0R23 FILE             all fields of a record; or -r MRSYTLCK\n"
	         "  monread -u 'LX*' FILE             records about users; also --since=08:00\n"
	         "  monread -w 'PFXCPUAD = 0' FILE    records for which a condition is true\n"
	         "  monread --find=spin               records and fields that a word is about\n"
	         "  monread --describe=D0R23          what the fields of a record mean\n"
	         "  monread -f csv -n MRUSEACT FILE   a table; also -f tsv, json or arrow\n"
	         "  monread --sql='SELECT DISTINCT VMDUSER FROM D4R3' FILE\n"
	         "                                    a query; each record is a table\n"
	         "  monread -q --write=NEW /dev/monreader\n"
	         "                                    store what the device delivers\n"
	         "\n"
	         "All options: monread --help.  More: man monread, man monread-sql.\n"
	         "Reports (how busy, who, what is slow): monstat -h.\n",
	.rows = rows,
	.n = sizeof rows / sizeof rows[0],
	.operands = { VALUES_FILE, VALUES_FILE },
};
