/* pipe.c: reads with read(2): pipes, sockets, terminals, and files that cannot be mapped. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/descriptors.h"

#define BLOCK_SIZE (256u * 1024u)
/* If several threads read, blocks have up to LARGE_SIZE bytes. Until a block has LARGE_ENOUGH
 * bytes, wait at most AT_ONCE_MS for the next bytes, and LONG_MS for the block, because a user may
 * be waiting for the output. */
#define LARGE_SIZE   (4u * 1024u * 1024u)
#define LARGE_ENOUGH (1024u * 1024u)
#define AT_ONCE_MS 1
#define LONG_MS 20

struct pipe {
	int begun;
	int ended;
	int is_large;
	size_t size;
	unsigned char *block;
};

static void pipe_close(struct input *in)
{
	struct pipe *p = in->state;

	free(p->block);
}

static enum input_taken pipe_open(struct input *in)
{
	struct pipe *p = input_state(in, sizeof *p);

	if (!p)
		return INPUT_REFUSED;
	in->is_large = !in->options->piece;
	p->size = in->options->piece ? in->options->piece : BLOCK_SIZE;
	p->block = malloc(p->size);
	if (!p->block) {
		input_fail(in, 0, "out of memory");
		return INPUT_REFUSED;
	}
	/* With ->piece, read the first bytes of a regular file again, because each read must begin
	 * at a multiple of 4096 bytes, like frames. */
	if (in->options->piece)
		input_rewind(in);
	return INPUT_TAKEN;
}

static void enlarge(struct input *in, struct pipe *p)
{
	unsigned char *large = realloc(p->block, LARGE_SIZE);

	pipe_widen(in->fd);
	if (large)
		p->block = large;
	p->is_large = large != NULL;
}

/* Read until p->block has LARGE_ENOUGH bytes, or data comes too slowly. Return the number of bytes
 * in p->block, or -1 with errno. */
static ssize_t fill_block(struct input *in, struct pipe *p)
{
	int64_t until;
	size_t filled;
	ssize_t n;

	if (stop_asked()) {
		errno = EINTR;
		return -1;
	}
	n = p->ended ? 0 : wait_read(&in->options->wait, in->fd, p->block, LARGE_SIZE);
	if (n <= 0)
		return n;
	filled = (size_t)n;
	until = clock_now() + LONG_MS * 1000000;
	while (n > 0 && filled < LARGE_ENOUGH && clock_now() < until &&
	       wait_poll(NULL, in->fd, AT_ONCE_MS, 0)) {
		n = read(in->fd, p->block + filled, LARGE_SIZE - filled);
		filled += n > 0 ? (size_t)n : 0;
	}
	p->ended = n == 0;
	return (ssize_t)filled;
}

static enum input_more pipe_more(struct input *in)
{
	struct pipe *p = in->state;
	ssize_t n;

	if (!p->begun && in->nhead) {
		p->begun = 1;
		return input_feed(in, in->head, in->nhead);
	}
	if (in->readers && !p->is_large)
		enlarge(in, p);
	n = in->readers && p->is_large ? fill_block(in, p) :
	                                 wait_read(&in->options->wait, in->fd, p->block, p->size);
	if (n < 0 && errno != EINTR)
		input_fail(in, 1, "cannot be read: %s", strerror(errno));
	return n < 0 ? INPUT_STOPPED : input_feed(in, p->block, (size_t)n);
}

const struct input_kind input_pipe = {
	.open = pipe_open,
	.more = pipe_more,
	.close = pipe_close,
};
