/* pipe.c: inputs that need read(2): pipes, sockets, terminals, files that cannot be mapped. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <string.h>

#include "cli/diag.h"

#define BLOCK_SIZE (256u * 1024u)

struct pipe {
	int begun;
	size_t size;
	unsigned char block[];
};

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

static enum input_more pipe_more(struct input *in, struct input_gap *gap)
{
	struct pipe *p = in->state;
	ssize_t n;

	(void)gap;
	if (!p->begun && in->nhead) {
		p->begun = 1;
		return input_feed(in, in->head, in->nhead);
	}
	n = wait_read(&in->options->wait, in->fd, p->block, p->size);
	if (n < 0 && errno != EINTR)
		diag_damage("%s: cannot be read: %s", in->name, strerror(errno));
	return n < 0 ? INPUT_STOPPED : input_feed(in, p->block, (size_t)n);
}

const struct input_kind input_pipe = {
	.open = pipe_open,
	.more = pipe_more,
};
