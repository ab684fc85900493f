/* uncompress.c: reads a file of gzip members, zstd frames or xz streams, and a file in which a
 * transfer from z/OS has put descriptor words before the records. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READ_SIZE ((size_t)256u * 1024u)
#define BLOCK_SIZE ((size_t)64u * 1024u)
/* Maximum number of uncompressed bytes that wait until the writer flushes, or ends the member,
 * frame or stream. */
#define HOLD_MOST ((size_t)64u * 1024u * 1024u)

/* ---- The libraries: zlib, liblzma, libzstd ---- */

/* The input and output of a decoder, which advances ->in and ->out. */
struct decoder_bytes {
	const unsigned char *in;
	size_t in_len;
	unsigned char *out;
	size_t out_room;
};

static void decoder_advance(struct decoder_bytes *b, size_t in, size_t out)
{
	b->in += in;
	b->in_len -= in;
	b->out += out;
	b->out_room -= out;
}

enum decoder_step {
	DECODER_MORE,    /* needs more input, or more room for its output */
	/* found an empty block: the writer has flushed here */
	DECODER_FLUSHED,
	DECODER_END,     /* the gzip member, zstd frame or xz stream has ended */
	DECODER_DAMAGED,
	DECODER_NO_MEMORY
};

struct decoder {
	/* name of the format, for messages */
	const char *name;
	size_t magic_len;
	unsigned char magic[COMPRESS_MAGIC];
	const char *unable; /* why this build cannot read the format; NULL: it can */
	size_t size;        /* size of STATE in bytes; it has only zeros before begin() */
	/* Prepare STATE for the next member, frame or stream; may be NULL. Return 0, or -1 if out
	 * of memory. */
	int (*begin)(void *state);
	/* Uncompress some bytes. After DECODER_DAMAGED, *REASON is the message of the library. */
	enum decoder_step (*step)(void *state, struct decoder_bytes *b, const char **reason);
	void (*close)(void *state); /* may be NULL */
};

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>

struct gzip {
	z_stream z;
	uint32_t last; /* the last 4 bytes that zlib has read */
};

static int gzip_begin(void *state)
{
	struct gzip *g = state;
	/* 16 + MAX_WBITS: the largest window, with the header and trailer of gzip, of which zlib
	 * checks CRC and length */
	int rc = g->z.state ? inflateReset(&g->z) : inflateInit2(&g->z, 16 + MAX_WBITS);

	return rc == Z_OK ? 0 : -1;
}

/* Return 1 if zlib has just read an empty block, which deflate(3) writes for Z_SYNC_FLUSH: the
 * bytes 00 00 FF FF at the end of a block (bit 128 of data_type) that is not the last one of the
 * member (bit 64). */
static int gzip_is_flushed(const struct gzip *g)
{
	return g->last == 0xFFFFu && (g->z.data_type & (128 | 64 | 7)) == 128;
}

static enum decoder_step gzip_step(void *state, struct decoder_bytes *b, const char **reason)
{
	struct gzip *g = state;
	z_stream *z = &g->z;
	int rc;

	/* With Z_BLOCK, zlib returns at the end of each block, which may be a flush. */
	do {
		z->next_in = b->in;
		z->avail_in = b->in_len < UINT_MAX ? (uInt)b->in_len : UINT_MAX;
		z->next_out = b->out;
		z->avail_out = (uInt)b->out_room;
		rc = inflate(z, Z_BLOCK);
		b->in_len -= (size_t)(z->next_in - b->in);
		for (b->in += z->next_in - b->in > 4 ? z->next_in - b->in - 4 : 0;
		     b->in < z->next_in; b->in++)
			g->last = g->last << 8 | *b->in;
		b->out = z->next_out;
		b->out_room = z->avail_out;
	} while (rc == Z_OK && !gzip_is_flushed(g) && b->in_len > 0 && b->out_room > 0);
	*reason = z->msg ? z->msg : "zlib cannot read it";
	/* Z_BUF_ERROR: zlib had no input, or no room for output. */
	switch (rc) {
	case Z_OK: return gzip_is_flushed(g) ? DECODER_FLUSHED : DECODER_MORE;
	case Z_BUF_ERROR: return DECODER_MORE;
	case Z_STREAM_END: return DECODER_END;
	case Z_MEM_ERROR: return DECODER_NO_MEMORY;
	default: return DECODER_DAMAGED;
	}
}

static void gzip_close(void *state)
{
	struct gzip *g = state;

	inflateEnd(&g->z);
}
#endif

#ifdef HAVE_LIBLZMA
#include <lzma.h>

/* Maximum memory of liblzma in bytes: a damaged file can ask for any amount. The largest dictionary
 * of xz(1), 1.5 GB, needs a little less. */
#define LZMA_MEMORY ((uint64_t)1600 << 20)

static int xz_begin(void *state)
{
	return lzma_stream_decoder(state, LZMA_MEMORY, 0) == LZMA_OK ? 0 : -1;
}

/* the format before xz */
static int lzma_begin(void *state)
{
	return lzma_alone_decoder(state, LZMA_MEMORY) == LZMA_OK ? 0 : -1;
}

static enum decoder_step xz_step(void *state, struct decoder_bytes *b, const char **reason)
{
	lzma_stream *l = state;
	lzma_ret rc;

	l->next_in = b->in;
	l->avail_in = b->in_len;
	l->next_out = b->out;
	l->avail_out = b->out_room;
	rc = lzma_code(l, LZMA_RUN);
	b->in = l->next_in;
	b->in_len = l->avail_in;
	b->out = l->next_out;
	b->out_room = l->avail_out;
	/* liblzma has no texts for errors. */
	*reason = "corrupt data";
	if (rc == LZMA_FORMAT_ERROR)
		*reason = "no header of an xz stream";
	else if (rc == LZMA_OPTIONS_ERROR)
		*reason = "options that liblzma does not know";
	else if (rc == LZMA_MEMLIMIT_ERROR)
		*reason = "its dictionary needs more than 1600 MB of memory";
	/* LZMA_BUF_ERROR: in two calls, liblzma had no input, or no room for output. */
	if (rc == LZMA_OK || rc == LZMA_BUF_ERROR)
		return DECODER_MORE;
	if (rc == LZMA_STREAM_END)
		return DECODER_END;
	return rc == LZMA_MEM_ERROR ? DECODER_NO_MEMORY : DECODER_DAMAGED;
}

static void xz_close(void *state)
{
	lzma_end(state);
}
#endif

#ifdef HAVE_LIBZSTD
#include <zstd.h>
#include <zstd_errors.h>

struct zstd {
	ZSTD_DStream *stream;
	/* the last result of ZSTD_decompressStream(): the number of bytes to the end of the current
	 * block, plus the header of the next block; before a block, only ZSTD_BLOCK_HEADER */
	size_t hint;
	unsigned zeros; /* number of zero bytes in the header of the current block */
};

static int zstd_begin(void *state)
{
	struct zstd *z = state;

	if (!z->stream)
		z->stream = ZSTD_createDStream();
	if (!z->stream)
		return -1;
	z->hint = ZSTD_initDStream(z->stream);
	return ZSTD_isError(z->hint) ? -1 : 0;
}

static enum decoder_step zstd_step(void *state, struct decoder_bytes *b, const char **reason)
{
	struct zstd *z = state;
	int is_flushed;

	do {
		/* Pass the header of a block to libzstd separately, to count its zero bytes. */
		int is_header = z->hint <= ZSTD_BLOCK_HEADER;
		size_t need = is_header ? z->hint : z->hint - ZSTD_BLOCK_HEADER, i;
		ZSTD_inBuffer in = { b->in, b->in_len < need ? b->in_len : need, 0 };
		ZSTD_outBuffer out = { b->out, b->out_room, 0 };

		if (z->hint == ZSTD_BLOCK_HEADER)
			z->zeros = 0;
		z->hint = ZSTD_decompressStream(z->stream, &out, &in);
		for (i = 0; is_header && i < in.pos; i++)
			z->zeros += b->in[i] == 0;
		decoder_advance(b, in.pos, out.pos);
		is_flushed = z->hint == ZSTD_BLOCK_HEADER && z->zeros == ZSTD_BLOCK_HEADER;
	} while (z->hint > 0 && !ZSTD_isError(z->hint) && !is_flushed && b->in_len > 0 &&
	         b->out_room > 0);
	if (z->hint == 0)
		return DECODER_END;
	if (!ZSTD_isError(z->hint))
		return is_flushed ? DECODER_FLUSHED : DECODER_MORE;
	*reason = ZSTD_getErrorName(z->hint);
	return ZSTD_getErrorCode(z->hint) == ZSTD_error_memory_allocation ? DECODER_NO_MEMORY :
	                                                                    DECODER_DAMAGED;
}

static void zstd_close(void *state)
{
	struct zstd *z = state;

	ZSTD_freeDStream(z->stream);
}
#endif

/* On z/OS, a record of variable length begins with a record descriptor word (RDW): two bytes with
 * the length of the record, including this word, and two zeros. A block of such records begins with
 * a block descriptor word (BDW) of the same form. */
#define WORD 4u

struct words {
	int is_blocked; /* 1: the file has BDWs, too */
	/* bytes left in the current block and record */
	uint32_t block, record;
	unsigned char word[WORD];
	size_t have;
};

static int words_begin_blocked(void *state)
{
	struct words *w = state;

	w->is_blocked = 1;
	return 0;
}

static void words_copy(struct words *w, struct decoder_bytes *b)
{
	size_t n = w->record < b->in_len ? w->record : b->in_len;

	n = n < b->out_room ? n : b->out_room;
	memcpy(b->out, b->in, n);
	decoder_advance(b, n, n);
	w->record -= (uint32_t)n;
}

static int words_use(struct words *w)
{
	uint32_t length = (uint32_t)w->word[0] << 8 | w->word[1];

	if (length <= WORD || w->word[2] || w->word[3])
		return -1;
	if (w->is_blocked && w->block == 0) {
		w->block = length - WORD;
		return 0;
	}
	if (w->is_blocked && length > w->block)
		return -1;
	w->block -= w->is_blocked ? length : 0;
	w->record = length - WORD;
	return 0;
}

static enum decoder_step words_step(void *state, struct decoder_bytes *b, const char **reason)
{
	struct words *w = state;

	while (b->in_len > 0 && b->out_room > 0) {
		if (w->record > 0) {
			words_copy(w, b);
			if (w->record == 0 && w->block == 0)
				return DECODER_END;
			continue;
		}
		w->word[w->have++] = *b->in++;
		b->in_len--;
		if (w->have < WORD)
			continue;
		w->have = 0;
		*reason = "expected a descriptor word with the length of a record or block";
		if (words_use(w))
			return DECODER_DAMAGED;
	}
	return DECODER_MORE;
}

#define UNCOMPRESS(name) "uncompress it: " name " -dc FILE | monread -"
#define WITHOUT(library, name)                                                               \
	.unable = "is compressed with " name ", but this monread was built without " library \
		  "; " UNCOMPRESS(name)
#define UNKNOWN(name) \
	.unable = "is compressed with " name ", which this program does not read; " UNCOMPRESS(name)

static const struct decoder decoders[] = {
	{ "gzip", 2, { 0x1F, 0x8B },
#ifdef HAVE_ZLIB
	  .size = sizeof(struct gzip), .begin = gzip_begin, .step = gzip_step,
	  .close = gzip_close },
#else
	  WITHOUT("zlib", "gzip") },
#endif
	{ "xz", 6, { 0xFD, '7', 'z', 'X', 'Z', 0 },
#ifdef HAVE_LIBLZMA
	  .size = sizeof(lzma_stream), .begin = xz_begin, .step = xz_step, .close = xz_close },
#else
	  WITHOUT("liblzma", "xz") },
#endif
	{ "lzma", 3, { 0x5D, 0, 0 },
#ifdef HAVE_LIBLZMA
	  .size = sizeof(lzma_stream), .begin = lzma_begin, .step = xz_step, .close = xz_close },
#else
	  WITHOUT("liblzma", "lzma") },
#endif
	{ "zstd", 4, { 0x28, 0xB5, 0x2F, 0xFD },
#ifdef HAVE_LIBZSTD
	  .size = sizeof(struct zstd), .begin = zstd_begin, .step = zstd_step,
	  .close = zstd_close },
#else
	  WITHOUT("libzstd", "zstd") },
#endif
	/* A file in the format "RDW" begins with the RDW of a record of 4096 bytes, as MONWRITE
	 * writes such records. In the format "BDW and RDW", such an RDW follows the BDW;
	 * decoder_of() checks both words. */
	{ "RDW", WORD, { 0x10, 0x04, 0, 0 },
	  .size = sizeof(struct words), .step = words_step },
	{ "BDW and RDW", SIZE_MAX, { 0 },
	  .size = sizeof(struct words), .begin = words_begin_blocked, .step = words_step },
	{ "bzip2", 3, { 'B', 'Z', 'h' }, UNKNOWN("bzip2") },
	{ "lz4", 4, { 0x04, 0x22, 0x4D, 0x18 }, UNKNOWN("lz4") },
};

#define DECODER_OF_ZSTD 3
#define DECODER_OF_RDW 4
#define DECODER_OF_BDW 5

/* Return the decoder of a file that begins with the N bytes at P; NULL if it is not compressed. */
static const struct decoder *decoder_of(const unsigned char *p, size_t n)
{
	/* pzstd begins a file with a skippable frame: a byte from 0x50 to 0x5F, then these
	 * bytes. */
	static const unsigned char skippable[] = { 0x2A, 0x4D, 0x18 };
	size_t i;

	if (n > sizeof skippable && p[0] >> 4 == 5 &&
	    memcmp(p + 1, skippable, sizeof skippable) == 0)
		return &decoders[DECODER_OF_ZSTD];
	if (n >= 2 * WORD && p[2] == 0 && p[3] == 0 &&
	    memcmp(p + WORD, decoders[DECODER_OF_RDW].magic, WORD) == 0)
		return &decoders[DECODER_OF_BDW];
	for (i = 0; i < sizeof decoders / sizeof decoders[0]; i++)
		if (n >= decoders[i].magic_len &&
		    memcmp(p, decoders[i].magic, decoders[i].magic_len) == 0)
			return &decoders[i];
	return NULL;
}

/* ---- Reading ---- */

/* An open compressed file. Below, a unit is a gzip member, a zstd frame or an xz stream. */
struct uncompress {
	struct uncompress_source *source;
	const struct decoder *decoder;
	void *state;
	unsigned char *buf, *block;
	size_t room, block_room;
	int is_held;             /* 1: ->block has bytes that cannot be returned yet */
	struct decoder_bytes bytes;
	uint64_t read;
	int ended;      /* 1: the source has no more bytes */
	int is_flushed;    /* 1: the last step was DECODER_FLUSHED */
	uint64_t border; /* offset in the source of the last begin, end or flush of a unit */
	uint64_t skip;   /* do not return the output for source bytes before this offset */
	struct uncompress_place place;
	uint64_t made;      /* number of bytes that were uncompressed so far */
	const char *reason; /* why uncompressing has ended; NULL: it has not ended */
	char text[300];
};

static const char out_of_memory[] = "out of memory";

int compress_is(const unsigned char *p, size_t n)
{
	return decoder_of(p, n) != NULL;
}

struct uncompress *uncompress_open(struct uncompress_source *s, const char **why)
{
	const struct decoder *d = decoder_of(s->head, s->head_len);
	struct uncompress *u = d->unable ? NULL : calloc(1, sizeof *u);

	*why = d->unable ? d->unable : out_of_memory;
	s->error = 0;
	if (!u)
		return NULL;
	u->source = s;
	u->decoder = d;
	u->place.kind = d->name;
	u->room = s->most && s->most < READ_SIZE ? s->most : READ_SIZE;
	u->buf = malloc(u->room);
	u->block_room = BLOCK_SIZE;
	u->block = malloc(u->block_room);
	u->state = calloc(1, d->size);
	if (u->buf && u->block && u->state)
		return u;
	uncompress_close(u);
	errno = ENOMEM;
	return NULL;
}

void uncompress_close(struct uncompress *u)
{
	if (!u)
		return;
	if (u->state && u->decoder->close)
		u->decoder->close(u->state);
	free(u->state);
	free(u->buf);
	free(u->block);
	free(u);
}

static int fill(struct uncompress *u)
{
	struct uncompress_source *s = u->source;
	size_t room = s->head_len ? s->head_len : u->room;
	size_t most = s->limit && s->limit - u->read < room ? (size_t)(s->limit - u->read) : room;
	ssize_t n = (ssize_t)most;

	u->bytes.in = s->head_len ? s->head : u->buf;
	if (!s->head_len)
		n = s->is_fed ? 0 : wait_read(&s->wait, s->fd, u->buf, most);
	s->head_len = 0;
	if (n < 0) {
		s->error = errno;
		u->reason = strerror(errno);
		return -1;
	}
	u->bytes.in_len = (size_t)n;
	u->read += (uint64_t)n;
	u->ended = n == 0 && !s->is_fed;
	return n > 0;
}

/* Skip zero bytes between units, and begin the next unit. Return 1; 0 if the source has no bytes
 * now; -1 on error. */
static int begin_unit(struct uncompress *u)
{
	struct decoder_bytes *b = &u->bytes;
	int rc = 1;

	u->place.offset = u->border;
	for (;;) {
		while (b->in_len && *b->in == 0) {
			b->in++;
			b->in_len--;
		}
		if (b->in_len || u->ended)
			break;
		rc = fill(u);
		if (rc <= 0)
			break;
	}
	if (!b->in_len)
		return rc < 0 ? -1 : 0;
	u->place.offset = u->border = u->read - b->in_len;
	u->place.is_open = 1;
	if (!u->decoder->begin || u->decoder->begin(u->state) == 0)
		return 1;
	u->reason = out_of_memory;
	return -1;
}

/* Uncompress some bytes. Return 0 if the source has ended inside a unit after a flush; else 1. */
static int step(struct uncompress *u)
{
	const char *reason = NULL;
	size_t room = u->bytes.out_room;
	enum decoder_step result = u->decoder->step(u->state, &u->bytes, &reason);

	u->is_flushed = result == DECODER_FLUSHED;
	if (result == DECODER_END || result == DECODER_FLUSHED) {
		u->border = u->read - u->bytes.in_len;
		u->place.is_shown = 0;
	}
	if (result == DECODER_END) {
		u->place.is_open = 0;
	} else if (result == DECODER_DAMAGED) {
		u->reason = reason;
	} else if (result == DECODER_NO_MEMORY) {
		u->reason = out_of_memory;
	} else if (u->ended && u->bytes.out_room == room) {
		/* There is no more output, but the unit has not ended. */
		if (u->border == u->read && u->border > u->place.offset)
			return 0;
		u->place.cut = 1;
		u->reason = "the file is cut off";
	}
	return 1;
}

/* Return 1 if ->block must wait until the writer flushes or ends the unit. */
static int must_hold(const struct uncompress *u)
{
	return u->source->is_fed && u->place.is_open && !u->is_flushed && u->border > 0 &&
	       !u->reason && (u->block_room < HOLD_MOST || u->bytes.out_room > 0);
}

static int enlarge_block(struct uncompress *u)
{
	unsigned char *block = realloc(u->block, 2 * u->block_room);

	if (!block) {
		u->reason = out_of_memory;
		return -1;
	}
	u->block = block;
	u->bytes.out = block + u->block_room;
	u->bytes.out_room = u->block_room;
	u->block_room *= 2;
	return 0;
}

/* Uncompress until u->block has LEAST bytes, or the writer flushed or ended the unit. WAS_FULL is 1
 * if the last output filled u->block: then the decoder may have more output without more input.
 * Return 1, 0 if the input has no bytes now, or -1 on error. */
static int fill_block(struct uncompress *u, size_t least, int was_full)
{
	struct decoder_bytes *b = &u->bytes;
	int rc = 1;

	while (rc > 0 && !u->reason && u->block_room - b->out_room < least &&
	       ((u->place.is_open && !u->is_flushed) || b->out_room == u->block_room)) {
		rc = u->place.is_open ? 1 : begin_unit(u);
		if (rc > 0 && !b->in_len && !u->ended && !was_full) {
			rc = fill(u);
			/* After the end of the source, let step() report an incomplete unit. */
			rc = u->ended ? 1 : rc;
		}
		was_full = 0;
		if (rc > 0)
			rc = step(u);
	}
	return rc;
}

/* Return the size of the next block in bytes, 0 if the block needs more input, or -1 on error. */
static ssize_t make_block(struct uncompress *u)
{
	struct decoder_bytes *b = &u->bytes;
	int was_full = b->out && b->out_room == 0, rc;

	if (!u->is_held) {
		b->out = u->block;
		b->out_room = u->block_room;
	}
	/* Put at least COMPRESS_MAGIC bytes into the first block: they show if the file is
	 * compressed twice. */
	rc = fill_block(u, u->made ? 1 : COMPRESS_MAGIC, was_full);
	while (rc > 0 && must_hold(u)) {
		was_full = b->out_room == 0;
		if (was_full && enlarge_block(u))
			break;
		rc = fill_block(u, u->block_room, was_full);
	}
	u->is_held = rc == 0 && must_hold(u);
	if (u->is_held)
		return 0;
	if (b->out_room < u->block_room)
		return (ssize_t)(u->block_room - b->out_room);
	return u->reason ? -1 : rc;
}

ssize_t uncompress_next(struct uncompress *u, const void **bytes)
{
	ssize_t n;

	do {
		n = u->reason ? -1 : make_block(u);
		u->place.is_shown |= n > 0 && u->place.is_open && !u->is_flushed;
	} while (n > 0 && u->read - u->bytes.in_len <= u->skip);
	*bytes = u->block;
	if (n > 0 && u->made == 0 && decoder_of(u->block, (size_t)n)) {
		u->reason = "it is compressed twice; uncompress it first";
		n = -1;
	}
	if (n < 0) {
		errno = u->reason == out_of_memory ? ENOMEM : EIO;
		snprintf(u->text, sizeof u->text, "offset 0x%llx: uncompressing %s failed: %s",
		         (unsigned long long)u->made, u->decoder->name, u->reason);
		return -1;
	}
	u->made += (uint64_t)n;
	return n;
}

void uncompress_undo(struct uncompress *u, uint64_t end)
{
	u->bytes = (struct decoder_bytes){ 0 };
	u->read = u->border = u->place.offset;
	u->place.is_open = u->is_held = 0;
	u->skip = end;
}

struct uncompress_place uncompress_place(const struct uncompress *u)
{
	struct uncompress_place place = u->place;

	place.error = *u->text ? u->text : NULL;
	place.incomplete = place.is_open ? u->read - u->bytes.in_len - u->border : 0;
	return place;
}
