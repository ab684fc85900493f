/* configuration.c: the last configuration.
 *
 * A file has to be understood without those before it, so it begins with the state at its beginning: records of the data
 * set that is gathered do not count before that is stored. */
#include "config.h"

#include "store/configuration.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/bounds.h"
#include "port/record.h"
#include "store/ending.h"
#include "table/instance.h"

/* What the records of a number are. */
#define IS_CONFIG 0x01u
#define IS_ENDING 0x02u

#define NONE UINT32_MAX

/* A record.  Its bytes are c->bytes from ->at on, and behind them those of what it is about. */
struct entry {
	const struct monread_layout *layout;
	uint64_t hash;       /* of what it is about */
	uint64_t batch;      /* the data set it came with */
	uint64_t tod;        /* of its header */
	uint64_t generation; /* the configuration that was written as a whole */
	size_t at;
	uint32_t length, instance; /* bytes */
	uint32_t start;      /* address of its record set */
	uint32_t next;       /* of the same bucket */
	uint64_t ending;     /* of what ends it: ending_hash() */
	uint32_t next_ending; /* of the same bucket of those */
	uint8_t type;
	uint8_t gone;
};

/* A record of the data set that is gathered. */
struct waiting {
	const struct monread_layout *layout;
	unsigned release;
	struct monread_ev ev; /* without ->bytes and ->mce */
	struct monread_mce mce;
	size_t at;
	int keep;
};

struct store_config {
	const struct monread_layouts *layouts;
	struct instances *instances;
	unsigned char is[MR_DOMAINS][MR_RECORDS];
	uint64_t generation_of[MR_DOMAINS][MR_RECORDS];
	uint64_t batch, generation, system_batch;
	/* In the order in which they came; in tables by what they are about, and by what ends them. */
	struct entry *entries;
	uint32_t n, gone, room;
	uint32_t *buckets, *endings, nbuckets;
	const struct monread_layout **ended; /* layouts of those that something ends */
	size_t nended, ended_room;
	struct monread_buffer bytes;
	struct waiting *waiting;
	size_t nwaiting, waiting_room;
	struct monread_buffer waiting_bytes;
};

/* ---- Memory ---- */

static void put_into_buckets(struct store_config *c, uint32_t i)
{
	struct entry *e = &c->entries[i];
	uint32_t *bucket = &c->buckets[e->hash & (c->nbuckets - 1)];

	e->next = *bucket;
	*bucket = i;
	if (!e->ending)
		return;
	bucket = &c->endings[e->ending & (c->nbuckets - 1)];
	e->next_ending = *bucket;
	*bucket = i;
}

static void empty_buckets(struct store_config *c)
{
	if (!c->nbuckets)
		return;
	memset(c->buckets, 0xFF, c->nbuckets * sizeof *c->buckets);
	memset(c->endings, 0xFF, c->nbuckets * sizeof *c->endings);
}

static void fill_buckets(struct store_config *c)
{
	uint32_t i;

	empty_buckets(c);
	for (i = 0; i < c->n; i++)
		if (!c->entries[i].gone)
			put_into_buckets(c, i);
}

/* A power of 2 of buckets, for all entries. */
static int make_buckets(struct store_config *c, uint32_t n)
{
	uint32_t *buckets = realloc(c->buckets, n * sizeof *buckets), *endings;

	if (!buckets)
		return -1;
	c->buckets = buckets;
	endings = realloc(c->endings, n * sizeof *endings);
	if (!endings)
		return -1;
	c->endings = endings;
	c->nbuckets = n;
	fill_buckets(c);
	return 0;
}

/* Forget those that are gone. */
static void close_up(struct store_config *c)
{
	uint32_t i, n = 0;
	size_t used = 0;

	for (i = 0; i < c->n; i++) {
		struct entry *e = &c->entries[i];
		size_t length = (size_t)e->length + e->instance;

		if (e->gone)
			continue;
		memmove(c->bytes.bytes + used, c->bytes.bytes + e->at, length);
		e->at = used;
		used += length;
		c->entries[n++] = *e;
	}
	c->n = n;
	c->gone = 0;
	c->bytes.length = used;
	fill_buckets(c);
}

static int grow(struct store_config *c)
{
	uint32_t room = c->room ? 2 * c->room : 256;
	struct entry *entries;

	if (c->gone && c->gone >= c->n / 2)
		close_up(c);
	if (c->n < c->room)
		return 0;
	entries = realloc(c->entries, room * sizeof *entries);
	if (!entries)
		return -1;
	c->entries = entries;
	c->room = room;
	return make_buckets(c, room);
}

/* ---- Which records ---- */

static void note_layout(struct store_config *c, const struct monread_layout *l)
{
	const struct monread_ending *e;
	const struct monread_layout *by;
	size_t i;

	if (!l->configuration || !mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record))
		return;
	c->is[l->domain][l->record] |= IS_CONFIG;
	for (i = 0; (e = monread_layout_ending(l, i)) != NULL; i++) {
		by = monread_layouts_by_name(c->layouts, e->record);
		if (by && mr_is_in_bounds((unsigned)by->domain, (unsigned)by->record))
			c->is[by->domain][by->record] |= IS_ENDING;
	}
}

struct store_config *store_config_new(const struct monread_layouts *layouts)
{
	struct store_config *c = calloc(1, sizeof *c);
	size_t n = monread_layouts_count(layouts), i;

	if (!c)
		return NULL;
	c->layouts = layouts;
	c->instances = instances_new(layouts);
	for (i = 0; c->instances && i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (l)
			note_layout(c, l);
	}
	if (c->instances && !monread_layouts_failed(layouts))
		return c;
	store_config_free(c);
	return NULL;
}

void store_config_free(struct store_config *c)
{
	if (!c)
		return;
	instances_free(c->instances);
	free(c->entries);
	free(c->buckets);
	free(c->endings);
	free(c->ended);
	free(c->bytes.bytes);
	free(c->waiting);
	free(c->waiting_bytes.bytes);
	free(c);
}

int store_config_concerns(const struct store_config *c, const struct monread_ev *ev)
{
	return mr_is_in_bounds(ev->domain, ev->record) && c->is[ev->domain][ev->record];
}

void store_config_forget(struct store_config *c)
{
	c->n = c->gone = 0;
	c->bytes.length = 0;
	c->nwaiting = 0;
	c->waiting_bytes.length = 0;
	empty_buckets(c);
	c->batch++;
}

/* ---- What is dropped ---- */

static void drop(struct store_config *c, struct entry *e)
{
	c->gone += !e->gone;
	e->gone = 1;
}

/* Those with the layout L. */
static void drop_ended_of(struct store_config *c, const struct monread_layout *l, const struct monread_layout *by,
                          const struct monread_ev *ev)
{
	uint64_t hash = ending_hash_by(l, by, ev);
	struct entry *e;
	uint32_t i;

	if (!hash)
		return;
	for (i = c->endings[hash & (c->nbuckets - 1)]; i != NONE; i = e->next_ending) {
		e = &c->entries[i];
		if (!e->gone && e->ending == hash && e->layout == l &&
		    ending_is_of(l, c->bytes.bytes + e->at, e->length, by, ev))
			drop(c, e);
	}
}

static void drop_ended(struct store_config *c, const struct monread_layout *by, const struct monread_ev *ev)
{
	size_t i;

	for (i = 0; i < c->nended; i++)
		drop_ended_of(c, c->ended[i], by, ev);
}

/* All that came with an earlier data set; of one number, if L is not NULL, and not in this generation. */
static void drop_earlier(struct store_config *c, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		struct entry *e = &c->entries[i];

		if (e->batch != c->batch && (!l || (e->layout->domain == l->domain && e->layout->record == l->record &&
		                                    e->generation != c->generation)))
			drop(c, e);
	}
}

/* D1R4 begins a new configuration.  Where it is not what it was, this is another system, or the same one after an
 * IPL. */
static void begin_generation(struct store_config *c, const struct monread_ev *ev)
{
	uint32_t i;

	if (c->system_batch == c->batch && c->generation)
		return;
	c->system_batch = c->batch;
	c->generation++;
	for (i = 0; i < c->n; i++) {
		const struct entry *e = &c->entries[i];

		if (e->gone || e->layout->domain != 1 || e->layout->record != 4)
			continue;
		if (e->length != ev->length ||
		    memcmp(c->bytes.bytes + e->at + MR_HEADER_SIZE, ev->bytes + MR_HEADER_SIZE,
		           ev->length - MR_HEADER_SIZE) != 0)
			drop_earlier(c, NULL);
	}
}

/* Records of configuration are written as a whole: those of the same kind that are not among them have no cause any
 * more. */
static void begin_kind(struct store_config *c, const struct monread_layout *l)
{
	uint64_t *of = &c->generation_of[l->domain][l->record];

	if (strncmp(l->kind, "config", 6) == 0 && *of != c->generation)
		drop_earlier(c, l);
	*of = c->generation;
}

/* Those of the same instance; in one sample set there may be several of one that has no key. */
static void drop_same(struct store_config *c, const struct instance *instance, uint8_t type)
{
	uint32_t i;

	if (!c->nbuckets)
		return;
	for (i = c->buckets[instance->hash & (c->nbuckets - 1)]; i != NONE; i = c->entries[i].next) {
		struct entry *e = &c->entries[i];

		if (!e->gone && e->hash == instance->hash && e->instance == instance->length &&
		    (e->batch != c->batch || e->type != type || type != MONREAD_SAMPLE) &&
		    memcmp(c->bytes.bytes + e->at + e->length, instance->bytes, instance->length) == 0)
			drop(c, e);
	}
}

/* ---- What is taken ---- */

/* Records with the layout L may be ended.  0, or -1: out of memory. */
static int note_ended(struct store_config *c, const struct monread_layout *l)
{
	size_t i;

	for (i = 0; i < c->nended; i++)
		if (c->ended[i] == l)
			return 0;
	if (ARRAY_GROW(c->ended, c->nended, c->ended_room))
		return -1;
	c->ended[c->nended++] = l;
	return 0;
}

static int add(struct store_config *c, const struct monread_ev *ev, const struct monread_layout *l, unsigned release)
{
	struct instance instance;
	struct entry *e;
	size_t enough;

	if (instance_of(c->instances, l, release, ev->bytes, ev->length, &instance, &enough))
		return -1;
	instance_hash(&instance);
	if (l->domain == 1 && l->record == 4 && ev->length > MR_HEADER_SIZE)
		begin_generation(c, ev);
	begin_kind(c, l);
	drop_same(c, &instance, ev->mce->type);
	if (grow(c) || array_reserve(&c->bytes, ev->length + instance.length) || (l->nendings && note_ended(c, l)))
		return -1;
	e = &c->entries[c->n];
	memset(e, 0, sizeof *e);
	e->layout = l;
	e->hash = instance.hash;
	e->batch = c->batch;
	e->generation = c->generation;
	e->at = c->bytes.length;
	e->length = (uint32_t)ev->length;
	e->instance = instance.length;
	e->start = ev->mce->start;
	e->type = ev->mce->type;
	e->tod = ev->tod;
	e->ending = ending_hash(l, ev->bytes, ev->length);
	array_append(&c->bytes, ev->bytes, ev->length);
	array_append(&c->bytes, instance.bytes, instance.length);
	put_into_buckets(c, c->n++);
	return 0;
}

static int apply(struct store_config *c, const struct monread_ev *ev, const struct monread_layout *l, unsigned release,
                 int keep)
{
	if (c->is[ev->domain][ev->record] & IS_ENDING)
		drop_ended(c, l, ev);
	return keep && l->configuration ? add(c, ev, l, release) : 0;
}

static int let_wait(struct store_config *c, const struct monread_ev *ev, const struct monread_layout *l, unsigned release,
                int keep)
{
	struct waiting *w;

	if (ARRAY_GROW(c->waiting, c->nwaiting, c->waiting_room))
		return -1;
	w = &c->waiting[c->nwaiting];
	w->layout = l;
	w->release = release;
	w->ev = *ev;
	w->mce = *ev->mce;
	w->at = c->waiting_bytes.length;
	w->keep = keep;
	if (array_append(&c->waiting_bytes, ev->bytes, ev->length))
		return -1;
	c->nwaiting++;
	return 0;
}

int store_config_take(struct store_config *c, struct monread_system *system, const struct monread_ev *ev, int keep)
{
	const struct monread_layout *l;
	unsigned release;

	/* What is repeated is a state by itself. */
	if (ev->flags & MONREAD_REPEATED && monread_is_mark(ev->bytes, ev->length))
		c->batch++;
	if (!store_config_concerns(c, ev))
		return 0;
	l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l)
		return errno == ENOMEM ? -1 : 0;
	release = monread_system_release(system);
	return ev->flags & MONREAD_REPEATED ? apply(c, ev, l, release, keep) : let_wait(c, ev, l, release, keep);
}

int store_config_settle(struct store_config *c)
{
	size_t i;
	int rc = 0;

	c->batch++;
	for (i = 0; i < c->nwaiting && !rc; i++) {
		struct waiting *w = &c->waiting[i];

		w->ev.mce = &w->mce;
		w->ev.bytes = c->waiting_bytes.bytes + w->at;
		rc = apply(c, &w->ev, w->layout, w->release, w->keep);
	}
	c->nwaiting = 0;
	c->waiting_bytes.length = 0;
	return rc;
}

/* ---- What is put ---- */

struct putting {
	struct monread_writer *writer;
	struct monread_buffer *to;
	uint64_t tod;
};

/* What the writer has, with its mark. */
static int put_set(struct putting *p)
{
	const unsigned char *bytes;
	size_t n;

	if (monread_writer_repeated(p->writer, p->tod) < 0)
		return -1;
	bytes = monread_writer_bytes(p->writer, &n);
	if (array_append(p->to, bytes, n))
		return -1;
	monread_writer_clear(p->writer);
	return 0;
}

static int put_event(struct putting *p, const struct monread_ev *ev)
{
	int rc = monread_writer_take(p->writer, ev, 1);

	if (rc > 0 && put_set(p))
		return -1;
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(p->writer, ev, 1);
	return rc < 0 ? -1 : 0;
}

/* Entry number FROM and those behind it of the same type, as a record set.  The number of the next one; NONE: out of
 * memory. */
static uint32_t put_run(const struct store_config *c, uint32_t from, struct putting *p)
{
	const struct entry *first = &c->entries[from], *e;
	struct monread_mce mce = { .type = first->type, .start = first->start };
	struct monread_ev ev = { .kind = MONREAD_CONTROL, .flags = MONREAD_NUMBERED, .mce = &mce };
	uint32_t i, end;

	for (end = from; end < c->n && (c->entries[end].gone || c->entries[end].type == first->type); end++)
		if (!c->entries[end].gone)
			mce.domains |= (uint16_t)(0x8000u >> c->entries[end].layout->domain);
	mce.end = mce.start;
	if (put_event(p, &ev))
		return NONE;
	ev.kind = MONREAD_RECORD;
	for (i = from; i < end; i++) {
		e = &c->entries[i];
		if (e->gone)
			continue;
		ev.bytes = c->bytes.bytes + e->at;
		ev.length = e->length;
		ev.tod = e->tod;
		ev.domain = (uint16_t)e->layout->domain;
		ev.record = (uint16_t)e->layout->record;
		if (put_event(p, &ev))
			return NONE;
	}
	return end;
}

int store_config_put(struct store_config *c, enum monread_container container, uint64_t tod, struct monread_buffer *to)
{
	struct putting p = { monread_writer_new(container, MONREAD_WRITER_SELECTED), to, tod };
	const struct monread_ev end = { .kind = MONREAD_SET_END };
	int rc = p.writer ? 0 : -1;
	uint32_t i = 0;

	while (!rc && i < c->n) {
		if (c->entries[i].gone) {
			i++;
			continue;
		}
		i = put_run(c, i, &p);
		rc = i == NONE ? -1 : 0;
	}
	if (!rc)
		rc = put_event(&p, &end);
	monread_writer_free(p.writer);
	return rc;
}
