/* standard.c: standard input, output and error. */
#include "config.h"

#include "cli/standard.h"

#include <fcntl.h>
#include <unistd.h>

void standard_fill_gaps(void)
{
	int fd;

	/* For the wrong direction, so that using it is still an error. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}
