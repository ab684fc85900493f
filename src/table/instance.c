/* instance.c: finds the instance, such as a user, to which a record belongs. */
#include "config.h"

#include "table/instance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/find.h"
#include "base/hash.h"
#include "table/flat.h"

/* The key fields of a layout. */
struct keys {
	int known;
	/* 1 if the layout is not flat, so that a record must be decoded to find its keys */
	int walked;
	/* if the layout is flat, except that its records can have application data: the field with
	 * the product ID of the application data, which shows whether this data has key fields,
	 * too; else NULL */
	const struct monread_field *product;
	struct flat flat;
	uint64_t *names; /* instance_name() of each key field */
	/* if ->walked is 0: offset of the end of the last field that is needed for the comparison
	 * with the next record. Such a field is a counter, or it is a field such as a disk label,
	 * which shows that the key now belongs to another thing. */
	uint32_t end;
};

struct instances {
	struct monread_decoder *decoder; /* shows only keys and counters */
	struct keys *keys;               /* indexed by layout->id */
	size_t nkeys;
	const struct monread_layouts *layouts;
	unsigned char product[16]; /* product ID of the last application data */
	int product_known;         /* 1 if ->product and ->product_keys are valid */
	/* 1 if the application data with the ID ->product has key fields */
	int product_keys;
};

struct instances *instances_new(const struct monread_layouts *layouts)
{
	struct instances *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->layouts = layouts;
	s->decoder = monread_decoder_new(layouts, MONREAD_WALK_SERIES, NULL);
	if (!s->decoder) {
		instances_free(s);
		return NULL;
	}
	return s;
}

void instances_free(struct instances *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; i < s->nkeys; i++) {
		flat_done(&s->keys[i].flat);
		free(s->keys[i].names);
	}
	free(s->keys);
	monread_decoder_free(s->decoder);
	free(s);
}

/* ---- Bytes ---- */

static void add_bytes(struct instance *i, const unsigned char *bytes, size_t length)
{
	size_t room = INSTANCE_BYTES - i->length;

	length = length < room ? length : room;
	memcpy(i->bytes + i->length, bytes, length);
	i->length += (uint32_t)length;
}

static void add_key(struct instance *i, uint64_t name, const unsigned char *bytes, size_t length)
{
	uint32_t at = i->length;

	add_bytes(i, bytes, length);
	if (i->nkeys < INSTANCE_KEYS)
		i->keys[i->nkeys++] = (struct instance_key){ name, at, i->length - at };
}

/* ---- Fields ---- */

uint64_t instance_name(const struct monread_field *f)
{
	const char *name = strchr(f->name, '_');

	if (f->flags & MONREAD_USER)
		return INSTANCE_USER;
	name = name ? name + 1 : f->name;
	return mr_hash(0, (const unsigned char *)name, strlen(name)) | 2;
}

static int find_end(struct keys *k, const struct monread_layout *l)
{
	struct flat counters = { .places = NULL };
	int rc = flat_make(&counters, l, MONREAD_COUNTER | MONREAD_COUNTDOWN);
	const struct monread_break *b;
	size_t i;

	k->end = counters.end;
	MR_EACH(i, b, monread_layout_break, l)
		if (b->kind == MONREAD_BREAK_IDENTITY &&
		    b->field->offset + b->field->length > k->end)
			k->end = b->field->offset + b->field->length;
	flat_done(&counters);
	return rc;
}

static int make_keys(struct keys *k, const struct monread_layout *l)
{
	const struct monread_payload *payload = monread_layout_payload(l);
	uint32_t i;

	k->walked = !flat_is(l);
	if (payload && flat_but_payload(l) && payload->product->length == 16)
		k->product = payload->product;
	if ((!k->walked || k->product) && flat_make(&k->flat, l, MONREAD_KEY))
		return -1;
	k->names = calloc(k->flat.n + 1u, sizeof *k->names);
	if (!k->names)
		return -1;
	for (i = 0; i < k->flat.n; i++)
		k->names[i] = instance_name(k->flat.places[i].field);
	if (!k->walked && find_end(k, l))
		return -1;
	k->known = 1;
	return 0;
}

static struct keys *keys_of(struct instances *s, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(s->keys, s->nkeys, l->id + 1u))
		return NULL;
	if (!s->keys[l->id].known && make_keys(&s->keys[l->id], l))
		return NULL;
	return &s->keys[l->id];
}

/* ---- Keys found by a walk ---- */

struct key_walk {
	struct instance *instance;
	/* number of array entries that the walk has entered but not left; keys in array entries are
	 * ignored */
	unsigned entries;
};

static int walked_field(void *arg, const struct monread_value *v)
{
	struct key_walk *w = arg;

	/* Store the length before each key, so that the keys "ab" and "c" differ from the keys "a"
	 * and "bc". */
	if (v->field->flags & MONREAD_KEY && !w->entries) {
		const unsigned char length[2] = { (unsigned char)(v->length >> 8),
			                          (unsigned char)v->length };

		add_bytes(w->instance, length, sizeof length);
		add_key(w->instance, instance_name(v->field), v->bytes, v->length);
	}
	return 0;
}

static int walked_begin(void *arg, const struct monread_place *place)
{
	struct key_walk *w = arg;

	w->entries += place->level == MONREAD_LEVEL_ENTRY;
	return 0;
}

static int walked_end(void *arg, const struct monread_place *place)
{
	struct key_walk *w = arg;

	w->entries -= place->level == MONREAD_LEVEL_ENTRY;
	return 0;
}

static int has_keys(const struct monread_structure *s)
{
	const struct monread_field *f;
	size_t i;

	MR_EACH(i, f, monread_structure_field, s)
		if (f->flags & MONREAD_KEY || (f->structure && has_keys(f->structure)))
			return 1;
	return 0;
}

/* Return 1 if the application data of the record may have key fields. */
static int has_payload_keys(struct instances *s, const struct monread_field *product,
                            const unsigned char *bytes, size_t length)
{
	const struct monread_layout *l;

	if (!mr_is_inside(product->offset, sizeof s->product, length))
		return 0;
	if (s->product_known &&
	    memcmp(s->product, bytes + product->offset, sizeof s->product) == 0)
		return s->product_keys;
	memcpy(s->product, bytes + product->offset, sizeof s->product);
	l = monread_layouts_product(s->layouts, s->product);
	/* If the application data can contain other application data, whose layout is not known
	 * here, assume that there are key fields. */
	s->product_keys = l && (monread_layout_payload(l) ||
	                        (l->nstructures && has_keys(monread_layout_structure(l, 0))));
	s->product_known = l || errno != ENOMEM;
	return s->product_keys || !s->product_known;
}

void instance_of_record(struct instance *instance, const struct monread_layout *l)
{
	instance->bytes[0] = (unsigned char)l->domain;
	instance->bytes[1] = (unsigned char)(l->record >> 8);
	instance->bytes[2] = (unsigned char)l->record;
}

int instance_of(struct instances *s, const struct monread_layout *l, unsigned release,
                const struct monread_ev *ev, struct instance *instance, size_t *enough)
{
	static const struct monread_emit emit = { .size = sizeof emit,
		                                  .field = walked_field,
		                                  .begin = walked_begin,
		                                  .end = walked_end };
	struct key_walk w = { instance, 0 };
	const unsigned char *bytes = ev->bytes;
	const size_t length = ev->length;
	const struct keys *k = keys_of(s, l);
	uint32_t i;

	instance_of_record(instance, l);
	instance->length = 3;
	instance->nkeys = 0;
	if (!k)
		return -1;
	*enough = k->walked || length < k->end ? length : k->end;
	if (k->walked && (!k->product || has_payload_keys(s, k->product, bytes, length)))
		return monread_decode(s->decoder, l, release, bytes, length, &emit, &w) ? -1 : 0;
	for (i = 0; i < k->flat.n; i++) {
		const struct flat_place *p = &k->flat.places[i];

		if (mr_is_inside(p->offset, p->length, length))
			add_key(instance, k->names[i], bytes + p->offset, p->length);
	}
	return 0;
}

void instance_hash(struct instance *instance)
{
	instance->hash = mr_hash(0, instance->bytes, instance->length);
}
