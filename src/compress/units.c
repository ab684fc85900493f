/* units.c: compressed bytes, in units that can be uncompressed by themselves. */
#include "config.h"

#include "compress/units.h"

#include <errno.h>
#include <stdlib.h>

#define READ_SIZE ((size_t)256u * 1024u)

/* 0, or -1. */
static int read_some(struct units *u)
{
	struct uncompress_source *s = u->source;
	ssize_t n;

	u->walked = 0;
	if (s->head_len) {
		u->next = s->head;
		u->left = s->head_len;
		s->head_len = 0;
		return 0;
	}
	if (!u->buf) {
		u->room = s->most && s->most < READ_SIZE ? s->most : READ_SIZE;
		u->buf = malloc(u->room);
		s->error = 0;
		if (!u->buf)
			return -1;
	}
	n = wait_read(&s->wait, s->fd, u->buf, u->room);
	s->error = n < 0 ? errno : 0;
	if (n < 0)
		return -1;
	u->next = u->buf;
	u->left = (size_t)n;
	u->end = n == 0;
	return 0;
}

ssize_t units_next(struct units *u, const void **bytes)
{
	size_t n, end = 0;

	if (u->over)
		return 0;
	if (!u->left && read_some(u))
		return -1;
	n = u->left;
	if (u->by_frames && !u->walked && !u->frames.broken)
		end = zframes_take(&u->frames, u->next, n);
	if (end) {
		u->over = 1;
		u->walked = n - end;
		n = end;
	} else {
		u->walked = 0;
	}
	*bytes = u->next;
	u->next += n;
	u->left -= n;
	u->at += n;
	return (ssize_t)n;
}

int units_begin(struct units *u)
{
	if (!u->over)
		return 0;
	if (!u->left && read_some(u))
		return -1;
	u->over = 0;
	u->begin = u->at;
	return u->left > 0;
}

int units_are_cut(const struct units *u)
{
	const struct zframes *z = &u->frames;

	return u->by_frames && u->end && !z->broken && (z->step != ZFRAMES_MAGIC || z->have);
}

void units_done(struct units *u)
{
	free(u->buf);
	u->buf = NULL;
}
