/* rotator.c: rotate a file that is followed, at the worst moment: rotator CAPTURE FILE SHOWN ROUNDS.
 *
 * In each round a data set of CAPTURE is appended to FILE, FILE becomes FILE.old
 * and another one with the next two data sets gets its name, while the reader
 * has just been woken up for nothing.  SHOWN gets a line for each record
 * of the reader.  It says what is missing. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SET_SIZE (12 + 4096 + 12 + 2068)
#define SET_RECORDS 7u
/* The reader waits five seconds for more of the old file. */
#define TIMEOUT_MS 15000

static unsigned char set[2][SET_SIZE];
static int shown;
static unsigned lines;

static void pause_us(long us)
{
	struct timespec begin, now;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - begin.tv_sec) * 1000000 + (now.tv_nsec - begin.tv_nsec) / 1000 < us);
}

static int wait_for(unsigned n)
{
	int waited;

	for (waited = 0; waited < TIMEOUT_MS * 2; waited++) {
		struct timespec little = { 0, 500000 };
		char buf[4096];
		ssize_t i, got;

		while ((got = read(shown, buf, sizeof buf)) > 0)
			for (i = 0; i < got; i++)
				lines += buf[i] == '\n';
		if (lines >= n)
			return 1;
		nanosleep(&little, NULL);
	}
	return 0;
}

int main(int argc, char **argv)
{
	char old[4096], new[4096];
	unsigned round, rounds, expected;
	int in, out, next;

	if (argc < 5 || (in = open(argv[1], O_RDONLY)) < 0 || read(in, set, sizeof set) != (ssize_t)sizeof set ||
	    (shown = open(argv[3], O_RDONLY)) < 0 || (out = open(argv[2], O_WRONLY | O_APPEND)) < 0)
		return 2;
	rounds = (unsigned)strtoul(argv[4], NULL, 10);
	snprintf(old, sizeof old, "%s.old", argv[2]);
	snprintf(new, sizeof new, "%s.new", argv[2]);
	expected = 2 * SET_RECORDS;
	if (!wait_for(expected))
		return 2;
	for (round = 1; round <= rounds; round++) {
		next = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
		if (next < 0 || write(next, set, sizeof set) != (ssize_t)sizeof set)
			return 2;
		futimens(out, NULL);
		pause_us((long)(round * 7 % 120));
		if (write(out, set[0], SET_SIZE) != SET_SIZE || (unlink(old) && errno != ENOENT) ||
		    link(argv[2], old) || rename(new, argv[2]))
			return 2;
		close(out);
		out = next;
		expected += 3 * SET_RECORDS;
		if (!wait_for(expected)) {
			printf("%u records of round %u are missing\n", expected - lines, round);
			return 1;
		}
	}
	return lines == expected ? 0 : 1;
}
