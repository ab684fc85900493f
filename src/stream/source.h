/* source.h: a window of the input, which is a descriptor or memory that the caller feeds. */
#ifndef MR_SOURCE_H
#define MR_SOURCE_H

#include "monread.h"

enum mr_need {
	MR_NEED_OK,
	MR_NEED_SHORT, /* the input ends before the requested number of bytes */
	/* After the following results, a step returns MR_STOP. */
	MR_NEED_MORE, /* the caller must feed more input, or wait for the descriptor */
	MR_NEED_FAIL  /* read error; see errno */
};

struct mr_source {
	int fd;
	int ended; /* 1 if the descriptor is at its end; a file that grows may continue later */
	int over;  /* 1 if the caller announced the end of the input */
	int gap;   /* 1 if bytes are missing before the next fed bytes */
	int asked; /* 1 if the caller was asked to feed more bytes */
	const unsigned char *data; /* start of the window */
	size_t avail;              /* number of bytes in the window */
	uint64_t pos;              /* input offset of data[0] */
	unsigned char *buf;
	size_t cap;
	/* Bytes that were fed while the window was not empty, of which only the first ones were
	 * copied to the end of the window; NULL: none. */
	const unsigned char *fed;
	size_t fed_len;
	uint64_t fed_pos; /* input offset of fed[0] */
};

/* FD is the descriptor to read, or MONREAD_FD_NONE for memory that the caller feeds. */
void mr_source_init(struct mr_source *s, int fd);
void mr_source_done(struct mr_source *s);

/* Make the window at least N bytes long, or return why it is shorter. */
enum mr_need mr_source_fill(struct mr_source *s, size_t n);

static inline enum mr_need mr_source_need(struct mr_source *s, size_t n)
{
	return s->avail >= n ? MR_NEED_OK : mr_source_fill(s, n);
}

/* Return 1 if the input may have more bytes after the window. */
static inline int mr_source_goes_on(const struct mr_source *s)
{
	return s->fed || !(s->ended || s->over);
}

/* Advance the window by N bytes, which it must have. */
static inline void mr_source_take(struct mr_source *s, size_t n)
{
	/* Without a window ->data is NULL, and adding even 0 to NULL is undefined. */
	if (n == 0)
		return;
	s->data += n;
	s->avail -= n;
	s->pos += n;
}

/* Feed the LEN bytes at DATA; if LEN is 0, end the input. The bytes must not change until
 * mr_source_fill() returns MR_NEED_MORE. Return 0, or -1 with errno. */
int mr_source_feed(struct mr_source *s, const void *data, size_t len);

/* If all bytes before ->fed were read, use the bytes at ->fed as the window. */
void mr_source_settle(struct mr_source *s);

#endif
