#include "config.h"

#include "compress/compress.h"

#include "base/array.h"
#include "cli/again.h"

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

/* End a gzip member or zstd frame after MEMBER_SIZE uncompressed bytes: a reader that has to go
 * back begins at the start of the member or frame. For zstd, MEMBER_SIZE is also the size of the
 * window, which is the memory that a reader needs. */
#define MEMBER_LOG 20
#define MEMBER_SIZE (1u << MEMBER_LOG)

struct coder {
	const char *name;
	/* Return a new compressor, or NULL. If FAST is 1, compress little: of the output, only the
	 * bytes that end the member or frame are used. */
	void *(*start)(int fast);
	/* Compress LEN bytes at DATA and flush; if DATA is NULL, end the member or frame. Append
	 * the output to c->bytes. Return 0 or an errno value. */
	int (*put)(void *state, struct compress *c, const void *data, size_t len);
	void (*stop)(void *state);
};

#ifdef HAVE_LIBZSTD
static void *zstd_start(int fast)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();

	if (z) {
		ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
		ZSTD_CCtx_setParameter(z, ZSTD_c_windowLog, MEMBER_LOG);
		ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, fast ? ZSTD_minCLevel() : 0);
	}
	return z;
}

static int zstd_put(void *state, struct compress *c, const void *data, size_t len)
{
	ZSTD_inBuffer in = { data, len, 0 };
	ZSTD_outBuffer out;
	size_t n;

	do {
		if (ARRAY_EXTEND(c->bytes, c->room,
		                 c->used + ZSTD_compressBound(len - in.pos) + COMPRESS_END))
			return ENOMEM;
		out = (ZSTD_outBuffer){ c->bytes, c->room - ZSTD_BLOCK_HEADER, c->used };
		n = ZSTD_compressStream2(state, &out, &in, data ? ZSTD_e_flush : ZSTD_e_end);
		c->used = out.pos;
	} while (n > 0 && !ZSTD_isError(n));
	if (!ZSTD_isError(n)) {
		memset(c->bytes + c->used, 0, ZSTD_BLOCK_HEADER);
		c->used += data ? ZSTD_BLOCK_HEADER : 0;
		return 0;
	}
	return ZSTD_getErrorCode(n) == ZSTD_error_memory_allocation ? ENOMEM : EIO;
}

static void zstd_stop(void *state)
{
	ZSTD_freeCCtx(state);
}
#endif

#ifdef HAVE_ZLIB
static void *gzip_start(int fast)
{
	z_stream *z = calloc(1, sizeof *z);

	/* 16 + MAX_WBITS: the largest window, with the header and trailer of gzip; 8: the default
	 * memory level of zlib */
	if (z && deflateInit2(z, fast ? Z_NO_COMPRESSION : Z_DEFAULT_COMPRESSION, Z_DEFLATED,
	                      16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK)
		return z;
	free(z);
	return NULL;
}

static int gzip_put(void *state, struct compress *c, const void *data, size_t len)
{
	z_stream *z = state;
	size_t room;
	int rc;

	if (len > UINT_MAX / 2)
		return EFBIG;
	z->next_in = data;
	z->avail_in = (uInt)len;
	do {
		if (ARRAY_EXTEND(c->bytes, c->room,
		                 c->used + deflateBound(z, z->avail_in) + COMPRESS_END))
			return ENOMEM;
		room = c->room - c->used;
		z->next_out = c->bytes + c->used;
		z->avail_out = room < UINT_MAX ? (uInt)room : UINT_MAX;
		rc = deflate(z, data ? Z_SYNC_FLUSH : Z_FINISH);
		c->used = (size_t)(z->next_out - c->bytes);
	} while (rc == Z_OK && z->avail_out == 0);
	return rc == Z_OK || rc == Z_BUF_ERROR || rc == Z_STREAM_END ? 0 : EIO;
}

static void gzip_stop(void *state)
{
	deflateEnd(state);
	free(state);
}
#endif

static const struct coder coders[] = {
#ifdef HAVE_LIBZSTD
	{ "zstd", zstd_start, zstd_put, zstd_stop },
#endif
#ifdef HAVE_ZLIB
	{ "gzip", gzip_start, gzip_put, gzip_stop },
#endif
	{ NULL, NULL, NULL, NULL },
};

static int compress_result(int error)
{
	if (error)
		errno = error;
	return error ? -1 : 0;
}

static void stop_member(struct compress *c)
{
	if (c->state)
		c->coder->stop(c->state);
	if (c->check)
		c->coder->stop(c->check);
	c->state = c->check = NULL;
	c->written = 0;
	c->used = 0;
	c->is_ahead = 0;
}

void compress_done(struct compress *c)
{
	stop_member(c);
	free(c->bytes);
	memset(c, 0, sizeof *c);
}

/* Return 0 or an errno value. */
static int start_member(struct compress *c, const char *kind)
{
	c->coder = coders;
	while (c->coder->name && strcmp(c->coder->name, kind) != 0)
		c->coder++;
	if (!c->coder->name)
		return ENOTSUP;
	c->state = c->coder->start(0);
	c->check = c->coder->start(1);
	return c->state && c->check ? 0 : ENOMEM;
}

int compress_end(struct compress *c)
{
	int error = 0;

	c->used = 0;
	if (c->written > 0) {
		error = c->coder->put(c->check, c, NULL, 0);
		if (!error && c->used > sizeof c->end)
			error = EIO;
		c->nend = error ? 0 : c->used;
		memcpy(c->end, c->bytes, c->nend);
	}
	stop_member(c);
	return compress_result(error);
}

int compress_do(struct compress *c, const char *kind, const void *data, size_t len)
{
	int error;

	/* c->state may have got a data set that was not written, so c->check ends the member or
	 * frame after the last written data set. */
	if ((c->is_ahead || c->written > MEMBER_SIZE) && compress_end(c))
		return -1;
	error = c->state ? 0 : start_member(c, kind);
	c->is_ahead = 1;
	c->used = c->nend;
	if (!error && ARRAY_EXTEND(c->bytes, c->room, COMPRESS_END))
		error = ENOMEM;
	if (!error) {
		memcpy(c->bytes, c->end, c->nend);
		error = c->coder->put(c->state, c, data, len);
	}
	return compress_result(error);
}

/* Let c->check compress DATA, a data set that was written to the file. Return 0 or an errno
 * value. */
static int add_written(struct compress *c, const void *data, size_t len)
{
	int error;

	c->used = 0;
	c->written += len;
	error = c->coder->put(c->check, c, data, len);
	c->used = 0;
	return error;
}

int compress_written(struct compress *c, const void *data, size_t len)
{
	int error = add_written(c, data, len);

	c->nend = 0;
	c->is_ahead = 0;
	if (error)
		stop_member(c);
	return compress_result(error);
}

int compress_resume(struct compress *c, const char *kind, int fd, uint64_t begin, uint64_t end)
{
	unsigned char head[COMPRESS_MAGIC];
	ssize_t n = again_pread(fd, head, sizeof head, (off_t)begin);
	struct uncompress_source source = { head, n > 0 ? (size_t)n : 0, .fd = fd,
		                            .limit = end - begin };
	struct uncompress *u;
	const void *bytes;
	const char *why;
	int error;

	compress_done(c);
	if (n < 0 || lseek(fd, (off_t)(begin + source.head_len), SEEK_SET) < 0)
		return -1;
	u = uncompress_open(&source, &why);
	error = u ? start_member(c, kind) : errno;
	do {
		n = error ? 0 : uncompress_next(u, &bytes);
		if (n > 0)
			error = add_written(c, bytes, (size_t)n);
	} while (n > 0);
	if (n < 0 || (!error && compress_end(c)))
		error = errno;
	uncompress_close(u);
	if (error)
		compress_done(c);
	return compress_result(error);
}
