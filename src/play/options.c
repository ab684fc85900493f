/* options.c: reads the command line of monplay. */
#include "config.h"

#include "play/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/options.h"

/* The message limit that Linux' drivers/s390/char/monreader.c sets for *MONITOR. */
#define DRIVER_LIMIT 255

void options_parse(struct options *o, int argc, char **argv)
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
		diag_usage("--loop and --end=%s contradict each other: a capture that is repeated has no end",
		           o->end == END_EIO ? "eio" : "exit");
	o->capture = argv[first];
	o->mountpoint = argv[first + 1];
}

void options_done(struct options *o)
{
	faults_done(&o->faults);
}
