/* ending.c: configuration counts until a record with the same key comes that ends it. */
#include "config.h"

#include "store/ending.h"

#include <string.h>

#include "port/ascii.h"

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
