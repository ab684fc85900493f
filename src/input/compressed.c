/* compressed.c: a compressed capture as an input. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "input/kind.h"
#include "input/spill.h"

/* So many bytes are uncompressed again each time, where that is less than libarchive makes at once; */
#define AGAIN_LEAST (128u * 1024u)
/* and so many once for each SPILL_SIZE: that is some milliseconds.  Behind them memory is what is short. */
#define AGAIN_MOST (4u * 1024u * 1024u)

struct packed {
	struct uncompress_source source;
	struct uncompress *c; /* NULL: it rests */
	const char *kind;
	/* What was uncompressed and not fed. */
	const unsigned char *block;
	size_t left;
	int gap; /* in front of that bytes are missing */
	struct uncompress_place place; /* where to go on after a rest */
	unsigned char *piece; /* what is fed, where others are read between; NULL: nothing is copied */
	/* What comes next, SPILLED bytes of which TAKEN were fed, is in a place of the file for that. */
	unsigned spot;
	int has_spot;
	size_t spilled, taken;
	int ends; /* behind that is the end */
};

static void say_failed(const struct input *in, int unable, const char *text)
{
	(unable ? diag_fail : diag_damaged_rest)("%s: uncompressing failed: %s; what was read so far is used", in->name, text);
}

/* 0, or -1: the reason was reported, or the user asked to stop. */
static int start(struct input *in, struct packed *p)
{
	struct uncompress_fault fault;

	p->c = uncompress_open(&p->source, p->kind, &fault);
	if (p->c)
		return 0;
	if (p->source.error != EINTR && p->source.goes_on)
		say_failed(in, fault.unable, fault.text);
	else if (p->source.error != EINTR)
		(fault.unable ? diag_fail : diag_damaged_rest)("%s: is compressed with %s: %s", in->name, p->kind, fault.text);
	return -1;
}

static enum input_taken prepare(struct input *in, const char *kind)
{
	struct packed *p = input_state(in, sizeof *p);

	if (!p)
		return INPUT_REFUSED;
	p->kind = kind;
	p->source.head = in->head;
	p->source.head_len = in->nhead;
	p->source.fd = in->fd;
	p->source.wait = in->options->wait;
	p->source.most = in->options->piece;
	p->source.resumes = 1;
	if (in->options->piece) {
		p->piece = malloc(in->options->piece);
		if (!p->piece) {
			diag_fail("out of memory");
			return INPUT_REFUSED;
		}
	}
	return start(in, p) ? INPUT_REFUSED : INPUT_TAKEN;
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
	taken = prepare(in, compression);
	if (taken == INPUT_TAKEN && in->options->follow)
		diag_note("%s: is compressed, so it cannot be followed; reading it to its end", in->name);
	return taken;
}

static void packed_close(struct input *in)
{
	struct packed *p = in->state;

	uncompress_close(p->c);
	if (p->has_spot)
		spill_give(in->options->spill, p->spot);
	free(p->piece);
}

/* The next block.  1, 0 at the end, or -1. */
static int next_block(const struct input *in, struct packed *p)
{
	const void *bytes = NULL;
	ssize_t n = uncompress_next(p->c, &bytes);
	const char *doubt = uncompress_doubt(p->c);

	if (doubt)
		diag_damaged_place("%s: %s", in->name, doubt);
	p->gap = n > 0 && doubt && uncompress_doubts_length(p->c);
	p->block = bytes;
	p->left = n > 0 ? (size_t)n : 0;
	return n > 0 ? 1 : (int)n;
}

static struct uncompress_place here(const struct packed *p)
{
	struct uncompress_place place = uncompress_place(p->c);

	place.offset += p->place.offset;
	place.passed -= p->left;
	return place;
}

/* Keep what comes next in the file for that.  1; 0: it cannot be kept; -1: nor can it now, and it is lost. */
static int spill_ahead(const struct input *in, struct packed *p)
{
	struct spill *spill = in->options->spill;
	int rc = 1;

	if (spill_failed(spill) || (!p->has_spot && spill_take(spill, &p->spot)))
		return 0;
	p->has_spot = 1;
	while (p->spilled < SPILL_SIZE && !p->gap && (p->left || (rc = next_block(in, p)) > 0)) {
		size_t n = p->left < SPILL_SIZE - p->spilled ? p->left : SPILL_SIZE - p->spilled;

		if (spill_put(spill, p->spot, p->spilled, p->block, n)) {
			p->spilled = 0;
			return -1;
		}
		p->block += n;
		p->left -= n;
		p->spilled += n;
	}
	p->ends = rc == 0;
	return 1;
}

/* What uncompressing holds is given back, where it can be had again. */
static void packed_rest(struct input *in)
{
	struct packed *p = in->state;
	struct uncompress_place place;
	int rc = 1;

	if (!p->c || !p->piece)
		return;
	place = here(p);
	if (place.passed > AGAIN_LEAST)
		rc = place.passed > AGAIN_MOST ? 0 : spill_ahead(in, p);
	if (rc == 0)
		return;
	p->place = rc > 0 ? here(p) : place;
	uncompress_close(p->c);
	p->c = NULL;
	p->left = 0;
}

/* Go to where the rest began.  1, 0 at the end, or -1. */
static int pass_over(const struct input *in, struct packed *p)
{
	uint64_t passed = p->place.passed;
	int rc = 1;

	while (rc > 0 && passed > p->left) {
		passed -= p->left;
		rc = next_block(in, p);
	}
	if (rc > 0 && passed) {
		p->block += passed;
		p->left -= (size_t)passed;
	}
	return rc;
}

/* 0, or -1: the reason was reported, or the user asked to stop. */
static int wake(struct input *in, struct packed *p)
{
	p->source.head_len = 0;
	p->source.goes_on = 1;
	p->source.offset = p->place.offset;
	if (lseek(in->fd, (off_t)p->place.offset, SEEK_SET) >= 0)
		return start(in, p);
	diag_damaged_rest("%s: cannot be read: %s", in->name, strerror(errno));
	return -1;
}

static enum input_more more_of_spilled(struct input *in, struct packed *p)
{
	size_t n = p->spilled - p->taken < in->options->piece ? p->spilled - p->taken : in->options->piece;

	if (n && spill_get(in->options->spill, p->spot, p->taken, p->piece, n)) {
		diag_damaged_rest("%s: its temporary file in $TMPDIR cannot be read: %s; what was read so far is used", in->name,
		            strerror(errno));
		n = 0;
	}
	p->taken += n;
	if (p->taken == p->spilled)
		p->spilled = p->taken = 0;
	return input_feed(in, p->piece, n);
}

/* Uncompressing has failed.  Whether it goes on, behind a gap. */
static int resume(const struct input *in, struct packed *p)
{
	char text[600];
	int no_memory = errno == ENOMEM, rc = 0;

	if (!no_memory)
		rc = uncompress_resume(p->c, text, sizeof text);
	if (rc > 0)
		diag_damaged_place("%s: %s", in->name, text);
	else if (p->source.error != EINTR)
		say_failed(in, no_memory || (rc < 0 && errno == ENOMEM), uncompress_error(p->c));
	return rc > 0;
}

static enum input_more packed_more(struct input *in, struct input_gap *gap)
{
	struct packed *p = in->state;
	const unsigned char *bytes;
	size_t n;
	int rc = 1;

	(void)gap;
	if (p->spilled || p->ends)
		return more_of_spilled(in, p);
	if (!p->c) {
		if (wake(in, p))
			return p->source.error == EINTR ? INPUT_STOPPED : input_feed(in, NULL, 0);
		rc = pass_over(in, p);
	}
	if (rc > 0 && !p->left)
		rc = next_block(in, p);
	if (p->gap || (rc < 0 && resume(in, p))) {
		p->gap = 0;
		return monread_feed_gap(in->m) ? INPUT_STOPPED : INPUT_FED;
	}
	if (rc < 0 && p->source.error == EINTR)
		return INPUT_STOPPED;
	if (rc <= 0)
		return input_feed(in, NULL, 0);
	bytes = p->block;
	n = p->left;
	if (p->piece) {
		n = n < in->options->piece ? n : in->options->piece;
		bytes = memcpy(p->piece, bytes, n);
	}
	p->block += n;
	p->left -= n;
	return input_feed(in, bytes, n);
}

const struct input_kind input_compressed = {
	.open = packed_open,
	.more = packed_more,
	.rest = packed_rest,
	.close = packed_close,
};
