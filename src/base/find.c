#include "base/find.h"

#include <string.h>

const struct monread_field *mr_find_field(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	size_t i;

	MR_EACH(i, f, monread_structure_field, s)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

const struct monread_structure *mr_find_structure(const struct monread_layout *l, const char *name)
{
	const struct monread_structure *s;
	size_t i;

	MR_EACH(i, s, monread_layout_structure, l)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

const struct monread_bit *mr_find_bit(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k;

	MR_EACH(i, f, monread_structure_field, s)
		MR_EACH(k, bit, monread_field_bit, f)
			if (strcmp(bit->name, name) == 0)
				return bit;
	return NULL;
}
