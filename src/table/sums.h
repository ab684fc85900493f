/* sums.h: sums of differences over several samples, as bytes that are stored with a record: one item per row and
 * counter. */
#ifndef TABLE_SUMS_H
#define TABLE_SUMS_H

#include "table/cells.h"

/* Return the bytes needed for the differences NOW of a record. FLAT: offsets of its counters; NULL: found by a
 * walk. */
size_t sums_length(const struct cells *now, const struct flat *flat);

/* Write the differences NOW to SUMS. */
void sums_make(unsigned char *sums, const struct cells *now, const struct flat *flat);

/* Add the sums up to the previous record (LENGTH bytes of SUMS, for the cells BEFORE) to the differences NOW. If
 * one of the two is unknown, the result is unknown. */
void sums_add(struct cells *now, const struct cells *before, const struct flat *flat, const unsigned char *sums,
              size_t length);

#endif
