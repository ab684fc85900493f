/* diag.c: messages. */
#include "config.h"

#include "cli/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/safe.h"

static struct {
	enum diag_level level;
	int status;
	void (*flush)(void *);
	void *flush_arg;
} diag = { DIAG_NORMAL, STATUS_GOOD, NULL, NULL };

void diag_set_level(enum diag_level level)
{
	diag.level = level;
}

void diag_flush_before(void (*flush)(void *), void *arg)
{
	diag.flush = flush;
	diag.flush_arg = arg;
}

static void say(const char *fmt, va_list ap)
{
	if (diag.flush)
		diag.flush(diag.flush_arg);
	out_safe_message(stderr, "monread: ", fmt, ap);
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
	fputs("Try 'monread --help' for more information.\n", stderr);
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
	va_list ap;

	if (diag.level != DIAG_VERBOSE)
		return;
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

int diag_status(void)
{
	return diag.status;
}
