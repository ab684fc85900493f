/* diag.c: messages. */
#include "config.h"

#include "cli/diag.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "cli/safe.h"

static struct {
	const char *program;
	FILE *log; /* NULL: standard error */
	enum diag_level level;
	int stamped;
	int64_t start; /* where stamped */
	int status;
	void (*flush)(void *);
	void *flush_arg;
} diag = { .program = "", .level = DIAG_NORMAL, .status = STATUS_GOOD };

void diag_begin(const char *program)
{
	diag.program = program;
}

void diag_set_level(enum diag_level level)
{
	diag.level = level;
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

static FILE *out(void)
{
	return diag.log ? diag.log : stderr;
}

static void say_behind(const char *lead, const char *fmt, va_list ap)
{
	if (diag.flush)
		diag.flush(diag.flush_arg);
	out_safe_message(out(), lead, fmt, ap);
}

static void say(const char *fmt, va_list ap)
{
	char lead[32];

	snprintf(lead, sizeof lead, "%s: ", diag.program);
	say_behind(lead, fmt, ap);
}

static void worsen(int status)
{
	if (status > diag.status)
		diag.status = status;
}

void diag_usage(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	fprintf(out(), "Try '%s --help' for more information.\n", diag.program);
	exit(STATUS_FAILED);
}

void diag_fail(const char *fmt, ...)
{
	va_list ap;

	worsen(STATUS_FAILED);
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void diag_damage(const char *fmt, ...)
{
	va_list ap;

	worsen(STATUS_DAMAGED);
	if (diag.level == DIAG_SILENT)
		return;
	va_start(ap, fmt);
	say(fmt, ap);
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
	say(fmt, ap);
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
		say_behind(lead, fmt, ap);
	} else {
		say(fmt, ap);
	}
	va_end(ap);
}

int diag_status(void)
{
	return diag.status;
}
