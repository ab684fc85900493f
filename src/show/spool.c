/* spool.c: store output as blocks in a temporary file. */
#include "config.h"

#include "show/spool.h"

#include <stdlib.h>

#include "cli/again.h"
#include "cli/descriptors.h"
#include "cli/diag.h"

struct spool_block {
	uint64_t next;
	unsigned char data[];
};

/* Report the failure WHY, but only the first one. */
static int spool_failed(struct spool *s, const char *why)
{
	if (!s->has_failed)
		diag_fail("the output cannot be kept in a temporary file: %s", why);
	s->has_failed = 1;
	return -1;
}

static int spool_open(struct spool *s)
{
	s->fd = temporary_open();
	if (s->fd < 0)
		return spool_failed(s, strerror(errno));
	s->most = temporary_limit() / (sizeof *s->block + s->size);
	s->block = malloc(sizeof *s->block + s->size);
	if (s->block)
		return 0;
	close(s->fd);
	return diag_no_memory();
}

static off_t place_of_block(const struct spool *s, uint64_t number)
{
	return (off_t)((number - 1) * (sizeof *s->block + s->size));
}

int spool_put(struct spool *s, struct spool_chain *c, const void *data)
{
	size_t done;

	if (!s->block && spool_open(s))
		return -1;
	if (!c->first)
		c->first = c->next = ++s->n;
	if (s->n >= s->most)
		return spool_failed(s, TEMPORARY_FULL);
	s->block->next = ++s->n;
	memcpy(s->block->data, data, s->size);
	if (lseek(s->fd, place_of_block(s, c->next), SEEK_SET) < 0 ||
	    again_write(s->fd, s->block, sizeof *s->block + s->size, -1, &done))
		return spool_failed(s, strerror(errno));
	c->next = s->block->next;
	return 0;
}

const void *spool_get(struct spool *s, uint64_t *at)
{
	size_t size = sizeof *s->block + s->size;
	ssize_t got = again_pread(s->fd, s->block, size, place_of_block(s, *at));

	if (got < 0 || (size_t)got < size) {
		spool_failed(s, got < 0 ? strerror(errno) : "it was cut off");
		return NULL;
	}
	*at = s->block->next;
	return s->block->data;
}

void spool_done(struct spool *s)
{
	if (s->block)
		close(s->fd);
	free(s->block);
}
