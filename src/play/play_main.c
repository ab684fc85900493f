/* play_main.c: monplay: offers a capture as a monreader device, for tests without z/VM. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "play/play.h"

/* limit of unanswered messages from z/VM, as in the Linux driver */
#define DRIVER_LIMIT 255

static void options_parse(struct play_options *o, int argc, char **argv)
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

int main(int argc, char **argv)
{
	struct play_options o;
	int status;

	diag_begin("monplay");
	options_parse(&o, argc, argv);
	status = serve(&o);
	faults_done(&o.faults);
	return status;
}
