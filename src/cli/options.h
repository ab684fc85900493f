/* options.h: the table of the options of a program. The program reads its command line with this
 * table; the build makes --help and completions from the table. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/words.h"

/* maximum number of rows of a table of options, plus 1, and maximum number of removed options */
#define OPTIONS_MOST 96u
#define REMOVED_MOST 24u

/* The effect of an option. Most kinds store a value of ->size bytes at the offset ->at in the
 * struct options of the program. Names in capitals, such as HELP, are members of struct
 * options_row. */
enum options_kind {
	OPTIONS_TEXT,    /* not an option: --help prints HELP as a heading */
	OPTIONS_FLAG,    /* store 1 */
	OPTIONS_COUNT,   /* store how often the option was given */
	OPTIONS_STRING,  /* store the argument, a const char * */
	/* the argument is a word in WORDS: store the value of this word; without argument, store
	 * VALUE */
	OPTIONS_WORD,
	OPTIONS_NUMBER,  /* store an integer from MIN to MAX */
	OPTIONS_SECONDS, /* store the length of time in the argument, in seconds, as a double */
	/* append the words of the argument, separated by the character VALUE (0: do not split), to
	 * a char ** */
	OPTIONS_LIST,
	OPTIONS_CALL,    /* call SET with the argument */
	OPTIONS_MESSAGES, /* set the form of all following messages: text or json */
	OPTIONS_HELP, /* for --help, print all options; for -h, the most common tasks; and exit */
	OPTIONS_VERSION
};

/* Values of ->values, which tell data/completions/make.awk how the shell completes the argument of
 * an option. If ->values is NULL, the shell completes the words in ->words. */
#define VALUES_BEGINNINGS "beginnings" /* one of ->words, after which the user types further text */
#define VALUES_LIST       "list"       /* several of the words */
#define VALUES_FILE       "file"
#define VALUES_DIRECTORY  "directory"
#define VALUES_RECORD     "record"
#define VALUES_RECORDS    "records"
#define VALUES_TABLES     "tables"     /* records, or tables of application data */
#define VALUES_DESCRIBED  "described"  /* a record or a field */
#define VALUES_FIELDS     "fields"
#define VALUES_REPORT     "report"
#define VALUES_COLUMN     "column"     /* a column of the reports that the command line names */
#define VALUES_KEY        "key"        /* a column of these reports, with "=" after the column */
#define VALUES_REPORT_OR_FILE "report or file"

/* A condition: an option needs one of the options ->any, which messages call ->text. In a list of
 * conditions, ->text of the last element is NULL. */
struct options_need {
	const char *any[4];
	const char *text;
};

struct options_row {
	const char *name;     /* without dashes; NULL: a row of kind OPTIONS_TEXT */
	char letter;          /* 0: none */
	const char *argument; /* in --help; NULL: no argument */
	/* description for --help; NULL: list ->words, of which the first is the default */
	const char *help;
	enum options_kind kind;
	size_t at, size;
	const struct word *words;
	uint64_t min, max;
	int value;
	/* for OPTIONS_CALL: exits with a message if the argument ARG is invalid */
	void (*set)(void *options, const struct options_row *row, const char *arg);
	int optional; /* the argument may be omitted */
	int repeats;  /* the option can be given several times, with a cumulative effect */
	/* advice to print if the option is given again with another argument; NULL: use the last
	 * argument */
	const char *once;
	const char *values; /* VALUES_..., or NULL */
	/* one bit for each kind of run in which the option has an effect; 0: OPTIONS_USUAL */
	unsigned where;
	const struct options_need *needs;
};

/* The bit in ->where for the main task of a program. Each program defines bits for its other kinds
 * of run. */
#define OPTIONS_USUAL 1u

/* An option of an earlier version. In a list of such options, ->name of the last element is
 * NULL. */
struct options_removed {
	const char *name, *advice;
	/* the option that replaced this one, so that the old name still works; NULL: none */
	const char *now;
	/* if the option ->now requires a unit: the unit to append to an argument without unit */
	char unit;
};

struct options_program {
	const char *name;
	const char *title; /* text before the version in --version */
	const char *tasks; /* the text of -h: the most common tasks */
	const struct options_row *rows;
	size_t n;
	/* how the shell completes the first operand, and all other operands: VALUES_... */
	const char *operands[2];
	const struct options_removed *removed; /* NULL: none */
};

extern const struct options_program program_options;

/* Read the command line ARGV into OPTIONS, and set GIVEN[row] to 1 for each given option. Return
 * the index of the first operand in ARGV, which is reordered. Exits on wrong usage, --help and
 * --version. */
int options_read(const struct options_program *p, void *options, int argc, char **argv,
                 unsigned char given[OPTIONS_MOST]);

/* Exit with a message if the option ROW has no effect: row->where has none of the bits APPLIES,
 * which stand for the current run. The message ends with WITH, NAME and ADVICE, as in "has no
 * effect with --format=csv", where NAME is "csv". */
void options_check_effect(const struct options_row *row, unsigned applies, const char *with,
                          const char *name, const char *advice);

/* Exit with a message if the option ROW was given without the options that it needs. */
void options_check_needs(const struct options_program *p, const struct options_row *row,
                         const unsigned char given[OPTIONS_MOST]);

/* Return the description of ROW for --help. A list of words is written to ROOM of SIZE bytes. */
#define OPTIONS_DESCRIPTION 512u
const char *options_description(const struct options_row *row, char *room, size_t size);

void options_help(const struct options_program *p);
void options_version(const struct options_program *p);

struct moment;

/* Unless ARG is NULL, parse it as a time into M. FLAGS are MOMENT_... flags. Exits with a message
 * about --OPTION if ARG is invalid. */
void options_moment(struct moment *m, const char *option, const char *arg, unsigned flags);

/* Return the code page NAME; NULL if out of memory. Exits with a message if the code page is
 * unknown or not EBCDIC. */
struct monread_codepage *codepage_named(const char *name);

int codepage_is_ebcdic(const struct monread_codepage *cp);

/* ---- Macros for rows of a table of options ---- */

/* Omit ->set in generate.c, which is not linked with the functions that options call. */
#ifdef OPTIONS_SHOWN_ONLY
#define CALLS(function) .kind = OPTIONS_CALL
#else
#define CALLS(function) .kind = OPTIONS_CALL, .set = function
#endif

/* The option stores its value in MEMBER of the struct OPTIONS_STRUCT. */
#ifndef OPTIONS_STRUCT
#define OPTIONS_STRUCT options
#endif
#define STORES(how, member) \
	.kind = how, .at = offsetof(struct OPTIONS_STRUCT, member), \
	.size = sizeof ((struct OPTIONS_STRUCT *)0)->member
#define FLAG(member) STORES(OPTIONS_FLAG, member)
#define STRING(member) STORES(OPTIONS_STRING, member)
#define WORD(member, table) STORES(OPTIONS_WORD, member), .words = table
#define TEXT(text) .kind = OPTIONS_TEXT, .help = text

/* Rows of options that several programs have. ON is the value of ->where. */
#define ROW_SYSTEM(on) \
	{ "system", 0, "LIST", "of these systems: identifiers or globs: 'VMPROD*'", \
	  STRING(systems), \
	  .once = "give one list, as in --system=VMPROD1,VMTEST*", .where = on }
#define ROW_LAYOUTS(on) \
	{ "layouts", 'L', "PATH", \
	  "use this record page, .dsect file, or directory of them; may be repeated; " \
	  "also $MONREAD_LAYOUTS; none: no pages that monread-fetch-layouts got", \
	  STORES(OPTIONS_LIST, layouts), .values = VALUES_FILE, .repeats = 1, .where = on }
#define ROW_RELEASE(on) \
	{ "release", 0, "RELEASE", "the release of z/VM, where layouts depend on it", \
	  WORD(release, release_words), .where = on }
#define ROW_TIME \
	{ TEXT("TIME is ISO 8601, HH:MM[:SS] on the first day, +SECONDS, +Nm, +Nh or +Nd after\n" \
	       "the start, or -1h before the end; UTC, or local with --time=local.\n\nHow:\n") }
#define ROWS_HELP \
	{ "help", 'h', NULL, "the commonest tasks (-h), or all options (--help)", \
	  .kind = OPTIONS_HELP }, \
	{ "version", 'V', NULL, "show the version and exit", .kind = OPTIONS_VERSION }

#endif
