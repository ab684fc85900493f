/* copy.c: copy a capture that cannot seek, or that is compressed, to a temporary file that can seek. */
#include "config.h"

#include "input/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/temporary.h"
#include "compress/compress.h"

static int write_failed(struct copy *c)
{
	snprintf(c->text, sizeof c->text, "cannot be copied to a temporary file in $TMPDIR: %s", strerror(errno));
	return -1;
}

/* 0, or -1. */
static int put(struct copy *c, int to, struct uncompress_source *s, const void *bytes, size_t n, uint64_t *copied)
{
	size_t done;

	if (again_write(to, bytes, n, &done))
		return write_failed(c);
	*copied += n;
	if (c->progress)
		c->progress(c->arg, s->fd, *copied);
	return 0;
}

/* 0, or -1. */
static int copy_plain(struct copy *c, int to, struct uncompress_source *s)
{
	unsigned char buf[32 * 1024];
	uint64_t copied = 0;
	ssize_t n;

	if (put(c, to, s, s->head, s->head_len, &copied))
		return -1;
	while ((n = wait_read(&s->wait, s->fd, buf, sizeof buf)) > 0)
		if (put(c, to, s, buf, (size_t)n, &copied))
			return -1;
	if (n < 0 && errno != EINTR) {
		c->damaged = 1;
		snprintf(c->text, sizeof c->text, "cannot be read: %s; what was read so far is used", strerror(errno));
	}
	return n < 0 && errno == EINTR ? -1 : 0;
}

/* 0, or -1. */
static int copy_packed(struct copy *c, int to, struct uncompress_source *s, const char *kind)
{
	const char *why;
	struct uncompress *u = uncompress_open(s, kind, &why);
	const void *bytes;
	uint64_t copied = 0;
	ssize_t n;
	int rc = 0;

	if (!u) {
		snprintf(c->text, sizeof c->text, "%s", why);
		return -1;
	}
	while (rc == 0 && (n = uncompress_next(u, &bytes)) > 0)
		rc = put(c, to, s, bytes, (size_t)n, &copied);
	if (rc == 0 && n < 0) {
		/* Without a first block there is nothing to query. */
		rc = copied == 0 || s->error == EINTR ? -1 : 0;
		c->damaged = errno != ENOMEM;
		if (s->error != EINTR)
			snprintf(c->text, sizeof c->text, "%s; what was read so far is used", uncompress_error(u));
	}
	uncompress_close(u);
	return rc;
}

/* Copy what S has to a temporary file.  Its descriptor, or -1. */
static int copy_all(struct copy *c, struct uncompress_source *s, const char *kind)
{
	int to = temporary_open(), rc;

	if (to < 0)
		return write_failed(c);
	rc = kind ? copy_packed(c, to, s, kind) : copy_plain(c, to, s);
	if (rc == 0)
		return to;
	close(to);
	return -1;
}

/* Read the first bytes of FD, at most N.  Their number, or -1. */
static ssize_t read_head(struct copy *c, int fd, unsigned char *head, size_t n)
{
	static const struct wait nothing = { 0 };
	ssize_t got = 0;
	size_t has = 0;

	while (has < n && (got = wait_read(&nothing, fd, head + has, n - has)) > 0)
		has += (size_t)got;
	if (got < 0 && errno != EINTR)
		snprintf(c->text, sizeof c->text, "cannot be read: %s", strerror(errno));
	return got < 0 ? -1 : (ssize_t)has;
}

int copy_make(struct copy *c, int fd)
{
	unsigned char head[COMPRESS_MAGIC];
	struct uncompress_source s = { .head = head, .fd = fd };
	const char *kind;
	struct stat st;
	ssize_t n;
	int to = -1;

	c->text[0] = '\0';
	c->damaged = 0;
	n = read_head(c, fd, head, sizeof head);
	kind = n > 0 ? compress_kind(head, (size_t)n) : NULL;
	if (n >= 0 && !kind && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == (off_t)n)
		return fd;
	if (n >= 0) {
		s.head_len = (size_t)n;
		to = copy_all(c, &s, kind);
	}
	close(fd);
	return to;
}
