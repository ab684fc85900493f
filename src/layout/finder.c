/* finder.c: finds a layout by name, by record or by product ID. */
#include <errno.h>

#include "base/ascii.h"
#include "base/model.h"
#include "base/record.h"
#include "layout/collection.h"

/* Let callers distinguish an unknown layout from a lack of memory. */
static void *unknown(void)
{
	errno = ENOENT;
	return NULL;
}

/* ---- Records ---- */

static int conditions_hold(const struct monread_layout *layout, const struct mr_asked *r)
{
	uint32_t i;

	for (i = 0; i < layout->nwhen; i++)
		if (!mr_when_holds(mr_layout(layout)->when[i], r))
			return 0;
	return 1;
}

/* Return the first layout of the same record as l->entries[AT] that is for the release SITE and
 * whose conditions hold for the record R (NULL: ignore conditions). If there is no such layout,
 * return the first layout for SITE, which is the newest. */
static const struct monread_layout *finder_choose(const struct monread_layouts *l, size_t at,
                                                  const struct mr_asked *r, unsigned site)
{
	const struct monread_layout *first = NULL, *layout;
	const struct mr_entry *same = &l->entries[at];
	const struct mr_entry *e;

	for (e = same; mr_entry_is(e, same->domain, same->record); e++) {
		if (!mr_entry_fits(e, site))
			continue;
		layout = mr_collection_layout(l, e);
		if (!layout)
			return NULL;
		if (layout->nstructures == 0 && first)
			continue;
		if (!r || conditions_hold(layout, r))
			return layout;
		first = first ? first : layout;
	}
	return first;
}

const struct monread_layout *mr_find_record(const struct monread_layouts *l, unsigned domain,
                                            unsigned record, const struct mr_asked *r,
                                            unsigned site, size_t *at)
{
	const struct mr_entry *e;

	if (domain > 0xFFFF || record > 0xFFFF)
		return unknown();
	*at = mr_collection_place(l, (int)domain, (int)record);
	e = &l->entries[*at];
	while (mr_entry_is(e, (int)domain, (int)record) && !mr_entry_fits(e, site))
		e++;
	*at = (size_t)(e - l->entries);
	if (!mr_entry_is(e, (int)domain, (int)record))
		return unknown();
	return finder_choose(l, *at, r, site);
}

const struct monread_layout *monread_layouts_find(const struct monread_layouts *l, unsigned domain,
                                                  unsigned record)
{
	size_t at;

	return mr_find_record(l, domain, record, NULL, MR_ANY_SITE, &at);
}

/* ---- Names ---- */

#define NO_ENTRY SIZE_MAX

/* Return the index of the first entry, from index FROM on, that has NAME as the name of the record
 * or, if BY is MR_BY_DSECT, of the DSECT; NO_ENTRY: none. */
static size_t finder_name(const struct monread_layouts *l, const struct hash_table *names,
                          const char *name, enum mr_called by, size_t from)
{
	const struct hash_slot *s;

	for (s = hash_first(names, mr_word_hash(name)); s->item; s = hash_next(names, s)) {
		size_t at = (s->item - 1) / 2;
		const struct mr_entry *e = &l->entries[at];

		if (at >= from && (s->item - 1) % 2 == by &&
		    mr_same_word(name, by == MR_BY_DSECT ? e->dsect : e->name))
			return at;
	}
	return NO_ENTRY;
}

const struct monread_layout *monread_layouts_by_name(const struct monread_layouts *l,
                                                     const char *name)
{
	const struct hash_table *names;
	unsigned domain, record;
	size_t at;

	if (!*name)
		return unknown();
	if (mr_is_record(name, &domain, &record))
		return monread_layouts_find(l, domain, record);
	names = mr_collection_names(l);
	if (!names)
		return NULL;
	at = finder_name(l, names, name, MR_BY_NAME, 0);
	if (at == NO_ENTRY)
		at = finder_name(l, names, name, MR_BY_DSECT, 0);
	return at == NO_ENTRY ? unknown() : mr_collection_layout(l, &l->entries[at]);
}

const struct monread_layout *monread_layouts_next(const struct monread_layouts *l,
                                                  const struct monread_layout *layout)
{
	const struct hash_table *names = mr_collection_names(l);
	const struct monread_layout *same;
	int behind = 0;
	size_t at;

	if (!names)
		return NULL;
	for (at = finder_name(l, names, layout->name, MR_BY_NAME, 0); at != NO_ENTRY;
	     at = finder_name(l, names, layout->name, MR_BY_NAME, at + 1)) {
		same = mr_collection_layout(l, &l->entries[at]);
		if (!same || behind)
			return same;
		behind = same == layout;
	}
	return unknown();
}

/* ---- Application data ---- */

static int product_matches(const char *pattern, const unsigned char *bytes)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < 32; i++) {
		unsigned nibble = i % 2 ? bytes[i / 2] & 15u : bytes[i / 2] >> 4;

		if (pattern[i] != '.' && mr_lower(pattern[i]) != digits[nibble])
			return 0;
	}
	return 1;
}

const struct monread_layout *monread_layouts_product(const struct monread_layouts *l,
                                                     const unsigned char *product)
{
	size_t i;

	for (i = mr_collection_place(l, -1, -1); i < l->count; i++) {
		const char *pattern = l->entries[i].product;

		if (pattern && *pattern && product_matches(pattern, product))
			return mr_collection_layout(l, &l->entries[i]);
	}
	return unknown();
}
