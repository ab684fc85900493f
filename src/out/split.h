/* split.h: --split: what is shown of each table goes to a file of its own. */
#ifndef OUT_SPLIT_H
#define OUT_SPLIT_H

#include "out/format.h"

/* The files of a directory. */
struct split;

/* Of the tables that W's format shows, in the directory of its settings, which is made where it is not there.  NULL:
 * it could not be, as W->error says. */
struct split *split_open(struct out_worker *w);

/* Text of any number of parts, as out_part() begins them.  0, or -1 as out_fail() of W. */
int split_take(struct split *s, struct out_worker *w, const char *text, size_t n);

/* Write what there is to the files, as they are now.  0, or -1 likewise. */
int split_flush(struct split *s, struct out_worker *w);

/* The end; WHOLE: nothing failed, and the files get their names.  0, or -1 likewise. */
int split_close(struct split *s, struct out_worker *w, int whole);

/* What W writes from now on is of the table T; without effect where there is one output, of no blocks. */
void out_part(struct out_worker *w, const struct table *t);

/* The same for the table of the records that LAYOUT describes.  1: there is none, and nothing is to be written; see
 * W->error. */
int out_part_of(struct out_worker *w, const struct monread_layout *layout);

/* What W wrote is complete, and can be taken. */
void out_part_end(struct out_worker *w);

/* Text of any number of parts to the format's gather(), and what that makes of it to TO.  0, or -1 as out_fail(). */
int out_part_gather(struct out_worker *w, const char *text, size_t n, struct out_buffer *to);

#endif
