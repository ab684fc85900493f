/* files.c: open the FILEs of a query: what is no plain file is copied to a temporary one. */
#include "config.h"

#include "sql/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/played.h"
#include "cli/wait.h"
#include "compress/compress.h"

#define COPY_SIZE (256u * 1024u)

int files_refuse_device(const struct files *f)
{
	struct stat st;
	int i;

	for (i = 0; i < f->nnames; i++)
		if (strcmp(f->names[i], "/dev/monreader") == 0 || f->container == MONREAD_CONTAINER_DEVICE ||
		    (stat(f->names[i], &st) == 0 && S_ISCHR(st.st_mode) && strcmp(f->names[i], "/dev/stdin") != 0)) {
			diag_fail("%s: is a device, which cannot be queried; store what it has with --write=FILE", f->names[i]);
			return 1;
		}
	return 0;
}

/* ---- Copies ---- */

/* A file that has no name.  -1 with errno. */
static int temporary(void)
{
	const char *dir = getenv("TMPDIR");
	char name[4096];
	int fd;

	if (!dir || !*dir)
		dir = "/tmp";
	if (snprintf(name, sizeof name, "%s/monread.XXXXXX", dir) >= (int)sizeof name) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(name);
	if (fd >= 0) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		unlink(name);
	}
	return fd;
}

static int write_failed(const char *name)
{
	diag_fail("%s: cannot be copied to a temporary file in $TMPDIR: %s", name, strerror(errno));
	return -1;
}

/* COPIED bytes came out of FD, which may be a file with more or fewer. */
static void show_copied(struct progress *p, const char *name, int fd, uint64_t copied)
{
	off_t at;

	if (!progress_due(p))
		return;
	at = lseek(fd, 0, SEEK_CUR);
	progress_show(p, name, at < 0 ? copied : (uint64_t)at);
}

/* HEAD and what follows it.  0, or -1: it was said why, or the end was asked for. */
static int copy_plain(struct progress *p, const char *name, int to, struct uncompress_source *s)
{
	uint64_t copied = s->head_len;
	size_t done;
	ssize_t n;

	if (again_write(to, s->head, s->head_len, &done))
		return write_failed(name);
	while ((n = wait_read(&s->wait, s->fd, s->buf, sizeof s->buf)) > 0) {
		if (again_write(to, s->buf, (size_t)n, &done))
			return write_failed(name);
		show_copied(p, name, s->fd, copied += (uint64_t)n);
	}
	if (n < 0 && errno != EINTR)
		diag_damage("%s: cannot be read: %s; what was read so far is used", name, strerror(errno));
	return n < 0 && errno == EINTR ? -1 : 0;
}

static int copy_packed(struct progress *p, const char *name, int to, struct uncompress_source *s, const char *kind)
{
	struct uncompress_fault fault;
	struct uncompress *u = uncompress_open(s, kind, &fault);
	const void *bytes;
	uint64_t copied = 0;
	size_t done;
	ssize_t n;
	int rc = 0;

	if (!u) {
		if (s->error != EINTR)
			(fault.unable ? diag_fail : diag_damage)("%s: is compressed with %s: %s", name, kind, fault.text);
		return -1;
	}
	while (!rc && (n = uncompress_next(u, &bytes)) > 0) {
		if (again_write(to, bytes, (size_t)n, &done))
			rc = write_failed(name);
		show_copied(p, name, s->fd, copied += (uint64_t)n);
	}
	if (!rc && n < 0 && s->error == EINTR)
		rc = -1;
	else if (!rc && n < 0)
		(errno == ENOMEM ? diag_fail : diag_damage)("%s: uncompressing failed: %s; what was read so far is used", name,
		                                            uncompress_error(u));
	uncompress_close(u);
	return rc;
}

/* What FD has behind the N bytes of HEAD, as a file; FD is closed.  -1: it was said why, or the end was asked for. */
static int copy_of(struct progress *p, const char *name, int fd, const unsigned char *head, size_t n, const char *kind)
{
	struct uncompress_source *s = calloc(1, sizeof *s);
	int to = s ? temporary() : -1, rc = -1;

	if (!s)
		diag_fail("out of memory");
	else if (to < 0)
		write_failed(name);
	if (to >= 0) {
		s->head = head;
		s->head_len = n;
		s->fd = fd;
		rc = kind ? copy_packed(p, name, to, s, kind) : copy_plain(p, name, to, s);
	}
	free(s);
	close(fd);
	if (rc && to >= 0) {
		close(to);
		to = -1;
	}
	return to;
}

/* ---- Opening ---- */

static int is_open(const struct files *f, const struct stat *st)
{
	struct stat other;
	size_t i;

	for (i = 0; i < f->n; i++)
		if (S_ISREG(st->st_mode) && fstat(f->list[i]->fd, &other) == 0 && inputs_same(&other, st))
			return 1;
	return 0;
}

/* A descriptor of a plain file with what NAME has; -1: it was said why; -2: the same file is open. */
static int plain_fd(const struct files *f, const char *name)
{
	static const struct wait nothing = { NULL, NULL };
	unsigned char head[COMPRESS_MAGIC];
	const char *kind;
	struct stat st;
	ssize_t got = 0;
	size_t n = 0;
	int fd;

	fd = strcmp(name, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) :
	                              again_open_unless_stopped(name, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0 || fstat(fd, &st)) {
		diag_fail("%s: cannot be opened: %s", name, strerror(errno));
		return -1;
	}
	if (S_ISDIR(st.st_mode) || played_is_device(fd)) {
		diag_fail("%s: %s", name, S_ISDIR(st.st_mode) ? "is a directory" : "is a device, which cannot be queried; store what it has with --write=FILE");
		close(fd);
		return -1;
	}
	if (is_open(f, &st)) {
		close(fd);
		return -2;
	}
	while (n < sizeof head && (got = wait_read(&nothing, fd, head + n, sizeof head - n)) > 0)
		n += (size_t)got;
	if (got < 0) {
		if (errno != EINTR)
			diag_fail("%s: cannot be read: %s", name, strerror(errno));
		close(fd);
		return -1;
	}
	kind = compress_kind(head, n);
	if (!kind && S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == (off_t)n)
		return fd;
	return copy_of(f->progress, name, fd, head, n, kind);
}

/* 0, or -1: out of memory. */
static int open_one(struct files *f, const char *name)
{
	int fd = plain_fd(f, name);
	struct indexed *c;
	size_t i;

	f->missing |= fd == -1;
	if (fd < 0)
		return 0;
	c = malloc(sizeof *c);
	if (!c || indexed_open(c, name, fd, f->container)) {
		close(fd);
		free(c);
		return -1;
	}
	/* One without records has no time: it goes last. */
	for (i = f->n++; i > 0 && c->first_tod && (!f->list[i - 1]->first_tod || f->list[i - 1]->first_tod > c->first_tod); i--)
		f->list[i] = f->list[i - 1];
	f->list[i] = c;
	return 0;
}

int files_open(struct files *f)
{
	int i;

	if (f->opened)
		return 0;
	f->opened = 1;
	f->list = calloc((size_t)f->nnames + 1, sizeof(struct indexed *));
	if (!f->list)
		return -1;
	for (i = 0; i < f->nnames && !stop_asked(); i++)
		if (open_one(f, f->names[i]))
			return -1;
	return stop_asked() ? -1 : 0;
}

uint64_t files_size(const struct files *f)
{
	uint64_t size = 0;
	size_t i;

	for (i = 0; i < f->n; i++)
		size += f->list[i]->size;
	return size;
}

void files_progress(const struct files *f, const struct indexed *c, uint64_t done)
{
	size_t i;

	if (!progress_due(f->progress))
		return;
	for (i = 0; i < f->n && f->list[i] != c; i++)
		done += f->list[i]->size;
	f->progress->total = files_size(f);
	progress_show(f->progress, c->name, done);
}

void files_close(struct files *f)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		indexed_close(f->list[i]);
		free(f->list[i]);
	}
	free(f->list);
	f->list = NULL;
	f->n = 0;
}
