/* terminal.c: how wide a terminal is. */
#include "config.h"

#include "cli/terminal.h"

#include <stdlib.h>
#include <unistd.h>
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "port/ascii.h"

#define WIDTH_UNKNOWN 80

unsigned terminal_width(int fd)
{
	const char *columns = getenv("COLUMNS");
	uint64_t n = 0;

	if (!isatty(fd))
		return 0;
	if (columns && mr_read_number(&columns, 100000, &n) == 0 && !*columns && n > 0)
		return (unsigned)n;
#ifdef TIOCGWINSZ
	struct winsize size;

	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
#endif
	return WIDTH_UNKNOWN;
}
