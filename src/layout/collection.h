/* collection.h: the inside of struct monread_layouts. */
#ifndef MR_COLLECTION_H
#define MR_COLLECTION_H

#include <limits.h>

#include "base/arena.h"
#include "base/when.h"
#include "monread.h"
#include "port/hash.h"

/* A layout in its order. */
struct mr_entry {
	int domain, record; /* -1, -1: not a record; these come last */
	uint32_t builtin;   /* its number in the tables, */
	const struct monread_layout *loaded; /* or the loaded layout; NULL: it is a built-in one */
	unsigned release;   /* only for systems that have this site; 0: for all */
};
#define MR_NO_RECORD (-2) /* the domain of the one behind the last */

struct mr_unpacked;

#define MR_SITES_MAX 64u

/* Nothing of it changes but by loading; what is made on first use is behind ->unpacked. */
struct monread_layouts {
	struct mr_arena arena;        /* of what was loaded */
	struct mr_unpacked *unpacked; /* the built-in layouts that were wanted; threads may share it */
	uint32_t *tellers;            /* domain and record of those that tell the release */
	uint32_t teller_domains;      /* a bit for each of their domains, modulo 32 */
	size_t ntellers, tellers_cap;
	uint32_t next_id;
	unsigned sites[MR_SITES_MAX]; /* releases that layouts are for, in order */
	unsigned nsites;
	size_t count, cap;
	/* By domain and record, a loaded one before the built-in ones.  One of no record stands behind the last, so that
	 * those of a record end before the end. */
	struct mr_entry *entries;
};

/* Memory is short: monread_layouts_failed() says so from now on. */
void mr_collection_no_memory(const struct monread_layouts *l);

/* The layout of E, unpacked if need be.  NULL: out of memory. */
const struct monread_layout *mr_collection_layout(const struct monread_layouts *l, const struct mr_entry *e);

enum mr_called { MR_BY_NAME, MR_BY_DSECT };

/* The entries by the mr_word_hash() of their names: items are 2 * entry + enum mr_called.  The table is made on first use
 * and lasts until a layout is added.  NULL: out of memory. */
const struct hash_table *mr_collection_names(const struct monread_layouts *l);

/* The names of the layout of E, which need not be unpacked for them. */
const char *mr_entry_name(const struct mr_entry *e);
const char *mr_entry_dsect(const struct mr_entry *e);

/* The first entry of (DOMAIN, RECORD), or where it would be. */
size_t mr_collection_place(const struct monread_layouts *l, int domain, int record);

/* Put LAYOUT, which lives in the arena of L, before what is known of its record; RELEASE: of the systems that it is for,
 * 0: of all.  0, or -1: out of memory. */
int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout, unsigned release);

/* There are layouts for systems of RELEASE.  0, or -1: they would be too many releases. */
int mr_collection_add_site(struct monread_layouts *l, unsigned release);

#define MR_ANY_SITE UINT_MAX

/* Whether E is for systems with the site SITE; see monread_system_site(). */
static inline int mr_entry_fits(const struct mr_entry *e, unsigned site)
{
	return e->release == 0 || e->release == site || site == MR_ANY_SITE;
}

/* The layout of the record R of a system with the site SITE; where R is NULL, the first that is known of (DOMAIN,
 * RECORD).  *AT: the first entry of that number that fits.  NULL: unknown (ENOENT), or out of memory (ENOMEM). */
const struct monread_layout *mr_find_record(const struct monread_layouts *l, unsigned domain, unsigned record,
                                            const struct mr_asked *r, unsigned site, size_t *at);

#endif
