/* pipe.c: inputs that need read(2): pipes, sockets, terminals, files that cannot be mapped. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/pipe.h"
#include "cli/stop.h"

#define BLOCK_SIZE (256u * 1024u)

/* When threads read parts, a block is large enough for many parts. */
#define LARGE_SIZE (4u * 1024u * 1024u)
/* A block that has less is not given out yet where more comes at once; but not for long, as somebody may be waiting. */
#define LARGE_ENOUGH (1024u * 1024u)
#define AT_ONCE_MS 1
#define LONG_MS 20

struct pipe {
	int begun;
	unsigned char *large; /* NULL: not allocated yet */
	size_t filled;
	int ended;
	size_t size;
	unsigned char block[];
};

static void pipe_close(struct input *in)
{
	struct pipe *p = in->state;

	free(p->large);
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

/* Whether a large block is to be filled. */
static int has_large(const struct input *in, struct pipe *p)
{
	if (in->readers && !p->large) {
		pipe_widen(in->fd);
		p->large = malloc(LARGE_SIZE);
	}
	return in->readers && p->large;
}

/* Read the bytes that are there, or come within AT_ONCE_MS.  Whether some came. */
static int fill(struct input *in, struct pipe *p)
{
	ssize_t n = p->ended ? 0 : wait_soon(in->fd, p->large + p->filled, LARGE_SIZE - p->filled, AT_ONCE_MS);

	p->ended |= n == 0;
	p->filled += n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* Fill a block until little more comes at once.  0, or -1: see errno. */
static int fill_block(struct input *in, struct pipe *p)
{
	int64_t until;
	ssize_t n;

	if (stop_asked()) {
		errno = EINTR;
		return -1;
	}
	n = p->ended ? 0 : wait_read(&in->options->wait, in->fd, p->large, LARGE_SIZE);
	if (n < 0)
		return -1;
	p->ended = n == 0;
	p->filled = (size_t)n;
	until = clock_now() + LONG_MS * 1000000;
	while (p->filled < LARGE_ENOUGH && fill(in, p) && clock_now() < until)
		;
	return 0;
}

/* ---- More ---- */

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
		input_fail(in, 1, "cannot be read: %s", strerror(errno));
	if (n < 0)
		return INPUT_STOPPED;
	return large ? input_feed(in, p->large, p->filled) : input_feed(in, p->block, (size_t)n);
}

const struct input_kind input_pipe = {
	.is_large = 1,
	.open = pipe_open,
	.more = pipe_more,
	.close = pipe_close,
};
