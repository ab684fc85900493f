/* listing.h: reads a listing, which is a .dsect file, or one of IBM's record pages as text. */
#ifndef MR_LISTING_H
#define MR_LISTING_H

#include "base/arena.h"
#include "monread.h"

struct mr_value_lists;

/* The receiver of reports about a listing: ->fn (may be NULL) is called with ->arg for each report.
 * ->lists has the named lists of codes that annotations can use (NULL: none). */
struct mr_listing_report {
	monread_notice *fn;
	void *arg;
	const struct mr_value_lists *lists;
};

struct mr_draft;

/* Read the listing TEXT of LEN bytes into a draft, whose layout is allocated in the arena A. PATH
 * is used in reports and as the path of the layout. STRICT is 1 for the project's own files: refuse
 * the file after any report. REP, which gets the reports, may be NULL. Return NULL with errno
 * ENOMEM, or EINVAL if the listing cannot be used. */
struct mr_draft *mr_listing_open(struct mr_arena *a, const char *path, const char *text, size_t len,
                                 int strict, const struct mr_listing_report *rep);
void mr_listing_close(struct mr_draft *d);

/* Complete the layout of the draft D and return the layout, which stays valid after the draft is
 * closed. Return NULL if out of memory. */
struct monread_layout *mr_listing_publish(struct mr_draft *d);

/* Open a draft, publish its layout and close it. Return NULL with errno like mr_listing_open(). */
struct monread_layout *mr_listing_read(struct mr_arena *a, const char *path, const char *text,
                                       size_t len, int strict,
                                       const struct mr_listing_report *rep);

#endif
