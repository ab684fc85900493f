/* copy.c: a capture that cannot be read here and there, as a temporary file that can. */
#include "config.h"

#include "sql/copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void note_doubt(struct copy *c, const char *doubt)
{
	if (!doubt || c->text[0])
		return;
	c->damaged = 1;
	snprintf(c->text, sizeof c->text, "%s", doubt);
}

/* 0, or -1. */
static int copy_packed(struct copy *c, int to, struct uncompress_source *s, const char *kind)
{
	struct uncompress_fault fault;
	struct uncompress *u = uncompress_open(s, kind, &fault);
	uint64_t copied = 0;
	const void *bytes;
	ssize_t n;
	int rc;

	if (!u) {
		c->damaged = !fault.unable;
		if (s->error != EINTR)
			snprintf(c->text, sizeof c->text, "is compressed with %s: %s", kind, fault.text);
		return -1;
	}
	do {
		n = uncompress_next(u, &bytes);
		note_doubt(c, uncompress_doubt(u));
		rc = n > 0 ? put(c, to, s, bytes, (size_t)n, &copied) : 0;
	} while (!rc && n > 0);
	if (!rc && n < 0 && s->error == EINTR) {
		rc = -1;
	} else if (!rc && n < 0) {
		c->damaged = errno != ENOMEM;
		snprintf(c->text, sizeof c->text, "uncompressing failed: %s; what was read so far is used", uncompress_error(u));
	}
	uncompress_close(u);
	return rc;
}

int copy_make(struct copy *c, int fd, const unsigned char *head, size_t n, const char *kind)
{
	struct uncompress_source *s = calloc(1, sizeof *s);
	int to = s ? temporary_open() : -1, rc = -1;

	c->text[0] = '\0';
	c->damaged = 0;
	if (!s)
		snprintf(c->text, sizeof c->text, "out of memory");
	else if (to < 0)
		write_failed(c);
	if (to >= 0) {
		s->head = head;
		s->head_len = n;
		s->fd = fd;
		rc = kind ? copy_packed(c, to, s, kind) : copy_plain(c, to, s);
	}
	free(s);
	close(fd);
	if (rc && to >= 0) {
		close(to);
		to = -1;
	}
	return to;
}
