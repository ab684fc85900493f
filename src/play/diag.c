/* diag.c: messages. */
#include "config.h"

#include "play/diag.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/safe.h"
#include "play/clock.h"

static struct {
	FILE *log; /* NULL: standard error */
	int verbose;
	int status;
	int64_t start;
} diag;

static FILE *out(void)
{
	return diag.log ? diag.log : stderr;
}

int diag_open_log(const char *path)
{
	diag.log = fopen(path, "ae");
	if (!diag.log)
		return -1;
	setvbuf(diag.log, NULL, _IOLBF, 0);
	return 0;
}

void diag_set_verbose(void)
{
	diag.verbose = 1;
	diag.start = clock_now();
}

int diag_is_verbose(void)
{
	return diag.verbose;
}

static void say(const char *fmt, va_list ap)
{
	out_safe_message(out(), "monplay: ", fmt, ap);
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
	fputs("Try 'monplay --help' for more information.\n", out());
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
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void diag_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void diag_verbose(const char *fmt, ...)
{
	char lead[40];
	va_list ap;

	if (!diag.verbose)
		return;
	snprintf(lead, sizeof lead, "%.6f ", (double)(clock_now() - diag.start) / 1e9);
	va_start(ap, fmt);
	out_safe_message(out(), lead, fmt, ap);
	va_end(ap);
}

int diag_status(void)
{
	return diag.status;
}
