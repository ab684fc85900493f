/* compress.c: compresses a data set in memory. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif
#ifdef HAVE_LIBZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

const char *compress_kinds(void)
{
#if defined(HAVE_LIBZSTD) && defined(HAVE_ZLIB)
	return "zstd or gzip";
#elif defined(HAVE_LIBZSTD)
	return "zstd";
#elif defined(HAVE_ZLIB)
	return "gzip";
#else
	return "";
#endif
}

void compress_done(struct compress *c)
{
	free(c->bytes);
	c->bytes = NULL;
	c->used = c->room = 0;
}

#ifdef HAVE_LIBZSTD
static int do_zstd(struct compress *c, const void *data, size_t len)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	int error = z && !ARRAY_EXTEND(c->bytes, c->room, ZSTD_compressBound(len)) ? 0 : ENOMEM;
	size_t n = 0;

	if (!error)
		n = ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
	if (!error && !ZSTD_isError(n))
		n = ZSTD_compress2(z, c->bytes, c->room, data, len);
	ZSTD_freeCCtx(z);
	c->used = n;
	if (!error && ZSTD_isError(n))
		error = ZSTD_getErrorCode(n) == ZSTD_error_memory_allocation ? ENOMEM : EIO;
	return error;
}
#endif

#ifdef HAVE_ZLIB
static int do_gzip(struct compress *c, const void *data, size_t len)
{
	z_stream z = { .next_in = data, .avail_in = (uInt)len };
	int error, rc;

	if (len > UINT_MAX / 2)
		return EFBIG;
	/* 16 + MAX_WBITS: the largest window, with the header and trailer of gzip; 8: the memory
	 * level that zlib uses by default. */
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8,
	                 Z_DEFAULT_STRATEGY) != Z_OK)
		return ENOMEM;
	error = ARRAY_EXTEND(c->bytes, c->room, deflateBound(&z, (uLong)len)) ? ENOMEM : 0;
	if (!error) {
		z.next_out = c->bytes;
		z.avail_out = c->room < UINT_MAX ? (uInt)c->room : UINT_MAX;
		rc = deflate(&z, Z_FINISH);
		error = rc == Z_STREAM_END ? 0 : EIO;
		c->used = (size_t)(z.next_out - c->bytes);
	}
	deflateEnd(&z);
	return error;
}
#endif

int compress_do(struct compress *c, const char *kind, const void *data, size_t len)
{
	int error = ENOTSUP;

	c->used = 0;
	(void)kind;
	(void)data;
	(void)len;
#ifdef HAVE_LIBZSTD
	if (strcmp(kind, "zstd") == 0)
		error = do_zstd(c, data, len);
#endif
#ifdef HAVE_ZLIB
	if (strcmp(kind, "gzip") == 0)
		error = do_gzip(c, data, len);
#endif
	if (error)
		errno = error;
	return error ? -1 : 0;
}
