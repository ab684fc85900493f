/* main.c: monread, a tool that shows z/VM monitor data. */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

#include "cli/diag.h"
#include "tool/command.h"
#include "tool/options.h"

/* If a standard descriptor is closed, the first file to be opened would get its number: put /dev/null there. */
static void fill_gaps(void)
{
	int fd;

	/* For the wrong direction, so that using it is still an error. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}

int main(int argc, char **argv)
{
	struct options o;
	int status;

	fill_gaps();
	diag_begin("monread");
	setlocale(LC_ALL, "");
	/* Numbers are the same everywhere: other programs read them. */
	setlocale(LC_NUMERIC, "C");
	options_parse(&o, argc, argv); /* exits by itself on bad usage, --help, --version */
	status = command(&o);
	options_done(&o);
	return status;
}
