/* diag.h: the only way to standard error or the log, and what the exit status will be. */
#ifndef PLAY_DIAG_H
#define PLAY_DIAG_H

enum { STATUS_GOOD = 0, STATUS_DAMAGED = 1, STATUS_FAILED = 2 };

/* Messages go to PATH from now on, at its end.  0, or -1 with errno. */
int diag_open_log(const char *path);

/* Log every operation too. */
void diag_set_verbose(void);
int diag_is_verbose(void);

/* Wrong usage: report it, point to --help, exit with STATUS_FAILED. */
void diag_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Something that ends the work: status 2. */
void diag_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something of the capture is damaged or missing, or data sets were lost: status 1. */
void diag_damage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Worth knowing; leaves the status as it is. */
void diag_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* One operation, with --verbose only: the line begins with the seconds since the start. */
void diag_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The worst so far. */
int diag_status(void);

#endif
