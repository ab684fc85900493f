/* stored.c: find out where a capture begins and where it ends.
 *
 * What a crash leaves at the end of a file is the beginning of a data set.
 * Anything else that is no monitor data came there in another way, and is not
 * ours to cut off. */
#include "config.h"

#include "store/stored.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "compress/compress.h"
#include "compress/zframes.h"

/* ---- Bytes to events ---- */

/* A reader of FD, or of what C uncompresses. */
struct events {
	struct monread *m;
	struct uncompress *c;
};

/* Like monread_read(), and never MONREAD_REQUIRE_DATA. */
static int next(struct events *e, struct monread_ev *ev)
{
	const void *bytes = NULL;
	ssize_t n;

	while (monread_read(e->m, ev)) {
		if (ev->state != MONREAD_REQUIRE_DATA)
			return -1;
		n = e->c ? uncompress_next(e->c, &bytes) : 0;
		if ((n < 0 && errno == ENOMEM) || monread_feed(e->m, bytes, n > 0 ? (size_t)n : 0)) {
			ev->state = MONREAD_ERROR;
			return -1;
		}
	}
	return 0;
}

/* ---- The beginning ---- */

static int first_record(struct events *e, int64_t *us)
{
	struct monread_ev ev;

	while (next(e, &ev) == 0) {
		if (ev.kind == MONREAD_RECORD) {
			*us = monread_tod_to_unix_us(ev.tod);
			return 0;
		}
	}
	return -1;
}

static const char *kind_of(int fd)
{
	unsigned char magic[COMPRESS_MAGIC];
	ssize_t n = again_pread(fd, magic, sizeof magic, 0);

	return n > 0 ? compress_kind(magic, (size_t)n) : NULL;
}

int stored_first(int fd, int64_t *us)
{
	struct uncompress_source *source = NULL;
	struct events e = { NULL, NULL };
	struct uncompress_fault fault;
	const char *kind = kind_of(fd);
	int packed = kind != NULL, rc = -1, error;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	errno = 0;
	if (packed) {
		source = calloc(1, sizeof *source);
		if (source) {
			source->fd = fd;
			e.c = uncompress_open(source, kind, &fault);
		}
	}
	if (!packed || e.c)
		e.m = monread_open(packed ? MONREAD_FD_NONE : fd);
	if (e.m)
		rc = first_record(&e, us);
	error = errno;
	monread_close(e.m);
	uncompress_close(e.c);
	free(source);
	errno = error;
	return rc;
}

/* ---- The end ---- */

/* The last data set (MONWRITE) or record set (stream). */
struct last {
	uint64_t dataset, begin;
	uint64_t end; /* 0: it is not there */
	int any;
};

static void note_event(struct last *l, enum monread_container container, const struct monread_ev *ev)
{
	if (container != MONREAD_CONTAINER_MONWRITE) {
		if (ev->kind != MONREAD_CONTROL)
			return;
		l->begin = ev->offset;
		l->end = ev->offset + MONREAD_MCE_SIZE + (ev->mce->end - ev->mce->start) + 1u;
		l->any = 1;
	} else if (ev->kind == MONREAD_SET_END) {
		l->end = ev->offset;
	} else if (ev->kind == MONREAD_CONTROL && (!l->any || ev->dataset != l->dataset)) {
		l->dataset = ev->dataset;
		l->begin = ev->offset - MONREAD_BLOCK_AREA;
		l->end = 0;
		l->any = 1;
	}
}

/* Read everything.  0, or -1 with errno. */
static int find_last(struct events *e, struct last *l)
{
	struct monread_ev ev;

	memset(l, 0, sizeof *l);
	do {
		errno = 0;
		if (next(e, &ev) == 0)
			note_event(l, monread_container_found(e->m), &ev);
	} while (ev.state == MONREAD_OK || ev.state == MONREAD_BAD || ev.state == MONREAD_GAP);
	if (ev.state == MONREAD_EOF)
		return 0;
	errno = errno ? errno : EIO;
	return -1;
}

/* Whether the N bytes at P may be the beginning of a control element or control block.  Of a block without its
 * first control element only what --write makes is believed: as good as nothing but zeros. */
static int may_begin(enum monread_container container, const unsigned char *p, size_t n)
{
	size_t i;

	if (container != MONREAD_CONTAINER_MONWRITE)
		return n < MONREAD_MCE_SIZE && (p[0] == MONREAD_SAMPLE || p[0] == MONREAD_EVENT);
	if (n > MONREAD_BLOCK_AREA)
		return n < MONREAD_BLOCK_SIZE && (p[MONREAD_BLOCK_AREA] == MONREAD_SAMPLE || p[MONREAD_BLOCK_AREA] == MONREAD_EVENT);
	for (i = 0; i < n; i++)
		if (p[i] != 0 && i != 18 && i != 19)
			return 0;
	return 1;
}

static int plain_end(int fd, struct stored_end *end)
{
	struct events e = { monread_open(fd), NULL };
	unsigned char head[MONREAD_BLOCK_AREA + 1];
	struct last l;
	uint64_t tail;
	ssize_t n;
	int rc;

	if (!e.m)
		return -1;
	rc = lseek(fd, 0, SEEK_SET) < 0 ? -1 : find_last(&e, &l);
	end->container = monread_container_found(e.m);
	monread_close(e.m);
	if (rc)
		return -1;
	if (!l.any) {
		snprintf(end->fault, sizeof end->fault, "no monitor data is in it");
		return 0;
	}
	end->whole = l.end && l.end <= end->size ? l.end : l.begin;
	if (end->whole < l.end || l.end == 0 || end->whole == end->size)
		return 0;
	tail = end->size - end->whole;
	n = again_pread(fd, head, sizeof head, (off_t)end->whole);
	if (n < 0)
		return -1;
	if (tail >= MONREAD_BLOCK_SIZE || (size_t)n < (tail < sizeof head ? (size_t)tail : sizeof head) ||
	    !may_begin(end->container, head, (size_t)tail))
		snprintf(end->fault, sizeof end->fault,
		         "offset 0x%llx: expected the end of the file or a data set, found %llu byte%s no monitor data",
		         (unsigned long long)end->whole, (unsigned long long)tail, tail == 1 ? " that is" : "s that are");
	return 0;
}

/* ---- The end of what is compressed ----
 *
 * Every data set is a frame of zstd or a member of gzip of its own.  Where
 * one begins is told by the bytes that it begins with; they may stand
 * elsewhere by chance, so only what can be uncompressed is believed. */

/* As many beginnings are tried for one end: by chance there may be one in 4 GB. */
#define BEGINS_MAX 4u
#define ENDS_MAX 16u
/* A member of gzip is no shorter: header and trailer. */
#define GZIP_MIN 18u

static const unsigned char zstd_begin[] = { 0x28, 0xB5, 0x2F, 0xFD };
static const unsigned char gzip_begin[] = { 0x1F, 0x8B, 8, 0 };

struct packed {
	const unsigned char *bytes;
	size_t size;
	const unsigned char *magic;
	int is_gzip;
};

/* The last place before END where a data set may begin; one that is cut there has only a part of the magic bytes. */
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

/* gzip is taken for whole with anything behind it, but it ends with its length. */
static int has_length(const struct packed *p, size_t end, uint64_t length)
{
	const unsigned char *t = p->bytes + end - 4;
	uint32_t said;

	if (!p->is_gzip)
		return 1;
	said = t[0] | (uint32_t)t[1] << 8 | (uint32_t)t[2] << 16 | (uint32_t)t[3] << 24;
	return said == (uint32_t)length;
}

/* Count what is uncompressed on its way to the reader. */
static int unpack_all(struct events *e, struct last *l, uint64_t *length)
{
	struct monread_ev ev;
	const void *bytes;
	ssize_t n;

	memset(l, 0, sizeof *l);
	*length = 0;
	for (;;) {
		if (monread_read(e->m, &ev) == 0) {
			note_event(l, monread_container_found(e->m), &ev);
		} else if (ev.state == MONREAD_REQUIRE_DATA) {
			bytes = NULL;
			n = uncompress_next(e->c, &bytes);
			if (n < 0 || monread_feed(e->m, bytes, (size_t)n))
				return -1;
			*length += (uint64_t)n;
		} else {
			/* Damage inside of what is whole is as it was when it was stored. */
			if (ev.state == MONREAD_EOF)
				return 0;
			if (ev.state != MONREAD_BAD)
				return -1;
		}
	}
}

/* Whether the bytes from BEGIN to END are one data set, or several, and nothing else.  -1: out of memory. */
static int is_whole(const struct packed *p, struct uncompress_source *source, size_t begin, size_t end,
                    enum monread_container *container)
{
	struct uncompress_fault fault;
	struct events e;
	uint64_t length;
	struct last l;
	int whole = 0, error;

	source->head = p->bytes + begin;
	source->head_len = end - begin;
	source->error = 0;
	errno = 0;
	e.c = uncompress_open(source, p->is_gzip ? "gzip" : "zstd", &fault);
	e.m = e.c ? monread_open(MONREAD_FD_NONE) : NULL;
	if (e.m && unpack_all(&e, &l, &length) == 0 && l.any && l.end == length && has_length(p, end, length)) {
		*container = monread_container_found(e.m);
		whole = 1;
	}
	error = errno;
	monread_close(e.m);
	uncompress_close(e.c);
	if (whole || error != ENOMEM)
		return whole;
	errno = ENOMEM;
	return -1;
}

/* Whether the bytes from AT on are uncompressed without a fault, and a length as that of what they hold stands before
 * other bytes: that member is complete, and what follows it is something else.  -1: out of memory. */
static int has_member(const struct packed *p, struct uncompress_source *source, size_t at)
{
	struct uncompress_fault fault;
	struct events e;
	uint64_t length = 0;
	struct last l;
	int has, error;

	source->head = p->bytes + at;
	source->head_len = p->size - at;
	source->error = 0;
	errno = 0;
	e.c = uncompress_open(source, "gzip", &fault);
	e.m = e.c ? monread_open(MONREAD_FD_NONE) : NULL;
	has = e.m && unpack_all(&e, &l, &length) == 0;
	error = errno;
	monread_close(e.m);
	uncompress_close(e.c);
	if (!has && error == ENOMEM) {
		errno = ENOMEM;
		return -1;
	}
	if (!has)
		return 0;
	for (at += GZIP_MIN; at < p->size; at++)
		if (has_length(p, at, length))
			return 1;
	return 0;
}

/* Whether all from AT on may be the beginning of one data set, and no more.  -1: out of memory. */
static int is_beginning(const struct packed *p, struct uncompress_source *source, size_t at)
{
	struct zframes z;
	int has;

	if (p->is_gzip) {
		has = has_member(p, source, at);
		return has < 0 ? -1 : !has;
	}
	memset(&z, 0, sizeof z);
	return zframes_take(&z, p->bytes + at, p->size - at) == 0 && !z.broken;
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

static int packed_end(int fd, struct stored_end *end)
{
	struct packed p = { NULL, (size_t)end->size, NULL, strcmp(end->compressed, "gzip") == 0 };
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
		/* Behind the bytes that are given there is nothing: a descriptor that is at its end. */
		source->fd = fd;
		rc = lseek(fd, 0, SEEK_END) < 0 ? -1 : find_packed(&p, source, end);
	}
	free(source);
	munmap(bytes, p.size);
	return rc;
}

int stored_end(int fd, struct stored_end *end)
{
	struct stat st;

	memset(end, 0, sizeof *end);
	if (fstat(fd, &st))
		return -1;
	end->size = (uint64_t)st.st_size;
	if (end->size == 0)
		return 0;
	end->compressed = kind_of(fd);
	return end->compressed ? packed_end(fd, end) : plain_end(fd, end);
}
