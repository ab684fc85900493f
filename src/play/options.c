/* options.c: read the command line. */
#include "config.h"

#include "play/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "play/diag.h"
#include "play/help.h"

/* What Linux' drivers/s390/char/monreader.c agrees on with *MONITOR. */
#define DRIVER_LIMIT 255
/* IUCV's own limit of a path. */
#define MOST_LIMIT 65535

enum {
	OPT_SPEED = 256,
	OPT_LOOP,
	OPT_LIMIT,
	OPT_END,
	OPT_FAULT,
	OPT_SCRIPT,
	OPT_LOG
};

static const struct option long_options[] = {
	{ "speed", required_argument, NULL, OPT_SPEED },
	{ "loop", no_argument, NULL, OPT_LOOP },
	{ "limit", required_argument, NULL, OPT_LIMIT },
	{ "end", required_argument, NULL, OPT_END },
	{ "fault", required_argument, NULL, OPT_FAULT },
	{ "script", required_argument, NULL, OPT_SCRIPT },
	{ "input-format", required_argument, NULL, 'I' },
	{ "options", required_argument, NULL, 'o' },
	{ "foreground", no_argument, NULL, 'f' },
	{ "log", required_argument, NULL, OPT_LOG },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

static double speed(const char *arg)
{
	char *end;
	double v;

	if (strcmp(arg, "max") == 0)
		return 0;
	v = strtod(arg, &end);
	if (!(isdigit((unsigned char)arg[0]) || arg[0] == '.') || *end || !(v >= 1e-6 && v <= 1e9))
		diag_usage("--speed=%s: expected a number of times, as 1 or 60, or max", arg);
	return v;
}

static size_t limit(const char *arg)
{
	char *end;
	unsigned long v = strtoul(arg, &end, 10);

	if (!isdigit((unsigned char)arg[0]) || *end || v == 0 || v > MOST_LIMIT)
		diag_usage("--limit=%s: expected a number from 1 to %d", arg, MOST_LIMIT);
	return v;
}

static enum end end_word(const char *arg)
{
	if (strcmp(arg, "wait") == 0)
		return END_WAIT;
	if (strcmp(arg, "eio") == 0)
		return END_EIO;
	if (strcmp(arg, "exit") != 0)
		diag_usage("--end=%s: expected wait, eio or exit", arg);
	return END_EXIT;
}

static enum monread_form form(const char *arg)
{
	if (strcmp(arg, "auto") == 0)
		return MONREAD_FORM_AUTO;
	if (strcmp(arg, "stream") == 0)
		return MONREAD_FORM_STREAM;
	if (strcmp(arg, "monwrite") != 0)
		diag_usage("--input-format=%s: expected auto, stream or monwrite", arg);
	return MONREAD_FORM_MONWRITE;
}

static void fault(struct options *o, const char *arg)
{
	const char *why = faults_add(&o->faults, arg);

	if (why)
		diag_usage("--fault=%s: %s", arg, why);
}

static void set_option(struct options *o, int c, const char *arg)
{
	switch (c) {
	case OPT_SPEED:
		o->speed = speed(arg);
		break;
	case OPT_LOOP:
		o->loop = 1;
		break;
	case OPT_LIMIT:
		o->limit = limit(arg);
		break;
	case OPT_END:
		o->end = end_word(arg);
		break;
	case OPT_FAULT:
		fault(o, arg);
		break;
	case OPT_SCRIPT:
		if (faults_load(&o->faults, arg))
			exit(STATUS_FAILED);
		break;
	case 'I':
		o->form = form(arg);
		break;
	case 'o':
		o->mount_options = arg;
		break;
	case 'f':
		o->foreground = 1;
		break;
	case OPT_LOG:
		if (diag_open_log(arg))
			diag_usage("--log=%s: cannot be written: %s", arg, strerror(errno));
		break;
	case 'v':
		diag_set_verbose();
		break;
	case 'h':
		help_print();
		exit(STATUS_GOOD);
	case 'V':
		help_version();
		exit(STATUS_GOOD);
	default:
		diag_usage("see above"); /* getopt has said what */
	}
}

void options_parse(struct options *o, int argc, char **argv)
{
	int c;

	memset(o, 0, sizeof *o);
	o->speed = 1;
	o->limit = DRIVER_LIMIT;
	while ((c = getopt_long(argc, argv, "I:o:fvhV", long_options, NULL)) != -1)
		set_option(o, c, optarg);
	if (argc - optind != 2)
		diag_usage("expected CAPTURE and MOUNTPOINT");
	o->capture = argv[optind];
	o->mountpoint = argv[optind + 1];
}

void options_done(struct options *o)
{
	faults_done(&o->faults);
}
