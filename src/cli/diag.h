/* diag.h: the only way to standard error or the log, and what the exit status will be. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

#include <stdint.h>
#include <stdio.h>

enum { STATUS_GOOD = 0, STATUS_DAMAGED = 1, STATUS_FAILED = 2, STATUS_USAGE = 64 /* EX_USAGE of sysexits.h */ };

/* How much is reported. */
enum diag_level { DIAG_SILENT, DIAG_NORMAL, DIAG_VERBOSE };

/* What messages look like.  A message about a file begins with "%s: " and its name, and where it is about a place in it,
 * goes on with "offset 0x%llx: ": DIAG_JSON has both under keys of their own. */
enum diag_form {
	DIAG_AUTO, /* text; where standard error is the journal of systemd, with priorities */
	DIAG_TEXT,
	DIAG_JSON /* an object a line; to the journal, with priorities, which it takes off */
};

/* The name that messages begin with, which stays as it is.  First of all, as there is no message without it. */
void diag_begin(const char *program);

void diag_set_level(enum diag_level level);

void diag_set_form(enum diag_form form);
int diag_is_json(void);

/* Whether diag_verbose() says anything. */
int diag_is_verbose(void);

/* Lines of diag_verbose() begin with the seconds since now instead of the program's name. */
void diag_stamp_verbose(void);

/* Messages go to the end of PATH from now on, instead of standard error.  0, or -1 with errno. */
int diag_open_log(const char *path);

/* Messages go to LOG instead, which stays the caller's; NULL: to standard error again. */
void diag_divert(FILE *log);

/* FLUSH is called with ARG before each message: what was shown comes before what is said about it. */
void diag_flush_before(void (*flush)(void *), void *arg);

/* Wrong usage: report it, point to --help, exit with STATUS_USAGE. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Something that ends the work on one input or all of it: status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something damaged, missing, lost: status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same where it ends the work on one input. */
void diag_damaged_rest(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same without a message: the report itself says it. */
void diag_disagree(void);

/* Worth knowing; leaves the status as it is. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same, with --verbose only. */
void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The worst so far. */
int diag_status(void);

/* What was reported of one input. */
struct diag_report {
	int status;      /* the worst */
	char error[320]; /* what ended the work on it, as the message says; "": nothing did */
};

/* What is reported from now on counts for REPORT, too, which stays the caller's; NULL: for none. */
void diag_report_to(struct diag_report *report);

/* An object in a line, wherever messages go and whichever of them are said: time, a severity as STATUS has it, TEXT and
 * MEMBERS, which begin with a comma. */
void diag_object(int status, const char *text, const char *members);

#endif
