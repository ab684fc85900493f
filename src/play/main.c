/* main.c: monplay, a monreader device without a mainframe. */
#include "config.h"

#include "cli/diag.h"
#include "play/options.h"
#include "play/serve.h"

int main(int argc, char **argv)
{
	struct options o;
	int status;

	diag_begin("monplay");
	options_parse(&o, argc, argv); /* exits by itself on bad usage, --help, --version */
	status = serve(&o);
	options_done(&o);
	return status;
}
