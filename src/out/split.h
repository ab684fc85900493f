/* split.h: writes one file per table (--split), and marks in the text of workers which table each
 * section belongs to. */
#ifndef OUT_SPLIT_H
#define OUT_SPLIT_H

#include "out/format.h"

/* The files of a directory. */
struct split;

/* Prepare one file per table in the directory settings->split of W, and create the directory if it
 * is missing. Return NULL with W->error if that fails. */
struct split *split_open(struct out_worker *w);

/* Write N bytes of TEXT, made by a worker with out_part(), to the files. Return 0, or -1 like
 * out_fail() of W. */
int split_take(struct split *s, struct out_worker *w, const char *text, size_t n);

/* Write all buffers to the files. Return 0, or -1 like out_fail() of W. */
int split_flush(struct split *s, struct out_worker *w);

/* Close the files and, if WHOLE (nothing failed), give them their final names. Return 0, or -1 like
 * split_flush(). */
int split_close(struct split *s, struct out_worker *w, int whole);

/* Note that the text that W writes next belongs to the table T. No effect without --split. */
void out_part(struct out_worker *w, const struct table *t);

/* Call out_part() with the table of LAYOUT. Return 1 if the layout has no table, so that the caller
 * must write nothing, or if out of memory (see W->error). */
int out_part_of(struct out_worker *w, const struct monread_layout *layout);

/* End the section of W's text that out_part() began. */
void out_part_end(struct out_worker *w);

#endif
