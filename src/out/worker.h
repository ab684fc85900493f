/* worker.h: what one thread has to make text of records. */
#ifndef OUT_WORKER_H
#define OUT_WORKER_H

#include "out/format.h"

/* *W is zeroed; its buffer and where problems go are the caller's.  SHARED: the format's part for all.  Around what the
 * format's own begin_worker() and end_worker() do.  0, or -1: out of memory; then there is nothing to be done. */
int out_worker_init(struct out_worker *w, const struct out_format *format, const struct out_settings *settings,
                    const void *shared);
void out_worker_done(struct out_worker *w);

#endif
