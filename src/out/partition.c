/* partition.c: finds texts about the system in its D1R4: the name of the logical partition, the level of CP. */
#include "config.h"

#include "out/partition.h"

#include <string.h>

#include "port/padding.h"

static const struct monread_field *find_field(struct monread_system *system, const struct monread_ev *ev, unsigned flag)
{
	const struct monread_layout *l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	const struct monread_field *f = l ? monread_layout_marked(l, flag) : NULL;

	return f && f->offset <= ev->length && f->length <= ev->length - f->offset ? f : NULL;
}

void out_marked(const struct out *o, struct monread_system *system, const struct monread_ev *ev, unsigned flag, char *text,
                size_t size)
{
	const struct monread_field *f = find_field(system, ev, flag);
	size_t i, n = 0, k, length = f ? mr_unpadded(ev->bytes + f->offset, f->length, 0) : 0;

	for (i = 0; i < length; i++) {
		const char *c = monread_codepage_utf8(o->settings.codepage, ev->bytes[f->offset + i], &k);

		if (k >= size - n)
			break;
		memcpy(text + n, c, k);
		n += k;
	}
	text[n] = '\0';
}
