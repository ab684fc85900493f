/* play_main.c: monplay: offers a capture as a monreader device, for tests without z/VM. */
#include "config.h"

#include "cli/diag.h"
#include "play/play_options.h"

int main(int argc, char **argv)
{
	struct play_options o;
	int status;

	diag_begin("monplay");
	options_parse(&o, argc, argv); /* ends the program on bad usage, --help and --version */
	status = serve(&o);
	options_done(&o);
	return status;
}
