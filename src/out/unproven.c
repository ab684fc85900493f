/* unproven.c: collects the unproven fields of a record, each once, so that JSON can name them. */
#include "config.h"

#include "out/unproven.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"

void out_unproven_clear(struct out_unproven *d)
{
	d->n = 0;
	if (d->nindexed) {
		hash_clear(&d->by_field);
		d->nindexed = 0;
	}
}

int out_unproven_put(struct out_unproven *d, const struct monread_field *f)
{
	const struct hash_slot *s;

	for (; d->nindexed < d->n; d->nindexed++)
		if (hash_put(&d->by_field, mr_hash_pointer(d->fields[d->nindexed], 0), d->nindexed))
			return -1;
	/* List elements and fields of entries occur several times. */
	for (s = hash_first(&d->by_field, mr_hash_pointer(f, 0)); s->item; s = hash_next(&d->by_field, s))
		if (d->fields[s->item - 1] == f)
			return 0;
	if (ARRAY_GROW(d->fields, d->n, d->room) || hash_put(&d->by_field, mr_hash_pointer(f, 0), d->n))
		return -1;
	d->fields[d->n++] = f;
	d->changed = 1;
	d->nindexed = d->nknown = d->n;
	return 0;
}

void out_unproven_done(struct out_unproven *d)
{
	hash_free(&d->by_field);
	free(d->fields);
	memset(d, 0, sizeof *d);
}
