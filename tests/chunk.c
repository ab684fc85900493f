/* chunk.c: the reader returns the same events whatever the sizes of the pieces are. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "events.h"

static unsigned count, parts, untold;

static void result(const char *file, const char *how, int bad)
{
	printf("%sok %u - %s, %s\n", bad ? "not " : "", ++count, file, how);
}

/* A pipe to which a child process writes in pieces. */
static int pipe_from(const unsigned char *data, size_t len, size_t piece, pid_t *pid)
{
	int fd[2];

	fflush(stdout);
	*pid = pipe(fd) == 0 ? fork() : -1;
	if (*pid < 0) {
		puts("Bail out! pipe");
		exit(99);
	}
	if (*pid > 0) {
		close(fd[1]);
		return fd[0];
	}
	close(fd[0]);
	while (len > 0) {
		size_t n = len < piece ? len : piece;
		ssize_t put = write(fd[1], data, n);

		if (put <= 0)
			_exit(1);
		data += put;
		len -= (size_t)put;
	}
	_exit(0);
}

static void compare(const char *file, const char *how, const struct events *a, struct events *b)
{
	result(file, how, events_differ(a, b));
	events_done(b);
}

/* Read in parts of different sizes. */
static void in_parts(const char *file, const struct events *whole, const unsigned char *data,
                     size_t len)
{
	static const size_t sizes[] = { 1, 4096, 10000, 1000000 }, pieces[] = { 0, 8192, 9999 };
	struct events other;
	char how[60];
	size_t i, k;

	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		for (k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
			events_in_parts(&other, data, len, pieces[k], sizes[i]);
			snprintf(how, sizeof how, "in parts of %zu, fed by %zu", sizes[i],
			         pieces[k]);
			parts += other.parts;
			untold += other.untold;
			compare(file, how, whole, &other);
		}
}

static void one_file(const char *path, unsigned flags)
{
	static const size_t pieces[] = { 1, 11, 12, 13, 4095, 4096, 4097 };
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	struct events whole, other;
	unsigned char *data;
	size_t len, i;
	char how[40];
	pid_t pid;
	int fd;

	data = test_file(path, &len);
	events_fed(&whole, data, len, 0, flags);
	for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
		events_fed(&other, data, len, pieces[i], flags);
		snprintf(how, sizeof how, "fed by %zu%s", pieces[i], flags ? ", with filler" : "");
		compare(name, how, &whole, &other);
	}
	if (!flags)
		in_parts(name, &whole, data, len);
	fd = open(path, O_RDONLY);
	events_read(&other, fd, flags);
	close(fd);
	compare(name, "from a file", &whole, &other);
	fd = pipe_from(data, len, 1000, &pid);
	events_read(&other, fd, flags);
	close(fd);
	waitpid(pid, NULL, 0);
	compare(name, "from a pipe", &whole, &other);
	fd = pipe_from(data, len, 4096, &pid);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	events_read(&other, fd, flags);
	close(fd);
	waitpid(pid, NULL, 0);
	compare(name, "from a pipe that does not block", &whole, &other);
	events_done(&whole);
	free(data);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		one_file(argv[i], 0);
		one_file(argv[i], MONREAD_WANT_FILLER);
	}
	result("all files", "there were parts", parts < 100);
	printf("# %u of %u parts with another sample than was told\n", untold, parts);
	result("all files", "the samples of parts are told", untold > 0);
	printf("1..%u\n", count);
	return 0;
}
