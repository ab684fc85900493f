/* behind.h: intervals that are complete are shown by a thread, while those behind them are read. */
#ifndef STAT_BEHIND_H
#define STAT_BEHIND_H

#include "stat/format.h"

#ifdef HAVE_SQLITE3

struct behind;

/* SHOW is called with ARG in the thread for each interval, while no lock is held: sources_take_over() was called.  It
 * returns 0, or what is not 0, -1 where memory is short: then it is not called any more.  NULL: there is no thread, so that
 * they are shown by whoever reads them. */
struct behind *behind_new(struct sources *s, int (*show)(void *arg, const struct show_span *span), void *arg);

/* What sources_take() took is the interval SPAN.  0; -1: out of memory; or what SHOW has returned for one before. */
int behind_show(struct behind *b, const struct show_span *span);

/* Until all of them have been shown: the thread touches nothing until the next one.  0, or as SHOW.  B may be NULL. */
int behind_wait(struct behind *b);

void behind_free(struct behind *b);

#endif
#endif
