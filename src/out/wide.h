/* wide.h: prints arrays as tables (--wide). */
#ifndef OUT_WIDE_H
#define OUT_WIDE_H

#include "out/text.h"

/* Return NULL if out of memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Callbacks for monread_emit; outside of arrays they call the callbacks of text. */
int wide_field(void *arg, const struct monread_value *v);
int wide_begin(void *arg, const struct monread_place *place);
int wide_end(void *arg, const struct monread_place *place);
int wide_gap(void *arg, const struct monread_value *v);
int wide_tail(void *arg, const struct monread_value *v);

#endif
