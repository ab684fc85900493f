#include "base/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST_SIZE 65536u

/* REPEATS: 1 repeats a read(2) that a signal interrupted. */
static char *read_and_close(int fd, size_t most, int repeats, size_t *len)
{
	char *text = NULL, *p;
	size_t size = 0;
	ssize_t n = -1;
	int saved;

	if (fd < 0)
		return NULL;
	*len = 0;
	do {
		if (*len == size) {
			size = size ? 4 * size : FIRST_SIZE;
			/* Read up to one byte more than MOST, which shows that the file is too
			 * long. */
			size = size > most ? most + 1 : size;
			errno = EFBIG;
			p = *len > most ? NULL : realloc(text, size);
			if (!p)
				break;
			text = p;
		}
		n = read(fd, text + *len, size - *len);
		if (n > 0)
			*len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR && repeats));
	saved = errno;
	close(fd);
	if (n == 0) {
		text[*len] = '\0';
	} else {
		free(text);
		text = NULL;
	}
	errno = saved;
	return text;
}

char *mr_read_descriptor(int fd, size_t most, size_t *len)
{
	return read_and_close(fd, most, 0, len);
}

char *mr_read_file(const char *path, size_t most, size_t *len)
{
	int fd;

	/* With O_NONBLOCK, open(2) does not wait until a program opens a FIFO for writing. A FIFO
	 * without a writer is read as an empty file. */
	do
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd >= 0)
		fcntl(fd, F_SETFL, 0);
	return read_and_close(fd, most, 1, len);
}
