/* compressed.c: uncompress while reading. */
#include "tool/compressed.h"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

const char *compressed_kind(const unsigned char *p, size_t n)
{
	static const struct {
		const char *name;
		unsigned char len, magic[COMPRESSED_MAGIC];
	} kinds[] = {
		{ "gzip", 2, { 0x1F, 0x8B } },
		{ "xz", 6, { 0xFD, '7', 'z', 'X', 'Z', 0 } },
		{ "zstd", 4, { 0x28, 0xB5, 0x2F, 0xFD } },
		{ "bzip2", 3, { 'B', 'Z', 'h' } },
		{ "lz4", 4, { 0x04, 0x22, 0x4D, 0x18 } },
	};
	unsigned i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (n >= kinds[i].len && memcmp(p, kinds[i].magic, kinds[i].len) == 0)
			return kinds[i].name;
	return NULL;
}

int compressed_supported(void)
{
#ifdef HAVE_LIBARCHIVE
	return 1;
#else
	return 0;
#endif
}

#ifdef HAVE_LIBARCHIVE

static la_ssize_t more(struct archive *a, void *arg, const void **data)
{
	struct compressed_source *s = arg;
	ssize_t n;

	if (s->head_len) {
		*data = s->head;
		n = (ssize_t)s->head_len;
		s->head_len = 0;
		return n;
	}
	do
		n = read(s->fd, s->buf, sizeof s->buf);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		archive_set_error(a, errno, "it cannot be read");
	*data = s->buf;
	return n;
}

struct archive *compressed_open(struct compressed_source *s, const char **fault)
{
	struct archive *a = archive_read_new();
	struct archive_entry *entry;

	*fault = "memory is short";
	if (!a)
		return NULL;
	archive_read_support_filter_all(a);
	archive_read_support_format_raw(a);
	if (archive_read_open(a, s, NULL, more, NULL) < ARCHIVE_WARN || archive_read_next_header(a, &entry) < ARCHIVE_WARN) {
		*fault = "it is cut off, or libarchive cannot uncompress it";
		archive_read_free(a);
		return NULL;
	}
	return a;
}

/* By blocks: archive_read_data() would drop what it had before a fault. */
ssize_t compressed_next(struct archive *a, const void **bytes)
{
	la_int64_t offset;
	size_t n = 0;
	int rc;

	do
		rc = archive_read_data_block(a, bytes, &n, &offset);
	while (rc == ARCHIVE_RETRY || (rc >= ARCHIVE_WARN && rc != ARCHIVE_EOF && n == 0));
	if (rc == ARCHIVE_EOF)
		return 0;
	return rc < ARCHIVE_WARN ? -1 : (ssize_t)n;
}

const char *compressed_fault(struct archive *a)
{
	return archive_error_string(a) ? archive_error_string(a) : "it cannot be uncompressed";
}

void compressed_close(struct archive *a)
{
	archive_read_free(a);
}

#else

struct archive *compressed_open(struct compressed_source *s, const char **fault)
{
	(void)s;
	*fault = "this monread was built without libarchive; uncompress it first";
	return NULL;
}

ssize_t compressed_next(struct archive *a, const void **bytes)
{
	(void)a;
	(void)bytes;
	return -1;
}

const char *compressed_fault(struct archive *a)
{
	(void)a;
	return "";
}

void compressed_close(struct archive *a)
{
	(void)a;
}

#endif
