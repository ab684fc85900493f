/* pipe.c: enlarges pipes: Linux gives a pipe 64 KB, and up to 1 MB on request. */
#include "config.h"

#include "cli/pipe.h"

#include <fcntl.h>

#define PIPE_SIZE (1024 * 1024)

void pipe_widen(int fd)
{
#if HAVE_DECL_F_SETPIPE_SZ
	int size = fcntl(fd, F_GETPIPE_SZ);

	/* -1: not a pipe. */
	if (size >= 0 && size < PIPE_SIZE)
		fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
#else
	(void)fd;
#endif
}
