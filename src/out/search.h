/* search.h: records, fields and bits by any part of their names and descriptions: --find. */
#ifndef OUT_SEARCH_H
#define OUT_SEARCH_H

#include "monread.h"
#include "cli/buffer.h"

/* Two tables, of records and of fields, each where there is something in it.  Lines are cut to WIDTH characters; 0: not
 * at all.  How many lines were found; -1: out of memory. */
long out_search(struct out_buffer *b, const struct monread_layouts *layouts, const char *word, unsigned width);

#endif
