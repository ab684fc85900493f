/* identity.c: a hash of the first data set (FNV-1a). */
#include "config.h"

#include "sql/identity.h"

#include "sql/events.h"

#define START UINT64_C(0xCBF29CE484222325)
#define PRIME UINT64_C(0x100000001B3)

struct hashing {
	uint64_t hash;
	uint64_t before;  /* when the record set began */
	uint64_t repeated; /* so many record sets are configuration that was there before */
	int passed;       /* this record set is passed over */
	int begun;        /* what is in front of the first control element tells nothing */
	int any;          /* something of this data set was not */
	int end, ended;   /* its last record was there; it is behind */
};

static uint64_t hash_bytes(uint64_t hash, const unsigned char *p, size_t n)
{
	while (n-- > 0)
		hash = (hash ^ *p++) * PRIME;
	return hash;
}

static void begin_set(struct hashing *h)
{
	h->begun = 1;
	h->before = h->hash;
	h->passed = h->repeated > 0;
	h->repeated -= h->repeated > 0;
}

/* A mark was made by who wrote the file. */
static void pass_mark(struct hashing *h, const struct monread_ev *ev)
{
	struct monread_mark mark;

	h->hash = h->before;
	h->passed = 1;
	if (monread_mark_get(&mark, ev->bytes, ev->length) > 0 && mark.why & MONREAD_MARK_REPEATED)
		h->repeated = mark.count;
}

static int event(void *arg, const struct monread_ev *ev)
{
	struct hashing *h = arg;

	/* A file may end anywhere: a set that ends with it may go on when the file grows. */
	if (h->ended && ev->kind < MONREAD_BAD)
		return 1;
	if (ev->kind == MONREAD_SET_END) {
		h->ended = h->any;
		return h->any && h->end;
	}
	if (ev->kind == MONREAD_RECORD)
		h->end = ev->domain == 1 && ev->record == 11;
	if (ev->kind == MONREAD_CONTROL)
		begin_set(h);
	if (ev->kind == MONREAD_RECORD && monread_is_mark(ev->bytes, ev->length))
		pass_mark(h, ev);
	if (!h->begun || h->passed || ev->kind >= MONREAD_SET_END)
		return 0;
	h->hash = hash_bytes(h->hash, ev->bytes, ev->length);
	h->any |= ev->kind == MONREAD_RECORD;
	return 0;
}

int identity_of(struct indexed *c, const struct indexed_scan *how, int64_t *id)
{
	struct hashing h = { .hash = START };
	unsigned char container;
	int complete = events_each(c, MONREAD_WANT_FILLER, how, event, &h);

	if (complete < 0)
		return -1;
	/* Records have other offsets in the other form. */
	container = c->container == MONREAD_CONTAINER_MONWRITE;
	*id = (int64_t)(hash_bytes(h.hash, &container, 1) & INT64_MAX);
	if (!complete)
		*id = -1 - *id;
	return 0;
}

int64_t identity_next(int64_t id)
{
	unsigned char bytes[sizeof id];
	int64_t next;
	size_t i;

	for (i = 0; i < sizeof id; i++)
		bytes[i] = (unsigned char)((uint64_t)id >> 8 * i);
	next = (int64_t)(hash_bytes(START, bytes, sizeof bytes) & INT64_MAX);
	return id < 0 ? -1 - next : next;
}
