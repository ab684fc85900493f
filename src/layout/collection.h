/* collection.h: the internals of struct monread_layouts. */
#ifndef MR_COLLECTION_H
#define MR_COLLECTION_H

#include <limits.h>

#include "base/arena.h"
#include "base/when.h"
#include "monread.h"
#include "port/hash.h"

/* An entry of the sorted collection: one layout, which may be packed. */
struct mr_entry {
	int domain, record; /* -1, -1: not a record; sorts last */
	uint32_t builtin;   /* index in the built-in tables */
	const struct monread_layout *loaded; /* the loaded layout; NULL: built in */
	unsigned release;   /* the only release it applies to; 0: all releases */
};
#define MR_NO_RECORD (-2) /* the domain of the sentinel after the last entry */

struct mr_unpacked;

#define MR_SITES_MAX 64u

/* Only loading changes this struct; data that is built on first use is in ->unpacked. */
struct monread_layouts {
	struct mr_arena arena;        /* memory of loaded layouts */
	/* built-in layouts that were needed so far; shared by threads */
	struct mr_unpacked *unpacked;
	uint32_t *tellers;            /* domain << 16 | record of records that tell the release */
	uint32_t teller_domains;      /* one bit for each domain with such records, modulo 32 */
	size_t ntellers, tellers_cap;
	uint32_t next_id;
	unsigned sites[MR_SITES_MAX]; /* releases with site layouts, in ascending order */
	unsigned nsites;
	size_t count, cap;
	/* Sorted by domain and record, loaded layouts before built-in ones; a sentinel follows the
	 * last entry, so that loops over one record end there. */
	struct mr_entry *entries;
};

/* Note that memory was short, for monread_layouts_failed(). */
void mr_collection_no_memory(const struct monread_layouts *l);

/* Return the layout of E, unpacked if necessary. NULL if out of memory. */
const struct monread_layout *mr_collection_layout(const struct monread_layouts *l,
                                                  const struct mr_entry *e);

enum mr_called { MR_BY_NAME, MR_BY_DSECT };

/* Return a table of entries by the mr_word_hash() of their names; its items are 2 * entry + enum
 * mr_called. It is built on first use and valid until a layout is added. NULL if out of memory. */
const struct hash_table *mr_collection_names(const struct monread_layouts *l);

/* Return the names of the layout of E without unpacking it. */
const char *mr_entry_name(const struct mr_entry *e);
const char *mr_entry_dsect(const struct mr_entry *e);

/* Return the index of the first entry of (DOMAIN, RECORD), or where it would be inserted. */
size_t mr_collection_place(const struct monread_layouts *l, int domain, int record);

/* Insert LAYOUT, which lives in the arena of L, before other layouts of its record. RELEASE: the
 * only release it applies to, 0 for all. Return 0, or -1 if out of memory. */
int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout, unsigned release);

/* Note that there are layouts for RELEASE only. Return 0, or -1 if there are too many releases. */
int mr_collection_add_site(struct monread_layouts *l, unsigned release);

#define MR_ANY_SITE UINT_MAX

/* Return 1 if E applies to systems with the site SITE; see monread_system_site(). */
static inline int mr_entry_fits(const struct mr_entry *e, unsigned site)
{
	return e->release == 0 || e->release == site || site == MR_ANY_SITE;
}

/* Return the layout for the record R of a system with the site SITE; if R is NULL, the first layout
 * of (DOMAIN, RECORD). *AT is the first entry of this number that applies. NULL: unknown (ENOENT)
 * or out of memory (ENOMEM). */
const struct monread_layout *mr_find_record(const struct monread_layouts *l, unsigned domain,
                                            unsigned record, const struct mr_asked *r,
                                            unsigned site, size_t *at);

#endif
