/* units.c: compressed bytes, in units that can be uncompressed by themselves. */
#include "config.h"

#include "compress/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READ_SIZE ((size_t)256u * 1024u)

/* What is at P comes next, behind what was handed on. */
static void begin_buffer(struct units *u, const unsigned char *p)
{
	memcpy(u->before, u->trailer, sizeof u->before);
	u->from = u->next = p;
}

/* Read behind what is left, which is less than a header.  0, or -1. */
static int read_some(struct units *u)
{
	struct uncompress_source *s = u->source;
	ssize_t n;

	if (s->head_len && !u->left) {
		begin_buffer(u, s->head);
		u->left = s->head_len;
		s->head_len = 0;
		return 0;
	}
	if (!u->buf) {
		u->room = s->most && s->most < READ_SIZE ? s->most : READ_SIZE;
		u->buf = malloc(u->room + MEMBERS_HEADER);
		s->error = 0;
		if (!u->buf)
			return -1;
	}
	if (u->left)
		begin_buffer(u, memmove(u->buf, u->next, u->left));
	n = wait_read(&s->wait, s->fd, u->buf + u->left, u->room);
	s->error = n < 0 ? errno : 0;
	if (n < 0)
		return -1;
	/* At the end what was handed on last stays. */
	if (n)
		begin_buffer(u, u->buf);
	u->left += (size_t)n;
	u->end = s->ended = n == 0;
	return 0;
}

static void note_trailer(struct units *u, const unsigned char *p, size_t n)
{
	size_t size = sizeof u->trailer, keep = n < size ? size - n : 0;

	memmove(u->trailer, u->trailer + size - keep, keep);
	memcpy(u->trailer + keep, p + n - (size - keep), size - keep);
}

/* How many of the bytes that are left are the unit's: those up to where another may begin.  There libarchive has to have all
 * before, and asks for more: only then is it known how much that gave.  -1: they cannot be read. */
static ssize_t of_member(struct units *u)
{
	size_t at = members_find(u->next, u->left, u->decided ? 1 : 0);

	u->decided = 0;
	while (at == 0 && u->left < MEMBERS_HEADER && !u->end) {
		if (read_some(u))
			return -1;
		at = members_find(u->next, u->left, 0);
	}
	if (at > 0)
		return (ssize_t)at;
	if (members_end(u->trailer, u->passed))
		return 0;
	return (ssize_t)members_find(u->next, u->left, 1);
}

ssize_t units_next(struct units *u, const void **bytes)
{
	size_t n, end = 0;
	ssize_t own;

	if (u->over)
		return 0;
	if (!u->left && read_some(u))
		return -1;
	own = u->by_members && u->left ? of_member(u) : (ssize_t)u->left;
	if (own < 0)
		return -1;
	n = (size_t)own;
	u->over = n == 0 && u->left > 0;
	if (u->by_frames && !u->frames.broken)
		end = zframes_take(&u->frames, u->next, n);
	if (end) {
		u->over = 1;
		n = end;
	}
	*bytes = u->next;
	if (u->by_members)
		note_trailer(u, u->next, n);
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
	u->passed = 0;
	u->decided = 1;
	return u->left > 0;
}

/* Go back to PLACE, which was handed on; of a pipe, not further than there are bytes. */
static void go_back(struct units *u, uint64_t place)
{
	uint64_t n = u->at - place, here = u->next ? (uint64_t)(u->next - u->from) : 0;

	if (n > here && lseek(u->source->fd, -(off_t)(n + u->left), SEEK_CUR) >= 0) {
		u->left = 0;
		u->end = u->source->ended = 0;
	} else if (here) {
		n = n < here ? n : here;
		u->next -= n;
		u->left += (size_t)n;
	} else {
		return;
	}
	u->at -= n;
}

int units_resume(struct units *u, uint64_t used)
{
	size_t least = u->by_frames ? ZFRAMES_MAGIC_SIZE : MEMBERS_HEADER, n;
	uint64_t from = u->begin + (used ? used : 1);

	/* The lengths in a frame may be what is wrong. */
	if (u->by_frames && u->frames.frame >= from)
		from = u->frames.frame + 1;
	if (u->at > from)
		go_back(u, from);
	for (;;) {
		n = u->by_frames ? zframes_find(u->next, u->left, 0) : members_find(u->next, u->left, 0);
		if (n)
			u->next += n;
		u->left -= n;
		u->at += n;
		if (u->left >= least)
			break;
		if (u->end)
			return 0;
		if (read_some(u))
			return -1;
	}
	memset(&u->frames, 0, sizeof u->frames);
	u->frames.taken = u->at;
	u->over = 1;
	return units_begin(u);
}

int units_trailer(const struct units *u, uint64_t consumed, unsigned char trailer[MEMBERS_TRAILER])
{
	uint64_t unused = u->at - u->begin - consumed;
	size_t here;

	if (consumed < MEMBERS_TRAILER || unused > (uint64_t)(u->next - u->from))
		return 0;
	here = (size_t)(u->next - u->from) - (size_t)unused;
	if (here > MEMBERS_TRAILER)
		here = MEMBERS_TRAILER;
	memcpy(trailer, u->before + here, MEMBERS_TRAILER - here);
	memcpy(trailer + MEMBERS_TRAILER - here, u->next - unused - here, here);
	return 1;
}

int units_rest_is_zero(struct units *u, uint64_t consumed)
{
	uint64_t handed = u->at - u->begin - consumed;
	size_t unused = (size_t)handed;

	/* What libarchive has of it was handed on last; some bytes of that may be in no buffer any more. */
	if (handed > (uint64_t)(u->next - u->from))
		return 0;
	u->left += unused;
	u->next -= unused;
	u->at -= unused;
	do {
		for (; u->left && *u->next == 0; u->left--) {
			u->next++;
			u->at++;
		}
		if (u->left)
			return 0;
		if (read_some(u))
			return -1;
	} while (u->left);
	return 1;
}

int units_are_at_frame(const struct units *u)
{
	return zframes_may_begin(u->next, u->left);
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
