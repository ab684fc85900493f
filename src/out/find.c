/* find.c: what a layout has by a name. */
#include "config.h"

#include "out/find.h"

#include <string.h>

const struct monread_structure *out_find_structure(const struct monread_layout *l, const char *name)
{
	uint32_t i;

	for (i = 0; i < l->nstructures; i++)
		if (strcmp(l->structures[i].name, name) == 0)
			return &l->structures[i];
	return NULL;
}

const struct monread_field *out_find_field(const struct monread_structure *s, const char *name)
{
	uint32_t i;

	for (i = 0; i < s->nfields; i++)
		if (strcmp(s->fields[i].name, name) == 0)
			return &s->fields[i];
	return NULL;
}

const struct monread_bit *out_find_bit(const struct monread_structure *s, const char *name)
{
	uint32_t i, k;

	for (i = 0; i < s->nfields; i++)
		for (k = 0; k < s->fields[i].nbits; k++)
			if (strcmp(s->fields[i].bits[k].name, name) == 0)
				return &s->fields[i].bits[k];
	return NULL;
}
