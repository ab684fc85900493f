#include "config.h"

#include "store/file.h"

#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/again.h"
#include "cli/diag.h"
#include "cli/lock.h"

/* With --sync=file, sync when more than this number of bytes are not on the disk. */
#define COPY_MOST (8u * 1024u * 1024u)

void store_file_init(struct store_file *f)
{
	memset(f, 0, sizeof *f);
	f->fd = -1;
}

int store_file_lock(const struct store_file *f)
{
	enum lock_result rc = lock_try(f->fd, LOCK_EX);

	if (rc == LOCK_UNABLE)
		diag_verbose("%s: cannot be locked against another writer: %s", f->name,
		             strerror(errno));
	return rc == LOCK_BUSY ? -1 : 0;
}

/* Sync the directory of the file NAME: otherwise the file may not exist after a crash, although its
 * data is on the disk. */
static void sync_name(const char *name)
{
	char dir[STORE_NAME_SIZE];
	int fd;

	store_name_folder(name, strlen(name), dir);
	fd = again_open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	/* Ignore a directory that cannot be opened, or that its file system cannot sync. */
	if (fd >= 0 && again_sync(fsync, fd) &&
	    (errno == EIO || errno == ENOSPC || errno == EDQUOT))
		diag_damage(
			"%s: cannot sync its directory; after a crash the file may be missing: %s",
			name, strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* ---- New files ---- */

/* Remove the file F, which this run created and which has no data set, unless the name now belongs
 * to another file. */
static void remove_own(struct store_file *f)
{
	const char *path = f->temporary[0] ? f->temporary : f->name;
	int error = errno;

	if (lock_is_named(f->fd, path))
		unlink(path);
	close(f->fd);
	f->fd = -1;
	errno = error;
}

int store_file_create(struct store_file *f, const struct store_options *o)
{
	struct stat st;

	snprintf(f->temporary, sizeof f->temporary, "%.*s" LOCK_NEW, (int)sizeof f->temporary - 32,
	         f->name);
	f->fd = lock_create(f->temporary, STORE_MODE);
	if (f->fd < 0)
		return -1;
	f->created = f->regular = 1;
	f->base = f->size = f->partial = f->synced = 0;
	f->copied = 0;
	f->torn = f->dropped = 0;
	/* A run creates FILE only while it has FILE.new, so no other run can create FILE after this
	 * check. */
	if (!o->force && lstat(f->name, &st) == 0)
		errno = EEXIST;
	else if (o->mode == STORE_MODE || fchmod(f->fd, (mode_t)o->mode) == 0)
		return 0;
	remove_own(f);
	return -1;
}

/* Give the new file the name f->name, unless another file has this name. */
static int link_name(const struct store_file *f)
{
	struct stat st;

	if (link(f->temporary, f->name) == 0)
		return unlink(f->temporary);
	/* If the file system has no hard links, rename the file. */
	if (errno == EEXIST || lstat(f->name, &st) == 0)
		return -1;
	return rename(f->temporary, f->name);
}

static int file_replace(const struct store_file *f, const struct store_options *o)
{
	if (lock_is_held_on(f->name)) {
		errno = EBUSY;
		return -1;
	}
	/* Sync before the file is renamed: after a crash, either the old or the new file is
	 * complete. */
	if (o->sync != STORE_SYNC_NONE && again_sync(fdatasync, f->fd))
		return -1;
	return rename(f->temporary, f->name) ? -1 : 0;
}

/* Give the new file its name, because its first data set is complete. */
static int take_name(struct store_file *f, const struct store_options *o)
{
	if (o->force ? file_replace(f, o) : link_name(f))
		return -1;
	f->temporary[0] = 0;
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
	if (st.st_nlink == 0)
		snprintf(f->lost_by, sizeof f->lost_by, "the file was removed");
	else if (st.st_size != (off_t)end)
		snprintf(f->lost_by, sizeof f->lost_by,
		         "another program has changed its length: expected 0x%llx, found 0x%llx",
		         end, (unsigned long long)st.st_size);
	else
		return 0;
	errno = ESTALE;
	return -1;
}

/* Cut off the incomplete data set of an earlier run. */
static int cut_partial(struct store_file *f)
{
	if (again_truncate(f->fd, (off_t)f->base))
		return -1;
	if (!f->has_end_record)
		diag_damage(
			"%s: offset 0x%llx: expected a complete data set, found the first %llu byte%s of one; cut off",
			f->name, (unsigned long long)f->base, (unsigned long long)f->partial,
			mr_plural(f->partial));
	f->partial = 0;
	return 0;
}

/* Continue writing at the offset END. Return 0, or another value with errno. */
static int go_back(const struct store_file *f, uint64_t end)
{
	return again_truncate(f->fd, (off_t)end) ||
	       (!(fcntl(f->fd, F_GETFL) & O_APPEND) && lseek(f->fd, (off_t)end, SEEK_SET) < 0);
}

/* A data set could not be written: cut off its first DONE bytes, which were written, or remove a
 * new file that has no other data set. */
static void take_back(struct store_file *f, size_t done)
{
	int error = errno;

	if (f->created && f->size == 0)
		remove_own(f);
	else if (f->regular)
		f->torn = go_back(f, f->base + f->size);
	else
		f->torn = done > 0;
	if (f->torn && f->regular)
		diag_fail(
			"%s: the incomplete data set at the end of the file cannot be cut off: %s",
			f->name, strerror(errno));
	errno = error;
}

/* Write the bytes in f->copy again, because the kernel may have dropped them after a failed
 * sync. */
static int write_again(struct store_file *f)
{
	size_t done;

	if (go_back(f, f->base + f->synced) ||
	    again_write(f->fd, f->copy.bytes, (size_t)(f->size - f->synced), -1, &done))
		return -1;
	f->dropped = 0;
	return 0;
}

int store_file_sync(struct store_file *f, const struct store_options *o)
{
	if (f->fd < 0 || o->sync == STORE_SYNC_NONE || !f->regular || f->size == 0 ||
	    (o->sync == STORE_SYNC_FILE && f->size == f->synced))
		return 0;
	if (f->dropped && write_again(f))
		return -1;
	if (again_sync(fsync, f->fd)) {
		f->dropped = errno == ENOSPC || errno == EDQUOT;
		return -1;
	}
	f->synced = f->size;
	f->copied = 0;
	return 0;
}

/* After the data set BYTES was written, sync the file or, with --sync=file, keep BYTES in f->copy
 * until the file is synced. */
static int settle_set(struct store_file *f, const struct store_options *o, const void *bytes,
                      size_t n)
{
	int failed = 0;

	if (o->sync == STORE_SYNC_FILE && f->regular) {
		f->copy.length = (size_t)(f->size - f->synced) - n;
		failed = array_append(&f->copy, bytes, n);
		f->copied += !failed;
		if (!failed && f->size - f->synced > COPY_MOST)
			failed = store_file_sync(f, o);
	} else if (o->sync == STORE_SYNC_SET && f->regular) {
		failed = again_sync(fdatasync, f->fd);
	}
	if (failed) {
		f->size -= n;
		f->copied -= f->copied > 0;
		take_back(f, n);
		return -1;
	}
	if (o->sync != STORE_SYNC_FILE)
		f->synced = f->size;
	return 0;
}

int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes,
                     size_t n)
{
	size_t done = 0;

	if ((f->dropped && write_again(f)) || store_file_check(f) || (f->partial && cut_partial(f)))
		return -1;
	if (again_write(f->fd, bytes, n, -1, &done) || (f->temporary[0] && take_name(f, o))) {
		take_back(f, done);
		return -1;
	}
	f->size += n;
	return settle_set(f, o, bytes, n);
}

static int write_end(struct store_file *f, const struct store_options *o)
{
	if (compress_end(&f->packed))
		return -1;
	if (f->packed.nend == 0 || f->lost_by[0])
		return 0;
	if (store_file_write(f, o, f->packed.end, f->packed.nend) == 0)
		f->copied -= f->copied > 0; /* these bytes are not a data set */
	else if (!f->lost_by[0])
		return -1;
	/* A lost file is not an error here: the user may have removed it before sending SIGHUP. */
	f->lost_by[0] = 0;
	f->packed.nend = 0;
	return 0;
}

int store_file_close(struct store_file *f, const struct store_options *o, int for_good,
                     const char **what)
{
	int rc, error;

	if (f->fd < 0)
		return 0;
	if (f->created && f->size == 0) {
		remove_own(f);
		f->created = 0;
		return 0;
	}
	*what = "the end of the compressed data cannot be written";
	rc = write_end(f, o);
	if (rc == 0) {
		*what = "cannot be synced";
		rc = store_file_sync(f, o);
	}
	error = errno;
	if (rc && !for_good && (error == ENOSPC || error == EDQUOT || f->dropped))
		return -1;
	compress_done(&f->packed);
	free(f->copy.bytes);
	f->copy = (struct monread_buffer){ 0 };
	if (f->given)
		flock(f->fd, LOCK_UN);
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
