/* fields.c: resolves the names of --fields, and finds names that no layout has. */
#include "config.h"

#include "cli/fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/globs.h"

static int field_is(const struct monread_field *f, const char *pattern)
{
	const struct monread_bit *bit;
	size_t i;

	if (globs_is(pattern, f->name))
		return 1;
	for (i = 0; (bit = monread_field_bit(f, i)) != NULL; i++)
		if (globs_is(pattern, bit->name))
			return 1;
	return 0;
}

static int layout_has(const struct monread_layout *l, const char *pattern)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	size_t i, k;

	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++) {
		if (globs_is(pattern, s->name))
			return 1;
		for (k = 0; (f = monread_structure_field(s, k)) != NULL; k++)
			if (field_is(f, pattern))
				return 1;
	}
	return 0;
}

static int any_layout_has(const struct monread_layouts *l, const char *pattern)
{
	size_t n = monread_layouts_count(l), i;

	for (i = 0; i < n; i++) {
		const struct monread_layout *layout = monread_layouts_at(l, i);

		if (layout && layout_has(layout, pattern))
			return 1;
	}
	return 0;
}

int fields_resolve(const struct monread_layouts *l, char **fields, const char **unknown)
{
	*unknown = NULL;
	for (; fields && *fields; fields++) {
		char *full;

		if (any_layout_has(l, *fields))
			continue;
		full = malloc(strlen(*fields) + 3);
		if (!full)
			return ENOMEM;
		strcpy(full, "*_");
		strcat(full, *fields);
		if (!any_layout_has(l, full)) {
			free(full);
			*unknown = *fields;
			return 0;
		}
		free(*fields);
		*fields = full;
	}
	return 0;
}
