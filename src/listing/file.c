/* file.c: reads a whole file into memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "listing/listing.h"

char *mr_listing_file(const char *path, size_t *len)
{
	char *text = NULL, *p;
	size_t size = 0;
	int fd, saved;
	ssize_t n;

	do /* O_NONBLOCK: do not wait for the writer of a FIFO; without a writer it is an empty file. */
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	n = fd < 0 || fcntl(fd, F_SETFL, 0) ? -1 : 1;
	for (*len = 0; n > 0; *len += n > 0 ? (size_t)n : 0) {
		if (*len == size) {
			size = size == 0 ? 65536 : size < MONREAD_PAGE_MAX ? 4 * size : size + 1;
			errno = EFBIG;
			p = size > MONREAD_PAGE_MAX + 1 ? NULL : realloc(text, size);
			if (!p) {
				n = -1;
				break;
			}
			text = p;
		}
		do
			n = read(fd, text + *len, size - *len);
		while (n < 0 && errno == EINTR);
	}
	saved = errno;
	if (fd >= 0)
		close(fd);
	if (n < 0) {
		free(text);
		text = NULL;
	}
	errno = saved;
	return text;
}
