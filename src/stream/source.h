/* source.h: the bytes of the input, ahead of the place where reading stands; from a descriptor or from memory. */
#ifndef MR_SOURCE_H
#define MR_SOURCE_H

#include "monread.h"

enum mr_need {
	MR_NEED_OK,
	MR_NEED_MORE,  /* ask the caller for more, or to wait for the descriptor */
	MR_NEED_SHORT, /* the input ends before that */
	MR_NEED_FAIL   /* errno tells */
};

struct mr_source {
	int fd;
	int ended; /* of a descriptor, or for now */
	int over;  /* the caller said that there will be no more, */
	int gap;   /* or that what is fed next does not follow what was fed before */
	int asked;                 /* the caller was told to feed */
	const unsigned char *data; /* the window */
	size_t avail;              /* its length */
	uint64_t pos;              /* offset of data[0] in the input */
	unsigned char *buf;
	size_t cap;
	/* What was fed while the window was not empty; its front is in the buffer, behind the window's.  NULL: all of it is
	 * in the window. */
	const unsigned char *fed;
	size_t fed_len;
	uint64_t fed_pos; /* offset of fed[0] in the input */
};

void mr_source_init(struct mr_source *s, int fd);
void mr_source_done(struct mr_source *s);

/* Have N bytes in the window. */
enum mr_need mr_source_fill(struct mr_source *s, size_t n);

static inline enum mr_need mr_source_need(struct mr_source *s, size_t n)
{
	return s->avail >= n ? MR_NEED_OK : mr_source_fill(s, n);
}

/* Whether the input may have more than the window. */
static inline int mr_source_goes_on(const struct mr_source *s)
{
	return s->fed || !(s->ended || s->over);
}

/* Move on by N bytes, which are in the window. */
static inline void mr_source_take(struct mr_source *s, size_t n)
{
	/* There may be no window yet: nothing may be added to NULL, not even 0. */
	if (n == 0)
		return;
	s->data += n;
	s->avail -= n;
	s->pos += n;
}

int mr_source_feed(struct mr_source *s, const void *data, size_t len);

/* Once all that was there before is taken, the window is what was fed, where it lies. */
void mr_source_settle(struct mr_source *s);

#endif
