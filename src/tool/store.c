/* store.c: whole data sets go to the file, one write for each; a failed one is cut off again.
 *
 * An older file of the name is kept until there is a data set that replaces it. */
#include "config.h"

#include "tool/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "out/capture.h"
#include "tool/compressing.h"
#include "tool/diag.h"
#include "tool/pipe.h"

#define NAME_SIZE 4096u

struct store {
	struct store_options o;
	struct out_capture capture;
	struct compressing packed; /* the data set, compressed */
	char name[NAME_SIZE];
	char stamped[NAME_SIZE]; /* the name without a number */
	int fd;
	uint64_t size;    /* of the file, whole data sets */
	int regular;      /* it can be cut */
	int created;      /* it was not there before */
	int64_t begun_us; /* time of its first record */
	unsigned number;  /* of files so far */
	char **names;     /* the last ->keep of them */
	unsigned nnames;
	int failed;
	int renew; /* the next data set begins a new file */
};

static int fail(struct store *s, const char *what)
{
	diag_fail("%s: %s: %s; nothing more is stored", s->name[0] ? s->name : s->o.file, what, strerror(errno));
	s->failed = 1;
	return -1;
}

/* ---- Files ---- */

/* What the time US makes of the name, room left for a number. */
static int make_stamped(const struct store *s, int64_t us, char *stamped)
{
	time_t t = (time_t)(us / 1000000 - (us % 1000000 < 0));
	size_t n = strlen(s->o.file), room = NAME_SIZE - 16;
	struct tm tm;

	if (strchr(s->o.file, '%')) {
		if (!(s->o.local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)))
			memset(&tm, 0, sizeof tm);
		if (strftime(stamped, room, s->o.file, &tm) > 0)
			return 0;
	} else if (n < room) {
		memcpy(stamped, s->o.file, n + 1);
		return 0;
	}
	errno = ENAMETOOLONG;
	return -1;
}

static int rotates(const struct store *s)
{
	return s->o.rotate_size || s->o.rotate_time > 0;
}

static int make_name(struct store *s, int64_t us)
{
	char stamped[NAME_SIZE];

	if (make_stamped(s, us, stamped))
		return -1;
	memcpy(s->name, stamped, sizeof s->name);
	s->number++;
	/* A number tells files apart that the time does not. */
	if (rotates(s) && (!strchr(s->o.file, '%') || strcmp(stamped, s->stamped) == 0))
		snprintf(s->name + strlen(s->name), 16, ".%05u", s->number);
	memcpy(s->stamped, stamped, sizeof s->stamped);
	return 0;
}

static void forget_name(struct store *s, unsigned i)
{
	free(s->names[i]);
	memmove(s->names + i, s->names + i + 1, (s->nnames - i - 1) * sizeof *s->names);
	s->nnames--;
}

static void keep_name(struct store *s)
{
	unsigned i;

	if (!s->o.keep || !rotates(s))
		return;
	/* The time may have made a name again that is one of the last ones. */
	for (i = 0; i < s->nnames && strcmp(s->names[i], s->name) != 0; i++)
		;
	if (i < s->nnames) {
		forget_name(s, i);
	} else if (s->nnames == s->o.keep) {
		if (unlink(s->names[0]))
			diag_damage("%s: the oldest file cannot be removed: %s", s->names[0], strerror(errno));
		forget_name(s, 0);
	}
	s->names[s->nnames] = strdup(s->name);
	if (s->names[s->nnames])
		s->nnames++;
}

static int is_input(const struct store *s, const struct stat *st)
{
	struct stat in;
	int i;

	for (i = 0; i < s->o.ninputs; i++)
		if ((strcmp(s->o.inputs[i], "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(s->o.inputs[i], &in)) == 0 &&
		    in.st_dev == st->st_dev && in.st_ino == st->st_ino)
			return 1;
	return 0;
}

/* A file that is on disk is only found again when its name is there too. */
static void sync_name(const char *name)
{
	char dir[NAME_SIZE] = ".";
	const char *slash = strrchr(name, '/');
	int fd;

	if (slash) {
		memcpy(dir, name, (size_t)(slash - name) + 1);
		dir[slash - name + 1] = 0;
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* Not all directories can be read, and not all file systems sync them: then that is how it is. */
	if (fd >= 0 && fsync(fd) && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
		diag_damage("%s: its name cannot be brought to disk, and may be gone after a crash: %s", name,
		            strerror(errno));
	if (fd >= 0)
		close(fd);
}

static int open_file(struct store *s, int64_t us)
{
	struct stat st;

	if (make_name(s, us))
		return fail(s, "no name can be made");
	s->fd = open(s->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	s->created = s->fd >= 0;
	if (s->fd < 0 && errno == EEXIST)
		s->fd = open(s->name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (s->fd < 0)
		return fail(s, "cannot be written");
	s->regular = fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode);
	s->size = 0;
	s->begun_us = us;
	if (s->regular && is_input(s, &st)) {
		diag_fail("%s: is also an input; choose another --write", s->name);
		s->failed = 1;
		return -1;
	}
	pipe_widen(s->fd);
	keep_name(s);
	if (s->created && s->o.sync != STORE_SYNC_NONE)
		sync_name(s->name);
	return 0;
}

/* Nothing was written: an empty capture is right only where nothing went wrong. */
static int close_unused(struct store *s)
{
	if (!s->regular)
		return 0;
	if (diag_status() == STATUS_FAILED)
		return s->created ? unlink(s->name) : 0;
	return ftruncate(s->fd, 0);
}

static int close_file(struct store *s)
{
	int rc = 0;

	if (s->fd < 0)
		return 0;
	if (s->size == 0 && close_unused(s) && !s->failed)
		rc = fail(s, "cannot be emptied");
	if (s->o.sync != STORE_SYNC_NONE && s->regular && fsync(s->fd) && !s->failed)
		rc = fail(s, "cannot be brought to disk");
	if (close(s->fd) && !s->failed)
		rc = fail(s, "writing failed");
	s->fd = -1;
	return rc;
}

/* ---- Data sets ---- */

/* Take back what was written of a data set that did not fit; no file stays that holds nothing. */
static int cut_back(struct store *s)
{
	int error = errno;

	if (s->regular && s->size == 0) {
		unlink(s->name);
		s->created = 0;
	} else if (s->regular && ftruncate(s->fd, (off_t)s->size)) {
		diag_fail("%s: the part of a data set at its end cannot be cut off: %s", s->name, strerror(errno));
	}
	errno = error;
	return fail(s, "writing failed");
}

static int write_all(struct store *s, const unsigned char *p, size_t n)
{
	if (s->size == 0 && s->regular && !s->created && ftruncate(s->fd, 0))
		return -1;
	while (n > 0) {
		ssize_t done = write(s->fd, p, n);

		if (done < 0 && errno != EINTR)
			return -1;
		if (done > 0) {
			p += done;
			n -= (size_t)done;
		}
	}
	return 0;
}

/* The directory may go away under an open file: then nobody would find what is written. */
static int still_there(const struct store *s)
{
	struct stat st;

	return !s->regular || (fstat(s->fd, &st) == 0 && st.st_nlink > 0);
}

static int write_set(struct store *s)
{
	struct out_capture *c = &s->capture;
	int64_t us = monread_tod_to_unix_us(c->tod);
	const unsigned char *bytes = c->bytes;
	size_t n = c->used;

	if (s->o.compress) {
		if (compressing_do(&s->packed, s->o.compress, bytes, n))
			return fail(s, "cannot be compressed");
		bytes = s->packed.bytes;
		n = s->packed.used;
	}
	if (s->fd >= 0 && s->size > 0 &&
	    (s->renew || (s->o.rotate_size && s->size + n > s->o.rotate_size) ||
	     (s->o.rotate_time > 0 && (double)(us - s->begun_us) / 1e6 >= s->o.rotate_time)))
		if (close_file(s))
			return -1;
	if (s->fd < 0 && open_file(s, us))
		return -1;
	s->renew = 0;
	if (s->size == 0)
		s->begun_us = us;
	if (!still_there(s)) {
		errno = ENOENT;
		return fail(s, "the file was removed");
	}
	if (write_all(s, bytes, n))
		return cut_back(s);
	if (s->o.sync == STORE_SYNC_SET && s->regular && fdatasync(s->fd))
		return fail(s, "cannot be brought to disk");
	s->size += n;
	out_capture_clear(c);
	return 0;
}

struct store *store_open(const struct store_options *o)
{
	struct store *s = calloc(1, sizeof *s);
	const char *missing;

	if (!s || out_capture_init(&s->capture, o->form, o->filtered) ||
	    !(s->names = calloc(o->keep + 1u, sizeof *s->names))) {
		diag_fail("out of memory");
		if (s)
			out_capture_done(&s->capture);
		free(s);
		return NULL;
	}
	s->o = *o;
	s->fd = -1;
	missing = o->compress ? compressing_begin(&s->packed) : NULL;
	if (missing) {
		diag_fail("--compress=%s: libarchive cannot be loaded: %s; install it, or store without --compress",
		          o->compress, missing);
		store_close(s);
		return NULL;
	}
#ifdef SIGXFSZ
	/* A limit on the size of files is found out by write(2). */
	signal(SIGXFSZ, SIG_IGN);
#endif
	/* Without rotation by time the name is known: find out now whether it can be written. */
	if (!strchr(o->file, '%') && open_file(s, 0)) {
		store_close(s);
		return NULL;
	}
	return s;
}

int store_event(struct store *s, const struct monread_ev *ev, int shown)
{
	int rc;

	if (s->failed)
		return -1;
	rc = out_capture_event(&s->capture, ev, shown);
	if (rc > 0 && s->capture.records == 0) {
		out_capture_clear(&s->capture);
	} else if (rc > 0 && write_set(s)) {
		return -1;
	}
	if (rc == 2)
		rc = out_capture_event(&s->capture, ev, shown);
	if (rc < 0) {
		errno = ENOMEM;
		return fail(s, "a data set cannot be gathered");
	}
	return 0;
}

void store_renew(struct store *s)
{
	s->renew = rotates(s);
}

int store_end_of_input(struct store *s)
{
	int rc;

	if (s->failed)
		return -1;
	rc = out_capture_end(&s->capture);
	if (rc < 0) {
		errno = ENOMEM;
		return fail(s, "a data set cannot be gathered");
	}
	return rc ? write_set(s) : 0;
}

int store_close(struct store *s)
{
	int rc = close_file(s) || s->failed ? -1 : 0;
	unsigned i;

	for (i = 0; i < s->nnames; i++)
		free(s->names[i]);
	free(s->names);
	compressing_done(&s->packed);
	out_capture_done(&s->capture);
	free(s);
	return rc;
}

const char *store_compressions(void)
{
	return compressing_kinds();
}
