/* floor.c: the least that a program can take that reads a file and writes as many bytes: the sum of all words of the
 * file, and copies of one buffer to standard output.
 *
 *   floor THREADS BYTES FILE */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINDOW (8u * 1024u * 1024u)
#define PIECE (256u * 1024u)
#define THREADS_MAX 64u

struct part {
	pthread_t thread;
	int fd;
	off_t from, to; /* of the file */
	uint64_t out;
	uint64_t sum;
};

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static uint64_t sum_of(const unsigned char *p, size_t n)
{
	uint64_t sum[4] = { 0 }, word;
	size_t i;

	for (; n >= sizeof sum; p += sizeof sum, n -= sizeof sum)
		for (i = 0; i < 4; i++) {
			memcpy(&word, p + 8 * i, sizeof word);
			sum[i] += word;
		}
	return sum[0] + sum[1] + sum[2] + sum[3];
}

static void *work(void *arg)
{
	static const char text[PIECE];
	struct part *p = arg;
	char *piece = malloc(PIECE);
	off_t at;

	if (!piece)
		fail("floor");
	for (at = p->from; at < p->to; at += WINDOW) {
		size_t n = p->to - at < (off_t)WINDOW ? (size_t)(p->to - at) : WINDOW;
		void *window = mmap(NULL, n, PROT_READ, MAP_SHARED, p->fd, at);

		if (window == MAP_FAILED)
			fail("floor: mmap");
		p->sum += sum_of(window, n);
		munmap(window, n);
	}
	while (p->out > 0) {
		size_t n = p->out < PIECE ? (size_t)p->out : PIECE;

		memcpy(piece, text, n);
		if (write(STDOUT_FILENO, piece, n) < 0)
			fail("floor: write");
		p->out -= n;
	}
	free(piece);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned n = argc == 4 ? (unsigned)atoi(argv[1]) : 0, i;
	uint64_t out = argc == 4 ? strtoull(argv[2], NULL, 10) : 0, sum = 0;
	struct part parts[THREADS_MAX];
	struct stat st;
	off_t step;
	int fd;

	if (n < 1 || n > THREADS_MAX) {
		fputs("usage: floor THREADS BYTES FILE\n", stderr);
		return 2;
	}
	fd = open(argv[3], O_RDONLY);
	if (fd < 0 || fstat(fd, &st))
		fail(argv[3]);
	step = (st.st_size / (off_t)n + (off_t)WINDOW - 1) / (off_t)WINDOW * (off_t)WINDOW;
	for (i = 0; i < n; i++) {
		memset(&parts[i], 0, sizeof parts[i]);
		parts[i].fd = fd;
		parts[i].from = (off_t)i * step < st.st_size ? (off_t)i * step : st.st_size;
		parts[i].to = parts[i].from + step < st.st_size ? parts[i].from + step : st.st_size;
		parts[i].out = out / n;
		if (pthread_create(&parts[i].thread, NULL, work, &parts[i]))
			fail("floor: pthread_create");
	}
	for (i = 0; i < n; i++) {
		pthread_join(parts[i].thread, NULL);
		sum += parts[i].sum;
	}
	/* So that no compiler leaves it out. */
	return sum == 1;
}
