/* worker.h: the data of one thread that formats records. */
#ifndef OUT_WORKER_H
#define OUT_WORKER_H

#include "out/format.h"

/* *W is zeroed, except its buffer and problem function, which belong to the caller. SHARED: the format's data for
 * all workers. Call it before the format's begin_worker(), and out_worker_done() after its end_worker(). Return 0,
 * or -1 if out of memory; then do not call out_worker_done(). */
int out_worker_init(struct out_worker *w, const struct out_format *format, const struct out_settings *settings,
                    const void *shared);
void out_worker_done(struct out_worker *w);

#endif
