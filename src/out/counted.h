/* counted.h: counters as what was counted since the record before, for formats that show values as they are decoded. */
#ifndef OUT_COUNTED_H
#define OUT_COUNTED_H

#include "out/format.h"

/* The format of a value that is a difference: MONREAD_UNSIGNED, MONREAD_INTERVAL or one of these. */
#define OUT_NO_DIFFERENCE ((enum monread_format)0x100) /* there is none */
#define OUT_PER_SECOND    ((enum monread_format)0x101) /* ->number, and w->millionths */

/* EMIT for the record that W decodes, in *COUNTED, but with differences instead of counters. */
const struct monread_emit *out_counted(struct out_worker *w, const struct monread_emit *emit,
                                       struct monread_emit *counted);

/* TOD units from the record before to the one that is shown; 0: it has no differences. */
uint64_t out_elapsed(const struct out_worker *w);

#endif
