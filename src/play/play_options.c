/* play_options.c: reads the command line of monplay. */
#include "config.h"

#include "play/play_options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/options.h"

/* The message limit that the Linux driver drivers/s390/char/monreader.c sets for *MONITOR. */
#define DRIVER_LIMIT 255

void option_speed(void *options, const struct options_row *row, const char *arg)
{
	double v = 0;

	if (!words_find(row->words, arg) && words_decimal(arg, 1e-6, 1e9, &v))
		diag_usage("--%s=%s: expected a factor such as 1, 0.5 or 60, or max", row->name,
		           arg);
	((struct play_options *)options)->speed = v;
}

void option_fault(void *options, const struct options_row *row, const char *arg)
{
	const char *why = faults_add(&((struct play_options *)options)->faults, arg);

	if (why)
		diag_usage("--%s=%s: %s", row->name, arg, why);
}

void option_script(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	if (faults_load(&((struct play_options *)options)->faults, arg))
		exit(STATUS_FAILED);
}

void option_log(void *options, const struct options_row *row, const char *arg)
{
	int fd = open(arg, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	(void)options;
	if (fd < 0)
		diag_usage("--%s=%s: cannot be written: %s", row->name, arg, strerror(errno));
	diag_divert(fd);
}

void option_verbose(void *options, const struct options_row *row, const char *arg)
{
	(void)options;
	(void)row;
	(void)arg;
	diag_set_level(DIAG_VERBOSE);
	diag_stamp_verbose();
}

void options_parse(struct play_options *o, int argc, char **argv)
{
	unsigned char given[OPTIONS_MOST];
	int first;

	memset(o, 0, sizeof *o);
	o->speed = 1;
	o->limit = DRIVER_LIMIT;
	first = options_read(&program_options, o, argc, argv, given);
	if (inputs_take_messages(argv + first, argc - first))
		exit(STATUS_FAILED);
	if (argc - first != 2)
		diag_usage("expected CAPTURE and MOUNTPOINT");
	if (o->loop && o->end != END_WAIT)
		diag_usage(
			"--loop and --end=%s contradict each other: a capture that is repeated has no end",
			o->end == END_EIO ? "eio" : "exit");
	o->capture = argv[first];
	o->mountpoint = argv[first + 1];
}

void options_done(struct play_options *o)
{
	faults_done(&o->faults);
}
