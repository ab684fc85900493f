/* explain.h: --explain: descriptions behind values. */
#ifndef OUT_EXPLAIN_H
#define OUT_EXPLAIN_H

#include "out/text.h"

/* More of them would be more than a reader wants to see: a record of N bytes has so many bytes of descriptions. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)

/* As text_field(), with the field's unit and description. */
int explain_field(void *arg, const struct monread_value *v);

/* As text_begin(), with the description of what is mapped. */
int explain_begin(void *arg, const struct monread_place *place);

/* What goes to W goes to the line from here on; then, the line with TEXT behind it from COLUMN on, or as far behind as
 * it must; cut off where the terminal ends. */
void explain_begin_line(struct out_worker *w);
void explain_end_line(struct out_worker *w, unsigned column, const char *text);

#endif
