/* log.h: prints messages for programs: with priorities for the journal, or as JSON. */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include <stdarg.h>
#include <stdio.h>

/* The numbers of syslog(3). */
enum log_severity { LOG_SEVERITY_ERROR = 3, LOG_SEVERITY_WARNING, LOG_SEVERITY_NOTICE, LOG_SEVERITY_INFO };

/* Return 1 if FD is the journal of systemd, according to the environment. The journal reads <4> at the
 * start of a line as its priority. */
int log_is_journal(int fd);

/* Print the message as an object in one line after LEAD: time, severity, text, and file and offset if FMT begins
 * with "%s: " and "offset 0x%llx: ". Return 0, or -1 if out of memory, after a message about that. */
int log_json(FILE *to, const char *lead, enum log_severity severity, const char *fmt, va_list ap);

/* Print time, severity, TEXT, and MEMBERS unchanged. Return as log_json(). */
int log_object(FILE *to, const char *lead, enum log_severity severity, const char *text, const char *members);

#endif
