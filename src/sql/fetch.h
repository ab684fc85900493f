/* fetch.h: a thread that reads one window of a capture while the one before it is walked through. */
#ifndef SQL_FETCH_H
#define SQL_FETCH_H

#include "sql/indexed.h"

struct fetch;

/* NULL: there is one processor only, or no memory, or no thread to be had; then windows are read without. */
struct fetch *fetch_start(void);
void fetch_end(struct fetch *f); /* of NULL, too */

/* Begin to read the N bytes at OFFSET of C, INDEXED_WINDOW at most.  C has to be there until fetch_take(), or
 * fetch_drop(). */
void fetch_ask(struct fetch *f, const struct indexed *c, uint64_t offset, size_t n);

/* Wait for what was asked for, if anything was.  Whether it has the N bytes at OFFSET of C: then it is in W, and what W
 * had is gone. */
int fetch_take(struct fetch *f, const struct indexed *c, uint64_t offset, size_t n, struct indexed_window *w);

/* Wait for what was asked for, and forget it. */
void fetch_drop(struct fetch *f); /* of NULL, too */

#endif
