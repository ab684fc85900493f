/* counted.h: shows counters as differences to the previous record, for formats that show values while they are
 * decoded. */
#ifndef OUT_COUNTED_H
#define OUT_COUNTED_H

#include "out/format.h"

/* The format of a difference: MONREAD_UNSIGNED, MONREAD_INTERVAL or one of these. */
#define OUT_NO_DIFFERENCE ((enum monread_format)0x100) /* the difference is unknown */
#define OUT_PER_SECOND    ((enum monread_format)0x101) /* ->number and w->millionths */

/* Fill *COUNTED with a copy of EMIT that passes differences instead of counters, for the record that W decodes, and
 * return it. */
const struct monread_emit *out_counted(struct out_worker *w, const struct monread_emit *emit,
                                       struct monread_emit *counted);

/* Return the TOD units from the previous record to the current one; 0: no differences. */
uint64_t out_elapsed(const struct out_worker *w);

#endif
