/* stored.c: find out when a capture begins and where it ends.
 *
 * A crash leaves an incomplete data set at the end of a file.  Any other bytes that are not monitor data were put there by
 * somebody else, and must not be cut off.  In a compressed capture each data set is a zstd frame or gzip member. */
#include "config.h"

#include "store/stored.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "compress/compress.h"

/* The last data set (MONWRITE) or record set (stream). */
struct last {
	uint64_t dataset, begin;
	uint64_t end; /* 0: it is not there */
	int any;
	uint64_t tod, tod_before; /* TOD clocks: of its last record, of the record before ->begin; 0: none */
	int repeating; /* at a mark, or in the record sets that it announces */
};

int stored_first(int fd, int64_t *us)
{
	const struct monread_ev *ev;
	struct capture c;
	const char *why;
	int rc = -1;

	if (capture_open(&c, fd, UINT64_MAX, &why))
		return -1;
	/* The time of a file that begins with damage cannot be relied on. */
	do
		ev = capture_next(&c);
	while (ev && ev->kind < MONREAD_BAD && ev->kind != MONREAD_RECORD);
	if (ev && ev->kind == MONREAD_RECORD) {
		*us = monread_tod_to_unix_us(ev->tod);
		rc = 0;
	}
	capture_close(&c);
	return rc;
}

/* ---- The end ---- */

static void note_event(struct last *l, enum monread_container container, const struct monread_ev *ev)
{
	/* A mark is nothing without the sets that it announces, all of them. */
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED && monread_is_mark(ev->bytes, ev->length)) {
		l->repeating = 1;
		l->end = 0;
	}
	if (l->repeating && (ev->kind != MONREAD_CONTROL || ev->flags & MONREAD_REPEATED))
		return;
	l->repeating = 0;
	if (ev->kind == MONREAD_RECORD)
		l->tod = ev->tod;
	if (container != MONREAD_CONTAINER_MONWRITE) {
		if (ev->kind != MONREAD_CONTROL)
			return;
		l->begin = ev->offset;
		l->tod_before = l->tod;
		l->end = ev->offset + MONREAD_MCE_SIZE + (ev->mce->end - ev->mce->start) + 1u;
		l->any = 1;
	} else if (ev->kind == MONREAD_SET_END) {
		l->end = ev->offset;
	} else if (ev->kind == MONREAD_CONTROL && (!l->any || ev->dataset != l->dataset)) {
		l->dataset = ev->dataset;
		l->tod_before = l->tod;
		l->begin = ev->offset - MONREAD_BLOCK_AREA;
		l->end = 0;
		l->any = 1;
	}
}

/* Read everything, from which SYSTEM, if it is not NULL, learns.  0, or -1 with errno. */
static int find_last(struct capture *c, struct last *l, struct monread_system *system)
{
	const struct monread_ev *ev;

	memset(l, 0, sizeof *l);
	errno = 0;
	/* Damage and gaps in it were there when it was stored, and do not make it incomplete. */
	while ((ev = capture_next(c))) {
		note_event(l, monread_container_found(c->m), ev);
		if (system && ev->kind == MONREAD_RECORD &&
		    monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length)) {
			errno = ENOMEM;
			return -1;
		}
		errno = 0;
	}
	if (c->source.error)
		errno = c->source.error;
	else if (monread_code(c->m) == MONREAD_EOF)
		return 0;
	errno = errno ? errno : EIO;
	return -1;
}

/* Whether the bytes at OFFSET may be a frame or member of the same compression, or the beginning of one. */
static int may_be_packed(int fd, uint64_t offset)
{
	unsigned char first[3], here[3];
	ssize_t n = again_pread(fd, here, sizeof here, (off_t)offset);

	return n >= 0 && again_pread(fd, first, sizeof first, 0) >= n && memcmp(first, here, (size_t)n) == 0;
}

/* The last data set of a compressed capture is L.  0, or 1: end->whole was reduced to the frames that are complete. */
static int end_packed(const struct capture *c, const struct last *l, struct stored_end *end)
{
	uint64_t place = uncompress_place(c->u).offset;

	if (strcmp(c->kind, "gzip") != 0 && strcmp(c->kind, "zstd") != 0) {
		snprintf(end->fault, sizeof end->fault, "it is compressed with %s; --compress can zstd and gzip", c->kind);
	} else if (end->whole == end->size && !may_be_packed(c->fd, place)) {
		snprintf(end->fault, sizeof end->fault,
		         "offset 0x%llx of the compressed file: expected its end or a data set, found something else",
		         (unsigned long long)place);
	} else if (c->failed && !c->source.cut) {
		snprintf(end->fault, sizeof end->fault, "%s", uncompress_error(c->u));
	} else if (c->failed && place > 0) {
		end->whole = place;
		return 1;
	} else if (c->failed || !l->any || l->end != c->length) {
		snprintf(end->fault, sizeof end->fault,
		         "no complete data set that is compressed by itself is found at its end");
	}
	end->last = l->tod;
	return 0;
}

/* Whether the N bytes at P may be an incomplete control element or control block.  A block that ends before its first
 * control element has to be as --write makes it: all zeros except two bytes. */
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

/* The last data set of a capture that is not compressed is L.  0, or -1 with errno. */
static int end_plain(const struct capture *c, const struct last *l, struct stored_end *end)
{
	unsigned char head[MONREAD_BLOCK_AREA + 1];
	uint64_t tail;
	ssize_t n;

	if (!l->any) {
		snprintf(end->fault, sizeof end->fault, "no monitor data is in it");
		return 0;
	}
	end->whole = l->end && l->end <= end->size ? l->end : l->begin;
	end->last = end->whole == l->end ? l->tod : l->tod_before;
	if (end->whole < l->end || l->end == 0 || end->whole == end->size)
		return 0;
	tail = end->size - end->whole;
	n = again_pread(c->fd, head, sizeof head, (off_t)end->whole);
	if (n < 0)
		return -1;
	if (tail >= MONREAD_BLOCK_SIZE || (size_t)n < (tail < sizeof head ? (size_t)tail : sizeof head) ||
	    !may_begin(end->container, head, (size_t)tail))
		snprintf(end->fault, sizeof end->fault,
		         "offset 0x%llx: expected the end of the file or a data set, found %llu byte%s no monitor data",
		         (unsigned long long)end->whole, (unsigned long long)tail, tail == 1 ? " that is" : "s that are");
	return 0;
}

/* 0: the end was found, or end->fault is set; 1: not among the first end->whole bytes, which were reduced; -1 with errno. */
static int look(int fd, struct stored_end *end, struct monread_system *system)
{
	struct capture c;
	struct last l;
	const char *why;
	int rc;

	rc = capture_open(&c, fd, end->whole, &why);
	end->compressed = c.kind;
	if (rc) {
		snprintf(end->fault, sizeof end->fault, "%s", why ? why : "");
		return why && errno != ENOMEM ? 0 : -1;
	}
	rc = find_last(&c, &l, system);
	end->container = monread_container_found(c.m);
	if (rc == 0)
		rc = c.kind ? end_packed(&c, &l, end) : end_plain(&c, &l, end);
	capture_close(&c);
	return rc;
}

int stored_end(int fd, const struct monread_layouts *layouts, struct stored_end *end)
{
	struct monread_system *system;
	struct stat st;
	int rc, error;

	memset(end, 0, sizeof *end);
	if (fstat(fd, &st))
		return -1;
	end->whole = end->size = (uint64_t)st.st_size;
	if (end->size == 0)
		return 0;
	system = layouts ? monread_system_new(layouts) : NULL;
	if (layouts && !system) {
		errno = ENOMEM;
		return -1;
	}
	do
		rc = look(fd, end, system);
	while (rc > 0);
	if (system)
		snprintf(end->system, sizeof end->system, "%s", monread_system_id(system));
	error = errno;
	monread_system_free(system);
	errno = error;
	return rc;
}
