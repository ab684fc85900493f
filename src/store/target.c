/* target.c: opens and checks the file that --write names. See file.h. */
#include "config.h"

#include "store/file.h"

#include <stdio.h>

#include "cli/again.h"
#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/lock.h"
#include "store/stored.h"

/* Bytes of a text that says why a file cannot be continued. */
#define WHY_SIZE 300

int store_file_try(const char *name)
{
	size_t n = strcspn(name, "%");
	char dir[STORE_NAME_SIZE];

	store_name_folder(name, n, dir);
	return faccessat(AT_FDCWD, dir, strchr(name + n, '/') ? X_OK : W_OK | X_OK, AT_EACCESS);
}

static int target_refuse(const struct store_file *f, const char *why)
{
	diag_fail("%s: %s", f->name, why);
	return -1;
}

static const char busy[] =
	"another process is writing to it; stop that first, or choose another --write";
static const char is_input[] = "is also an input; choose a different --write";

/* Return 0 if the capture that END describes has the format and compression of the options O; else
 * -1 with the reason in WHY. */
static int compare_kind(const struct store_options *o, const struct stored_end *end,
                        char why[WHY_SIZE])
{
	const char *form = end->container == MONREAD_CONTAINER_STREAM ? "stream" : "monwrite",
		   *kind = end->compressed;

	if (end->container == o->container && !kind == !o->compress &&
	    (!kind || strcmp(kind, o->compress) == 0))
		return 0;
	snprintf(why, WHY_SIZE,
	         "--append needs --write-format=%s %s--compress%s%s, as the file has", form,
	         kind ? "" : "without ", kind ? "=" : "", kind ? kind : "");
	return -1;
}

/* Open the existing file F to append to it after its last complete data set; the file does not
 * change before the first write. Return 0, or -1 with the reason in WHY. */
static int open_at_end(struct store_file *f, const struct store_options *o, char why[WHY_SIZE])
{
	struct stored_end end;

	f->fd = again_open(f->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0);
	if (f->fd < 0) {
		snprintf(why, WHY_SIZE, "%s", strerror(errno));
	} else if (store_file_lock(f)) {
		snprintf(why, WHY_SIZE, "%s", busy);
	} else if (stored_end(f->fd, o->layouts, &end)) {
		snprintf(why, WHY_SIZE, "cannot be read, so --append cannot tell where it ends: %s",
		         strerror(errno));
	} else if (end.fault[0]) {
		snprintf(why, WHY_SIZE, "--append: %s; choose another --write", end.fault);
	} else if (end.size > 0 && compare_kind(o, &end, why)) {
		return -1;
	} else if (end.is_open && compress_resume(&f->packed, end.compressed, f->fd, end.member,
	                                          end.whole)) {
		snprintf(why, WHY_SIZE, "--append: its compressed data cannot be continued: %s",
		         strerror(errno));
	} else if (lseek(f->fd, (off_t)end.whole, SEEK_SET) < 0) {
		snprintf(why, WHY_SIZE, "%s", strerror(errno));
	} else {
		f->regular = 1;
		f->base = end.whole;
		f->size = f->synced = 0;
		f->last = end.last;
		memcpy(f->system, end.system, sizeof f->system);
		f->partial = end.size - end.whole;
		f->has_end_record = end.has_end_record;
		return 0;
	}
	return -1;
}

int store_file_continue(struct store_file *f, const struct store_options *o)
{
	char why[WHY_SIZE];

	if (open_at_end(f, o, why) == 0)
		return 0;
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	return -1;
}

static int prepare_regular(struct store_file *f, const struct store_options *o,
                           const struct stat *st)
{
	char part[sizeof f->name + sizeof LOCK_NEW], why[WHY_SIZE];

	if (inputs_find(o->inputs, o->ninputs, st))
		return target_refuse(f, is_input);
	if (o->append)
		return open_at_end(f, o, why) ? target_refuse(f, why) : 0;
	if (!o->force)
		return target_refuse(
			f,
			"already exists; use --append to continue it, --force to replace it, or another name");
	snprintf(part, sizeof part, "%s" LOCK_NEW, f->name);
	if (lock_is_held_on(f->name) || lock_is_held_on(part))
		return target_refuse(f, busy);
	return 0;
}

/* Prepare F to write to the descriptor FD, which the user opened. */
static int prepare_given(struct store_file *f, const struct store_options *o, int fd)
{
	const char *fault = descriptor_fault(fd);
	struct stat st;
	off_t at;

	snprintf(f->name, sizeof f->name, "%s", fd == STDOUT_FILENO ? "standard output" : o->file);
	if (fault)
		return target_refuse(f, fault);
	if (fd == STDERR_FILENO)
		return target_refuse(f,
		              "is standard error, which has messages; choose a different --write");
	f->fd = fd;
	f->given = 1;
	if (fstat(f->fd, &st))
		return target_refuse(f, strerror(errno));
	if (S_ISREG(st.st_mode) && inputs_find(o->inputs, o->ninputs, &st))
		return target_refuse(f, is_input);
	at = fcntl(f->fd, F_GETFL) & O_APPEND ? st.st_size : lseek(f->fd, 0, SEEK_CUR);
	/* The lock prevents that --keep of another run removes the file. Ignore the lock of another
	 * program: the user may let it write to the file, too. */
	if (S_ISREG(st.st_mode))
		store_file_lock(f);
	/* If ->regular is set, a failed write cuts off the end of the file, so no bytes may follow
	 * the position of FD. */
	f->regular = S_ISREG(st.st_mode) && at == st.st_size;
	f->base = f->regular ? (uint64_t)at : 0;
	pipe_widen(f->fd);
	return 0;
}

/* Open f->name, a pipe or a device, to write to it. If FOLLOW is 1, f->name may also be a symbolic
 * link to a pipe or a device. */
static int prepare_special(struct store_file *f, int follow)
{
	struct stat st;

	f->fd = again_open_unless_stopped(f->name, O_WRONLY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW),
	                                  0);
	if (f->fd < 0 || fstat(f->fd, &st))
		return target_refuse(f, strerror(errno));
	if (S_ISREG(st.st_mode))
		return target_refuse(f, "is a link to a file; name the file itself");
	pipe_widen(f->fd);
	return 0;
}

static int prepare_existing(struct store_file *f, const struct store_options *o,
                            const struct stat *st)
{
	/* Follow links in /dev and /proc, by which the kernel names open files. */
	int may_follow = strncmp(f->name, "/dev/", 5) == 0 || strncmp(f->name, "/proc/", 6) == 0;

	if (S_ISREG(st->st_mode))
		return prepare_regular(f, o, st);
	if (S_ISDIR(st->st_mode))
		return target_refuse(f, "is a directory; name a file");
	if (S_ISLNK(st->st_mode) && !may_follow)
		return target_refuse(
			f,
			"is a symbolic link, which --write does not follow; name the file itself");
	return prepare_special(f, S_ISLNK(st->st_mode));
}

int store_file_open(struct store_file *f, const struct store_options *o)
{
	int fd = descriptor_named(o->file);
	struct stat st;

	if (fd >= 0)
		return prepare_given(f, o, fd);
	if (snprintf(f->name, sizeof f->name, "%s", o->file) >= (int)sizeof f->name - 32)
		errno = ENAMETOOLONG;
	else if (lstat(f->name, &st) == 0)
		return prepare_existing(f, o, &st);
	else if (errno == ENOENT && store_file_try(f->name) == 0)
		return 0;
	diag_fail("%s: cannot be written: %s", o->file, strerror(errno));
	return -1;
}
