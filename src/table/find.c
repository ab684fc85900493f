/* find.c: finds a field of a structure by name. */
#include "config.h"

#include "table/find.h"

#include <string.h>

const struct monread_field *table_find_field(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}
