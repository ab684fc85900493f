/* terminal.c: how large a terminal is. */
#include "config.h"

#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "port/ascii.h"

#define WIDTH_UNKNOWN  80
#define HEIGHT_UNKNOWN 24

/* What the environment variable NAME says, from 1 to 100000; 0: nothing. */
static unsigned told(const char *name)
{
	const char *text = getenv(name);
	uint64_t n = 0;

	return text && mr_read_number(&text, 100000, &n) == 0 && !*text ? (unsigned)n : 0;
}

unsigned terminal_width(int fd)
{
	unsigned n;

	if (!isatty(fd))
		return 0;
	n = told("COLUMNS");
#ifdef TIOCGWINSZ
	struct winsize size;

	if (!n && ioctl(fd, TIOCGWINSZ, &size) == 0)
		n = size.ws_col;
#endif
	return n ? n : WIDTH_UNKNOWN;
}

unsigned terminal_height(int fd)
{
	unsigned n;

	if (!isatty(fd))
		return 0;
	n = told("LINES");
#ifdef TIOCGWINSZ
	struct winsize size;

	if (!n && ioctl(fd, TIOCGWINSZ, &size) == 0)
		n = size.ws_row;
#endif
	return n ? n : HEIGHT_UNKNOWN;
}

int terminal_wants_color(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
}
