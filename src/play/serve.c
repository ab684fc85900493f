/* serve.c: the main loop of monplay: it mounts the file system, waits for the kernel, the clock and
 * signals, and unmounts the file system. */
#include "config.h"

#define FUSE_USE_VERSION 35

#include "play/play_options.h"

#include <errno.h>
#include <fuse_lowlevel.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "play/capture.h"
#include "play/play_device.h"
#include "cli/diag.h"
#include "play/fs.h"
#include "base/clock.h"

/* Return a descriptor from which SIGINT, SIGTERM and SIGHUP can be read, so that these signals
 * interrupt no request. Return -1 with errno. */
static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Let the data sets arrive that are due, and answer reads, until no more read can be answered.
 * Return the time at which to call this function again. */
static int64_t catch_up(struct device *d, struct fs *fs)
{
	int64_t next;

	do
		next = device_tick(d);
	while (fs_wake(fs));
	return next;
}

static int wait_until(struct pollfd *fds, nfds_t n, int64_t when)
{
	struct timespec t = { 0, 0 };
	int64_t left;

	if (when == CLOCK_NEVER)
		return ppoll(fds, n, NULL, NULL);
	left = when - clock_now();
	if (left > 0) {
		t.tv_sec = (time_t)(left / CLOCK_SECOND);
		t.tv_nsec = (long)(left % CLOCK_SECOND);
	}
	return ppoll(fds, n, &t, NULL);
}

static void serve_loop(const struct play_options *o, struct device *d, struct fs *fs, int signals)
{
	struct fuse_session *session = fs_session(fs);
	struct pollfd fds[2] = { { fuse_session_fd(session), POLLIN, 0 }, { signals, POLLIN, 0 } };
	struct fuse_buf buf = { .mem = NULL };
	int n;

	while (!fuse_session_exited(session)) {
		int64_t next = catch_up(d, fs);

		if (o->end == END_EXIT && device_is_over(d))
			break;
		n = wait_until(fds, 2, next);
		if (n < 0 && errno != EINTR) {
			diag_fail("cannot wait: %s", strerror(errno));
			break;
		}
		if (n <= 0)
			continue;
		if (fds[1].revents)
			break;
		n = fuse_session_receive_buf(session, &buf);
		if (n == -EINTR || n == -EAGAIN)
			continue;
		if (n <= 0)
			break;
		fuse_session_process_buf(session, &buf);
	}
	free(buf.mem);
}

static void say_status(const struct play_options *o, const struct device *d)
{
	uint64_t lost = d->host.lost + d->dropped + d->host.unread;

	if (d->host.lost_at_limit)
		diag_damage("%s: %llu data set%s lost at the limit of %zu unread data sets",
		            o->capture, (unsigned long long)d->host.lost_at_limit,
		            d->host.lost_at_limit == 1 ? " was" : "s were", o->limit);
	diag_note("%s: data sets: %llu delivered, %llu lost; reads: %llu; faults: %llu", o->capture,
	          (unsigned long long)d->delivered, (unsigned long long)lost,
	          (unsigned long long)d->reads, (unsigned long long)o->faults.fired);
}

static void serve_until_signal(const struct play_options *o, struct device *d, struct fs *fs)
{
	int signals = open_signals();

	if (signals < 0)
		diag_fail("signals cannot be read: %s", strerror(errno));
	else
		serve_loop(o, d, fs, signals);
}

int serve(struct play_options *o)
{
	struct device d;
	struct fs *fs = NULL;

	if (capture_check(o->capture, o->container))
		return diag_status();
	if (device_init(&d, o, &o->faults) == 0)
		fs = fs_mount(&d, o);
	if (fs) {
		if (fuse_daemonize(o->foreground))
			diag_fail("cannot go into the background");
		else
			serve_until_signal(o, &d, fs);
		fs_unmount(fs);
		say_status(o, &d);
	}
	device_done(&d);
	return diag_status();
}
