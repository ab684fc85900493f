/* compressing.c: one raw entry behind a filter. */
#include "tool/compressing.h"

#include "config.h"

#include <errno.h>
#include <string.h>

#ifdef HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>

const char *compressing_kinds(void)
{
	return "zstd or gzip";
}

static int error_of(struct archive *a)
{
	errno = archive_errno(a) ? archive_errno(a) : EIO;
	return -1;
}

struct compressing *compressing_open(int fd, const char *kind)
{
	struct archive *a = archive_write_new();
	struct archive_entry *entry = archive_entry_new();
	int rc = ARCHIVE_FATAL;

	if (a && entry) {
		archive_entry_set_filetype(entry, AE_IFREG);
		rc = strcmp(kind, "zstd") == 0 ? archive_write_add_filter_zstd(a) : archive_write_add_filter_gzip(a);
		if (rc >= ARCHIVE_WARN)
			rc = archive_write_set_format_raw(a);
		if (rc >= ARCHIVE_WARN)
			rc = archive_write_set_bytes_in_last_block(a, 1);
		if (rc >= ARCHIVE_WARN)
			rc = archive_write_open_fd(a, fd);
		if (rc >= ARCHIVE_WARN)
			rc = archive_write_header(a, entry);
	}
	archive_entry_free(entry);
	if (rc < ARCHIVE_WARN) {
		errno = ENOMEM;
		if (a) {
			error_of(a);
			archive_write_free(a);
		}
		return NULL;
	}
	return (struct compressing *)a;
}

int compressing_write(struct compressing *c, const void *data, size_t len)
{
	struct archive *a = (struct archive *)c;

	return archive_write_data(a, data, len) == (la_ssize_t)len ? 0 : error_of(a);
}

int compressing_close(struct compressing *c)
{
	struct archive *a = (struct archive *)c;
	int rc = archive_write_close(a) < ARCHIVE_WARN ? error_of(a) : 0, error = errno;

	archive_write_free(a);
	errno = error;
	return rc;
}

#else

const char *compressing_kinds(void)
{
	return "";
}

struct compressing *compressing_open(int fd, const char *kind)
{
	(void)fd;
	(void)kind;
	errno = ENOTSUP;
	return NULL;
}

int compressing_write(struct compressing *c, const void *data, size_t len)
{
	(void)c;
	(void)data;
	(void)len;
	return -1;
}

int compressing_close(struct compressing *c)
{
	(void)c;
	return 0;
}

#endif
