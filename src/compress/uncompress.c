/* uncompress.c: read a compressed file: gzip members, zstd frames or xz streams, one after another. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compress/decoder.h"

#define READ_SIZE ((size_t)256u * 1024u)
#define BLOCK_SIZE ((size_t)64u * 1024u) /* of uncompressed bytes */

/* A unit is a gzip member, a zstd frame or an xz stream. */
struct uncompress {
	struct uncompress_source *source;
	const struct decoder *decoder;
	void *state; /* of the decoder */
	unsigned char *buf, *block;
	size_t room; /* of buf */
	struct decoder_bytes bytes;
	uint64_t read;  /* bytes of the source */
	int ended;      /* there are no more */
	int is_in_unit;
	uint64_t unit_end; /* of the last complete unit */
	struct uncompress_place place;
	uint64_t made;      /* uncompressed bytes */
	const char *reason; /* why uncompressing has ended; NULL: it has not */
	int no_memory;
	char text[300];
};

const char *compress_kind(const unsigned char *p, size_t n)
{
	const struct decoder *d = decoder_of(p, n);

	return d ? d->name : NULL;
}

struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, const char **why)
{
	const struct decoder *d = decoder_named(kind);
	struct uncompress *u = d->unable ? NULL : calloc(1, sizeof *u);

	*why = d->unable ? d->unable : "out of memory";
	s->error = 0;
	if (!u)
		return NULL;
	u->source = s;
	u->decoder = d;
	u->place.kind = d->name;
	u->room = s->most && s->most < READ_SIZE ? s->most : READ_SIZE;
	u->buf = malloc(u->room);
	u->block = malloc(BLOCK_SIZE);
	u->state = u->buf && u->block ? d->open() : NULL;
	if (u->state)
		return u;
	uncompress_close(u);
	errno = ENOMEM;
	return NULL;
}

void uncompress_close(struct uncompress *u)
{
	if (!u)
		return;
	if (u->state)
		u->decoder->close(u->state);
	free(u->buf);
	free(u->block);
	free(u);
}

/* Read the next bytes of the source.  1, 0 at its end, or -1. */
static int fill(struct uncompress *u)
{
	struct uncompress_source *s = u->source;
	ssize_t n = (ssize_t)s->head_len;

	u->bytes.in = s->head_len ? s->head : u->buf;
	if (!s->head_len)
		n = wait_read(&s->wait, s->fd, u->buf, s->limit && s->limit - u->read < u->room ? (size_t)(s->limit - u->read) : u->room);
	s->head_len = 0;
	if (n < 0) {
		s->error = errno;
		u->reason = strerror(errno);
		return -1;
	}
	u->bytes.in_len = (size_t)n;
	u->read += (uint64_t)n;
	u->ended = n == 0;
	return n > 0;
}

static void run_out_of_memory(struct uncompress *u)
{
	u->no_memory = 1;
	u->reason = "out of memory";
}

/* Begin the next unit; only zeros may come before it.  1, 0 at the end of the source, or -1. */
static int begin_unit(struct uncompress *u)
{
	struct decoder_bytes *b = &u->bytes;
	int rc = 1;

	u->place.offset = u->unit_end;
	do {
		while (b->in_len && *b->in == 0) {
			b->in++;
			b->in_len--;
		}
	} while (!b->in_len && !u->ended && (rc = fill(u)) > 0);
	if (!b->in_len)
		return rc < 0 ? -1 : 0;
	u->place.offset = u->read - b->in_len;
	u->is_in_unit = 1;
	if (u->decoder->begin(u->state) == 0)
		return 1;
	run_out_of_memory(u);
	return -1;
}

static void step(struct uncompress *u)
{
	const char *reason = NULL;
	size_t room = u->bytes.out_room;

	switch (u->decoder->step(u->state, &u->bytes, &reason)) {
	case DECODER_END:
		u->is_in_unit = 0;
		u->unit_end = u->read - u->bytes.in_len;
		break;
	case DECODER_DAMAGED:
		u->reason = reason;
		break;
	case DECODER_NO_MEMORY:
		run_out_of_memory(u);
		break;
	default:
		/* The source is at its end and the decoder has no more output, but the unit is not complete. */
		if (u->ended && u->bytes.out_room == room) {
			u->place.cut = 1;
			u->reason = "the file is cut off";
		}
	}
}

/* Uncompress to the end of a block, of a unit, or of the bytes that can be had now.  Returns as uncompress_next(). */
static ssize_t make_block(struct uncompress *u)
{
	struct decoder_bytes *b = &u->bytes;
	/* The decoder may have more output without more input. */
	int was_full = b->out && b->out_room == 0, rc = 1;
	/* The first block tells if the file is compressed twice. */
	size_t least = u->made ? 1 : COMPRESS_MAGIC;

	b->out = u->block;
	b->out_room = BLOCK_SIZE;
	while (rc > 0 && !u->reason && BLOCK_SIZE - b->out_room < least &&
	       (u->is_in_unit || b->out_room == BLOCK_SIZE)) {
		rc = u->is_in_unit ? 1 : begin_unit(u);
		if (rc > 0 && !b->in_len && !u->ended && !was_full)
			rc = fill(u) < 0 ? -1 : 1;
		was_full = 0;
		if (rc > 0)
			step(u);
	}
	if (b->out_room < BLOCK_SIZE)
		return (ssize_t)(BLOCK_SIZE - b->out_room);
	return u->reason ? -1 : rc;
}

ssize_t uncompress_next(struct uncompress *u, const void **bytes)
{
	ssize_t n = u->reason ? -1 : make_block(u);

	*bytes = u->block;
	if (n > 0 && u->made == 0 && decoder_of(u->block, (size_t)n)) {
		u->reason = "it is compressed twice; uncompress it first";
		n = -1;
	}
	if (n < 0) {
		errno = u->no_memory ? ENOMEM : EIO;
		snprintf(u->text, sizeof u->text, "offset 0x%llx: uncompressing %s failed: %s",
		         (unsigned long long)u->made, u->decoder->name, u->reason);
		return -1;
	}
	u->made += (uint64_t)n;
	return n;
}

const char *uncompress_error(const struct uncompress *u)
{
	return u->text;
}

struct uncompress_place uncompress_place(const struct uncompress *u)
{
	struct uncompress_place place = u->place;

	place.error = *u->text ? u->text : NULL;
	return place;
}
