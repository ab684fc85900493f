/* file.c: one write(2) for each data set; a partial one is removed again. */
#include "config.h"

#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "store/lock.h"
#include "cli/inputs.h"
#include "cli/pipe.h"
#include "store/gap.h"
#include "store/stored.h"

void store_file_init(struct store_file *f)
{
	memset(f, 0, sizeof *f);
	f->fd = -1;
}

int store_file_is_input(const struct store_options *o, const struct stat *st)
{
	return inputs_find(o->inputs, o->ninputs, st) != NULL;
}

/* ---- Directories ---- */

static void directory_of(const char *name, char dir[STORE_NAME_SIZE])
{
	const char *slash = strrchr(name, '/');
	size_t n = slash ? (size_t)(slash - name) + 1 : 1;

	memcpy(dir, slash ? name : ".", n);
	dir[n] = 0;
}

/* A file is only found again after a crash if its directory entry is on disk too. */
static void sync_name(const char *name)
{
	char dir[STORE_NAME_SIZE];
	int fd;

	directory_of(name, dir);
	fd = again_open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	/* Not all directories can be read, and not all file systems sync them: nothing can be done about that. */
	if (fd >= 0 && again_fsync(fd) && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
		diag_damage("%s: its name cannot be synced, and may be gone after a crash: %s", name,
		            strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* Permissions do not tell everything: only a file that was made shows that files can be made. */
int store_file_try(const char *name)
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

/* ---- What exists ---- */

static int refuse(const struct store_file *f, const char *why)
{
	diag_fail("%s: %s", f->name, why);
	return -1;
}

static int cannot(const struct store_file *f)
{
	return refuse(f, strerror(errno));
}

/* Whether somebody writes to the file NAME. */
static int is_written(const char *name)
{
	int fd = again_open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0), held;

	if (fd < 0)
		return 0;
	held = lock_is_held(fd);
	close(fd);
	return held;
}

/* Take the lock of a file that is open for writing.  0, or -1: another process has it. */
static int take_lock(const struct store_file *f)
{
	enum lock_result rc = lock_write(f->fd);

	if (rc == LOCK_UNABLE)
		diag_verbose("%s: cannot be locked, so another writer cannot be kept away: %s", f->name, strerror(errno));
	return rc == LOCK_BUSY ? -1 : 0;
}

static const char busy[] = "another process is writing to it; stop that first, or choose another --write";

/* Whether what is to be stored is of the kind that the file holds.  0, or -1: the reason was reported. */
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

/* Go on behind what the file holds.  Nothing is changed before there is a data set. */
static int open_append(struct store_file *f, const struct store_options *o)
{
	struct stored_end end;

	f->fd = again_open(f->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0);
	if (f->fd < 0)
		return cannot(f);
	if (take_lock(f))
		return refuse(f, busy);
	if (stored_end(f->fd, &end)) {
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
	if (is_written(f->name))
		return refuse(f, busy);
	return 0;
}

static int prepare_output(struct store_file *f, const struct store_options *o)
{
	struct stat st;
	off_t at;

	f->fd = STDOUT_FILENO;
	memcpy(f->name, "standard output", sizeof "standard output");
	if (fstat(f->fd, &st))
		return cannot(f);
	if (S_ISREG(st.st_mode) && store_file_is_input(o, &st))
		return refuse(f, "is also an input; choose a different --write");
	at = fcntl(f->fd, F_GETFL) & O_APPEND ? st.st_size : lseek(f->fd, 0, SEEK_CUR);
	/* What stands behind the place where we write is not ours to cut off. */
	f->regular = S_ISREG(st.st_mode) && at == st.st_size;
	f->base = f->regular ? (uint64_t)at : 0;
	pipe_widen(f->fd);
	return 0;
}

/* Links are followed where only the system makes them, as those to open files. */
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

int store_file_prepare(struct store_file *f, const struct store_options *o)
{
	size_t n = strlen(o->file);
	struct stat st;

	if (strcmp(o->file, "-") == 0 || strcmp(o->file, "/dev/stdout") == 0)
		return prepare_output(f, o);
	if (n >= sizeof f->name - 32) {
		diag_fail("%s: cannot be written: %s", o->file, strerror(ENAMETOOLONG));
		return -1;
	}
	memcpy(f->name, o->file, n + 1);
	if (lstat(f->name, &st)) {
		if (errno == ENOENT && store_file_try(f->name) == 0)
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

/* ---- New files ---- */

/* Remove what was made by this run and holds nothing whole, if the name still stands for it. */
static void remove_own(struct store_file *f)
{
	const char *path = f->temporary[0] ? f->temporary : f->name;
	struct stat st, named;

	if (f->created && fstat(f->fd, &st) == 0 && lstat(path, &named) == 0 && st.st_dev == named.st_dev &&
	    st.st_ino == named.st_ino)
		unlink(path);
	close(f->fd);
	f->fd = -1;
}

/* A file without a name: nobody sees it before it holds a data set, and a crash leaves nothing of it.
 * -1: files cannot be made like that here. */
static int open_unnamed(const struct store_file *f)
{
#if HAVE_DECL_O_TMPFILE
	char dir[STORE_NAME_SIZE];

	/* Without /proc it could not be given a name later. */
	if (access("/proc/self/fd", F_OK))
		return -1;
	directory_of(f->name, dir);
	return again_open(dir, O_WRONLY | O_TMPFILE | O_CLOEXEC, STORE_MODE);
#else
	(void)f;
	return -1;
#endif
}

static int open_new(struct store_file *f, const struct store_options *o)
{
	struct stat st;

	f->temporary[0] = 0;
	f->unnamed = 0;
	if (o->force) {
		snprintf(f->temporary, sizeof f->temporary, "%.*s.%ld.new", (int)sizeof f->temporary - 32, f->name,
		         (long)getpid());
	} else if (lstat(f->name, &st) == 0) {
		errno = EEXIST;
		return -1;
	} else {
		f->fd = open_unnamed(f);
		f->unnamed = f->fd >= 0;
	}
	if (!f->unnamed)
		f->fd = again_open(f->temporary[0] ? f->temporary : f->name,
		                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, STORE_MODE);
	return f->fd;
}

int store_file_create(struct store_file *f, const struct store_options *o)
{
	if (open_new(f, o) < 0)
		return -1;
	f->created = f->regular = 1;
	f->base = f->size = f->partial = 0;
	f->torn = 0;
	if (o->mode != STORE_MODE && fchmod(f->fd, (mode_t)o->mode)) {
		int error = errno;

		remove_own(f);
		errno = error;
		return -1;
	}
	/* It is new: nobody can have a lock on it. */
	take_lock(f);
	if (!f->temporary[0] && !f->unnamed && o->sync != STORE_SYNC_NONE)
		sync_name(f->name);
	return 0;
}

/* --force: the first data set is complete, so the new file takes the name. */
static int take_name(struct store_file *f, const struct store_options *o)
{
	if (is_written(f->name)) {
		errno = EBUSY;
		return -1;
	}
	/* The new file is on disk before the old one is gone. */
	if (o->sync != STORE_SYNC_NONE && again_fdatasync(f->fd))
		return -1;
	if (rename(f->temporary, f->name))
		return -1;
	f->temporary[0] = 0;
	/* What is noted there has offsets in the file that is gone. */
	store_gap_forget(f->name);
	if (o->sync != STORE_SYNC_NONE)
		sync_name(f->name);
	return 0;
}

/* The first data set is complete: the file appears. */
static int give_name(struct store_file *f, const struct store_options *o)
{
	char self[40];

	snprintf(self, sizeof self, "/proc/self/fd/%d", f->fd);
	if (linkat(AT_FDCWD, self, AT_FDCWD, f->name, AT_SYMLINK_FOLLOW))
		return -1;
	f->unnamed = 0;
	if (o->sync != STORE_SYNC_NONE)
		sync_name(f->name);
	return 0;
}

/* ---- Data sets ---- */

/* The directory may be removed while the file is open: then what is written could not be found. */
static int still_there(const struct store_file *f)
{
	struct stat st;

	return !f->regular || f->unnamed || f->fd == STDOUT_FILENO || (fstat(f->fd, &st) == 0 && st.st_nlink > 0);
}

/* What an earlier run left after the last complete data set. */
static int cut_partial(struct store_file *f)
{
	if (again_truncate(f->fd, (off_t)f->base))
		return -1;
	diag_damage("%s: offset 0x%llx: expected a complete data set, found the first %llu byte%s of one; cut off",
	            f->name, (unsigned long long)f->base, (unsigned long long)f->partial, f->partial == 1 ? "" : "s");
	f->partial = 0;
	return 0;
}

/* 0, or -1 with errno; *DONE bytes were written. */
static int write_all(int fd, const unsigned char *p, size_t n, size_t *done)
{
	for (*done = 0; *done < n;) {
		ssize_t now = write(fd, p + *done, n - *done);

		/* A pipe that somebody else made non-blocking is full. */
		if (now < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
		else if (now < 0 && errno != EINTR)
			return -1;
		if (now > 0)
			*done += (size_t)now;
	}
	return 0;
}

/* Remove the part of a data set that did not fit; an empty file is removed too. */
static void take_back(struct store_file *f, size_t done)
{
	int error = errno;
	off_t end = (off_t)(f->base + f->size);

	if (f->created && f->size == 0)
		remove_own(f);
	else if (f->regular)
		f->torn = again_truncate(f->fd, end) != 0 ||
		          (!(fcntl(f->fd, F_GETFL) & O_APPEND) && lseek(f->fd, end, SEEK_SET) < 0);
	else
		f->torn = done > 0;
	if (f->torn && f->regular)
		diag_fail("%s: the part of a data set at its end cannot be cut off: %s", f->name, strerror(errno));
	errno = error;
}

int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes, size_t n)
{
	size_t done = 0;

	if (!still_there(f)) {
		errno = ESTALE;
		return -1;
	}
	if (f->partial && cut_partial(f))
		return -1;
	if (write_all(f->fd, bytes, n, &done) || (f->temporary[0] && take_name(f, o)) ||
	    (f->unnamed && give_name(f, o))) {
		take_back(f, done);
		return -1;
	}
	f->size += n;
	if (o->sync == STORE_SYNC_SET && f->regular && again_fdatasync(f->fd)) {
		f->torn = 1;
		return -1;
	}
	return 0;
}

int store_file_close(struct store_file *f, const struct store_options *o, const char **what)
{
	int rc = 0, error = 0;

	if (f->fd < 0)
		return 0;
	*what = "cannot be synced";
	if (o->sync != STORE_SYNC_NONE && f->regular && f->size > 0 && again_fsync(f->fd)) {
		error = errno;
		rc = -1;
	}
	if (f->fd != STDOUT_FILENO && close(f->fd) && rc == 0) {
		*what = "writing failed";
		error = errno;
		rc = -1;
	}
	f->fd = -1;
	f->created = 0;
	errno = error;
	return rc;
}
