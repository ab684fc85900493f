/* store.c: whole data sets go to the file, one write for each; a failed one is cut off again. */
#include "tool/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "out/capture.h"
#include "tool/compressing.h"
#include "tool/diag.h"

#define NAME_SIZE 4096u

struct store {
	struct store_options o;
	struct out_capture capture;
	struct compressing *compressing;
	char name[NAME_SIZE];
	int fd;
	uint64_t size;    /* of the file, whole data sets */
	int regular;      /* it can be cut */
	int64_t begun_us; /* time of its first record */
	unsigned number;  /* of files so far */
	char **names;     /* the last ->keep of them */
	unsigned nnames;
	int failed;
};

static int fail(struct store *s, const char *what)
{
	diag_fail("%s: %s: %s; nothing more is stored", s->name, what, strerror(errno));
	s->failed = 1;
	return -1;
}

/* ---- Files ---- */

static int make_name(struct store *s, int64_t us)
{
	time_t t = (time_t)(us / 1000000 - (us % 1000000 < 0));
	char last[NAME_SIZE], stamped[NAME_SIZE];
	struct tm tm;
	size_t n;

	memcpy(last, s->name, sizeof last);
	if (strchr(s->o.file, '%')) {
		if (!(s->o.local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)))
			memset(&tm, 0, sizeof tm);
		n = strftime(stamped, sizeof stamped - 16, s->o.file, &tm);
		if (n == 0) {
			errno = ENAMETOOLONG;
			return -1;
		}
	} else {
		n = strlen(s->o.file);
		if (n >= sizeof stamped - 16) {
			errno = ENAMETOOLONG;
			return -1;
		}
		memcpy(stamped, s->o.file, n + 1);
	}
	s->number++;
	/* A number tells files apart that the time does not. */
	if ((s->o.rotate_size || s->o.rotate_time > 0) && (!strchr(s->o.file, '%') || strcmp(stamped, last) == 0))
		snprintf(stamped + n, 16, ".%05u", s->number);
	memcpy(s->name, stamped, sizeof s->name);
	return 0;
}

static void keep_name(struct store *s)
{
	if (!s->o.keep || !(s->o.rotate_size || s->o.rotate_time > 0))
		return;
	if (s->nnames == s->o.keep) {
		if (unlink(s->names[0]))
			diag_damage("%s: the oldest file cannot be removed: %s", s->names[0], strerror(errno));
		free(s->names[0]);
		memmove(s->names, s->names + 1, (s->nnames - 1) * sizeof *s->names);
		s->nnames--;
	}
	s->names[s->nnames] = strdup(s->name);
	if (s->names[s->nnames])
		s->nnames++;
}

static int open_file(struct store *s, int64_t us)
{
	struct stat st;

	if (make_name(s, us))
		return fail(s, "no name can be made");
	s->fd = open(s->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (s->fd < 0)
		return fail(s, "cannot be written");
	s->regular = fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode);
	s->size = 0;
	s->begun_us = us;
	keep_name(s);
	if (s->o.compress && !(s->compressing = compressing_open(s->fd, s->o.compress)))
		return fail(s, "compression cannot be started");
	return 0;
}

static int close_file(struct store *s)
{
	int rc = 0;

	if (s->fd < 0)
		return 0;
	if (s->compressing && compressing_close(s->compressing) && !s->failed)
		rc = fail(s, "writing failed");
	s->compressing = NULL;
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

	if (s->regular && !s->compressing) {
		if (s->size == 0)
			unlink(s->name);
		else if (ftruncate(s->fd, (off_t)s->size))
			diag_fail("%s: the part of a data set at its end cannot be cut off: %s", s->name, strerror(errno));
	}
	errno = error;
	return fail(s, "writing failed");
}

static int write_all(struct store *s, const unsigned char *p, size_t n)
{
	if (s->compressing)
		return compressing_write(s->compressing, p, n);
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

	if (s->fd >= 0 && s->size > 0 &&
	    ((s->o.rotate_size && s->size + c->used > s->o.rotate_size) ||
	     (s->o.rotate_time > 0 && (double)(us - s->begun_us) / 1e6 >= s->o.rotate_time)))
		if (close_file(s))
			return -1;
	if (s->fd < 0 && open_file(s, us))
		return -1;
	if (s->size == 0)
		s->begun_us = us;
	if (!still_there(s)) {
		errno = ENOENT;
		return fail(s, "the file was removed");
	}
	if (write_all(s, c->bytes, c->used))
		return cut_back(s);
	if (s->o.sync == STORE_SYNC_SET && s->regular && fdatasync(s->fd))
		return fail(s, "cannot be brought to disk");
	s->size += c->used;
	out_capture_clear(c);
	return 0;
}

struct store *store_open(const struct store_options *o)
{
	struct store *s = calloc(1, sizeof *s);

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
	out_capture_done(&s->capture);
	free(s);
	return rc;
}

const char *store_compressions(void)
{
	return compressing_kinds();
}
