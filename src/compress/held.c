/* held.c: compressed bytes, held back until a frame is complete. */
#include "config.h"

#include "compress/held.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A larger frame is handed on in parts. */
#define HELD_MAX ((size_t)16u * 1024u * 1024u)

ssize_t source_next(struct uncompress_source *s, const void **bytes)
{
	ssize_t n;

	if (s->head_len) {
		*bytes = s->head;
		n = (ssize_t)s->head_len;
		s->head_len = 0;
		return n;
	}
	n = wait_read(&s->wait, s->fd, s->buf, s->most && s->most < sizeof s->buf ? s->most : sizeof s->buf);
	s->error = n < 0 ? errno : 0;
	*bytes = s->buf;
	return n;
}

/* 0, or -1: out of memory. */
static int hold(struct held *h, const unsigned char *p, size_t n)
{
	size_t end, room = h->used + n > 2 * h->room ? h->used + n : 2 * h->room;
	unsigned char *bytes;

	if (n > h->room - h->used) {
		bytes = realloc(h->bytes, room);
		if (!bytes)
			return -1;
		h->bytes = bytes;
		h->room = room;
	}
	memcpy(h->bytes + h->used, p, n);
	end = zframes_take(&h->frames, p, n);
	if (end)
		h->whole = h->used + end;
	h->used += n;
	return 0;
}

/* Forget what was handed on. */
static void drop_given(struct held *h)
{
	h->used -= h->given;
	if (h->used > 0)
		memmove(h->bytes, h->bytes + h->given, h->used);
	h->given = 0;
}

ssize_t held_next(struct held *h, struct uncompress_source *s, const void **bytes)
{
	drop_given(h);
	/* Bytes that are not zstd, and too large a frame, are handed on as they come. */
	while (!h->end && !h->whole && !h->frames.broken && h->used < HELD_MAX) {
		const void *part = NULL;
		ssize_t n = source_next(s, &part);

		h->end = n == 0;
		if (n < 0 || (n > 0 && hold(h, part, (size_t)n)))
			return -1;
	}
	if (!h->whole && !h->tail && h->end && !h->frames.broken && !h->passed)
		return 0;
	h->given = h->whole ? h->whole : h->used;
	h->passed = !h->whole;
	h->whole = 0;
	*bytes = h->bytes;
	return (ssize_t)h->given;
}

int held_begin_tail(struct held *h)
{
	if (!h->end || h->tail || h->used == h->given)
		return 0;
	h->tail = 1;
	return 1;
}

void held_free(struct held *h)
{
	if (h)
		free(h->bytes);
	free(h);
}
