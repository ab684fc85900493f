/* diag.c: prints messages and keeps the exit status. */
#include "config.h"

#include "cli/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/log.h"
#include "cli/safe.h"

static struct {
	const char *program;
	FILE *log; /* NULL: standard error */
	enum diag_level level;
	enum diag_form form;
	int is_journal; /* standard error is the journal of systemd */
	int stamped;
	int64_t start; /* valid if ->stamped */
	int status;
	struct diag_report *report; /* report of the current input; NULL: none */
	void (*flush)(void *);
	void *flush_arg;
} diag = { .program = "", .level = DIAG_NORMAL, .status = STATUS_GOOD };

void diag_begin(const char *program)
{
	diag.program = program;
	diag.is_journal = log_is_journal(STDERR_FILENO);
}

void diag_set_level(enum diag_level level)
{
	diag.level = level;
}

void diag_set_form(enum diag_form form)
{
	diag.form = form;
}

int diag_is_json(void)
{
	return diag.form == DIAG_JSON;
}

int diag_is_verbose(void)
{
	return diag.level == DIAG_VERBOSE;
}

void diag_stamp_verbose(void)
{
	diag.stamped = 1;
	diag.start = clock_now();
}

int diag_open_log(const char *path)
{
	diag.log = fopen(path, "ae");
	if (!diag.log)
		return -1;
	setvbuf(diag.log, NULL, _IOLBF, 0);
	return 0;
}

void diag_divert(FILE *log)
{
	diag.log = log;
}

void diag_flush_before(void (*flush)(void *), void *arg)
{
	diag.flush = flush;
	diag.flush_arg = arg;
}

static FILE *destination(void)
{
	return diag.log ? diag.log : stderr;
}

static void before_message(void)
{
	if (diag.flush)
		diag.flush(diag.flush_arg);
}

/* Write the priority of a line for the journal, or nothing. */
static void put_priority(char to[8], enum log_severity severity)
{
	*to = 0;
	if (diag.is_journal && !diag.log && diag.form != DIAG_TEXT)
		snprintf(to, 8, "<%d>", (int)severity);
}

static void worsen(int status)
{
	if (status > diag.status)
		diag.status = status;
	if (diag.report && status > diag.report->status)
		diag.report->status = status;
}

static void say_behind(enum log_severity severity, const char *begin, const char *fmt, va_list ap)
{
	char lead[64], priority[8];

	before_message();
	put_priority(priority, severity);
	if (diag.form == DIAG_JSON) {
		if (log_json(destination(), priority, severity, fmt, ap))
			worsen(STATUS_FAILED);
	} else {
		snprintf(lead, sizeof lead, "%s%s", priority, begin);
		out_safe_message(destination(), lead, fmt, ap);
	}
}

static void say(enum log_severity severity, const char *fmt, va_list ap)
{
	char lead[32];

	snprintf(lead, sizeof lead, "%s: ", diag.program);
	say_behind(severity, lead, fmt, ap);
}

void diag_report_to(struct diag_report *report)
{
	diag.report = report;
}

void diag_object(int status, const char *text, const char *members)
{
	static const enum log_severity severities[] = { LOG_SEVERITY_NOTICE, LOG_SEVERITY_WARNING, LOG_SEVERITY_ERROR };
	char priority[8];

	before_message();
	put_priority(priority, severities[status]);
	if (log_object(destination(), priority, severities[status], text, members))
		worsen(STATUS_FAILED);
}

/* Keep the first error: it ended the work. */
static void keep_error(const char *fmt, va_list ap)
{
	struct diag_report *r = diag.report;
	va_list again;

	if (!r || *r->error)
		return;
	va_copy(again, ap);
	vsnprintf(r->error, sizeof r->error, fmt, again);
	va_end(again);
}

void diag_usage(const char *fmt, ...)
{
	char priority[8];
	va_list ap;

	va_start(ap, fmt);
	say(LOG_SEVERITY_ERROR, fmt, ap);
	va_end(ap);
	put_priority(priority, LOG_SEVERITY_ERROR);
	if (diag.form != DIAG_JSON)
		fprintf(destination(), "%sTry '%s --help' for more information.\n", priority, diag.program);
	exit(STATUS_USAGE);
}

void diag_fail(const char *fmt, ...)
{
	va_list ap;

	worsen(STATUS_FAILED);
	va_start(ap, fmt);
	keep_error(fmt, ap);
	say(LOG_SEVERITY_ERROR, fmt, ap);
	va_end(ap);
}

static void say_damage(const char *fmt, va_list ap)
{
	worsen(STATUS_DAMAGED);
	if (diag.level != DIAG_SILENT)
		say(LOG_SEVERITY_WARNING, fmt, ap);
}

void diag_damage(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say_damage(fmt, ap);
	va_end(ap);
}

void diag_damaged_rest(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	keep_error(fmt, ap);
	say_damage(fmt, ap);
	va_end(ap);
}

void diag_disagree(void)
{
	worsen(STATUS_DAMAGED);
}

void diag_note(const char *fmt, ...)
{
	va_list ap;

	if (diag.level == DIAG_SILENT)
		return;
	va_start(ap, fmt);
	say(LOG_SEVERITY_NOTICE, fmt, ap);
	va_end(ap);
}

void diag_verbose(const char *fmt, ...)
{
	char lead[40];
	va_list ap;

	if (diag.level != DIAG_VERBOSE)
		return;
	va_start(ap, fmt);
	if (diag.stamped) {
		snprintf(lead, sizeof lead, "%.6f ", (double)(clock_now() - diag.start) / 1e9);
		say_behind(LOG_SEVERITY_INFO, lead, fmt, ap);
	} else {
		say(LOG_SEVERITY_INFO, fmt, ap);
	}
	va_end(ap);
}

int diag_status(void)
{
	return diag.status;
}
