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
#include "port/array.h"

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
		c->damaged = c->ended = 1;
		snprintf(c->text, sizeof c->text, "cannot be read: %s; what was read so far is used", strerror(errno));
	}
	return n < 0 && errno == EINTR ? -1 : 0;
}

/* 0, or -1. */
static int note_gap(struct copy *c, uint64_t at)
{
	struct copy_gaps *g = &c->gaps;

	if (ARRAY_GROW(g->at, g->n, g->room)) {
		snprintf(c->text, sizeof c->text, "out of memory");
		c->damaged = 0;
		return -1;
	}
	g->at[g->n++] = at;
	return 0;
}

/* Of what is wrong with the input, the first is said. */
static void note_damage(struct copy *c, const char *text)
{
	if (!c->text[0])
		snprintf(c->text, sizeof c->text, "%s", text);
	c->damaged = 1;
}

/* Uncompressing has failed with ERROR.  1: it goes on behind that; 0: this is the end; -1. */
static int go_on(struct copy *c, struct uncompress *u, int error, uint64_t copied)
{
	int rc = error == ENOMEM ? -1 : 0;
	char text[sizeof c->text];

	if (!rc)
		rc = uncompress_resume(u, text, sizeof text);
	if (rc <= 0)
		snprintf(text, sizeof text, "uncompressing failed: %s; what was read so far is used", uncompress_error(u));
	if (rc < 0 && errno == ENOMEM) {
		snprintf(c->text, sizeof c->text, "%s", text);
		c->damaged = 0;
	} else {
		note_damage(c, text);
	}
	c->ended = rc <= 0;
	if (rc <= 0)
		return 0;
	return note_gap(c, copied) ? -1 : 1;
}

/* The next block of it, as go_on(). */
static int copy_block(struct copy *c, int to, struct uncompress_source *s, struct uncompress *u, uint64_t *copied)
{
	const void *bytes;
	ssize_t n = uncompress_next(u, &bytes);
	int error = errno;
	const char *doubt = uncompress_doubt(u);

	if (doubt)
		note_damage(c, doubt);
	if (n < 0)
		return s->error == EINTR ? -1 : go_on(c, u, error, *copied);
	if (n && doubt && uncompress_doubts_length(u) && note_gap(c, *copied))
		return -1;
	return n && put(c, to, s, bytes, (size_t)n, copied) ? -1 : n > 0;
}

/* 0, or -1. */
static int copy_packed(struct copy *c, int to, struct uncompress_source *s, const char *kind)
{
	struct uncompress_fault fault;
	struct uncompress *u;
	uint64_t copied = 0;
	int rc;

	s->resumes = 1;
	u = uncompress_open(s, kind, &fault);
	if (!u) {
		c->damaged = c->ended = !fault.unable;
		if (s->error != EINTR)
			snprintf(c->text, sizeof c->text, "is compressed with %s: %s", kind, fault.text);
		return -1;
	}
	while ((rc = copy_block(c, to, s, u, &copied)) > 0)
		;
	uncompress_close(u);
	return s->error == EINTR ? -1 : rc;
}

int copy_make(struct copy *c, int fd, const unsigned char *head, size_t n, const char *kind)
{
	struct uncompress_source *s = calloc(1, sizeof *s);
	int to = s ? temporary_open() : -1, rc = -1;

	c->text[0] = '\0';
	c->damaged = c->ended = 0;
	memset(&c->gaps, 0, sizeof c->gaps);
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
		free(c->gaps.at);
		c->gaps.at = NULL;
		to = -1;
	}
	return to;
}
