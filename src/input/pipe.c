/* pipe.c: inputs that need read(2): pipes, sockets, terminals, files that cannot be mapped. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/diag.h"
#include "cli/pipe.h"
#include "cli/stop.h"

#define BLOCK_SIZE (256u * 1024u)

/* Where threads read parts, each block has many: while they do, the next one is filled, as far as there is something. */
#define LARGE_SIZE (4u * 1024u * 1024u)
/* So much is read at once, while what threads have made waits to be written. */
#define AHEAD_SIZE (512u * 1024u)
/* A block that has less is not given out yet where more comes at once; but not for long, as somebody may be waiting. */
#define LARGE_ENOUGH (1024u * 1024u)
#define AT_ONCE_MS 1
#define LONG_MS 20

struct pipe {
	int begun;
	unsigned char *large[2];
	unsigned filling; /* which of them */
	size_t filled;
	int ended;
	size_t size;
	unsigned char block[];
};

static void pipe_close(struct input *in)
{
	struct pipe *p = in->state;

	free(p->large[0]);
	free(p->large[1]);
}

static enum input_taken pipe_open(struct input *in)
{
	size_t size = in->options->piece ? in->options->piece : BLOCK_SIZE;
	struct pipe *p = input_state(in, sizeof *p + size);

	if (!p)
		return INPUT_REFUSED;
	p->size = size;
	/* Pieces of a file begin at its frames. */
	if (in->options->piece)
		input_rewind(in);
	return INPUT_TAKEN;
}

/* ---- Large blocks ---- */

/* 0: there is no memory for them, and none is needed. */
static int has_large(const struct input *in, struct pipe *p)
{
	if (!in->readers)
		return 0;
	if (!p->large[0]) {
		pipe_widen(in->fd);
		p->large[0] = malloc(LARGE_SIZE);
	}
	if (!p->large[1])
		p->large[1] = malloc(LARGE_SIZE);
	return p->large[0] && p->large[1];
}

/* Up to MOST bytes that are there, or come within MS.  0: there are none. */
static size_t fill(struct input *in, struct pipe *p, size_t most, int ms)
{
	size_t room = LARGE_SIZE - p->filled;
	ssize_t n;

	if (p->ended || room == 0)
		return 0;
	n = wait_soon(in->fd, p->large[p->filling] + p->filled, room < most ? room : most, ms);
	p->ended = n == 0;
	p->filled += n > 0 ? (size_t)n : 0;
	return n > 0 ? (size_t)n : 0;
}

static void pipe_ahead(struct input *in)
{
	struct pipe *p = in->state;
	size_t left = AHEAD_SIZE, n = 1;

	while (p->large[1] && left && n) {
		n = fill(in, p, left, 0);
		left -= n;
	}
}

/* Have something in the block that is filled, but at the end.  0, or -1: see errno. */
static int fill_block(struct input *in, struct pipe *p)
{
	int64_t until;
	ssize_t n;

	if (stop_asked()) {
		errno = EINTR;
		return -1;
	}
	if (p->filled == 0 && !p->ended) {
		n = wait_read(&in->options->wait, in->fd, p->large[p->filling], LARGE_SIZE);
		if (n < 0)
			return -1;
		p->ended = n == 0;
		p->filled = (size_t)n;
	}
	until = clock_now() + LONG_MS * 1000000;
	while (p->filled < LARGE_ENOUGH && fill(in, p, LARGE_SIZE, AT_ONCE_MS) && clock_now() < until)
		;
	return 0;
}

/* ---- More ---- */

static enum input_more feed_block(struct input *in, struct pipe *p)
{
	const unsigned char *block = p->large[p->filling];
	size_t n = p->filled;

	p->filling = !p->filling;
	p->filled = 0;
	return input_feed(in, block, n);
}

static enum input_more pipe_more(struct input *in, struct input_gap *gap)
{
	struct pipe *p = in->state;
	int large = has_large(in, p);
	ssize_t n;

	(void)gap;
	if (!p->begun && in->nhead) {
		p->begun = 1;
		return input_feed(in, in->head, in->nhead);
	}
	n = large ? fill_block(in, p) : wait_read(&in->options->wait, in->fd, p->block, p->size);
	if (n < 0 && errno != EINTR)
		diag_damaged_rest("%s: cannot be read: %s", in->name, strerror(errno));
	if (n < 0)
		return INPUT_STOPPED;
	return large ? feed_block(in, p) : input_feed(in, p->block, (size_t)n);
}

const struct input_kind input_pipe = {
	.open = pipe_open,
	.more = pipe_more,
	.ahead = pipe_ahead,
	.close = pipe_close,
};
