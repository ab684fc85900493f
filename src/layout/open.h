/* open.h: files of pages and of what was read of them. */
#ifndef MR_OPEN_H
#define MR_OPEN_H

#include <errno.h>
#include <fcntl.h>

/* As open(2); a signal does not end it.  A file that is made is for others to read. */
static inline int mr_open_file(const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC, 0644);
	while (fd < 0 && errno == EINTR);
	return fd;
}

#endif
