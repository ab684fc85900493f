/* explain.h: adds descriptions after the values of the text format (--explain). */
#ifndef OUT_EXPLAIN_H
#define OUT_EXPLAIN_H

#include "out/text.h"

/* The maximum bytes of descriptions for a record of N bytes, to bound the output. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)

/* text_field() with the unit and description of the field. */
int explain_field(void *arg, const struct monread_value *v);

/* text_begin() with the description of the level. */
int explain_begin(void *arg, const struct monread_place *place);

/* Collect the output of W in a line; then write the line with TEXT at COLUMN or later, cut to the width of the
 * terminal. */
void explain_begin_line(struct out_worker *w);
void explain_end_line(struct out_worker *w, unsigned column, const char *text);

#endif
