/* stored.c: find out when a capture begins and where it ends.
 *
 * A crash leaves an incomplete data set at the end of a file.  Anything else that is no monitor data was put there by
 * somebody else, and must not be cut off. */
#include "config.h"

#include "store/stored.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "store/capture.h"
#include "store/packed.h"

/* ---- The beginning ---- */

static int first_record(struct capture *c, int64_t *us)
{
	const struct monread_ev *ev = capture_next(c);

	/* What begins with damage has no time that can be relied on. */
	while (ev && ev->kind < MONREAD_BAD && ev->kind != MONREAD_RECORD)
		ev = capture_next(c);
	if (!ev || ev->kind != MONREAD_RECORD)
		return -1;
	*us = monread_tod_to_unix_us(ev->tod);
	return 0;
}

static const char *kind_of(int fd)
{
	unsigned char magic[COMPRESS_MAGIC];
	ssize_t n = again_pread(fd, magic, sizeof magic, 0);

	return n > 0 ? compress_kind(magic, (size_t)n) : NULL;
}

static int first_of_packed(int fd, const char *kind, int64_t *us)
{
	struct uncompress_source *source = calloc(1, sizeof *source);
	struct capture c;
	int rc = -1, error;

	if (!source)
		return -1;
	source->fd = fd;
	if (capture_open_packed(&c, source, kind) == 0) {
		rc = first_record(&c, us);
		capture_close(&c);
	}
	error = errno;
	free(source);
	errno = error;
	return rc;
}

int stored_first(int fd, int64_t *us)
{
	const char *kind = kind_of(fd);
	struct capture c;
	int rc;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	errno = 0;
	if (kind)
		return first_of_packed(fd, kind, us);
	if (capture_open(&c, fd))
		return -1;
	rc = first_record(&c, us);
	capture_close(&c);
	return rc;
}

/* ---- The end ---- */

/* Whether the N bytes at P may be an incomplete control element or control block.  A block that ends before its first
 * control element has to be as --write makes it: all zeros but for two bytes. */
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

static int plain_end(int fd, struct stored_end *end, struct monread_system *system)
{
	unsigned char head[MONREAD_BLOCK_AREA + 1];
	struct capture_last l;
	struct capture c;
	uint64_t tail;
	ssize_t n;
	int rc;

	if (lseek(fd, 0, SEEK_SET) < 0 || capture_open(&c, fd))
		return -1;
	rc = capture_find_last(&c, &l, system);
	end->container = monread_container_found(c.m);
	capture_close(&c);
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

int stored_end(int fd, const struct monread_layouts *layouts, struct stored_end *end)
{
	struct monread_system *system;
	struct stat st;
	int rc, error;

	memset(end, 0, sizeof *end);
	if (fstat(fd, &st))
		return -1;
	end->size = (uint64_t)st.st_size;
	if (end->size == 0)
		return 0;
	system = layouts ? monread_system_new(layouts) : NULL;
	if (layouts && !system) {
		errno = ENOMEM;
		return -1;
	}
	end->compressed = kind_of(fd);
	rc = end->compressed ? packed_end(fd, end, system) : plain_end(fd, end, system);
	if (system)
		snprintf(end->system, sizeof end->system, "%s", monread_system_id(system));
	error = errno;
	monread_system_free(system);
	errno = error;
	return rc;
}
