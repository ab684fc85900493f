/* diag.c: messages. */
#include "config.h"

#include "cli/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "cli/log.h"
#include "cli/safe.h"

static struct {
	const char *program;
	FILE *log; /* NULL: standard error */
	enum diag_level level;
	enum diag_form form;
	int is_journal; /* standard error is */
	int stamped;
	int64_t start; /* where stamped */
	int status;
	int hushed;
	struct diag_report *report; /* of the input that is read; NULL: none is */
	void (*flush)(void *);
	void *flush_arg;
} diag = { .program = "", .level = DIAG_NORMAL, .status = STATUS_GOOD };

/* Of this thread; NULL: it says what it has to say. */
static _Thread_local struct diag_aside *aside;

void diag_begin(const char *program)
{
	diag.program = program;
	diag.is_journal = log_is_journal();
}

void diag_set_level(enum diag_level level)
{
	diag.level = level;
}

void diag_set_form(enum diag_form form)
{
	diag.form = form;
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

static int is_hushed(void)
{
	return aside ? aside->hushed : diag.hushed;
}

void diag_set_aside(struct diag_aside *a)
{
	aside = a;
}

/* Before a message. */
static void before_message(void)
{
	struct out_buffer *b;

	if (!aside) {
		if (diag.flush)
			diag.flush(diag.flush_arg);
		return;
	}
	b = &aside->text;
	if (!b->buf && !b->error && out_buffer_init(b, OUT_MEMORY))
		b->error = ENOMEM;
	if (!b->error && aside->before)
		aside->before(aside->arg, (size_t)(b->p - b->buf));
}

static struct message_to destination(void)
{
	struct message_to where = { .file = diag.log ? diag.log : stderr };

	/* What there is no memory for is said at once: it is out of its turn, but not lost. */
	if (aside && !aside->text.error)
		where.memory = &aside->text;
	return where;
}

/* Of a line for the journal. */
static void put_priority(char to[8], enum log_severity severity)
{
	*to = 0;
	if (diag.is_journal && !diag.log && diag.form != DIAG_TEXT)
		snprintf(to, 8, "<%d>", (int)severity);
}

static void worsen(int status)
{
	struct diag_report *report = aside ? aside->report : diag.report;
	int *worst = aside ? &aside->status : &diag.status;

	if (is_hushed())
		return;
	if (status > *worst)
		*worst = status;
	if (report && status > report->status)
		report->status = status;
}

void diag_put(const struct diag_aside *a, size_t from, size_t end)
{
	struct message_to where;

	if (end > from) {
		before_message();
		where = destination();
		message_put(&where, a->text.buf + from, end - from);
	}
	worsen(a->status);
}

static void say_behind(enum log_severity severity, const char *begin, const char *fmt, va_list ap)
{
	char lead[64], priority[8];
	struct message_to where;

	if (is_hushed())
		return;
	before_message();
	where = destination();
	put_priority(priority, severity);
	if (diag.form == DIAG_JSON) {
		if (log_json(&where, priority, severity, fmt, ap))
			worsen(STATUS_FAILED);
	} else {
		snprintf(lead, sizeof lead, "%s%s", priority, begin);
		out_safe_message(&where, lead, fmt, ap);
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
	if (aside)
		aside->report = report;
	else
		diag.report = report;
}

void diag_hush(int hushed)
{
	*(aside ? &aside->hushed : &diag.hushed) += hushed ? 1 : -1;
}

void diag_object(int status, const char *text, const char *members)
{
	static const enum log_severity severities[] = { LOG_SEVERITY_NOTICE, LOG_SEVERITY_WARNING, LOG_SEVERITY_ERROR };
	struct message_to where;
	char priority[8];

	before_message();
	where = destination();
	put_priority(priority, severities[status]);
	if (log_object(&where, priority, severities[status], text, members))
		worsen(STATUS_FAILED);
}

/* The first failure is what ended the work. */
static void keep_error(const char *fmt, va_list ap)
{
	struct diag_report *r = aside ? aside->report : diag.report;
	va_list again;

	if (!r || *r->error || is_hushed())
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
		fprintf(destination().file, "%sTry '%s --help' for more information.\n", priority, diag.program);
	exit(STATUS_FAILED);
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

void diag_damaged_place(const char *fmt, ...)
{
	struct diag_report *r = aside ? aside->report : diag.report;
	va_list ap;

	if (r && !is_hushed())
		r->places++;
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
