/* source.c: the window of the input. Only this file reads captures with read(2). */
#include "config.h"

#include "stream/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Number of bytes per read(2), which fit into the second-level cache together with the output. */
#define READ_SIZE (256u * 1024u)
/* Fed data is examined in the buffer of the caller. The unread bytes at its end, and at least
 * FRONT_SIZE bytes of the next buffer, are copied to a buffer of at least KEPT_SIZE bytes. */
#define KEPT_SIZE (16u * 1024u)
#define FRONT_SIZE (4u * 1024u)

void mr_source_init(struct mr_source *s, int fd)
{
	*s = (struct mr_source){ .fd = fd, .asked = 1 };
}

void mr_source_done(struct mr_source *s)
{
	free(s->buf);
}

static int source_make_room(struct mr_source *s, size_t n)
{
	if (n > s->cap) {
		size_t cap = s->cap;
		unsigned char *buf;

		if (!cap)
			cap = s->fd == MONREAD_FD_NONE ? KEPT_SIZE : READ_SIZE;
		while (cap < n)
			cap *= 2;
		buf = malloc(cap);
		if (!buf)
			return -1;
		if (s->avail)
			memcpy(buf, s->data, s->avail);
		free(s->buf);
		s->buf = buf;
		s->cap = cap;
	} else if (s->avail && s->data != s->buf) {
		memmove(s->buf, s->data, s->avail);
	}
	s->data = s->buf;
	return 0;
}

static enum mr_need source_read_more(struct mr_source *s, size_t n)
{
	if (source_make_room(s, n > READ_SIZE ? n : READ_SIZE))
		return MR_NEED_FAIL;
	while (s->avail < n) {
		ssize_t got = read(s->fd, s->buf + s->avail, s->cap - s->avail);

		if (got > 0) {
			s->avail += (size_t)got;
		} else if (got == 0) {
			s->ended = 1;
			return MR_NEED_SHORT;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			return MR_NEED_MORE;
		} else if (errno != EINTR) {
			return MR_NEED_FAIL;
		}
	}
	return MR_NEED_OK;
}

void mr_source_settle(struct mr_source *s)
{
	uint64_t taken = s->pos - s->fed_pos;

	if (!s->fed || s->pos < s->fed_pos)
		return;
	s->data = s->fed + taken;
	s->avail = s->fed_len - (size_t)taken;
	s->fed = NULL;
}

/* Append fed bytes to the window until it has at least N bytes, or all fed bytes. Return 0, or -1
 * if out of memory. */
static int append_fed(struct mr_source *s, size_t n)
{
	size_t has = (size_t)(s->pos + s->avail - s->fed_pos);
	size_t there = s->fed_len - has, more = n - s->avail;

	more = more < FRONT_SIZE ? FRONT_SIZE : more;
	more = more < there ? more : there;
	if (source_make_room(s, s->avail + more))
		return -1;
	memcpy(s->buf + s->avail, s->fed + has, more);
	s->avail += more;
	if (more == there)
		s->fed = NULL;
	return 0;
}

enum mr_need mr_source_fill(struct mr_source *s, size_t n)
{
	mr_source_settle(s);
	if (s->avail < n && s->fed && append_fed(s, n))
		return MR_NEED_FAIL;
	if (s->avail >= n)
		return MR_NEED_OK;
	if (s->ended || s->over)
		return MR_NEED_SHORT;
	if (s->fd != MONREAD_FD_NONE)
		return source_read_more(s, n);
	/* Copy the unread bytes, because the caller may now reuse the memory that it has fed. */
	if (source_make_room(s, s->avail ? s->avail : 1))
		return MR_NEED_FAIL;
	s->asked = 1;
	return MR_NEED_MORE;
}

int mr_source_feed(struct mr_source *s, const void *data, size_t len)
{
	if (s->fd != MONREAD_FD_NONE || !s->asked || s->over) {
		errno = EINVAL;
		return -1;
	}
	if (len == 0) {
		s->over = 1;
	} else if (s->avail == 0) {
		s->data = data;
		s->avail = len;
	} else if (len > SIZE_MAX / 2 - s->avail) {
		errno = ENOMEM;
		return -1;
	} else {
		s->fed = data;
		s->fed_len = len;
		s->fed_pos = s->pos + s->avail;
		if (append_fed(s, s->avail)) {
			s->fed = NULL;
			return -1;
		}
	}
	s->asked = 0;
	return 0;
}
