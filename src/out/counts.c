/* counts.c: counts records by their number, for the summary. */
#include "config.h"

#include "out/counts.h"

#include <stdlib.h>
#include <string.h>

static void __attribute__((noinline)) begin_set(struct counts_head *h, const struct monread_ev *ev)
{
	int is_event = ev->mce->type == MONREAD_EVENT;

	if (!h->first_set) {
		h->first_set = ev->setno;
		h->first_is_event = is_event;
		h->first_dataset = ev->dataset;
	}
	h->last_set = ev->setno;
	h->datasets += ev->dataset != h->last_dataset;
	h->last_dataset = ev->dataset;
	h->sets[is_event]++;
}

void counts_record(struct counts *c, const struct monread_ev *ev)
{
	struct counts_head *h = &c->head;
	struct count *of = counts_of(c, ev->domain, ev->record);

	of->records++;
	of->bytes += ev->length;
	if (ev->setno != h->last_set)
		begin_set(h, ev);
	/* The time of a mark is not a time of data. */
	if (ev->domain != 10 || !monread_is_mark(ev->bytes, ev->length))
		counts_time(h, ev->tod);
}

void counts_clear(struct counts *c)
{
	unsigned i;

	for (i = 0; i < c->head.nkinds; i++)
		memset(counts_at(c, c->kinds[i]), 0, sizeof(struct count));
	memset(&c->other, 0, sizeof c->other);
	memset(&c->head, 0, sizeof c->head);
}

static int kinds_compare(const void *a, const void *b)
{
	const uint16_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void counts_sort(struct counts *c)
{
	qsort(c->kinds, c->head.nkinds, sizeof *c->kinds, kinds_compare);
}

void counts_put(struct counts *c, struct out_buffer *b)
{
	unsigned i;

	out_bytes(b, &c->head, sizeof c->head);
	out_bytes(b, &c->other, sizeof c->other);
	for (i = 0; i < c->head.nkinds; i++) {
		const struct counts_kind kind = { (uint16_t)(c->kinds[i] / MR_RECORDS), (uint16_t)(c->kinds[i] % MR_RECORDS),
			*counts_at(c, c->kinds[i]) };

		out_bytes(b, &kind, sizeof kind);
	}
	counts_clear(c);
}
