/* kept.c: records that a capture needs to be understood: they go into what is stored of it, whatever is selected. */
#include "config.h"

#include "tool/kept.h"

#include "out/formats.h"

void kept_prepare(struct kept *k, const struct options *o, const struct monread_layouts *layouts)
{
	size_t n = monread_layouts_count(layouts), i;

	k->shown = o->format == &out_raw_format;
	k->exact = o->exact;
	k->select = &o->select;
	k->any = !o->exact && select_filters(&o->select) && (k->shown || o->store.file);
	for (i = 0; k->any && i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (l && mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record))
			k->records[l->domain][l->record] |= l->configuration != 0;
	}
}
