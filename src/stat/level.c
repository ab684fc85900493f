/* level.c: the level of CP is a text in the record that names the system. */
#include "config.h"

#include "stat/level.h"

#include <string.h>

static const struct monread_field *find_field(const struct monread_layout *l, size_t length)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);
	const struct monread_field *f;
	size_t i;

	for (i = 0; root && (f = monread_structure_field(root, i)) != NULL; i++)
		if (strstr(f->name, "_HCPCPEID"))
			return f->offset <= length && f->length <= length - f->offset ? f : NULL;
	return NULL;
}

void level_take(char level[LEVEL_SIZE], const struct monread_codepage *codepage, const struct monread_layout *l,
                const struct monread_ev *ev)
{
	const struct monread_field *f = find_field(l, ev->length);
	size_t i, n = 0, size;

	if (!f)
		return;
	for (i = 0; i < f->length && i + 1 < LEVEL_SIZE; i++) {
		const char *c = monread_codepage_utf8(codepage, ev->bytes[f->offset + i], &size);

		/* What is no plain text tells nothing. */
		if (size != 1 || *c < ' ' || *c > '~')
			break;
		level[i] = *c;
		if (*c != ' ')
			n = i + 1;
	}
	level[i == f->length ? n : 0] = '\0';
}
