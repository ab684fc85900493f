/* compressed.c: uncompress while reading. */
#include "config.h"

#include "tool/compressed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/libarchive.h"

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

#ifdef HAVE_LIBARCHIVE

struct compressed {
	struct libarchive la;
	struct compressed_source *source;
	struct archive *a;
};

static la_ssize_t more(struct archive *a, void *arg, const void **data)
{
	struct compressed *c = arg;
	struct compressed_source *s = c->source;
	ssize_t n;

	if (s->head_len) {
		*data = s->head;
		n = (ssize_t)s->head_len;
		s->head_len = 0;
		return n;
	}
	n = wait_read(&s->wait, s->fd, s->buf, sizeof s->buf);
	s->error = n < 0 ? errno : 0;
	if (n < 0)
		c->la.archive_set_error(a, errno, "it cannot be read: %s", strerror(errno));
	*data = s->buf;
	return n;
}

static struct compressed *failed(struct compressed *c, struct compressed_fault *fault, const char *text)
{
	snprintf(fault->text, sizeof fault->text, "%s", text);
	compressed_close(c);
	return NULL;
}

struct compressed *compressed_open(struct compressed_source *s, struct compressed_fault *fault)
{
	struct compressed *c = calloc(1, sizeof *c);
	const char *missing = c ? libarchive_load(&c->la) : NULL;
	struct archive_entry *entry;

	fault->unable = missing != NULL;
	if (missing) {
		snprintf(fault->text, sizeof fault->text,
		         "libarchive cannot be loaded: %s; install it, or uncompress the file first", missing);
		free(c);
		return NULL;
	}
	if (!c || !(c->a = c->la.archive_read_new())) {
		fault->unable = 1;
		return failed(c, fault, "memory is short");
	}
	c->source = s;
	c->la.archive_read_support_filter_all(c->a);
	c->la.archive_read_support_format_raw(c->a);
	if (c->la.archive_read_open(c->a, c, NULL, more, NULL) < ARCHIVE_WARN ||
	    c->la.archive_read_next_header(c->a, &entry) < ARCHIVE_WARN)
		return failed(c, fault, s->error ? strerror(s->error)
		                                 : "it is cut off, or libarchive cannot uncompress it");
	return c;
}

/* By blocks: archive_read_data() would drop what it had before a fault. */
ssize_t compressed_next(struct compressed *c, const void **bytes)
{
	la_int64_t offset;
	size_t n = 0;
	int rc;

	do
		rc = c->la.archive_read_data_block(c->a, bytes, &n, &offset);
	while (rc == ARCHIVE_RETRY || (rc >= ARCHIVE_WARN && rc != ARCHIVE_EOF && n == 0));
	if (rc == ARCHIVE_EOF)
		return 0;
	return rc < ARCHIVE_WARN ? -1 : (ssize_t)n;
}

const char *compressed_fault(struct compressed *c)
{
	const char *text = c->la.archive_error_string(c->a);

	return text ? text : "it cannot be uncompressed";
}

void compressed_close(struct compressed *c)
{
	if (c && c->a)
		c->la.archive_read_free(c->a);
	free(c);
}

#else

struct compressed *compressed_open(struct compressed_source *s, struct compressed_fault *fault)
{
	(void)s;
	snprintf(fault->text, sizeof fault->text, "this monread was built without libarchive; uncompress it first");
	fault->unable = 1;
	return NULL;
}

ssize_t compressed_next(struct compressed *c, const void **bytes)
{
	(void)c;
	(void)bytes;
	return -1;
}

const char *compressed_fault(struct compressed *c)
{
	(void)c;
	return "";
}

void compressed_close(struct compressed *c)
{
	(void)c;
}

#endif
