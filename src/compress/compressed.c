/* compressed.c: uncompress while reading. */
#include "config.h"

#include "compress/compressed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compress/libarchive.h"
#include "compress/zframes.h"

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
	const char *kind;
	struct archive *a;
	/* The first block, which was looked at when it was opened. */
	const void *first;
	size_t nfirst;
	int looked, rc; /* rc: how that went */
	int empty;      /* the file is whole, but there is nothing in it */
	struct held *held; /* NULL: bytes are handed on as they come */
	const char *fault; /* what is wrong; NULL: libarchive tells */
	int no_memory;
};

/* libarchive drops up to 128 KB before the place where a file is cut off, with
 * all frames that end in them.  A data set that was stored is a frame of its
 * own: so a file is handed on in whole frames, and what is left at its end is
 * a file of its own. */
struct held {
	struct zframes frames;
	unsigned char *bytes;
	size_t used, room;
	size_t given; /* of them, with the last call */
	size_t whole; /* so many belong to frames that ended */
	int end;      /* there is no more to be read */
	int tail;     /* what is handed on now is what was left */
	int passed;   /* a part of a frame was handed on */
};

#define HELD_MAX ((size_t)16u * 1024u * 1024u)

/* The next bytes of the file, 0 at its end, -1. */
static ssize_t read_more(struct compressed *c, struct archive *a, const void **data)
{
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

/* 0, or -1: out of memory. */
static int hold(struct held *h, const unsigned char *p, size_t n)
{
	size_t end, room = h->used + n > 2 * h->room ? h->used + n : 2 * h->room;
	unsigned char *bytes;

	if (n > h->room - h->used) {
		bytes = realloc(h->bytes, room);
		if (!bytes)
			return -1;
		h->bytes = bytes;
		h->room = room;
	}
	memcpy(h->bytes + h->used, p, n);
	end = zframes_take(&h->frames, p, n);
	if (end)
		h->whole = h->used + end;
	h->used += n;
	return 0;
}

static la_ssize_t more_held(struct compressed *c, struct archive *a, const void **data)
{
	struct held *h = c->held;

	h->used -= h->given;
	if (h->used > 0)
		memmove(h->bytes, h->bytes + h->given, h->used);
	h->given = 0;
	/* What is no zstd, and a frame that is too large, is handed on as it comes. */
	while (!h->end && !h->whole && !h->frames.broken && h->used < HELD_MAX) {
		const void *bytes = NULL;
		ssize_t n = read_more(c, a, &bytes);

		if (n < 0)
			return -1;
		h->end = n == 0;
		if (n > 0 && hold(h, bytes, (size_t)n)) {
			c->la.archive_set_error(a, ENOMEM, "out of memory");
			return -1;
		}
	}
	if (!h->whole && !h->tail && h->end && !h->frames.broken && !h->passed)
		return 0;
	h->given = h->whole ? h->whole : h->used;
	h->passed = !h->whole;
	h->whole = 0;
	*data = h->bytes;
	return (la_ssize_t)h->given;
}

static la_ssize_t more(struct archive *a, void *arg, const void **data)
{
	struct compressed *c = arg;

	return c->held ? more_held(c, a, data) : read_more(c, a, data);
}

/* Only the filter that is wanted, as libarchive runs other programs for some of the rest.  0: it is used. */
static int add_filter(struct compressed *c, const char *kind)
{
	const struct libarchive *la = &c->la;
	const struct {
		const char *name;
		int (*add)(struct archive *);
	} filters[] = {
		{ "gzip", la->archive_read_support_filter_gzip },   { "xz", la->archive_read_support_filter_xz },
		{ "zstd", la->archive_read_support_filter_zstd },   { "bzip2", la->archive_read_support_filter_bzip2 },
		{ "lz4", la->archive_read_support_filter_lz4 },
	};
	unsigned i;

	for (i = 0; i < sizeof filters / sizeof filters[0]; i++)
		/* ARCHIVE_WARN: it would run a program. */
		if (strcmp(filters[i].name, kind) == 0)
			return filters[i].add(c->a) == ARCHIVE_OK ? 0 : -1;
	return -1;
}

/* libarchive does not always tell, but malloc() sets errno, which was 0 before. */
static void note_memory(struct compressed *c)
{
	c->no_memory = errno == ENOMEM || (c->a && c->la.archive_errno(c->a) == ENOMEM);
	errno = c->no_memory ? ENOMEM : EIO;
}

static struct compressed *failed(struct compressed *c, struct compressed_fault *fault, const char *text)
{
	int error = errno;

	snprintf(fault->text, sizeof fault->text, "%s", text);
	compressed_close(c);
	errno = error;
	return NULL;
}

/* By blocks: archive_read_data() would drop what it had before a fault. */
static int next_block(struct compressed *c, const void **bytes, size_t *n)
{
	la_int64_t offset;
	int rc;

	*n = 0;
	if (c->empty)
		return ARCHIVE_EOF;
	errno = 0;
	do
		rc = c->la.archive_read_data_block(c->a, bytes, n, &offset);
	while (rc == ARCHIVE_RETRY || (rc >= ARCHIVE_WARN && rc != ARCHIVE_EOF && *n == 0));
	if (rc < ARCHIVE_WARN)
		note_memory(c);
	return rc;
}

/* Whether libarchive takes what comes now. */
static int begin(struct compressed *c)
{
	struct archive_entry *entry;
	int rc;

	if (c->a)
		c->la.archive_read_free(c->a);
	errno = 0;
	c->a = c->la.archive_read_new();
	/* Without "empty", an empty file would be an error like any other.
	 * One filter is that which reads the file: it is no such compressed file then, as it is cut off in its header.
	 * A file that is cut off later without a byte that can be had fails here, too. */
	if (!c->a || add_filter(c, c->kind) || c->la.archive_read_support_format_raw(c->a) < ARCHIVE_WARN ||
	    c->la.archive_read_support_format_empty(c->a) < ARCHIVE_WARN ||
	    c->la.archive_read_open(c->a, c, NULL, more, NULL) < ARCHIVE_WARN || c->la.archive_filter_count(c->a) < 2) {
		note_memory(c);
		return 0;
	}
	rc = c->la.archive_read_next_header(c->a, &entry);
	c->empty = rc == ARCHIVE_EOF;
	if (rc < ARCHIVE_WARN)
		note_memory(c);
	/* Of lz4, libarchive takes an empty frame for the end, whatever follows. */
	return rc >= ARCHIVE_WARN && !(c->empty && strcmp(c->kind, "lz4") == 0);
}

/* Go on with what was left of a frame at the end of the file, where that is so.  0: there is nothing to be had. */
static int begin_tail(struct compressed *c)
{
	struct held *h = c->held;

	if (c->no_memory || !h || !h->end || h->tail || h->used == h->given)
		return 0;
	h->tail = 1;
	c->fault = "it is cut off in the middle of a zstd frame";
	return begin(c);
}

/* Only a file can be held back: through a pipe comes what somebody waits for. */
static int hold_back(struct compressed *c)
{
	struct stat st;

	if (strcmp(c->kind, "zstd") != 0 || fstat(c->source->fd, &st) || !S_ISREG(st.st_mode))
		return 0;
	c->held = calloc(1, sizeof *c->held);
	return c->held ? 0 : -1;
}

struct compressed *compressed_open(struct compressed_source *s, const char *kind, struct compressed_fault *fault)
{
	struct compressed *c = calloc(1, sizeof *c);
	const char *missing = c ? libarchive_load(&c->la) : NULL;

	fault->unable = missing != NULL;
	if (missing) {
		snprintf(fault->text, sizeof fault->text,
		         "libarchive cannot be loaded: %s; install it, or uncompress the file first", missing);
		free(c);
		return NULL;
	}
	if (c) {
		c->source = s;
		c->kind = kind;
	}
	errno = ENOMEM;
	if (!c || hold_back(c) || !(c->a = c->la.archive_read_new())) {
		fault->unable = 1;
		return failed(c, fault, "out of memory");
	}
	errno = 0;
	if (add_filter(c, kind)) {
		fault->unable = 1;
		return failed(c, fault, errno == ENOMEM ? "out of memory"
		                                        : "the libarchive that is installed cannot uncompress it; "
		                                          "uncompress it first");
	}
	if (!begin(c) && !begin_tail(c)) {
		fault->unable = c->no_memory;
		return failed(c, fault, c->no_memory ? "out of memory"
		                        : s->error   ? strerror(s->error)
		                                     : "it is cut off, or libarchive cannot uncompress it");
	}
	c->rc = next_block(c, &c->first, &c->nfirst);
	c->looked = 1;
	/* Filters are two, it and the file that it reads; another kind of compression is seen in what comes out. */
	if (c->la.archive_filter_count(c->a) > 2 || (c->rc == ARCHIVE_OK && compressed_kind(c->first, c->nfirst)))
		return failed(c, fault, "it is compressed more than once; uncompress it first");
	return c;
}

ssize_t compressed_next(struct compressed *c, const void **bytes)
{
	size_t n = c->nfirst;
	int rc = c->rc;

	*bytes = c->first;
	if (!c->looked)
		rc = next_block(c, bytes, &n);
	c->looked = 0;
	if (rc == ARCHIVE_EOF && begin_tail(c))
		rc = next_block(c, bytes, &n);
	/* However much of the tail there was, something is missing. */
	if (rc == ARCHIVE_EOF) {
		errno = c->no_memory ? ENOMEM : EIO;
		return c->held && c->held->tail ? -1 : 0;
	}
	if (rc >= ARCHIVE_WARN)
		return (ssize_t)n;
	errno = c->no_memory ? ENOMEM : EIO;
	return -1;
}

const char *compressed_fault(struct compressed *c)
{
	const char *text = c->no_memory ? "out of memory" : c->fault ? c->fault : c->la.archive_error_string(c->a);

	return text ? text : "it cannot be uncompressed";
}

void compressed_close(struct compressed *c)
{
	if (c && c->a)
		c->la.archive_read_free(c->a);
	if (c && c->held)
		free(c->held->bytes);
	if (c)
		free(c->held);
	free(c);
}

#else

struct compressed *compressed_open(struct compressed_source *s, const char *kind, struct compressed_fault *fault)
{
	(void)s;
	(void)kind;
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
