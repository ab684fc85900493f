/* capture.c: the events of a capture, plain or compressed. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"

void capture_close(struct capture *c)
{
	int error = errno;

	monread_close(c->m);
	uncompress_close(c->u);
	errno = error;
}

int capture_open(struct capture *c, int fd, uint64_t limit, const char **why)
{
	unsigned char magic[COMPRESS_MAGIC];
	ssize_t n = again_pread(fd, magic, sizeof magic, 0);

	memset(c, 0, sizeof *c);
	*why = NULL;
	if (n < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	c->fd = c->source.fd = fd;
	c->limit = limit;
	errno = 0;
	c->kind = n > 0 ? compress_kind(magic, (size_t)n) : NULL;
	if (c->kind && !(c->u = uncompress_open(&c->source, c->kind, why)))
		return -1;
	c->m = monread_open(c->u ? MONREAD_FD_NONE : fd);
	if (c->m)
		return 0;
	capture_close(c);
	return -1;
}

/* 0, or -1: memory is short. */
static int feed(struct capture *c)
{
	const void *bytes = NULL;
	ssize_t n = c->u ? uncompress_next(c->u, &bytes) : 0;
	int at_limit = c->u && uncompress_place(c->u).offset >= c->limit;

	if (n < 0 && errno == ENOMEM)
		return -1;
	/* The reader still gets the end, and returns the events before the damage. */
	c->failed = n < 0 && !at_limit;
	if (n < 0 || at_limit)
		n = 0;
	c->length += (uint64_t)n;
	return monread_feed(c->m, bytes, (size_t)n);
}

const struct monread_ev *capture_next(struct capture *c)
{
	const struct monread_ev *ev = monread_next(c->m);

	while (!ev && monread_code(c->m) == MONREAD_AGAIN && feed(c) == 0)
		ev = monread_next(c->m);
	return ev;
}
