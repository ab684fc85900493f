/* fields.c: a field name that no layout has is probably a typing error: report it instead of showing nothing. */
#include "config.h"

#include "cli/fields.h"

#include <fnmatch.h>

#include "port/ascii.h"

static int matches(const char *pattern, const char *name)
{
	char low[2][256];
	const char *in[2] = { pattern, name };
	size_t i, k;

	for (k = 0; k < 2; k++) {
		for (i = 0; in[k][i] && i < sizeof low[k] - 1; i++)
			low[k][i] = mr_lower(in[k][i]);
		low[k][i] = 0;
	}
	return fnmatch(low[0], low[1], 0) == 0;
}

static int field_is(const struct monread_field *f, const char *pattern)
{
	const struct monread_bit *bit;
	size_t i;

	if (matches(pattern, f->name))
		return 1;
	for (i = 0; (bit = monread_field_bit(f, i)) != NULL; i++)
		if (matches(pattern, bit->name))
			return 1;
	return 0;
}

static int layout_has(const struct monread_layout *l, const char *pattern)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	size_t i, k;

	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++) {
		if (matches(pattern, s->name))
			return 1;
		for (k = 0; (f = monread_structure_field(s, k)) != NULL; k++)
			if (field_is(f, pattern))
				return 1;
	}
	return 0;
}

const char *fields_unknown(const struct monread_layouts *l, const char *const *fields)
{
	size_t n = monread_layouts_count(l), i;

	for (; fields && *fields; fields++) {
		const struct monread_layout *layout = NULL;

		for (i = 0; i < n; i++) {
			layout = monread_layouts_at(l, i);
			if (layout && layout_has(layout, *fields))
				break;
		}
		if (i == n)
			return *fields;
	}
	return NULL;
}
