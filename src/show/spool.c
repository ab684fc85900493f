/* spool.c: keep data in a temporary file. Each block contains the number of the next block of its
 * chain, so memory does not grow with the length of a chain. */
#include "config.h"

#include "show/spool.h"

#include <stdlib.h>

#include "cli/again.h"
#include "cli/descriptors.h"
#include "cli/diag.h"

struct spool_block {
	uint64_t next, used;
	unsigned char data[];
};

static int spool_failed(struct spool *s, const char *why)
{
	if (!s->has_failed)
		diag_fail("the output cannot be kept in a temporary file: %s", why);
	s->has_failed = 1;
	return -1;
}

static size_t block_size(const struct spool *s)
{
	return sizeof *s->block + s->size;
}

static int spool_open(struct spool *s)
{
	s->fd = temporary_open();
	if (s->fd < 0)
		return spool_failed(s, strerror(errno));
	s->most = temporary_limit() / block_size(s);
	s->block = malloc(block_size(s));
	if (s->block)
		return 0;
	close(s->fd);
	return diag_no_memory();
}

static off_t place_of_block(const struct spool *s, uint64_t number)
{
	return (off_t)((number - 1) * block_size(s));
}

/* Write the tail of the chain C to the file, as a block. */
static int spool_put(struct spool *s, struct spool_chain *c)
{
	size_t done;

	if (!s->block && spool_open(s))
		return -1;
	if (!c->first)
		c->first = c->next = ++s->n;
	if (s->n >= s->most)
		return spool_failed(s, TEMPORARY_FULL);
	c->tail->next = ++s->n;
	if (lseek(s->fd, place_of_block(s, c->next), SEEK_SET) < 0 ||
	    again_write(s->fd, c->tail, block_size(s), -1, &done))
		return spool_failed(s, strerror(errno));
	c->next = c->tail->next;
	c->tail->used = 0;
	return 0;
}

int spool_add(struct spool *s, struct spool_chain *c, const void *data, size_t n)
{
	const unsigned char *from = data;

	if (!c->tail)
		c->tail = calloc(1, block_size(s));
	if (!c->tail)
		return diag_no_memory();
	while (n > 0) {
		size_t part = n < s->size ? n : s->size;

		if (c->tail->used + part > s->size && spool_put(s, c))
			return -1;
		memcpy(c->tail->data + c->tail->used, from, part);
		c->tail->used += part;
		from += part;
		n -= part;
	}
	return 0;
}

void spool_restart(struct spool_chain *c)
{
	if (c->tail)
		c->tail->used = 0;
}

int spool_read(struct spool *s, const struct spool_chain *c,
               void (*take)(void *arg, const void *data, size_t n), void *arg)
{
	uint64_t at;

	for (at = c->first; at != c->next; at = s->block->next) {
		ssize_t got = again_pread(s->fd, s->block, block_size(s), place_of_block(s, at));

		if (got < 0 || (size_t)got < block_size(s))
			return spool_failed(s, got < 0 ? strerror(errno) : "it was cut off");
		take(arg, s->block->data, (size_t)s->block->used);
	}
	if (c->tail)
		take(arg, c->tail->data, (size_t)c->tail->used);
	return 0;
}

void spool_chain_done(struct spool_chain *c)
{
	free(c->tail);
}

void spool_done(struct spool *s)
{
	if (s->block)
		close(s->fd);
	free(s->block);
}
