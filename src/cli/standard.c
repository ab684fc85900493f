/* standard.c: checks standard input, output and error. */
#include "config.h"

#include "cli/standard.h"

#include <fcntl.h>
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
	struct stat out;
	int is_output = fstat(STDOUT_FILENO, &out) == 0 && inputs_same(&out, st);

	diag_divert(is_output ? open("/dev/null", O_WRONLY | O_CLOEXEC) : STDOUT_FILENO);
	diag_fail("%s: is also standard error: messages would be written to it; send them to another file", input);
}
