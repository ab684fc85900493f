/* device.c: run commands on a monreader device and print the results: device PATH COMMAND...
 *
 * Each command prints one word, such as 12, 0, EIO or IN; all words are on one line. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct device {
	const char *path;
	int fd, other, epoll;
	size_t size;
	unsigned char *buf;
	FILE *save;
	struct timespec start;
	pthread_t reader;
};

static void say(const char *word)
{
	printf("%s ", word);
	fflush(stdout);
}

static void say_number(long n)
{
	printf("%ld ", n);
	fflush(stdout);
}

static void say_error(int error)
{
	static const struct {
		int error;
		const char *word;
	} known[] = {
		{ EAGAIN, "EAGAIN" }, { EBUSY, "EBUSY" },   { ECONNABORTED, "ECONNABORTED" },
		{ EFAULT, "EFAULT" }, { EINTR, "EINTR" },   { EINVAL, "EINVAL" },
		{ EIO, "EIO" },       { ENODEV, "ENODEV" }, { ENOENT, "ENOENT" },
		{ ENOTCONN, "ENOTCONN" }, { EOVERFLOW, "EOVERFLOW" }, { ESPIPE, "ESPIPE" },
	};
	size_t i;

	for (i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].error == error) {
			say(known[i].word);
			return;
		}
	say(strerror(error));
}

static long elapsed_ms(const struct device *d)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - d->start.tv_sec) * 1000 + (now.tv_nsec - d->start.tv_nsec) / 1000000;
}

static int open_device(const struct device *d, int flags)
{
	int fd = open(d->path, flags | O_CLOEXEC);

	if (fd < 0)
		say_error(errno);
	else
		say("open");
	return fd;
}

static ssize_t read_once(struct device *d)
{
	ssize_t n = read(d->fd, d->buf, d->size);

	if (n < 0)
		say_error(errno);
	else
		say_number(n);
	if (n > 0 && d->save)
		fwrite(d->buf, 1, (size_t)n, d->save);
	return n;
}

static void *read_in_thread(void *arg)
{
	read_once(arg);
	return NULL;
}

static void on_alarm(int sig)
{
	(void)sig;
}

/* Interrupt the current system call with a signal in MS milliseconds. */
static void alarm_in(long ms)
{
	struct itimerval t = { { 0, 0 }, { ms / 1000, ms % 1000 * 1000 } };
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_alarm;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &t, NULL);
}

static void say_events(unsigned events)
{
	if (events & POLLERR)
		say("ERR");
	if (events & POLLIN)
		say("IN");
	if (!(events & (POLLERR | POLLIN)))
		say("none");
}

static void do_poll(const struct device *d, int ms)
{
	struct pollfd p = { d->fd, POLLIN, 0 };

	if (poll(&p, 1, ms) < 0)
		say_error(errno);
	else
		say_events((unsigned)p.revents);
}

/* Edge-triggered, so the device has to signal each event again. */
static void do_epoll(struct device *d, int ms)
{
	struct epoll_event ev = { EPOLLIN | EPOLLET, { 0 } };

	if (d->epoll < 0) {
		d->epoll = epoll_create1(EPOLL_CLOEXEC);
		epoll_ctl(d->epoll, EPOLL_CTL_ADD, d->fd, &ev);
	}
	ev.events = 0;
	if (epoll_wait(d->epoll, &ev, 1, ms) < 0)
		say_error(errno);
	else
		say_events(ev.events);
}

static void nonblock(const struct device *d, int on)
{
	int flags = fcntl(d->fd, F_GETFL);

	fcntl(d->fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

static void range(const struct device *d, const char *arg)
{
	char *end;
	long from = strtol(arg, &end, 10), to = strtol(end + 1, NULL, 10), ms = elapsed_ms(d);

	if (ms >= from && ms <= to)
		say("in-time");
	else
		printf("%ld-ms ", ms);
}

static void do_file(struct device *d, const char *word)
{
	static void *volatile nowhere = (void *)8;
	struct stat st;

	if (strcmp(word, "seek") == 0)
		lseek(d->fd, 0, SEEK_CUR) < 0 ? say_error(errno) : say("seek");
	else if (strcmp(word, "pread") == 0)
		pread(d->fd, d->buf, 1, 0) < 0 ? say_error(errno) : say("pread");
	else if (strcmp(word, "write") == 0)
		write(d->fd, "x", 1) < 0 ? say_error(errno) : say("write");
	else if (strcmp(word, "bad-read") == 0)
		read(d->fd, nowhere, d->size) < 0 ? say_error(errno) : say("read");
	else if (strcmp(word, "stat") == 0)
		stat(d->path, &st) ? say_error(errno) : say("stat");
	else {
		fprintf(stderr, "device: %s: what is that?\n", word);
		exit(2);
	}
}

static void do_plain(struct device *d, const char *word)
{
	if (strcmp(word, "read") == 0)
		read_once(d);
	else if (strcmp(word, "set") == 0)
		while (read_once(d) > 0)
			;
	else if (strcmp(word, "all") == 0)
		while (read_once(d) >= 0)
			;
	else if (strcmp(word, "nonblock") == 0)
		nonblock(d, 1);
	else if (strcmp(word, "block") == 0)
		nonblock(d, 0);
	else if (strcmp(word, "clock") == 0)
		clock_gettime(CLOCK_MONOTONIC, &d->start);
	else if (strcmp(word, "close") == 0)
		close(d->fd);
	else if (strcmp(word, "open") == 0)
		d->fd = open_device(d, O_RDONLY);
	else if (strcmp(word, "open-write") == 0)
		d->fd = open_device(d, O_RDWR);
	else if (strcmp(word, "open-again") == 0)
		d->other = open_device(d, O_RDONLY);
	else if (strcmp(word, "thread") == 0)
		pthread_create(&d->reader, NULL, read_in_thread, d);
	else if (strcmp(word, "join") == 0)
		pthread_join(d->reader, NULL);
	else
		do_file(d, word);
}

/* Wait until the log of monplay, the file PLAYLOG, says that the data set NUMBER has arrived or is
 * lost. */
static void until(const char *number)
{
	const char *log = getenv("PLAYLOG");
	char line[500], text[40];
	int i, found = 0;

	snprintf(text, sizeof text, " data set %.10s ", number);
	for (i = 0; i < 1000 && log && !found; i++) {
		FILE *f = fopen(log, "re");

		while (f && !found && fgets(line, sizeof line, f))
			found = strstr(line, text) != NULL;
		if (f)
			fclose(f);
		if (!found)
			usleep(10000);
	}
}

static void do_command(struct device *d, char *word)
{
	char *arg = strchr(word, '=');

	if (!arg) {
		do_plain(d, word);
		return;
	}
	*arg++ = 0;
	if (strcmp(word, "size") == 0) {
		free(d->buf);
		d->size = strtoul(arg, NULL, 10);
		d->buf = malloc(d->size);
	} else if (strcmp(word, "save") == 0) {
		d->save = fopen(arg, "wbe");
	} else if (strcmp(word, "poll") == 0) {
		do_poll(d, atoi(arg));
	} else if (strcmp(word, "epoll") == 0) {
		do_epoll(d, atoi(arg));
	} else if (strcmp(word, "alarm") == 0) {
		alarm_in(atol(arg));
	} else if (strcmp(word, "until") == 0) {
		until(arg);
	} else if (strcmp(word, "time") == 0) {
		range(d, arg);
	} else {
		do_file(d, word);
	}
}

int main(int argc, char **argv)
{
	struct device d = { .fd = -1, .other = -1, .epoll = -1, .size = 65536 };
	int i;

	if (argc < 2)
		return 2;
	d.path = argv[1];
	d.buf = malloc(d.size);
	for (i = 2; i < argc && d.buf; i++)
		do_command(&d, argv[i]);
	if (d.save)
		fclose(d.save);
	free(d.buf);
	puts("");
	return 0;
}
