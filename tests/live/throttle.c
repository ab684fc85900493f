/* throttle.c: copy standard input to standard output slowly: throttle BYTES_PER_SECOND. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define STEPS 50

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
	uint64_t rate = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, done = 0, begin;
	size_t step = (size_t)(rate / STEPS);
	char *buf;

	if (step == 0 || !(buf = malloc(step)))
		return 2;
	begin = now_us();
	for (;;) {
		uint64_t due = begin + done * 1000000 / rate, now = now_us();
		ssize_t n, at = 0, w;

		if (due > now) {
			struct timespec t = { (time_t)((due - now) / 1000000), (long)((due - now) % 1000000) * 1000 };

			nanosleep(&t, NULL);
		}
		n = read(STDIN_FILENO, buf, step);
		if (n <= 0)
			return n < 0;
		for (; at < n; at += w) {
			w = write(STDOUT_FILENO, buf + at, (size_t)(n - at));
			if (w <= 0)
				return 1;
		}
		done += (uint64_t)n;
	}
}
