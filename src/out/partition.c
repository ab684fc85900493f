/* partition.c: finds the name of the logical partition, which is in D1R4 together with the name of the system. */
#include "config.h"

#include "out/partition.h"

#include <string.h>

#include "port/padding.h"

static const struct monread_field *find_field(struct monread_system *system, const struct monread_ev *ev)
{
	const struct monread_layout *l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	const struct monread_field *f = l ? monread_layout_marked(l, MONREAD_PARTITION) : NULL;

	return f && f->offset <= ev->length && f->length <= ev->length - f->offset ? f : NULL;
}

void out_partition(const struct out *o, struct monread_system *system, const struct monread_ev *ev, char *name, size_t size)
{
	const struct monread_field *f = find_field(system, ev);
	size_t i, n = 0, k, length = f ? mr_unpadded(ev->bytes + f->offset, f->length, 0) : 0;

	for (i = 0; i < length; i++) {
		const char *c = monread_codepage_utf8(o->settings.codepage, ev->bytes[f->offset + i], &k);

		if (k >= size - n)
			break;
		memcpy(name + n, c, k);
		n += k;
	}
	name[n] = '\0';
}
