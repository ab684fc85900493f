/* options.h: the options of a program as a table, from which the command line is read, and --help and completions
 * are made. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "cli/words.h"

/* Maximum number of rows plus 1. */
#define OPTIONS_MOST 96u

/* The effect of an option. Most store a value in the program's struct of options, at AT with SIZE bytes. */
enum options_kind {
	OPTIONS_TEXT,    /* not an option: HELP is printed in --help */
	OPTIONS_FLAG,    /* 1 */
	OPTIONS_COUNT,   /* the number of times it was given */
	OPTIONS_STRING,  /* a const char *: the argument */
	OPTIONS_WORD,    /* an integer: the value of one of WORDS; VALUE without argument */
	OPTIONS_NUMBER,  /* an integer from MIN to MAX */
	OPTIONS_SECONDS, /* a double */
	OPTIONS_CALL,    /* calls SET */
	OPTIONS_MESSAGES, /* text or json: the form of all following messages */
	OPTIONS_HELP,    /* print the help, or for its letter the tasks, and exit */
	OPTIONS_VERSION
};

/* What completes an argument, as data/completions/make.awk knows it; NULL: the words of the row. */
#define VALUES_BEGINNINGS "beginnings" /* the words, which another word must follow */
#define VALUES_LIST       "list"       /* the words, separated by commas */
#define VALUES_FILE       "file"
#define VALUES_DIRECTORY  "directory"
#define VALUES_RECORD     "record"     /* a record by name or number */
#define VALUES_RECORDS    "records"    /* several, separated by commas */
#define VALUES_TABLES     "tables"     /* also tables of application data */
#define VALUES_DESCRIBED  "described"  /* a record or a field */
#define VALUES_FIELDS     "fields"     /* names of fields, separated by commas */
#define VALUES_REPORT     "report"     /* the name of a report */
#define VALUES_COLUMN     "column"     /* a column of the reports on the command line */
#define VALUES_KEY        "key"        /* such a column and = */
#define VALUES_REPORT_OR_FILE "report or file"

/* An option needs one of ANY, which the message calls TEXT. A list of needs ends with the text NULL. */
struct options_need {
	const char *any[4];
	const char *text;
};

struct options_row {
	const char *name;     /* long name without dashes; NULL: text between the options */
	char letter;          /* 0: none */
	const char *argument; /* name of the argument in --help; NULL: no argument */
	const char *help;     /* may have several lines; NULL: WORDS, the first of which is the default */
	enum options_kind kind;
	size_t at, size;
	const struct word *words;
	uint64_t min, max;
	int value;
	/* Exits if ARG is invalid. */
	void (*set)(void *options, const struct options_row *row, const char *arg);
	int optional; /* the argument may be omitted */
	int repeats;  /* several have a cumulative effect */
	/* advice for the user, if a second one would lose the selection of the first; NULL: the last one counts */
	const char *once;
	const char *values; /* VALUES_..., or NULL */
	unsigned where; /* defined by the program: where it has an effect; 0: like most options */
	const struct options_need *needs;
};

/* An option of earlier versions, and the advice in its message. The list ends with the name NULL. */
struct options_removed {
	const char *name, *advice;
	const char *now; /* its new name: it still works, because services are updated with their old settings */
	char unit;       /* unit of a number without one, if the option with the new name needs it */
};

struct options_program {
	const char *name;  /* the command */
	const char *title; /* before the version */
	const char *tasks; /* -h: the most common tasks, each as a command */
	const struct options_row *rows;
	size_t n;
	const char *operands[2]; /* completion of the first operand, and of the others */
	const struct options_removed *removed; /* NULL: none */
};

/* The options of this program. */
extern const struct options_program program_options;

/* Store the options of ARGV in OPTIONS; given[row] is 1 for each option that was given. Return the index of the
 * first operand in ARGV, which is reordered. Exits on wrong usage, --help and --version. */
int options_read(const struct options_program *p, void *options, int argc, char **argv,
                 unsigned char given[OPTIONS_MOST]);

/* Exit with a message if ROW needs an option that was not given. */
void options_check_needs(const struct options_program *p, const struct options_row *row,
                         const unsigned char given[OPTIONS_MOST]);

/* Return the description of ROW for --help: its help, or its words ("a (default), b or c") in ROOM of SIZE bytes. */
#define OPTIONS_DESCRIPTION 512u
const char *options_description(const struct options_row *row, char *room, size_t size);

/* Print --help and --version to standard output. */
void options_help(const struct options_program *p);
void options_version(const struct options_program *p);

#endif
