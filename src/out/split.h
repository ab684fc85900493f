/* split.h: writes one file per table (--split), and divides the text of workers into parts by table. */
#ifndef OUT_SPLIT_H
#define OUT_SPLIT_H

#include "out/format.h"

/* The files of a directory. */
struct split;

/* Begin files for the tables of W's format in the directory of its settings, which is created if necessary. Return
 * NULL with W->error if that fails. */
struct split *split_open(struct out_worker *w);

/* Write a text that consists of parts begun by out_part(). Return 0, or -1 like out_fail() of W. */
int split_take(struct split *s, struct out_worker *w, const char *text, size_t n);

/* Write all buffers to the files. Return 0, or -1 as above. */
int split_flush(struct split *s, struct out_worker *w);

/* Close the files; WHOLE: nothing failed, so rename them to their final names. Return 0, or -1 as above. */
int split_close(struct split *s, struct out_worker *w, int whole);

/* The following text of W belongs to the table T. No effect with a single output. */
void out_part(struct out_worker *w, const struct table *t);

/* out_part() for the table of the records with LAYOUT. Return 1 if they have no table, so that nothing must be written;
 * see W->error. */
int out_part_of(struct out_worker *w, const struct monread_layout *layout);

/* End the current part of W's text, which is then complete. */
void out_part_end(struct out_worker *w);

#endif
