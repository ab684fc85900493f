/* listing.h: reads a listing: a .dsect file, or one of IBM's record pages as text. */
#ifndef MR_LISTING_H
#define MR_LISTING_H

#include "base/arena.h"
#include "monread.h"

struct mr_value_lists;

/* Receives reports about a listing; FN may be NULL. LISTS are the named lists of codes, or NULL. */
struct mr_listing_report {
	monread_notice *fn;
	void *arg;
	unsigned count;
	const struct mr_value_lists *lists;
};

struct mr_draft;

/* Read TEXT into a draft, whose layout is allocated in A. PATH is only used in reports and as the layout's path.
 * STRICT is for the project's own files: any report makes the file invalid. REP may be NULL. Return NULL with
 * errno: ENOMEM, or EINVAL if the listing cannot be used. */
struct mr_draft *mr_listing_open(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                                 struct mr_listing_report *rep);
void mr_listing_close(struct mr_draft *d);

/* Return the unfinished layout: it has the name and the numbers of the record, but no structures. */
const struct monread_layout *mr_listing_identity(const struct mr_draft *d);

/* For a page with several records: give a record without a release *RELEASE; set *RELEASE from a record that has
 * one. */
void mr_listing_share_release(struct mr_draft *d, const char **release);

/* Complete the layout, which stays unchanged and valid after the draft is closed. Return NULL if out of memory. */
struct monread_layout *mr_listing_publish(struct mr_draft *d);

/* Open, publish and close. Return 0, or -1 with errno as above. */
int mr_listing_read(struct mr_arena *a, const char *path, const char *text, size_t len, int strict,
                    struct mr_listing_report *rep, struct monread_layout **out);

/* Return the bytes of a file, to be freed. Return NULL with errno: EFBIG if it is larger than MONREAD_PAGE_MAX, or an
 * error of the system. */
char *mr_listing_file(const char *path, size_t *len);

#endif
