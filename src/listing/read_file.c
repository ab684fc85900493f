/* read_file.c: reads a whole file into memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "listing/listing.h"

/* A buffer of SIZE bytes is full: return its next size. The buffer becomes at most one byte larger
 * than the largest valid page, so that the caller notices a longer file. */
static size_t larger_size(size_t size)
{
	if (size == 0)
		return 65536;
	return size < MONREAD_PAGE_MAX ? 4 * size : size + 1;
}

/* Read all bytes of FD into a new buffer at *TEXT, and set *LEN to their number. Return 0, or -1
 * with errno. */
static int read_descriptor(int fd, char **text, size_t *len)
{
	size_t size = 0;
	ssize_t n;
	char *p;

	do {
		if (*len == size) {
			size = larger_size(size);
			errno = EFBIG;
			p = size > MONREAD_PAGE_MAX + 1 ? NULL : realloc(*text, size);
			if (!p)
				return -1;
			*text = p;
		}
		do
			n = read(fd, *text + *len, size - *len);
		while (n < 0 && errno == EINTR);
		if (n > 0)
			*len += (size_t)n;
	} while (n > 0);
	return n < 0 ? -1 : 0;
}

char *mr_listing_file(const char *path, size_t *len)
{
	int fd, saved, rc = -1;
	char *text = NULL;

	*len = 0;

	/* With O_NONBLOCK, open(2) does not wait until another program opens a FIFO for writing.
	 * Without a writer, a FIFO is read as an empty file. */
	do
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd >= 0 && fcntl(fd, F_SETFL, 0) == 0)
		rc = read_descriptor(fd, &text, len);
	saved = errno;
	if (fd >= 0)
		close(fd);
	if (rc) {
		free(text);
		text = NULL;
	}
	errno = saved;
	return text;
}
