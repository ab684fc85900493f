/* pool.h: parts of an input, read and formatted by several threads, written in their order. */
#ifndef OUT_POOL_H
#define OUT_POOL_H

#include "out/out.h"

struct pool;

/* THREADS threads, of which the caller's is one, show parts with O's format.  NULL: out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* See out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
