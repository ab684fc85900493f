/* diag.h: prints messages to standard error. Each function states its effect on the exit status. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

struct out_buffer;

enum {
	STATUS_GOOD = 0,
	STATUS_DAMAGED = 1,
	STATUS_FAILED = 2,
	STATUS_USAGE = 64 /* EX_USAGE of sysexits.h */
};

enum diag_level { DIAG_SILENT, DIAG_NORMAL, DIAG_VERBOSE };

/* The form of messages. DIAG_JSON writes the name of a file and an offset as separate keys, so the
 * format of a message about a file must begin with "%s: ", and the format of a message about a
 * place in a file with "%s: offset 0x%llx: ". */
enum diag_form {
	/* text; if the journal of systemd reads the messages, each begins with its priority */
	DIAG_AUTO,
	DIAG_TEXT,
	/* one JSON object per line; if the journal of systemd reads the messages, the priority
	 * precedes each object */
	DIAG_JSON
};

/* Set the name of the program, with which messages begin. The text PROGRAM is not copied. Call this
 * function before the others. */
void diag_begin(const char *program);

void diag_set_level(enum diag_level level);

void diag_set_form(enum diag_form form);
int diag_is_json(void);

int diag_is_verbose(void);

/* From now on, messages of diag_verbose() begin with the seconds since this call. */
void diag_stamp_verbose(void);

/* Write messages to FD instead of standard error; the caller keeps FD open. */
void diag_divert(int fd);

struct stat;

/* If messages go to a regular file, set *ST to the status of this file and return 1; else return
 * 0. */
int diag_is_file(struct stat *st);

/* Return 1 if the journal of systemd reads FD. */
int diag_is_journal(int fd);

/* Call FLUSH with ARG before each message, so that output that was made earlier appears before the
 * message. */
void diag_flush_before(void (*flush)(void *), void *arg);

/* Drop a message if standard error accepts no data for SECONDS; -1: wait without limit. */
void diag_wait(int seconds);

/* Report wrong usage, point to --help, and exit with status 64. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Report wrong usage without exiting at once: exit status 64. */
void diag_wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report an error that ends the work on an input or on all inputs: exit status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report that memory ran out like diag_fail(). Return -1. */
int diag_no_memory(void);

/* Report damaged, missing or lost data: exit status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Report damage after which the rest of the input cannot be read: exit status 1. */
void diag_damaged_rest(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Set exit status 1 without a message, because the output already shows the damage. */
void diag_disagree(void);

/* Print a remark, which does not change the exit status. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Return the exit status: the highest status of all messages so far. */
int diag_status(void);

struct diag_report {
	int status;      /* the highest exit status of a message */
	char error[320]; /* the first message about an error that ended reading; "": none */
};

/* From now on, record messages in REPORT, which the caller owns; NULL: nowhere. Return the REPORT
 * of the previous call. */
struct diag_report *diag_report_to(struct diag_report *report);

/* Print a JSON object in one line, whatever the level and the form of messages are. The object has
 * the time, the severity of the exit status STATUS, the message TEXT and the name FILE. PUT, called
 * with ARG, writes further members, each after a comma. */
void diag_object(int status, const char *text, const char *file,
                 void (*put)(struct out_buffer *b, const void *arg), const void *arg);

#endif
