/* split.h: writes one file per table (--split). Workers mark in their text to which table each
 * section of the text belongs. */
#ifndef OUT_SPLIT_H
#define OUT_SPLIT_H

#include "out/format.h"

/* The files of --split, one per table. */
struct split;

/* Prepare one file per table in the directory w->settings->split. Create the directory if it does
 * not exist. On failure return NULL with the reason in w->error. */
struct split *split_open(struct out_worker *w);

/* The functions below store the reason of a failure in w->error. */

/* Write N bytes of TEXT to the files of the tables. TEXT comes from a worker, which has marked its
 * sections with out_part(). */
void split_take(struct split *s, struct out_worker *w, const char *text, size_t n);

/* Write all buffers to the files. */
void split_flush(struct split *s, struct out_worker *w);

/* Close the files. WHOLE is 1 if nothing failed: then give the files their final names. */
void split_close(struct split *s, struct out_worker *w, int whole);

/* Record in the text of W that the following text belongs to the table T. Without --split, do
 * nothing. */
void out_part(struct out_worker *w, const struct table *t);

/* Call out_part() with the table of LAYOUT. Return 1 if the caller must write nothing, because the
 * layout has no table or because memory is short (see w->error); else 0. */
int out_part_of(struct out_worker *w, const struct monread_layout *layout);

/* End the section that out_part() began in the text of W. */
void out_part_end(struct out_worker *w);

#endif
