/* standard.c: checks standard input, output and error. */
#include "config.h"

#include "cli/standard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/inputs.h"

void standard_fill_gaps(void)
{
	int fd;

	/* Open it in the wrong direction, so that using it is still an error. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}

int standard_error_is_file(struct stat *st)
{
	return fstat(STDERR_FILENO, st) == 0 && S_ISREG(st->st_mode);
}

void standard_error_refuse(const char *input, const struct stat *st)
{
	FILE *to = stdout;
	struct stat out;

	if (fstat(STDOUT_FILENO, &out) == 0 && inputs_same(&out, st))
		to = fopen("/dev/null", "we");
	if (!to)
		exit(STATUS_FAILED);
	diag_divert(to);
	diag_fail("%s: is also standard error: messages would be written to it; send them to another file", input);
}
