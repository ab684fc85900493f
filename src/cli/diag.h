/* diag.h: the only way to print to standard error or the log; each function states its effect on
 * the exit status. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

struct out_buffer;

enum {
	STATUS_GOOD = 0,
	STATUS_DAMAGED = 1,
	STATUS_FAILED = 2,
	STATUS_USAGE = 64 /* EX_USAGE of sysexits.h */
};

/* Which messages are printed. */
enum diag_level { DIAG_SILENT, DIAG_NORMAL, DIAG_VERBOSE };

/* Text or JSON. The format of a message about a file begins with "%s: " and the file's name,
 * followed by "offset 0x%llx: " for a place in it. DIAG_JSON writes file and offset as separate
 * keys. */
enum diag_form {
	DIAG_AUTO, /* text; if standard error is the journal of systemd, with priorities */
	DIAG_TEXT,
	DIAG_JSON /* one object per line; the journal reads and removes the priority before it */
};

/* Set the name that messages begin with; it is not copied. Call it before all other functions. */
void diag_begin(const char *program);

void diag_set_level(enum diag_level level);

void diag_set_form(enum diag_form form);
int diag_is_json(void);

/* Return 1 if diag_verbose() prints messages. */
int diag_is_verbose(void);

/* From now on, diag_verbose() begins lines with the seconds since this call, not with the program's
 * name. */
void diag_stamp_verbose(void);

/* Write messages to FD instead of standard error; the caller keeps FD open. */
void diag_divert(int fd);

struct stat;

/* Return 1 and set *ST if messages go to a regular file. */
int diag_is_file(struct stat *st);

/* Return 1 if FD leads to the journal of systemd: its device and inode are in $JOURNAL_STREAM. The
 * journal reads <4> at the start of a line as the priority of a message. */
int diag_is_journal(int fd);

/* Call FLUSH with ARG before each message, so that output still in a buffer appears before it. */
void diag_flush_before(void (*flush)(void *), void *arg);

/* If standard error accepts no data for SECONDS, drop later messages. */
void diag_wait(int seconds);

/* Wrong usage: print a message that points to --help, and exit with STATUS_USAGE. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Report wrong usage that is found late, or whose message need not point to --help: exit status 64.
 * The function returns. */
void diag_wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report an error that ends the work on one input or on all of them: exit status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report that memory ran out. Return -1. */
int diag_no_memory(void);

/* Report damaged, missing or lost data: exit status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report damage after which the input cannot be read on: exit status 1. */
void diag_damaged_rest(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Set exit status 1 without a message; the caller's output shows the damage. */
void diag_disagree(void);

/* Print a remark that does not change the exit status. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Print a remark only with --verbose. */
void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Return the exit status: the highest that any message had until now. */
int diag_status(void);

/* The messages about one input. */
struct diag_report {
	int status;      /* the highest exit status of a message */
	char error[320]; /* the message after which this input was not read on; "": none */
};

/* From now on, also note messages in REPORT, which the caller owns; if REPORT is NULL, note them in
 * no report. Return the REPORT of the previous call. */
struct diag_report *diag_report_to(struct diag_report *report);

/* Print a JSON object in one line, regardless of the level and form of messages: time, the severity
 * of STATUS, TEXT, FILE, and the members that PUT writes, which begin with a comma. */
void diag_object(int status, const char *text, const char *file,
                 void (*put)(struct out_buffer *b, const void *arg), const void *arg);

#endif
