/* spill.c: places for bytes in a temporary file. */
#include "config.h"

#include "input/spill.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/temporary.h"

struct spill {
	int fd;     /* -1: there is no file yet */
	int failed; /* errno: nothing can be kept */
	unsigned n; /* places in the file */
	unsigned *unused, nunused; /* of them */
};

struct spill *spill_new(void)
{
	struct spill *s = calloc(1, sizeof *s);

	if (s)
		s->fd = -1;
	return s;
}

void spill_free(struct spill *s)
{
	if (!s)
		return;
	if (s->fd >= 0)
		close(s->fd);
	free(s->unused);
	free(s);
}

/* It costs memory or time, but nothing is lost. */
static int fail(struct spill *s, int error)
{
	s->failed = error;
	diag_verbose("a temporary file in $TMPDIR: %s; what it would hold stays in memory", strerror(error));
	return -1;
}

int spill_failed(const struct spill *s)
{
	return !s || s->failed;
}

int spill_take(struct spill *s, unsigned *place)
{
	unsigned *unused;

	if (spill_failed(s))
		return -1;
	if (s->fd < 0)
		s->fd = temporary_open();
	if (s->fd < 0)
		return fail(s, errno);
	if (!s->nunused) {
		/* There is room for all of them to come back. */
		unused = realloc(s->unused, (s->n + 1) * sizeof *unused);
		if (!unused)
			return fail(s, ENOMEM);
		s->unused = unused;
		s->unused[s->nunused++] = s->n++;
	}
	*place = s->unused[--s->nunused];
	return 0;
}

void spill_give(struct spill *s, unsigned place)
{
	s->unused[s->nunused++] = place;
}

static off_t offset_of(unsigned place, size_t at)
{
	return (off_t)place * (off_t)SPILL_SIZE + (off_t)at;
}

int spill_put(struct spill *s, unsigned place, size_t at, const void *bytes, size_t n)
{
	size_t done;

	if (lseek(s->fd, offset_of(place, at), SEEK_SET) < 0 || again_write(s->fd, bytes, n, &done))
		return fail(s, errno);
	return 0;
}

int spill_get(const struct spill *s, unsigned place, size_t at, void *bytes, size_t n)
{
	ssize_t got = again_pread(s->fd, bytes, n, offset_of(place, at));

	if (got >= 0 && (size_t)got < n)
		errno = EIO;
	return got < 0 || (size_t)got < n ? -1 : 0;
}
