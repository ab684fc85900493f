/* ending.c: configuration counts until a record with the same key comes that ends it. */
#include "config.h"

#include "store/ending.h"

#include <string.h>

#include "port/ascii.h"
#include "port/hash.h"

static const struct monread_field *find(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++)
		if (mr_same_word(f->name, name))
			return f;
	return NULL;
}

static int is_there(const struct monread_field *f, size_t length)
{
	return f->offset <= length && f->length <= length - f->offset;
}

static int is_same(const struct monread_ending *e, const unsigned char *bytes, size_t length,
                   const struct monread_layout *by, const struct monread_ev *ev)
{
	const struct monread_field *other;

	if (!e->key)
		return 1;
	other = by->nstructures ? find(monread_layout_structure(by, 0), e->other) : NULL;
	return other && other->length == e->key->length && is_there(e->key, length) && is_there(other, ev->length) &&
	       memcmp(bytes + e->key->offset, ev->bytes + other->offset, other->length) == 0;
}

int ending_is_of(const struct monread_layout *l, const unsigned char *bytes, size_t length,
                 const struct monread_layout *by, const struct monread_ev *ev)
{
	const struct monread_ending *e;
	int any = 0;
	size_t i;

	for (i = 0; (e = monread_layout_ending(l, i)) != NULL; i++) {
		if (!mr_same_word(e->record, by->name))
			continue;
		if (!is_same(e, bytes, length, by, ev))
			return 0;
		any = 1;
	}
	return any;
}

static int is_key(const struct monread_ending *e, const struct monread_field *key)
{
	return e->key && e->key->offset == key->offset && e->key->length == key->length;
}

/* Whether one of the endings by a record that is called RECORD has KEY. */
static int ends_by_key(const struct monread_layout *l, const char *record, const struct monread_field *key)
{
	const struct monread_ending *e;
	size_t i;

	for (i = 0; (e = monread_layout_ending(l, i)) != NULL; i++)
		if (mr_same_word(e->record, record) && is_key(e, key))
			return 1;
	return 0;
}

/* The key that has to be the same whatever ends it; NULL: there is none. */
static const struct monread_field *common_key(const struct monread_layout *l)
{
	const struct monread_field *key = monread_layout_ending(l, 0)->key;
	const struct monread_ending *e;
	size_t i;

	for (i = 1; key && (e = monread_layout_ending(l, i)) != NULL; i++)
		if (!ends_by_key(l, e->record, key))
			key = NULL;
	return key;
}

static uint64_t hash_of(const struct monread_field *f, const unsigned char *bytes)
{
	return mr_hash(0, bytes + f->offset, f->length) | 1;
}

uint64_t ending_hash(const struct monread_layout *l, const unsigned char *bytes, size_t length)
{
	const struct monread_field *key = l->nendings ? common_key(l) : NULL;

	if (!key)
		return l->nendings > 0;
	return is_there(key, length) ? hash_of(key, bytes) : 0;
}

uint64_t ending_hash_by(const struct monread_layout *l, const struct monread_layout *by, const struct monread_ev *ev)
{
	const struct monread_field *key = common_key(l), *other;
	const struct monread_ending *e, *found = NULL;
	size_t i;

	for (i = 0; (e = monread_layout_ending(l, i)) != NULL; i++)
		if (mr_same_word(e->record, by->name) && (!key || is_key(e, key)))
			found = e;
	if (!found || !key)
		return found != NULL;
	other = by->nstructures ? find(monread_layout_structure(by, 0), found->other) : NULL;
	return other && other->length == key->length && is_there(other, ev->length) ? hash_of(other, ev->bytes) : 0;
}
