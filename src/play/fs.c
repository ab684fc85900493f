/* fs.c: mounts the device, a file in a directory, with libfuse. Everything runs in one thread: a
 * read that has to wait is put on a list, and fs_wake() answers it when data arrives. */
#include "config.h"

#define FUSE_USE_VERSION 35

#include <errno.h>
#include <fuse_lowlevel.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/played.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "play/play.h"

#define FILE_NAME "monreader"
#define FILE_INODE 2
#define LARGEST_REQUEST (1024u * 1024u)

struct waiting {
	struct waiting *next;
	fuse_req_t req;
	size_t size;
};

struct fs {
	struct fuse_session *session;
	char *mountpoint;
	struct device *device;
	struct waiting *waiting; /* in the order of arrival */
	struct fuse_pollhandle *poll;
	uint64_t seen; /* value of ->device->happened at the last poll(2) */
	size_t max_read; /* maximum bytes of a read request; the kernel splits larger reads */
	time_t mounted;
};

/* ---- Names and attributes ---- */

static void fs_attributes(const struct fs *fs, fuse_ino_t ino, struct stat *st)
{
	int is_file = ino == FILE_INODE;

	memset(st, 0, sizeof *st);
	st->st_ino = ino;
	st->st_mode = is_file ? S_IFREG | 0444 : S_IFDIR | 0555;
	st->st_nlink = is_file ? 1 : 2;
	st->st_uid = getuid();
	st->st_gid = getgid();
	st->st_mtime = st->st_ctime = st->st_atime = fs->mounted;
}

static void op_init(void *userdata, struct fuse_conn_info *conn)
{
	struct fs *fs = userdata;

	if (conn->max_write > LARGEST_REQUEST)
		conn->max_write = LARGEST_REQUEST;
	conn->max_read = (unsigned)fs->max_read;
}

static void op_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct fuse_entry_param e = { .ino = FILE_INODE, .attr_timeout = 1, .entry_timeout = 1 };

	if (parent != FUSE_ROOT_ID || strcmp(name, FILE_NAME) != 0) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	fs_attributes(fuse_req_userdata(req), e.ino, &e.attr);
	fuse_reply_entry(req, &e);
}

static void op_getattr(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct stat st;

	(void)fi;
	fs_attributes(fuse_req_userdata(req), ino, &st);
	fuse_reply_attr(req, &st, 1);
}

/* OFFSET: number of entries that the kernel has already read. */
static void op_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset,
                       struct fuse_file_info *fi)
{
	static const struct {
		const char *name;
		fuse_ino_t ino;
	} entries[] = { { ".", FUSE_ROOT_ID }, { "..", FUSE_ROOT_ID }, { FILE_NAME, FILE_INODE } };
	char buf[512];
	size_t used = 0;
	off_t i;

	(void)fi;
	if (ino != FUSE_ROOT_ID) {
		fuse_reply_err(req, ENOTDIR);
		return;
	}
	if (size > sizeof buf)
		size = sizeof buf;
	for (i = offset; i >= 0 && i < (off_t)(sizeof entries / sizeof entries[0]); i++) {
		struct stat st;
		size_t n;

		fs_attributes(fuse_req_userdata(req), entries[i].ino, &st);
		n = fuse_add_direntry(req, buf + used, size - used, entries[i].name, &st, i + 1);
		if (n > size - used)
			break;
		used += n;
	}
	fuse_reply_buf(req, buf, used);
}

/* ---- The device ---- */

static void forget_poll(struct fs *fs)
{
	if (fs->poll)
		fuse_pollhandle_destroy(fs->poll);
	fs->poll = NULL;
}

static void op_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct fs *fs = fuse_req_userdata(req);
	int error = ino == FILE_INODE ? device_open(fs->device) : EISDIR;

	diag_verbose("open: %s", error ? strerror(error) : "done");
	if (error) {
		fuse_reply_err(req, error);
		return;
	}
	fi->direct_io = 1;
	fi->nonseekable = 1;
	/* If the process that opens the device has ended, the kernel will not call op_release():
	 * release the device here. */
	if (fuse_reply_open(req, fi) == -ENOENT)
		device_release(fs->device);
}

static void op_release(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct fs *fs = fuse_req_userdata(req);

	(void)ino;
	(void)fi;
	diag_verbose("close");
	device_release(fs->device);
	forget_poll(fs);
	fuse_reply_err(req, 0);
}

static void send_answer(fuse_req_t req, size_t size, const struct answer *a)
{
	if (a->error) {
		diag_verbose("read of %zu: %s", size, strerror(a->error));
		fuse_reply_err(req, a->error);
	} else {
		diag_verbose("read of %zu: %zu bytes", size, a->length);
		fuse_reply_buf(req, (const char *)a->bytes, a->length);
	}
}

static void fs_interrupted(fuse_req_t req, void *data)
{
	struct fs *fs = data;
	struct waiting **w;

	for (w = &fs->waiting; *w; w = &(*w)->next) {
		struct waiting *found = *w;

		if (found->req != req)
			continue;
		*w = found->next;
		diag_verbose("read of %zu: interrupted", found->size);
		fuse_reply_err(req, EINTR);
		free(found);
		return;
	}
}

static void fs_wait_for_data(struct fs *fs, fuse_req_t req, size_t size)
{
	struct waiting *new = malloc(sizeof *new), **w = &fs->waiting;

	if (!new) {
		fuse_reply_err(req, ENOMEM);
		return;
	}
	diag_verbose("read of %zu: waits", size);
	*new = (struct waiting){ NULL, req, size };
	while (*w)
		w = &(*w)->next;
	*w = new;
	/* fuse_req_interrupt_func() calls fs_interrupted() at once if the read was already
	 * interrupted. */
	fuse_req_interrupt_func(req, fs_interrupted, fs);
}

static void op_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset,
                    struct fuse_file_info *fi)
{
	struct fs *fs = fuse_req_userdata(req);
	int nonblock = (fi->flags & O_NONBLOCK) != 0;
	struct answer a;

	(void)ino;
	(void)offset;
	/* After an answer of max_read bytes, the kernel would send another request for the same
	 * read(2), which would read beyond the end of a record set or control element. */
	if (size >= fs->max_read)
		size = fs->max_read - 1;
	device_tick(fs->device);
	device_begin_read(fs->device, nonblock, &a);
	if (a.error || device_read(fs->device, size, nonblock, &a) == 0)
		send_answer(req, size, &a);
	else
		fs_wait_for_data(fs, req, size);
}

static void op_write(fuse_req_t req, fuse_ino_t ino, const char *buf, size_t size, off_t offset,
                     struct fuse_file_info *fi)
{
	(void)ino;
	(void)buf;
	(void)size;
	(void)offset;
	(void)fi;
	/* Linux returns this errno for a device that has no write function. */
	fuse_reply_err(req, EINVAL);
}

static void op_getxattr(fuse_req_t req, fuse_ino_t ino, const char *name, size_t size)
{
	static const char value[] = PLAY_DEVICE_VALUE;
	size_t n = sizeof value - 1;

	if (ino != FILE_INODE || strcmp(name, PLAY_DEVICE_NAME) != 0)
		fuse_reply_err(req, ENODATA);
	else if (size == 0)
		fuse_reply_xattr(req, n);
	else if (size < n)
		fuse_reply_err(req, ERANGE);
	else
		fuse_reply_buf(req, value, n);
}

static void op_poll(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi,
                    struct fuse_pollhandle *ph)
{
	struct fs *fs = fuse_req_userdata(req);
	unsigned events;

	(void)ino;
	(void)fi;
	device_tick(fs->device);
	events = device_poll(fs->device);
	if (ph) {
		forget_poll(fs);
		fs->poll = ph;
		fs->seen = fs->device->happened;
	}
	diag_verbose("poll: 0x%x", events);
	fuse_reply_poll(req, events);
}

/* Answer the waiting reads for which data has arrived, and return how many were answered. Wake up
 * programs that wait in poll(2). */
static unsigned fs_wake(struct fs *fs)
{
	unsigned answered = 0;
	struct answer a;

	while (fs->waiting && device_read(fs->device, fs->waiting->size, 0, &a) == 0) {
		struct waiting *w = fs->waiting;

		fs->waiting = w->next;
		fuse_req_interrupt_func(w->req, NULL, NULL);
		send_answer(w->req, w->size, &a);
		free(w);
		answered++;
	}
	if (fs->poll && fs->seen != fs->device->happened && device_poll(fs->device)) {
		diag_verbose("poll: woken up");
		fuse_lowlevel_notify_poll(fs->poll);
		forget_poll(fs);
	}
	return answered;
}

/* ---- Mount and unmount ---- */

static const struct fuse_lowlevel_ops ops = {
	.init = op_init,
	.lookup = op_lookup,
	.getattr = op_getattr,
	.readdir = op_readdir,
	.open = op_open,
	.release = op_release,
	.read = op_read,
	.write = op_write,
	.poll = op_poll,
	.getxattr = op_getxattr,
};

/* Return the maximum bytes of a read request: one page less than LARGEST_REQUEST, because a buffer
 * that begins inside a page touches one page more. */
static size_t largest_read(void)
{
	long page = sysconf(_SC_PAGESIZE);

	return LARGEST_REQUEST -
	       (page > 0 && page < (long)LARGEST_REQUEST / 2 ? (size_t)page : 4096);
}

static struct fuse_session *new_session(struct fs *fs, const struct play_options *opt)
{
	struct fuse_args args = FUSE_ARGS_INIT(0, NULL);
	struct fuse_session *session = NULL;
	char own[80];

	snprintf(own, sizeof own, "-ofsname=monplay,subtype=monplay,max_read=%zu", fs->max_read);
	if (fuse_opt_add_arg(&args, "monplay") == 0 && fuse_opt_add_arg(&args, own) == 0 &&
	    (!opt->mount_options || (fuse_opt_add_arg(&args, "-o") == 0 &&
	                             fuse_opt_add_arg(&args, opt->mount_options) == 0)))
		session = fuse_session_new(&args, &ops, sizeof ops, fs);
	fuse_opt_free_args(&args);
	return session;
}

static void say_no_mountpoint(const char *path)
{
	if (errno == ENOTCONN)
		diag_fail(
			"%s: a program that ended without unmounting left its mount here; remove it with: fusermount3 -u %s",
			path, path);
	else
		diag_fail("%s: cannot be the mount point: %s%s", path, strerror(errno),
		          errno == ENOENT || errno == ENOTDIR ? "; expected a directory" : "");
}

/* Return 1 if MOUNTPOINT has a device of monplay, which a second mount would hide. */
static int is_mounted(const char *mountpoint)
{
	char name[PATH_MAX + sizeof FILE_NAME + 1];

	snprintf(name, sizeof name, "%s/%s", mountpoint, FILE_NAME);
	return inputs_is_played(name);
}

static int fs_mount(struct fs *fs, struct device *d, const struct play_options *opt)
{
	struct stat st;

	fs->device = d;
	fs->mounted = time(NULL);
	fs->max_read = largest_read();
	/* fuse_daemonize() changes the current directory: resolve relative paths. */
	fs->mountpoint = realpath(opt->mountpoint, NULL);
	if (!fs->mountpoint || stat(fs->mountpoint, &st)) {
		say_no_mountpoint(opt->mountpoint);
	} else if (!S_ISDIR(st.st_mode)) {
		diag_fail("%s: MOUNTPOINT must be a directory", opt->mountpoint);
	} else if (is_mounted(fs->mountpoint)) {
		diag_fail(
			"%s: another monplay has its device here; use another directory, or end it with: fusermount3 -u %s",
			opt->mountpoint, opt->mountpoint);
	} else {
		fs->session = new_session(fs, opt);
		if (fs->session && fuse_session_mount(fs->session, fs->mountpoint) == 0)
			return 0;
		diag_fail("%s: cannot be mounted", opt->mountpoint);
	}
	return -1;
}

static void fs_unmount(struct fs *fs)
{
	while (fs->waiting) {
		struct waiting *w = fs->waiting;

		fs->waiting = w->next;
		fuse_reply_err(w->req, EIO);
		free(w);
	}
	forget_poll(fs);
	fuse_session_unmount(fs->session);
}

/* ---- The main loop ---- */

/* Block signals, so that they interrupt no request. Return a descriptor that reports the signals,
 * or -1 with errno. */
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

static void serve_loop(const struct play_options *o, struct fs *fs, int signals)
{
	struct fuse_session *session = fs->session;
	struct pollfd fds[2] = { { fuse_session_fd(session), POLLIN, 0 }, { signals, POLLIN, 0 } };
	struct fuse_buf buf = { .mem = NULL };
	int64_t next;
	int n;

	while (!fuse_session_exited(session)) {
		/* Each answer may let further data sets arrive. */
		do
			next = device_tick(fs->device);
		while (fs_wake(fs));
		if (o->end == END_EXIT && device_is_over(fs->device))
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

int serve(struct play_options *o)
{
	struct fs fs = { .session = NULL };
	struct device d;
	int signals;

	if (capture_check(o->capture, o->container))
		return diag_status();
	if (device_init(&d, o) == 0 && fs_mount(&fs, &d, o) == 0) {
		if (fuse_daemonize(o->foreground)) {
			diag_fail("cannot go into the background");
		} else {
			signals = open_signals();
			if (signals < 0)
				diag_fail("signals cannot be read: %s", strerror(errno));
			else
				serve_loop(o, &fs, signals);
		}
		fs_unmount(&fs);
		say_status(o, &d);
	}
	if (fs.session)
		fuse_session_destroy(fs.session);
	free(fs.mountpoint);
	device_done(&d);
	return diag_status();
}
