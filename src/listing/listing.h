/* listing.h: reads a listing: our .dsect files, and IBM's record pages as text. */
#ifndef MR_LISTING_H
#define MR_LISTING_H

#include "base/arena.h"
#include "monread.h"

/* Who is told of what disagrees; FN may be NULL. */
struct mr_listing_report {
	monread_notice *fn;
	void *arg;
	unsigned count;
};

/* Read TEXT into a layout that lives in A.  PATH is for the report only.
 * STRICT is for our own files: whatever is reported makes it a refusal.
 * 0, or -1 with errno: ENOMEM, or EINVAL for what cannot be used. */
int mr_listing_read(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                    struct mr_listing_report *rep, struct monread_layout **out);

#endif
