/* decoder.c: gzip with zlib, xz with liblzma, zstd with libzstd. */
#include "config.h"

#include "compress/decoder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>

static void *gzip_open(void)
{
	z_stream *z = calloc(1, sizeof *z);

	/* 16: with the header and the trailer of gzip, whose CRC and length zlib checks. */
	if (z && inflateInit2(z, 16 + MAX_WBITS) == Z_OK)
		return z;
	free(z);
	return NULL;
}

static int gzip_begin(void *state)
{
	return inflateReset(state) == Z_OK ? 0 : -1;
}

static enum decoder_step gzip_step(void *state, struct decoder_bytes *b, const char **reason)
{
	z_stream *z = state;
	int rc;

	z->next_in = b->in;
	z->avail_in = b->in_len < UINT_MAX ? (uInt)b->in_len : UINT_MAX;
	z->next_out = b->out;
	z->avail_out = (uInt)b->out_room;
	rc = inflate(z, Z_NO_FLUSH);
	b->in_len -= (size_t)(z->next_in - b->in);
	b->in = z->next_in;
	b->out = z->next_out;
	b->out_room = z->avail_out;
	*reason = z->msg ? z->msg : "zlib cannot read it";
	/* Z_BUF_ERROR: there was nothing to do. */
	return rc == Z_OK || rc == Z_BUF_ERROR ? DECODER_MORE :
	       rc == Z_STREAM_END              ? DECODER_END :
	       rc == Z_MEM_ERROR               ? DECODER_NO_MEMORY :
	                                         DECODER_DAMAGED;
}

static void gzip_close(void *state)
{
	inflateEnd(state);
	free(state);
}
#endif

#ifdef HAVE_LIBLZMA
#include <lzma.h>

static void *xz_open(void)
{
	return calloc(1, sizeof(lzma_stream));
}

static int xz_begin(void *state)
{
	return lzma_stream_decoder(state, UINT64_MAX, 0) == LZMA_OK ? 0 : -1;
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
	/* liblzma has numbers only. */
	*reason = rc == LZMA_FORMAT_ERROR  ? "no header of an xz stream" :
	          rc == LZMA_OPTIONS_ERROR ? "options that liblzma does not know" :
	                                     "corrupt data";
	/* LZMA_BUF_ERROR: there was nothing to do, twice. */
	return rc == LZMA_OK || rc == LZMA_BUF_ERROR ? DECODER_MORE :
	       rc == LZMA_STREAM_END                 ? DECODER_END :
	       rc == LZMA_MEM_ERROR                  ? DECODER_NO_MEMORY :
	                                               DECODER_DAMAGED;
}

static void xz_close(void *state)
{
	lzma_end(state);
	free(state);
}
#endif

#ifdef HAVE_LIBZSTD
#include <zstd.h>
#include <zstd_errors.h>

static void *zstd_open(void)
{
	return ZSTD_createDStream();
}

static int zstd_begin(void *state)
{
	return ZSTD_isError(ZSTD_initDStream(state)) ? -1 : 0;
}

static enum decoder_step zstd_step(void *state, struct decoder_bytes *b, const char **reason)
{
	ZSTD_inBuffer in = { b->in, b->in_len, 0 };
	ZSTD_outBuffer out = { b->out, b->out_room, 0 };
	size_t rc = ZSTD_decompressStream(state, &out, &in);

	b->in += in.pos;
	b->in_len -= in.pos;
	b->out += out.pos;
	b->out_room -= out.pos;
	if (!ZSTD_isError(rc))
		return rc ? DECODER_MORE : DECODER_END;
	*reason = ZSTD_getErrorName(rc);
	return ZSTD_getErrorCode(rc) == ZSTD_error_memory_allocation ? DECODER_NO_MEMORY : DECODER_DAMAGED;
}

static void zstd_close(void *state)
{
	ZSTD_freeDStream(state);
}
#endif

#define UNCOMPRESS(name) "uncompress it: " name " -dc FILE | monread -"
#define WITHOUT(library, name) \
	.unable = "is compressed with " name ", but this program was built without " library "; " UNCOMPRESS(name)
#define UNKNOWN(name) \
	.unable = "is compressed with " name ", which this program does not read; " UNCOMPRESS(name)

static const struct decoder decoders[] = {
	{ "gzip", 2, { 0x1F, 0x8B },
#ifdef HAVE_ZLIB
	  .open = gzip_open, .begin = gzip_begin, .step = gzip_step, .close = gzip_close },
#else
	  WITHOUT("zlib", "gzip") },
#endif
	{ "xz", 6, { 0xFD, '7', 'z', 'X', 'Z', 0 },
#ifdef HAVE_LIBLZMA
	  .open = xz_open, .begin = xz_begin, .step = xz_step, .close = xz_close },
#else
	  WITHOUT("liblzma", "xz") },
#endif
	{ "zstd", 4, { 0x28, 0xB5, 0x2F, 0xFD },
#ifdef HAVE_LIBZSTD
	  .open = zstd_open, .begin = zstd_begin, .step = zstd_step, .close = zstd_close },
#else
	  WITHOUT("libzstd", "zstd") },
#endif
	{ "bzip2", 3, { 'B', 'Z', 'h' }, UNKNOWN("bzip2") },
	{ "lz4", 4, { 0x04, 0x22, 0x4D, 0x18 }, UNKNOWN("lz4") },
};

#define DECODERS (sizeof decoders / sizeof decoders[0])

const struct decoder *decoder_of(const unsigned char *p, size_t n)
{
	size_t i;

	for (i = 0; i < DECODERS; i++)
		if (n >= decoders[i].magic_len && memcmp(p, decoders[i].magic, decoders[i].magic_len) == 0)
			return &decoders[i];
	return NULL;
}

const struct decoder *decoder_named(const char *name)
{
	size_t i = 0;

	while (i < DECODERS - 1 && strcmp(decoders[i].name, name) != 0)
		i++;
	return &decoders[i];
}
