/* names.c: the layouts of a collection by what they are called: a hash table, as the tables of all layouts look for
 * hundreds of names when a query begins. */
#include "config.h"

#include "layout/names.h"

#include <stdlib.h>

#include "layout/collection.h"
#include "port/ascii.h"

/* A link is 0 at the end, or 1 + 2 * entry + whether it is for the DSECT. */
struct mr_names {
	uint32_t mask;
	uint32_t *next;   /* by link - 1: the next link with the same hash, of a later entry or the same */
	uint32_t first[]; /* by hash */
};

static const char *text(const struct monread_layouts *l, size_t link)
{
	const struct mr_entry *e = &l->entries[(link - 1) / 2];

	return (link - 1) % 2 == MR_BY_DSECT ? mr_entry_dsect(e) : mr_entry_name(e);
}

struct mr_names *mr_names_new(const struct monread_layouts *l)
{
	size_t size = 64, link;
	struct mr_names *n;

	while (size < 2 * l->count)
		size *= 2;
	n = calloc(1, sizeof *n + (size + 2 * l->count) * sizeof n->first[0]);
	if (!n)
		return NULL;
	n->mask = (uint32_t)size - 1;
	n->next = n->first + size;
	/* From the last to the first, so that each list is in order. */
	for (link = 2 * l->count; link > 0; link--) {
		uint32_t *first = &n->first[mr_word_hash(text(l, link)) & n->mask];

		n->next[link - 1] = *first;
		*first = (uint32_t)link;
	}
	return n;
}

static size_t find(const struct mr_names *n, const struct monread_layouts *l, const char *name, enum mr_called by,
                   size_t link)
{
	while (link && ((link - 1) % 2 != by || !mr_same_word(name, text(l, link))))
		link = n->next[link - 1];
	return link ? (link - 1) / 2 : MR_NO_ENTRY;
}

size_t mr_names_first(const struct mr_names *n, const struct monread_layouts *l, const char *name, enum mr_called by)
{
	return find(n, l, name, by, n->first[mr_word_hash(name) & n->mask]);
}

size_t mr_names_next(const struct mr_names *n, const struct monread_layouts *l, const char *name, enum mr_called by,
                     size_t at)
{
	return find(n, l, name, by, n->next[2 * at + by]);
}
