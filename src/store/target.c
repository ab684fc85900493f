/* target.c: what --write names, before anything is read: whether it can be written, and what exists. */
#include "config.h"

#include "store/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/pipe.h"
#include "store/lock.h"
#include "store/stored.h"

/* By making a file: permissions alone do not tell. */
int store_target_try(const char *name)
{
	char dir[STORE_NAME_SIZE], path[STORE_NAME_SIZE + 32];
	int all = store_name_directory(name, dir), fd;
	struct stat st;

	if (!all) {
		if (stat(dir, &st))
			return -1;
		errno = ENOTDIR;
		return S_ISDIR(st.st_mode) ? 0 : -1;
	}
	snprintf(path, sizeof path, "%s/.monread.%ld", dir, (long)getpid());
	fd = again_open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, STORE_MODE);
	if (fd < 0)
		return errno == EEXIST ? 0 : -1;
	close(fd);
	unlink(path);
	return 0;
}

static int refuse(const struct store_file *f, const char *why)
{
	diag_fail("%s: %s", f->name, why);
	return -1;
}

static int cannot(const struct store_file *f)
{
	return refuse(f, strerror(errno));
}

static const char busy[] = "another process is writing to it; stop that first, or choose another --write";

/* Compare the format and compression of the file with the options.  0, or -1: the reason was reported. */
static int check_kind(const struct store_file *f, const struct store_options *o, const struct stored_end *end)
{
	int stream = end->container == MONREAD_CONTAINER_STREAM;

	if (end->compressed && !o->compress)
		diag_fail("%s: is compressed with %s; --append needs --compress=%s", f->name, end->compressed,
		          end->compressed);
	else if (end->compressed && strcmp(end->compressed, o->compress) != 0)
		diag_fail("%s: is compressed with %s, not with %s; --append needs the same", f->name, end->compressed,
		          o->compress);
	else if (!end->compressed && o->compress)
		diag_fail("%s: is not compressed; --append needs the same, without --compress", f->name);
	else if (end->container != o->container)
		diag_fail("%s: is a %s; --append needs --write-format=%s", f->name, stream ? "stream capture" : "MONWRITE file",
		          stream ? "stream" : "monwrite");
	else
		return 0;
	return -1;
}

/* Open the file to append.  It is not changed before the first data set is written. */
static int open_append(struct store_file *f, const struct store_options *o)
{
	struct stored_end end;

	f->fd = again_open(f->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0);
	if (f->fd < 0)
		return cannot(f);
	if (store_file_lock(f))
		return refuse(f, busy);
	if (stored_end(f->fd, o->layouts, &end)) {
		diag_fail("%s: cannot be read, so --append cannot tell where it ends: %s", f->name, strerror(errno));
		return -1;
	}
	if (end.fault[0]) {
		diag_fail("%s: --append: %s; choose another --write", f->name, end.fault);
		return -1;
	}
	if (end.size > 0 && check_kind(f, o, &end))
		return -1;
	if (lseek(f->fd, (off_t)end.whole, SEEK_SET) < 0)
		return cannot(f);
	f->regular = 1;
	f->base = end.whole;
	memcpy(f->system, end.system, sizeof f->system);
	f->partial = end.size - end.whole;
	return 0;
}

static int prepare_regular(struct store_file *f, const struct store_options *o, const struct stat *st)
{
	if (store_file_is_input(o, st))
		return refuse(f, "is also an input; choose a different --write");
	if (o->append)
		return open_append(f, o);
	if (!o->force)
		return refuse(f, "exists; use --append to go on behind what it holds, --force to replace it, or another name");
	if (lock_is_held_on(f->name))
		return refuse(f, busy);
	return 0;
}

const char *store_descriptor_fault(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	/* What monread has opened itself is closed on exec, and is nobody else's. */
	if (flags < 0 || flags & FD_CLOEXEC)
		return "is not open";
	return (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY ? "is not open for writing" : NULL;
}

/* A descriptor that was open before. */
static int prepare_given(struct store_file *f, const struct store_options *o, int fd)
{
	const char *fault = store_descriptor_fault(fd);
	struct stat st;
	off_t at;

	snprintf(f->name, sizeof f->name, "%s", fd == STDOUT_FILENO ? "standard output" : o->file);
	if (fault)
		return refuse(f, fault);
	if (fd == STDERR_FILENO)
		return refuse(f, "is standard error, which has messages; choose a different --write");
	f->fd = fd;
	f->given = 1;
	if (fstat(f->fd, &st))
		return cannot(f);
	if (S_ISREG(st.st_mode) && store_file_is_input(o, &st))
		return refuse(f, "is also an input; choose a different --write");
	at = fcntl(f->fd, F_GETFL) & O_APPEND ? st.st_size : lseek(f->fd, 0, SEEK_CUR);
	/* --keep of another run must not remove it.  Where somebody else writes to it, that is as the user wished. */
	if (S_ISREG(st.st_mode))
		store_file_lock(f);
	/* Only at the end of the file may something be cut off. */
	f->regular = S_ISREG(st.st_mode) && at == st.st_size;
	f->base = f->regular ? (uint64_t)at : 0;
	pipe_widen(f->fd);
	return 0;
}

/* Links are followed only where the system makes them, as those to open files. */
static int may_follow(const char *name)
{
	return strncmp(name, "/dev/", 5) == 0 || strncmp(name, "/proc/", 6) == 0;
}

/* A pipe, a device. */
static int prepare_special(struct store_file *f, int nofollow)
{
	struct stat st;

	f->fd = again_open_unless_stopped(f->name, O_WRONLY | O_CLOEXEC | (nofollow ? O_NOFOLLOW : 0), 0);
	if (f->fd < 0 || fstat(f->fd, &st))
		return cannot(f);
	if (S_ISREG(st.st_mode))
		return refuse(f, "is a link to a file; name the file itself");
	pipe_widen(f->fd);
	return 0;
}

int store_target_open(struct store_file *f, const struct store_options *o)
{
	int fd = store_name_descriptor(o->file);
	size_t n = strlen(o->file);
	struct stat st;

	if (fd >= 0)
		return prepare_given(f, o, fd);
	if (n >= sizeof f->name - 32) {
		diag_fail("%s: cannot be written: %s", o->file, strerror(ENAMETOOLONG));
		return -1;
	}
	memcpy(f->name, o->file, n + 1);
	if (lstat(f->name, &st)) {
		if (errno == ENOENT && store_target_try(f->name) == 0)
			return 0;
		diag_fail("%s: cannot be written: %s", f->name, strerror(errno));
		return -1;
	}
	if (S_ISREG(st.st_mode))
		return prepare_regular(f, o, &st);
	if (S_ISDIR(st.st_mode))
		return refuse(f, "is a directory; name a file");
	if (S_ISLNK(st.st_mode) && !may_follow(f->name))
		return refuse(f, "is a symbolic link, which --write does not follow; name the file itself");
	return prepare_special(f, !S_ISLNK(st.st_mode));
}
