#include "base/find.h"

#include <string.h>

const struct monread_field *mr_find_field(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0, f = monread_structure_field(s, 0); f; f = monread_structure_field(s, ++i))
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

const struct monread_structure *mr_find_structure(const struct monread_layout *l, const char *name)
{
	const struct monread_structure *s;
	size_t i;

	for (i = 0, s = monread_layout_structure(l, 0); s; s = monread_layout_structure(l, ++i))
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

const struct monread_bit *mr_find_bit(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k;

	for (i = 0, f = monread_structure_field(s, 0); f; f = monread_structure_field(s, ++i))
		for (k = 0, bit = monread_field_bit(f, 0); bit; bit = monread_field_bit(f, ++k))
			if (strcmp(bit->name, name) == 0)
				return bit;
	return NULL;
}
