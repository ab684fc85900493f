/* doubts.c: unproven fields, each once. */
#include "config.h"

#include "out/doubts.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 32u

void out_doubts_clear(struct out_doubts *d)
{
	d->n = 0;
	if (d->nindexed) {
		out_index_clear(&d->index);
		d->nindexed = 0;
	}
}

static int grow(struct out_doubts *d)
{
	uint32_t room = d->room ? 2 * d->room : ROOM_FIRST;
	const struct monread_field **more = realloc(d->fields, room * sizeof *more);

	if (!more)
		return -1;
	d->fields = more;
	d->room = room;
	return 0;
}

int out_doubts_put(struct out_doubts *d, const struct monread_field *f)
{
	uint32_t n;

	for (; d->nindexed < d->n; d->nindexed++)
		if (out_index_put(&d->index, d->fields[d->nindexed], 0, d->nindexed) == OUT_INDEX_FULL)
			return -1;
	if (d->n == d->room && grow(d))
		return -1;
	n = out_index_put(&d->index, f, 0, d->n);
	if (n == OUT_INDEX_FULL)
		return -1;
	/* An element, or a field of an entry, that was there already. */
	if (n < d->n)
		return 0;
	d->fields[d->n++] = f;
	d->changed = 1;
	d->nindexed = d->nknown = d->n;
	return 0;
}

void out_doubts_done(struct out_doubts *d)
{
	out_index_done(&d->index);
	free(d->fields);
	memset(d, 0, sizeof *d);
}
