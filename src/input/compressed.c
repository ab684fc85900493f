/* compressed.c: reads compressed captures. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <unistd.h>

struct packed {
	struct uncompress_source source;
	struct uncompress *c;
	const void *block; /* first uncompressed block, until the reader gets it */
	size_t nblock; /* 0: the reader has got ->block */
};

void input_fail_uncompress(struct input *in, const struct uncompress *u)
{
	input_fail(in, errno != ENOMEM, "%s; the data read before is used",
	           uncompress_place(u).error);
}

static void report_failure(struct input *in, const struct packed *p)
{
	if (p->source.error != EINTR)
		input_fail_uncompress(in, p->c);
}

static enum input_taken packed_open(struct input *in)
{
	struct packed *p;
	const char *why;
	ssize_t n;

	if (input_read_head(in))
		return INPUT_REFUSED;
	if (!compress_is(in->head, in->nhead))
		return INPUT_PASSED;
	p = input_state(in, sizeof *p);
	if (!p)
		return INPUT_REFUSED;
	p->source.head = in->head;
	p->source.head_len = in->nhead;
	p->source.fd = in->fd;
	p->source.wait = in->options->wait;
	p->source.most = in->options->piece;
	p->source.limit = in->options->limit;
	p->c = uncompress_open(&p->source, &why);
	if (!p->c) {
		input_fail(in, 0, "%s", why);
		return INPUT_REFUSED;
	}
	/* Uncompress the first block now, so that input_open() refuses a damaged file. */
	n = uncompress_next(p->c, &p->block);
	p->nblock = n > 0 ? (size_t)n : 0;
	if (n >= 0)
		return INPUT_TAKEN;
	report_failure(in, p);
	return INPUT_REFUSED;
}

static void packed_close(struct input *in)
{
	struct packed *p = in->state;

	uncompress_close(p->c);
}

static enum input_more packed_more(struct input *in)
{
	struct packed *p = in->state;
	const void *bytes = p->block;
	ssize_t n = (ssize_t)p->nblock;

	p->nblock = 0;
	if (n == 0)
		n = uncompress_next(p->c, &bytes);
	if (n < 0)
		report_failure(in, p);
	if (n < 0 && p->source.error == EINTR)
		return INPUT_STOPPED;
	return input_feed(in, bytes, n > 0 ? (size_t)n : 0);
}

struct uncompress_place input_place(const struct input *in)
{
	const struct packed *p = in->state;

	return in->kind == &input_compressed ? uncompress_place(p->c) :
	                                       (struct uncompress_place){ 0 };
}

const struct input_kind input_compressed = {
	.open = packed_open,
	.more = packed_more,
	.close = packed_close,
};
