/* diag.h: the only way to standard error, and what the exit status will be. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

enum { STATUS_GOOD = 0, STATUS_DAMAGED = 1, STATUS_FAILED = 2 };

/* How much is reported. */
enum diag_level { DIAG_SILENT, DIAG_NORMAL, DIAG_VERBOSE };

void diag_set_level(enum diag_level level);
void diag_flush_before(void (*flush)(void *), void *arg);

/* Wrong usage: report it, point to --help, exit with STATUS_FAILED. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Something that ends the work on one input or all of it: status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something damaged, missing, lost: status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same without a message: the report itself says it. */
void diag_disagree(void);

/* Worth knowing; leaves the status as it is. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same, with --verbose only. */
void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The worst so far. */
int diag_status(void);

#endif
