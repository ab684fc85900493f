/* readloop.c: read a monreader device, or a file, to its end and ignore the data: the upper limit for the speed of
 * a reader. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIZE (256u * 1024u)

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1, empty = 0;
	unsigned long long total = 0, sets = 0;
	char *buf = malloc(SIZE);

	if (fd < 0 || !buf) {
		fprintf(stderr, "Usage: readloop DEVICE\n");
		return 2;
	}
	/* Two reads of 0 bytes are the end of a file; a device reports EIO after the end of its data. */
	while (empty < 2) {
		ssize_t n = read(fd, buf, SIZE);

		if (n > 0) {
			total += (unsigned long long)n;
			empty = 0;
		} else if (n == 0) {
			sets++;
			empty++;
		} else if (errno == EAGAIN) {
			struct pollfd p = { fd, POLLIN, 0 };

			poll(&p, 1, -1);
		} else if (errno != EINTR && errno != EOVERFLOW) {
			break;
		}
	}
	fprintf(stderr, "readloop: %llu bytes, %llu data sets\n", total, sets);
	return 0;
}
