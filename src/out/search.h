/* search.h: searches records, fields and bits by parts of their names and descriptions (--find). */
#ifndef OUT_SEARCH_H
#define OUT_SEARCH_H

#include "monread.h"
#include "cli/buffer.h"

/* Print a table of records and a table of fields, unless they are empty. Cut lines to WIDTH characters; 0: do not
 * cut. Return the number of matches, or -1 if out of memory. */
long out_search(struct out_buffer *b, const struct monread_layouts *layouts, const char *word, unsigned width);

#endif
