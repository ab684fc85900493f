/* options.c: read the command line. */
#include "config.h"

#include "play/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"
#include "cli/diag.h"
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
	const char *end = arg;
	double v;

	if (mr_same_word(arg, "max"))
		return 0;
	if (mr_read_decimal(&end, &v) || *end || !(v >= 1e-6 && v <= 1e9))
		diag_usage("--speed=%s: expected a factor such as 1, 0.5 or 60, or max", arg);
	return v;
}

static size_t limit(const char *arg)
{
	const char *end = arg;
	uint64_t v;

	if (mr_read_number(&end, MOST_LIMIT, &v) || *end || v == 0)
		diag_usage("--limit=%s: expected a number from 1 to %d", arg, MOST_LIMIT);
	return (size_t)v;
}

static enum end end_word(const char *arg)
{
	if (mr_same_word(arg, "wait"))
		return END_WAIT;
	if (mr_same_word(arg, "eio"))
		return END_EIO;
	if (!mr_same_word(arg, "exit"))
		diag_usage("--end=%s: expected wait, eio or exit", arg);
	return END_EXIT;
}

static enum monread_container container_of(const char *arg)
{
	if (mr_same_word(arg, "auto"))
		return MONREAD_CONTAINER_AUTO;
	if (mr_same_word(arg, "stream"))
		return MONREAD_CONTAINER_STREAM;
	if (!mr_same_word(arg, "monwrite"))
		diag_usage("--input-format=%s: expected auto, stream or monwrite", arg);
	return MONREAD_CONTAINER_MONWRITE;
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
		o->container = container_of(arg);
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
		diag_set_level(DIAG_VERBOSE);
		diag_stamp_verbose();
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
