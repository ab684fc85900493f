/* compress.c: compress a data set in memory: for libarchive, a raw archive with a filter. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compress/libarchive.h"
#include "compress/xxhash.h"

void compress_done(struct compress *c)
{
	free(c->bytes);
	free(c->la);
	c->bytes = NULL;
	c->la = NULL;
	c->used = c->room = 0;
}

#ifdef HAVE_LIBARCHIVE

const char *compress_kinds(void)
{
	return "zstd or gzip";
}

const char *compress_begin(struct compress *c)
{
	c->la = calloc(1, sizeof *c->la);
	return c->la ? libarchive_load(c->la) : strerror(ENOMEM);
}

/* 0, or -1: out of memory. */
static int add(struct compress *c, const void *data, size_t len)
{
	if (len > c->room - c->used) {
		size_t room = 2 * c->room > c->used + len ? 2 * c->room : c->used + len;
		unsigned char *bytes = realloc(c->bytes, room);

		if (!bytes)
			return -1;
		c->bytes = bytes;
		c->room = room;
	}
	memcpy(c->bytes + c->used, data, len);
	c->used += len;
	return 0;
}

static la_ssize_t collect(struct archive *a, void *arg, const void *data, size_t len)
{
	struct compress *c = arg;

	if (add(c, data, len)) {
		c->la->archive_set_error(a, ENOMEM, "out of memory");
		return -1;
	}
	return (la_ssize_t)len;
}

/* In the byte behind the magic number of a zstd frame: it ends with a checksum. */
#define ZSTD_DESCRIPTOR 4u
#define ZSTD_CHECKSUM 0x04u

/* Not every libarchive has zstd put a checksum behind a frame, and none can be told to.  It is the low half of XXH64, the
 * lowest byte first.  0, or -1: out of memory. */
static int add_checksum(struct compress *c, const void *data, size_t len)
{
	uint64_t sum = xxhash(data, len);
	const unsigned char bytes[] = { (unsigned char)sum, (unsigned char)(sum >> 8), (unsigned char)(sum >> 16), (unsigned char)(sum >> 24) };

	/* Of several frames this would not be the sum. */
	if (c->used <= ZSTD_DESCRIPTOR || c->bytes[ZSTD_DESCRIPTOR] & ZSTD_CHECKSUM || !compress_is_cut_frame(c->bytes, c->used - 1))
		return 0;
	c->bytes[ZSTD_DESCRIPTOR] |= ZSTD_CHECKSUM;
	return add(c, bytes, sizeof bytes);
}

int compress_do(struct compress *c, const char *kind, const void *data, size_t len)
{
	const struct libarchive *la = c->la;
	struct archive *a = la->archive_write_new();
	struct archive_entry *entry = la->archive_entry_new();
	int rc = ARCHIVE_FATAL, error = ENOMEM;

	c->used = 0;
	if (a && entry) {
		la->archive_entry_set_filetype(entry, AE_IFREG);
		rc = strcmp(kind, "zstd") == 0 ? la->archive_write_add_filter_zstd(a) : la->archive_write_add_filter_gzip(a);
		if (rc >= ARCHIVE_WARN)
			rc = la->archive_write_set_format_raw(a);
		if (rc >= ARCHIVE_WARN)
			rc = la->archive_write_set_bytes_in_last_block(a, 1);
		if (rc >= ARCHIVE_WARN)
			rc = la->archive_write_open(a, c, NULL, collect, NULL);
		if (rc >= ARCHIVE_WARN)
			rc = la->archive_write_header(a, entry);
		if (rc >= ARCHIVE_WARN && la->archive_write_data(a, data, len) != (la_ssize_t)len)
			rc = ARCHIVE_FATAL;
		if (rc >= ARCHIVE_WARN)
			rc = la->archive_write_close(a);
		error = la->archive_errno(a) > 0 ? la->archive_errno(a) : EIO;
	}
	la->archive_entry_free(entry);
	la->archive_write_free(a);
	if (rc >= ARCHIVE_WARN && strcmp(kind, "zstd") == 0 && add_checksum(c, data, len)) {
		rc = ARCHIVE_FATAL;
		error = ENOMEM;
	}
	if (rc >= ARCHIVE_WARN)
		return 0;
	errno = error;
	return -1;
}

#else

const char *compress_kinds(void)
{
	return "";
}

const char *compress_begin(struct compress *c)
{
	(void)c;
	return strerror(ENOTSUP);
}

int compress_do(struct compress *c, const char *kind, const void *data, size_t len)
{
	(void)c;
	(void)kind;
	(void)data;
	(void)len;
	errno = ENOTSUP;
	return -1;
}

#endif
