#include "config.h"

#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "base/ascii.h"

/* Return the value of the environment variable NAME if it is a number up to 100000; else 0. */
static unsigned told(const char *name)
{
	const char *text = getenv(name);
	uint64_t n = 0;

	return text && mr_read_number(&text, 100000, &n) == 0 && !*text ? (unsigned)n : 0;
}

static unsigned measure(int fd, const char *name, int is_height, unsigned unknown)
{
	unsigned n;

	if (!isatty(fd))
		return 0;
	n = told(name);
#ifdef TIOCGWINSZ
	struct winsize size;

	if (!n && ioctl(fd, TIOCGWINSZ, &size) == 0)
		n = is_height ? size.ws_row : size.ws_col;
#endif
	return n ? n : unknown;
}

unsigned terminal_width(int fd)
{
	return measure(fd, "COLUMNS", 0, 80);
}

unsigned terminal_height(int fd)
{
	return measure(fd, "LINES", 1, 24);
}

int terminal_wants_color(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
}
