/* pipe.c: Linux gives a pipe 64 KB and lets everybody ask for 1 MB. */
#include "config.h"

#include "tool/pipe.h"

#include <fcntl.h>

#define PIPE_SIZE (1024 * 1024)

void pipe_widen(int fd)
{
#if HAVE_DECL_F_SETPIPE_SZ
	/* Anything else than a pipe refuses this and is as it was. */
	fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
#else
	(void)fd;
#endif
}
