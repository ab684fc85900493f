/* pool.h: formats parts of an input in several threads, and writes them in order. */
#ifndef OUT_POOL_H
#define OUT_POOL_H

#include "out/out.h"

struct pool;

/* Start THREADS threads (including the caller's) that format parts with O's format. Return NULL if out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* See out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
