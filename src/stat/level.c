/* level.c: the level of CP is a text in the record that names the system. */
#include "config.h"

#include "stat/level.h"

#include "port/padding.h"

void level_take(char level[LEVEL_SIZE], const struct monread_codepage *codepage, const struct monread_layout *l,
                const struct monread_ev *ev)
{
	const struct monread_field *f = monread_layout_marked(l, MONREAD_LEVEL);
	size_t i, n, size;

	if (!f || f->offset > ev->length || f->length > ev->length - f->offset)
		return;
	n = mr_unpadded(ev->bytes + f->offset, f->length, 0);
	for (i = 0; i < n && i + 1 < LEVEL_SIZE; i++) {
		const char *c = monread_codepage_utf8(codepage, ev->bytes[f->offset + i], &size);

		/* What is no plain text tells nothing. */
		if (size != 1 || *c < ' ' || *c > '~')
			break;
		level[i] = *c;
	}
	level[i == n ? n : 0] = '\0';
}
