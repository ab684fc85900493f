/* log.h: the forms that messages have for programs: priorities for a journal, and JSON. */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include <stdarg.h>
#include <stdio.h>

/* The numbers are those of syslog(3). */
enum log_severity { LOG_SEVERITY_ERROR = 3, LOG_SEVERITY_WARNING, LOG_SEVERITY_NOTICE, LOG_SEVERITY_INFO };

/* Whether standard error is the journal of systemd, as the environment says.  It takes <4> at the start of a line for
 * the priority. */
int log_is_journal(void);

/* The message as an object in one line behind LEAD: time, severity, text, and where FMT begins with "%s: ", and then
 * with "offset 0x%llx: ", file and offset.  0, or -1: there is no memory for it, which is said instead. */
int log_json(FILE *to, const char *lead, enum log_severity severity, const char *fmt, va_list ap);

/* Likewise time, severity, TEXT, and behind them MEMBERS as they are.  0, or -1: there is no memory for it, which is said
 * instead. */
int log_object(FILE *to, const char *lead, enum log_severity severity, const char *text, const char *members);

#endif
