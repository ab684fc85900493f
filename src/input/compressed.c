/* compressed.c: a compressed capture as an input. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <string.h>

#include "cli/diag.h"
#include "input/kind.h"

struct packed {
	struct uncompress_source source;
	struct uncompress *c;
};

static enum input_taken start(struct input *in, const char *compression)
{
	struct packed *p = input_state(in, sizeof *p);
	struct uncompress_fault fault;

	if (!p)
		return INPUT_REFUSED;
	p->source.head = in->head;
	p->source.head_len = in->nhead;
	p->source.fd = in->fd;
	p->source.wait = in->options->wait;
	p->source.most = in->options->piece;
	p->c = uncompress_open(&p->source, compression, &fault);
	if (!p->c && p->source.error != EINTR)
		(fault.unable ? diag_fail : diag_damage)("%s: is compressed with %s: %s", in->name, compression, fault.text);
	return p->c ? INPUT_TAKEN : INPUT_REFUSED;
}

static enum input_taken packed_open(struct input *in)
{
	const char *compression;
	enum input_taken taken;

	if (input_read_head(in))
		return INPUT_REFUSED;
	compression = compress_kind(in->head, in->nhead);
	if (!compression)
		return INPUT_PASSED;
	taken = start(in, compression);
	if (taken == INPUT_TAKEN && in->options->follow)
		diag_note("%s: is compressed, so it cannot be followed; reading it to its end", in->name);
	return taken;
}

static void packed_close(struct input *in)
{
	struct packed *p = in->state;

	uncompress_close(p->c);
}

static enum input_more packed_more(struct input *in, struct input_gap *gap)
{
	struct packed *p = in->state;
	const void *bytes = NULL;
	ssize_t n = uncompress_next(p->c, &bytes);

	(void)gap;
	if (n >= 0)
		return input_feed(in, bytes, (size_t)n);
	if (p->source.error == EINTR)
		return INPUT_STOPPED;
	(errno == ENOMEM ? diag_fail : diag_damage)("%s: uncompressing failed: %s; what was read so far is used", in->name,
	                                            uncompress_error(p->c));
	return input_feed(in, NULL, 0);
}

const struct input_kind input_compressed = {
	.open = packed_open,
	.more = packed_more,
	.close = packed_close,
};
