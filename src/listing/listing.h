/* listing.h: reads a listing: a .dsect file, or a record page of IBM's as text. */
#ifndef MR_LISTING_H
#define MR_LISTING_H

#include "base/arena.h"
#include "monread.h"

struct mr_value_lists;

/* Where disagreements are reported; FN may be NULL. LISTS are the lists of codes with names, or NULL. */
struct mr_listing_report {
	monread_notice *fn;
	void *arg;
	unsigned count;
	const struct mr_value_lists *lists;
};

struct mr_draft;

/* Read TEXT into the draft of a layout, which is allocated in A. PATH is only used in reports and as the layout's path.
 * STRICT is for the project's own files: anything that is reported makes the file invalid. REP may be NULL.
 * Returns NULL with errno set: ENOMEM, or EINVAL if the listing cannot be used. */
struct mr_draft *mr_listing_open(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                                 struct mr_listing_report *rep);
void mr_listing_close(struct mr_draft *d);

/* The layout so far: it has the name and the numbers of the record, but no structures. */
const struct monread_layout *mr_listing_identity(const struct mr_draft *d);

/* Of several records in one page: one that does not say its release has *RELEASE, which becomes that of one that does. */
void mr_listing_share_release(struct mr_draft *d, const char **release);

/* Complete the layout. It is not changed afterwards, and stays valid when the draft is closed. Returns NULL if out of
 * memory. */
struct monread_layout *mr_listing_publish(struct mr_draft *d);

/* Open, publish and close. Returns 0, or -1 with errno set as above. */
int mr_listing_read(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                    struct mr_listing_report *rep, struct monread_layout **out);

#endif
