/* edges.h: the two ends of a capture, to compute differences between captures that are loaded one
 * by one. */
#ifndef SQL_EDGES_H
#define SQL_EDGES_H

#include "sql/tables.h"

/* {0}: a capture without samples. */
struct edges {
	uint64_t first, last; /* TOD clocks of the first and of the last sample; 0: no sample */
	struct monread_buffer begin; /* the capture up to the end of its first sample */
	/* the data sets (or record sets of a stream) with configuration, then the last samples */
	struct monread_buffer end;
};

/* Set *E to the ends of C, which indexed_scan() has read. Return 0, or -1 with errno; call
 * edges_done() in both cases. */
int edges_make(struct edges *e, struct indexed *c, const struct tables *t);
void edges_done(struct edges *e);

/* Open the N bytes at BYTES, an end of a capture, as the capture C, which was zeroed. Return 0, or
 * -1 with errno; call indexed_close() in both cases. */
int edges_open(struct indexed *c, const void *bytes, size_t n,
               const struct monread_layouts *layouts);

#endif
