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

struct mr_draft;

/* Read TEXT into a draft of a layout that will live in A.  PATH is for the report only.
 * STRICT is for our own files: whatever is reported makes it a refusal.
 * NULL with errno: ENOMEM, or EINVAL for what cannot be used. */
struct mr_draft *mr_listing_open(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                                 struct mr_listing_report *rep);
void mr_listing_close(struct mr_draft *d);

/* Who the record is: its name and numbers, but no structures yet. */
const struct monread_layout *mr_listing_identity(const struct mr_draft *d);

/* The finished layout, from which on nothing in it changes. */
struct monread_layout *mr_listing_publish(struct mr_draft *d);

/* All of it at once.  0, or -1 with errno as above. */
int mr_listing_read(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                    struct mr_listing_report *rep, struct monread_layout **out);

#endif
