/* collection.h: the internals of struct monread_layouts. */
#ifndef MR_COLLECTION_H
#define MR_COLLECTION_H

#include <limits.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/when.h"

/* An entry of the sorted collection: one layout, which may be packed. */
struct mr_entry {
	int domain, record; /* -1: the layout does not describe a record; such layouts sort last */
	const char *name, *dsect;
	const char *product; /* product ID as in struct monread_layout; NULL or "": none */
	uint32_t builtin; /* index in mr_table_layouts, used if ->loaded is NULL */
	const struct monread_layout *loaded;
	unsigned release; /* the only release whose records the layout describes; 0: all releases */
};
#define MR_NO_RECORD (-2) /* the domain of the sentinel after the last entry */

struct mr_unpacked;

#define MR_SITES_MAX 64u

/* Only loading changes this struct; data that is built when it is first needed is in ->unpacked. */
struct monread_layouts {
	struct mr_arena arena;        /* memory of loaded layouts */
	struct mr_unpacked *unpacked; /* the unpacked built-in layouts; threads share them */
	/* the records that reveal the release of their system: domain << 16 | record number */
	uint32_t *tellers;
	uint32_t teller_domains; /* bit 1 << (domain % 32) is 1 for the domains of ->tellers */
	size_t ntellers, tellers_cap;
	uint32_t next_id;
	/* releases of the site layouts (made by monread-fetch-layouts), in ascending order */
	unsigned sites[MR_SITES_MAX];
	unsigned nsites;
	size_t count, cap;
	/* Sorted by domain and record number; loaded layouts come first. A sentinel ends loops over
	 * the entries of the last record. */
	struct mr_entry *entries;
};

/* Record that memory was short, so that monread_layouts_failed() returns 1. */
void mr_collection_no_memory(const struct monread_layouts *l);

/* Return the layout of the entry E, or NULL if out of memory. */
const struct monread_layout *mr_collection_layout(const struct monread_layouts *l,
                                                  const struct mr_entry *e);

enum mr_called { MR_BY_NAME, MR_BY_DSECT };

/* Return a table that finds entries by the hash of their names (mr_word_hash()); NULL if out of
 * memory. The items of the table are 2 * (index of an entry) + MR_BY_NAME or MR_BY_DSECT. The table
 * is valid until a layout is added. */
const struct hash_table *mr_collection_names(const struct monread_layouts *l);

/* Return the index of the first entry of the record (DOMAIN, RECORD), or the index where such an
 * entry would be inserted. */
size_t mr_collection_place(const struct monread_layouts *l, int domain, int record);

/* Insert LAYOUT, which must be in the arena of L and is for RELEASE only (0: all releases), before
 * the other layouts of the same record. Return 0, or -1 if out of memory. */
int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout, unsigned release);

/* Record that L has site layouts for RELEASE. Return 0, or -1 if L has site layouts for
 * MR_SITES_MAX releases already. */
int mr_collection_add_site(struct monread_layouts *l, unsigned release);

static inline int mr_entry_is(const struct mr_entry *e, int domain, int record)
{
	return e->domain == domain && e->record == record;
}

#define MR_ANY_SITE UINT_MAX

/* Return 1 if the layout of the entry E is for systems with the site layouts of the release SITE
 * (see monread_system_site()), or if SITE is MR_ANY_SITE. */
static inline int mr_entry_fits(const struct mr_entry *e, unsigned site)
{
	return e->release == 0 || e->release == site || site == MR_ANY_SITE;
}

/* Return the layout of R, a record (DOMAIN, RECORD) of a system with the site layouts of the
 * release SITE. If R is NULL, return the first layout of (DOMAIN, RECORD) for SITE. Set *AT to the
 * index of the first entry of (DOMAIN, RECORD) for SITE. If no layout is found, return NULL with
 * errno ENOENT, or ENOMEM. */
const struct monread_layout *mr_find_record(const struct monread_layouts *l, unsigned domain,
                                            unsigned record, const struct mr_asked *r,
                                            unsigned site, size_t *at);

#endif
