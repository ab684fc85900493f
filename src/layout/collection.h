/* collection.h: the inside of struct monread_layouts. */
#ifndef MR_COLLECTION_H
#define MR_COLLECTION_H

#include "base/arena.h"
#include "monread.h"

/* A layout in its order; a built-in one is unpacked when it is first wanted. */
struct mr_entry {
	int domain, record; /* -1, -1: not a record; these come last */
	uint32_t builtin;   /* its number in the tables; MR_LOADED: a loaded one */
	struct monread_layout *layout;
};
#define MR_LOADED 0xFFFFFFFFu
#define MR_NO_RECORD (-2) /* the domain of the one behind the last */

struct monread_layouts {
	struct mr_arena arena;
	unsigned release;
	int release_set;   /* by hand: nothing is learnt */
	int failed;        /* memory was short for a layout */
	uint32_t *tellers; /* domain and record of those that tell the release */
	/* Of records whose first layout has no conditions: found without searching. */
	const struct monread_layout *single[32][256];
	uint32_t teller_domains; /* a bit for each; many are the records that tell nothing */
	size_t ntellers, tellers_cap;
	uint32_t next_id;
	size_t count, cap;
	/* By domain and record, a loaded one before the built-in ones.  One of no record stands behind the last, so that
	 * those of a record end before the end. */
	struct mr_entry *entries;
};

/* The layout of E, unpacked if need be.  NULL: out of memory. */
struct monread_layout *mr_collection_layout(struct monread_layouts *l, struct mr_entry *e);

/* The names of the layout of E, which need not be unpacked for them. */
const char *mr_entry_name(const struct mr_entry *e);
const char *mr_entry_dsect(const struct mr_entry *e);

/* The first entry of (DOMAIN, RECORD), or where it would be. */
size_t mr_collection_place(const struct monread_layouts *l, int domain, int record);

/* Put LAYOUT, which lives in the arena of L, before what is known of its record.  0, or -1: out of memory. */
int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout);

#endif
