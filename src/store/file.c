/* file.c: data sets are written whole: what was written of one that failed is removed again. */
#include "config.h"

#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/words.h"
#include "store/gap.h"
#include "store/lock.h"

void store_file_init(struct store_file *f)
{
	memset(f, 0, sizeof *f);
	f->fd = -1;
}

int store_file_is_input(const struct store_options *o, const struct stat *st)
{
	return inputs_find(o->inputs, o->ninputs, st) != NULL;
}

int store_file_lock(const struct store_file *f)
{
	enum lock_result rc = lock_write(f->fd);

	if (rc == LOCK_UNABLE)
		diag_verbose("%s: cannot be locked, so another writer cannot be kept away: %s", f->name, strerror(errno));
	return rc == LOCK_BUSY ? -1 : 0;
}

/* ---- Directories ---- */

static void directory_of(const char *name, char dir[STORE_NAME_SIZE])
{
	const char *slash = strrchr(name, '/');
	size_t n = slash ? (size_t)(slash - name) + 1 : 1;

	memcpy(dir, slash ? name : ".", n);
	dir[n] = 0;
}

/* After a crash a file is only found if its directory entry is on disk too. */
static void sync_name(const char *name)
{
	char dir[STORE_NAME_SIZE];
	int fd;

	directory_of(name, dir);
	fd = again_open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	/* A directory that cannot be opened, or a file system that cannot sync it, is no failure. */
	if (fd >= 0 && again_fsync(fd) && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
		diag_damage("%s: its name cannot be synced, and may be gone after a crash: %s", name,
		            strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* ---- New files ---- */

/* Remove a file that this run made and that holds no data set, if its name still belongs to it. */
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

/* Open a file without a name: nobody sees it before it holds a data set, and a crash leaves nothing behind.  -1: not
 * possible here. */
static int open_unnamed(const struct store_file *f)
{
#if HAVE_DECL_O_TMPFILE
	char dir[STORE_NAME_SIZE];

	/* give_name() needs /proc. */
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
	/* It is new, so nobody else has a lock on it. */
	store_file_lock(f);
	if (!f->temporary[0] && !f->unnamed && o->sync != STORE_SYNC_NONE)
		sync_name(f->name);
	return 0;
}

/* --force: the first data set is complete, so the new file replaces the old one. */
static int take_name(struct store_file *f, const struct store_options *o)
{
	if (lock_is_held_on(f->name)) {
		errno = EBUSY;
		return -1;
	}
	/* The new file has to be on disk before the old one goes. */
	if (o->sync != STORE_SYNC_NONE && again_fdatasync(f->fd))
		return -1;
	if (rename(f->temporary, f->name))
		return -1;
	f->temporary[0] = 0;
	/* The notes beside it have offsets of the old file. */
	store_gap_forget(f->name);
	if (o->sync != STORE_SYNC_NONE)
		sync_name(f->name);
	return 0;
}

/* The first data set is complete: give the unnamed file its name. */
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

int store_file_check(struct store_file *f)
{
	unsigned long long end = f->base + f->size + f->partial;
	struct stat st;

	if (!f->regular || f->given || fstat(f->fd, &st))
		return 0;
	if (!f->unnamed && st.st_nlink == 0)
		snprintf(f->lost_by, sizeof f->lost_by, "the file was removed");
	else if (st.st_size != (off_t)end)
		snprintf(f->lost_by, sizeof f->lost_by, "another program has changed its length: expected 0x%llx, found 0x%llx", end,
		         (unsigned long long)st.st_size);
	else
		return 0;
	errno = ESTALE;
	return -1;
}

/* Whether N bytes behind the last complete data set are more than a file may have. */
static int is_beyond_limit(const struct store_file *f, size_t n)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && f->base + n > limit.rlim_cur;
}

/* Cut off what an earlier run left after the last complete data set, for ROOM bytes.  The bytes, which the caller frees;
 * NULL with errno: they are still there. */
static unsigned char *cut_partial(const struct store_file *f, size_t room)
{
	unsigned char *tail;
	ssize_t n;

	/* There they could not be put back. */
	if (is_beyond_limit(f, room)) {
		errno = EFBIG;
		return NULL;
	}
	tail = malloc((size_t)f->partial);
	n = tail ? again_pread(f->fd, tail, (size_t)f->partial, (off_t)f->base) : -1;

	if (n >= 0 && (uint64_t)n != f->partial)
		errno = EIO;
	if (n < 0 || (uint64_t)n != f->partial || again_truncate(f->fd, (off_t)f->base)) {
		int error = errno;

		free(tail);
		tail = NULL;
		errno = error;
	}
	return tail;
}

static void partial_is_gone(struct store_file *f)
{
	diag_damage("%s: offset 0x%llx: expected a complete data set, found the first %llu byte%s of one; cut off",
	            f->name, (unsigned long long)f->base, (unsigned long long)f->partial, words_plural(f->partial));
	f->partial = 0;
}

/* 0: the file ends with the last whole data set, and what is written next goes there. */
static int go_back(const struct store_file *f)
{
	off_t end = (off_t)(f->base + f->size);

	return again_truncate(f->fd, end) || (!(fcntl(f->fd, F_GETFL) & O_APPEND) && lseek(f->fd, end, SEEK_SET) < 0);
}

/* Remove the part of a data set that did not fit; an empty file is removed too.  TAIL, if it is not NULL, was cut off for
 * that, and is put back. */
static void take_back(struct store_file *f, size_t done, const unsigned char *tail)
{
	int error = errno;

	if (f->created && f->size == 0)
		remove_own(f);
	else if (f->regular)
		f->torn = go_back(f);
	else
		f->torn = done > 0;
	if (tail && (f->torn || again_write(f->fd, tail, (size_t)f->partial, &done) || lseek(f->fd, (off_t)f->base, SEEK_SET) < 0)) {
		partial_is_gone(f);
		f->torn = go_back(f);
	}
	if (f->torn && f->regular)
		diag_fail("%s: the part of a data set at its end cannot be cut off: %s", f->name, strerror(errno));
	errno = error;
}

int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes, size_t n)
{
	unsigned char *tail = NULL;
	size_t done = 0;
	int failed;

	if (store_file_check(f) || (f->partial && !(tail = cut_partial(f, n))))
		return -1;
	failed = again_write(f->fd, bytes, n, &done) || (f->temporary[0] && take_name(f, o)) || (f->unnamed && give_name(f, o));
	if (failed)
		take_back(f, done, tail);
	else if (tail)
		partial_is_gone(f);
	free(tail);
	if (failed)
		return -1;
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
	/* It was to begin with something that could not be made. */
	if (f->created && f->size == 0) {
		remove_own(f);
		f->created = 0;
		return 0;
	}
	*what = "cannot be synced";
	if (o->sync != STORE_SYNC_NONE && f->regular && f->size > 0 && again_fsync(f->fd)) {
		error = errno;
		rc = -1;
	}
	if (f->given)
		lock_release(f->fd);
	else if (close(f->fd) && rc == 0) {
		*what = "writing failed";
		error = errno;
		rc = -1;
	}
	f->fd = -1;
	f->created = 0;
	errno = error;
	return rc;
}
