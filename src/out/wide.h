/* wide.h: --wide: arrays as tables. */
#ifndef OUT_WIDE_H
#define OUT_WIDE_H

#include "out/text.h"

/* NULL: out of memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Functions of monread_emit: what is in no array goes to those of text. */
int wide_field(void *arg, const struct monread_value *v);
int wide_begin(void *arg, const struct monread_place *place);
int wide_end(void *arg, const struct monread_place *place);
int wide_gap(void *arg, const struct monread_value *v);
int wide_tail(void *arg, const struct monread_value *v);

#endif
