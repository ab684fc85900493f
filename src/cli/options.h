/* options.h: the options of a program as a table, of which its command line, --help and its completions are made. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "cli/words.h"

/* More rows than a table may have. */
#define OPTIONS_MOST 96u

/* What an option does.  Most store something in the program's struct of options, at AT with SIZE bytes. */
enum options_kind {
	OPTIONS_TEXT,    /* no option: HELP stands in --help as it is */
	OPTIONS_FLAG,    /* 1 */
	OPTIONS_COUNT,   /* how many times it was given */
	OPTIONS_STRING,  /* a const char *: the argument */
	OPTIONS_WORD,    /* an integer: the value of one of WORDS; VALUE where the argument is left out */
	OPTIONS_NUMBER,  /* an integer from MIN to MAX */
	OPTIONS_SECONDS, /* a double */
	OPTIONS_CALL,    /* whatever SET does */
	OPTIONS_MESSAGES, /* text or json: the form of all further messages */
	OPTIONS_HELP,    /* show the help, or by its letter the tasks, and exit */
	OPTIONS_VERSION
};

/* What completes an argument. */
enum options_values {
	VALUES_UNKNOWN,    /* WORDS where there are any */
	VALUES_BEGINNINGS, /* WORDS, and something has to follow */
	VALUES_LIST,       /* WORDS with commas between them */
	VALUES_FILE,
	VALUES_DIRECTORY,
	VALUES_RECORD,  /* a record by name or number */
	VALUES_RECORDS, /* the same, with commas */
	VALUES_TABLES,  /* the same, and tables of application data */
	VALUES_DESCRIBED, /* a record or a field */
	VALUES_FIELDS,  /* names of fields, with commas */
	VALUES_REPORT,  /* a report by name */
	VALUES_REPORT_OR_FILE
};

/* An option needs one of ANY, which the message calls TEXT.  A list of needs ends with the text NULL. */
struct options_need {
	const char *any[4];
	const char *text;
};

struct options_row {
	const char *name;     /* long, without dashes; NULL: text between the options */
	char letter;          /* 0: none */
	const char *argument; /* its name in --help; NULL: there is none */
	const char *help;     /* may have several lines; NULL: WORDS, of which the first is the default */
	enum options_kind kind;
	size_t at, size;
	const struct word *words;
	uint64_t min, max;
	int value;
	/* Exits by itself where ARG is wrong. */
	void (*set)(void *options, const struct options_row *row, const char *arg);
	int optional; /* the argument may be left out */
	int repeats;  /* more than one says more than the last one */
	const char *once; /* a second one would lose what the first one selects: what to do instead; NULL: the last one counts */
	enum options_values values;
	unsigned where; /* the program's own: where it has an effect; 0: as most have */
	const struct options_need *needs;
};

/* An option that earlier versions had, and what the message says about it.  The list ends with the name NULL. */
struct options_removed {
	const char *name, *advice;
};

struct options_program {
	const char *name;  /* as it is called */
	const char *title; /* with the version behind it */
	const char *tasks; /* -h: the commonest tasks, each a command */
	const struct options_row *rows;
	size_t n;
	enum options_values operands[2]; /* what completes the first and all others */
	const struct options_removed *removed; /* NULL: none */
};

/* The one of the program that this is linked into. */
extern const struct options_program program_options;

/* Do what ARGV says to OPTIONS; given[row] becomes 1 for each option that is there.  The place of the first operand
 * in ARGV, which is put into order.  Exits by itself on wrong usage, --help and --version. */
int options_read(const struct options_program *p, void *options, int argc, char **argv,
                 unsigned char given[OPTIONS_MOST]);

/* Exit with a message where ROW needs an option that is not there. */
void options_check_needs(const struct options_program *p, const struct options_row *row,
                         const unsigned char given[OPTIONS_MOST]);

/* What --help says of ROW: its help, or in the SIZE bytes at ROOM its words, as in "a (default), b or c". */
#define OPTIONS_DESCRIPTION 512u
const char *options_description(const struct options_row *row, char *room, size_t size);

/* The texts of --help and --version, to standard output. */
void options_help(const struct options_program *p);
void options_version(const struct options_program *p);

#endif
