/* packed.c: find out where a compressed capture ends.
 *
 * Every data set is a zstd frame or gzip member of its own, which begins with magic bytes.  These may also be somewhere
 * else by chance, so only what can be uncompressed is believed. */
#include "config.h"

#include "store/packed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/capture.h"

/* So many beginnings are tried for one end; by chance there is one in 4 GB. */
#define BEGINS_MAX 4u
#define ENDS_MAX 16u
/* The shortest gzip member: header and trailer. */
#define GZIP_MIN 18u

static const unsigned char zstd_begin[] = { 0x28, 0xB5, 0x2F, 0xFD };
static const unsigned char gzip_begin[] = { 0x1F, 0x8B, 8, 0 };

struct packed {
	const unsigned char *bytes;
	size_t size;
	const char *kind;
	const unsigned char *magic;
	int is_gzip;
};

/* The last place before END where a data set may begin; at the end of the file a part of the magic bytes is enough. */
static size_t begin_before(const struct packed *p, size_t end)
{
	size_t at = end;

	while (at-- > 1) {
		size_t n = p->size - at < sizeof zstd_begin ? p->size - at : sizeof zstd_begin;

		if (memcmp(p->bytes + at, p->magic, n) == 0)
			return at;
	}
	return 0;
}

/* libarchive accepts anything after a gzip member, so look at its trailer: the last four bytes are the length. */
static int has_length(const struct packed *p, size_t end, uint64_t length)
{
	const unsigned char *t = p->bytes + end - 4;
	uint32_t said;

	said = t[0] | (uint32_t)t[1] << 8 | (uint32_t)t[2] << 16 | (uint32_t)t[3] << 24;
	return said == (uint32_t)length;
}

/* Make SOURCE return N bytes and then its end. */
static void give(struct uncompress_source *source, const unsigned char *bytes, size_t n)
{
	source->head = bytes;
	source->head_len = n;
	source->error = 0;
	source->ended = 0;
}

/* Whether the bytes from BEGIN to END are one or more data sets and nothing else.  -1: out of memory. */
static int is_whole(const struct packed *p, struct uncompress_source *source, size_t begin, size_t end,
                    enum monread_container *container)
{
	struct capture_last l;
	struct capture c;
	int whole;

	give(source, p->bytes + begin, end - begin);
	if (capture_open_packed(&c, source, p->kind))
		return errno == ENOMEM ? -1 : 0;
	whole = capture_find_last(&c, &l, NULL) == 0;
	if (!whole && errno == ENOMEM)
		whole = -1;
	if (whole > 0) {
		/* Behind the last zstd frame there may be zeros. */
		whole = l.any && l.end == c.length &&
		        (p->is_gzip ? has_length(p, end, c.length) : compress_is_frames(p->bytes + begin, end - begin));
		*container = monread_container_found(c.m);
	}
	capture_close(&c);
	return whole;
}

/* Whether a complete gzip member begins at AT: it can be uncompressed, and somewhere after it is the length of the
 * result, as in a trailer.  -1: out of memory. */
static int has_member(const struct packed *p, struct uncompress_source *source, size_t at)
{
	struct capture_last l;
	struct capture c;
	uint64_t length;
	int complete;

	give(source, p->bytes + at, p->size - at);
	if (capture_open_packed(&c, source, p->kind))
		return errno == ENOMEM ? -1 : 0;
	complete = capture_find_last(&c, &l, NULL) == 0 || uncompress_has_rest(c.u);
	length = c.length;
	capture_close(&c);
	if (!complete)
		return errno == ENOMEM ? -1 : 0;
	for (at += GZIP_MIN; at < p->size; at++)
		if (has_length(p, at, length))
			return 1;
	return 0;
}

/* Whether everything from AT on may be one data set without its end.  -1: out of memory. */
static int is_beginning(const struct packed *p, struct uncompress_source *source, size_t at)
{
	int has;

	if (!p->is_gzip)
		return compress_is_cut_frame(p->bytes + at, p->size - at);
	has = has_member(p, source, at);
	/* What is damaged is no beginning: libarchive does not get to its end. */
	return has < 0 ? -1 : !has && source->ended;
}

static int find_packed(const struct packed *p, struct uncompress_source *source, struct stored_end *end)
{
	size_t to = p->size, from;
	unsigned ends, begins;
	int whole, follows;

	for (ends = 0; to > 0 && ends < ENDS_MAX; ends++) {
		from = to;
		for (begins = 0; from > 0 && begins < BEGINS_MAX; begins++) {
			from = begin_before(p, from);
			whole = is_whole(p, source, from, to, &end->container);
			if (whole < 0)
				return -1;
			if (!whole)
				continue;
			end->whole = to;
			follows = to < p->size ? is_beginning(p, source, to) : 1;
			if (follows < 0)
				return -1;
			if (!follows)
				snprintf(end->fault, sizeof end->fault,
				         "offset 0x%llx: expected complete data sets up to the end of the file, or the beginning of "
				         "one, found something else",
				         (unsigned long long)to);
			return 0;
		}
		to = begin_before(p, to);
	}
	snprintf(end->fault, sizeof end->fault, "no complete data set that is compressed by itself is found at its end");
	return 0;
}

static void say_damaged(struct stored_end *end, uint64_t offset)
{
	snprintf(end->fault, sizeof end->fault,
	         "offset 0x%llx: expected compressed data sets, found some that cannot be uncompressed, nor what is behind them",
	         (unsigned long long)offset);
}

/* SYSTEM, if it is not NULL, learns from all data sets up to the last one, behind which nothing can be appended unless all can
 * be read.  0, or -1: out of memory. */
static int learn(const struct packed *p, struct uncompress_source *source, struct stored_end *end,
                 struct monread_system *system)
{
	struct capture_last l;
	struct capture c;
	int rc;

	give(source, p->bytes, (size_t)end->whole);
	if (capture_open_packed(&c, source, p->kind)) {
		say_damaged(end, 0);
		return errno == ENOMEM ? -1 : 0;
	}
	rc = capture_find_last(&c, &l, system) && errno == ENOMEM ? -1 : 0;
	if (c.failed)
		say_damaged(end, uncompress_place(c.u).offset);
	else if (c.doubt[0])
		snprintf(end->fault, sizeof end->fault, "%s", c.doubt);
	capture_close(&c);
	return rc;
}

int packed_end(int fd, struct stored_end *end, struct monread_system *system)
{
	struct packed p = { NULL, (size_t)end->size, end->compressed, NULL, strcmp(end->compressed, "gzip") == 0 };
	struct uncompress_source *source;
	void *bytes;
	int rc = -1;

	p.magic = p.is_gzip ? gzip_begin : zstd_begin;
	if (!p.is_gzip && strcmp(end->compressed, "zstd") != 0) {
		snprintf(end->fault, sizeof end->fault, "it is compressed with %s; --compress can zstd and gzip",
		         end->compressed);
		return 0;
	}
	if (end->size > SIZE_MAX) {
		errno = EFBIG;
		return -1;
	}
	bytes = mmap(NULL, p.size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return -1;
	p.bytes = bytes;
	source = calloc(1, sizeof *source);
	if (source) {
		/* After the bytes in memory comes the descriptor, which is at its end. */
		source->fd = fd;
		rc = lseek(fd, 0, SEEK_END) < 0 ? -1 : find_packed(&p, source, end);
		if (rc == 0 && !end->fault[0])
			rc = learn(&p, source, end, system);
	}
	free(source);
	munmap(bytes, p.size);
	return rc;
}
