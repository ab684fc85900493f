/* split.h: --split: writes one file per table. Workers mark to which table each section of their
 * text belongs. */
#ifndef OUT_SPLIT_H
#define OUT_SPLIT_H

#include "out/format.h"

/* The files of --split, one per table. */
struct split;

/* The functions below store the reason of a failure in w->error. */

/* Create the directory w->settings->split, unless it exists. Return NULL on failure. */
struct split *split_open(struct out_worker *w);

/* Write N bytes of TEXT, whose sections a worker has marked with out_part(), to the files. */
void split_take(struct split *s, struct out_worker *w, const char *text, size_t n);

/* Write all buffers to the files. */
void split_flush(struct split *s, struct out_worker *w);

/* Close the files. If WHOLE is 1, nothing has failed: give the files their final names. */
void split_close(struct split *s, struct out_worker *w, int whole);

/* With --split: mark in the text of W that the text after this call belongs to the table T. */
void out_part(struct out_worker *w, const struct table *t);

/* Call out_part() with the table of LAYOUT. Return 0, or 1 if the caller must write nothing,
 * because the layout has no table or because memory is short (see w->error). */
int out_part_of(struct out_worker *w, const struct monread_layout *layout);

/* End the section that out_part() began in the text of W. */
void out_part_end(struct out_worker *w);

#endif
