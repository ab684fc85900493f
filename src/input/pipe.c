/* pipe.c: inputs that need read(2): pipes, sockets, terminals, files that cannot be mapped. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <string.h>

#include "cli/diag.h"

#define BLOCK_SIZE (256u * 1024u)

struct pipe {
	int begun;
	unsigned char block[BLOCK_SIZE];
};

static enum input_taken pipe_open(struct input *in)
{
	return input_state(in, sizeof(struct pipe)) ? INPUT_TAKEN : INPUT_REFUSED;
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
	n = wait_read(&in->options->wait, in->fd, p->block, BLOCK_SIZE);
	if (n < 0 && errno != EINTR)
		diag_damage("%s: cannot be read: %s", in->name, strerror(errno));
	return n < 0 ? INPUT_STOPPED : input_feed(in, p->block, (size_t)n);
}

const struct input_kind input_pipe = {
	.open = pipe_open,
	.more = pipe_more,
};
