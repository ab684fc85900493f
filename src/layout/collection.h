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
	int domain, record; /* -1, -1: the layout is not of a record; such layouts sort last */
	uint32_t builtin;   /* index in the built-in tables, for a built-in layout */
	/* the layout that was loaded; NULL: the layout is built in */
	const struct monread_layout *loaded;
	unsigned release;   /* the only release to which the layout applies; 0: all releases */
};
#define MR_NO_RECORD (-2) /* the domain of the sentinel after the last entry */

struct mr_unpacked;

#define MR_SITES_MAX 64u

/* A collection of layouts. This struct changes only while layouts are loaded; data that is built
 * when it is first needed is in ->unpacked. */
struct monread_layouts {
	struct mr_arena arena;        /* memory of loaded layouts */
	/* built-in layouts that were needed so far; threads share them */
	struct mr_unpacked *unpacked;
	/* the records that tell the release, each as domain << 16 | record number */
	uint32_t *tellers;
	/* one bit, number domain modulo 32, for each domain with such records */
	uint32_t teller_domains;
	size_t ntellers, tellers_cap;
	uint32_t next_id;
	unsigned sites[MR_SITES_MAX]; /* releases with site layouts, in ascending order */
	unsigned nsites;
	size_t count, cap;
	/* Sorted by domain and record number; loaded layouts come before built-in layouts. A
	 * sentinel follows the last entry, so that loops over one record end there. */
	struct mr_entry *entries;
};

/* Note that memory was short, for monread_layouts_failed(). */
void mr_collection_no_memory(const struct monread_layouts *l);

/* Return the layout of the entry E, and unpack it if necessary. NULL if out of memory. */
const struct monread_layout *mr_collection_layout(const struct monread_layouts *l,
                                                  const struct mr_entry *e);

enum mr_called { MR_BY_NAME, MR_BY_DSECT };

/* Return a table that finds entries by the mr_word_hash() of their names. The items of the table
 * are 2 * entry + enum mr_called. The first call builds the table; it is valid until a layout is
 * added. NULL if out of memory. */
const struct hash_table *mr_collection_names(const struct monread_layouts *l);

/* Return the name of the layout of E, or the name of its DSECT. The layout is not unpacked. */
const char *mr_entry_name(const struct mr_entry *e);
const char *mr_entry_dsect(const struct mr_entry *e);

/* Return the index of the first entry of the record (DOMAIN, RECORD), or the index where such an
 * entry would be inserted. */
size_t mr_collection_place(const struct monread_layouts *l, int domain, int record);

/* Insert LAYOUT, which must be in the arena of L, before the other layouts of its record. RELEASE
 * is the only release to which LAYOUT applies; 0: all releases. Return 0, or -1 if out of
 * memory. */
int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout, unsigned release);

/* Note that there are layouts that apply to RELEASE only. Return 0, or -1 if there are too many
 * such releases. */
int mr_collection_add_site(struct monread_layouts *l, unsigned release);

#define MR_ANY_SITE UINT_MAX

/* Return 1 if E applies to systems with the site SITE; see monread_system_site(). */
static inline int mr_entry_fits(const struct mr_entry *e, unsigned site)
{
	return e->release == 0 || e->release == site || site == MR_ANY_SITE;
}

/* Return the layout of the record R of a system with the site SITE. If R is NULL, return the first
 * layout of (DOMAIN, RECORD) that applies. *AT is the index of the first entry of (DOMAIN, RECORD)
 * that applies. Return NULL with errno ENOENT if there is none, or ENOMEM. */
const struct monread_layout *mr_find_record(const struct monread_layouts *l, unsigned domain,
                                            unsigned record, const struct mr_asked *r,
                                            unsigned site, size_t *at);

#endif
