/* diag.h: the only way to print to standard error or the log; each function states its effect on the exit status. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

struct out_buffer;

enum { STATUS_GOOD = 0, STATUS_DAMAGED = 1, STATUS_FAILED = 2, STATUS_USAGE = 64 /* EX_USAGE of sysexits.h */ };

/* Which messages are printed. */
enum diag_level { DIAG_SILENT, DIAG_NORMAL, DIAG_VERBOSE };

/* The form of messages. A message about a file begins with "%s: " and its name; a message about a place in it
 * continues with "offset 0x%llx: ". DIAG_JSON writes both as separate keys. */
enum diag_form {
	DIAG_AUTO, /* text; with priorities if standard error is the journal of systemd */
	DIAG_TEXT,
	DIAG_JSON /* one object per line; in the journal, after a priority, which the journal removes */
};

/* Set the name that messages begin with; it is not copied. Call it before all other functions. */
void diag_begin(const char *program);

void diag_set_level(enum diag_level level);

void diag_set_form(enum diag_form form);
int diag_is_json(void);

/* Return 1 if diag_verbose() prints messages. */
int diag_is_verbose(void);

/* Begin lines of diag_verbose() with the seconds since now instead of the program's name. */
void diag_stamp_verbose(void);

/* Write messages to FD, which the caller keeps, instead of standard error. */
void diag_divert(int fd);

struct stat;

/* Return 1 and set *ST if messages go to a regular file. */
int diag_is_file(struct stat *st);

/* Return 1 if FD is the journal of systemd, according to the environment. The journal reads <4> at the start of a
 * line as its priority. */
int diag_is_journal(int fd);

/* Call FLUSH with ARG before each message, so that output precedes the messages about it. */
void diag_flush_before(void (*flush)(void *), void *arg);

/* Wrong usage: print a message that points to --help, and exit with STATUS_USAGE. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* An error that ends the work on one input or on all of it: exit status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Damaged, missing or lost data: exit status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Damage that ends the work on one input: exit status 1. */
void diag_damaged_rest(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Set exit status 1 without a message, because the output reports the damage. */
void diag_disagree(void);

/* A remark that does not change the exit status. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A remark for --verbose only. */
void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Return the exit status: the worst so far. */
int diag_status(void);

/* The messages about one input. */
struct diag_report {
	int status;      /* the worst exit status */
	char error[320]; /* the message that ended the work on it; "": none */
};

/* From now on, also count messages in REPORT, the counts of one input, which the caller owns; NULL: stop this. */
void diag_report_to(struct diag_report *report);

/* Print a JSON object in one line, regardless of the level and form of messages: time, the severity of STATUS,
 * TEXT, FILE, and the members that PUT writes, which begin with a comma. */
void diag_object(int status, const char *text, const char *file, void (*put)(struct out_buffer *b, const void *arg),
                 const void *arg);

#endif
