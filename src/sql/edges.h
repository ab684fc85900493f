/* edges.h: the first and last samples of a capture, copied to compute differences between captures
 * that are loaded one by one. */
#ifndef SQL_EDGES_H
#define SQL_EDGES_H

#include "sql/tables.h"

/* {0}: a capture without samples. */
struct edges {
	uint64_t first, last; /* TOD clocks of the first and of the last sample; 0: no sample */
	struct monread_buffer begin; /* copy of the capture up to the end of its first sample */
	struct monread_buffer end; /* copy of all configuration, and of the last samples */
};

/* Set *E to copies of the first and the last samples of the capture C. Return 0, or -1 with errno;
 * call edges_done() in both cases. */
int edges_make(struct edges *e, struct indexed *c, const struct tables *t);
void edges_done(struct edges *e);

/* Open the N bytes at BYTES, which edges_make() copied, as the capture C, which must be {0}. Return
 * 0, or -1 with errno; call indexed_close() in both cases. */
int edges_open(struct indexed *c, const void *bytes, size_t n,
               const struct monread_layouts *layouts);

#endif
