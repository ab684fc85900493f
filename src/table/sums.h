/* sums.h: what the counters of a record counted over several samples, as bytes that can be copied with it: an item for each
 * row and each counter. */
#ifndef TABLE_SUMS_H
#define TABLE_SUMS_H

#include "table/cells.h"

/* So many bytes are needed for the differences NOW of a record.  FLAT: where its counters stand; NULL: they were walked to. */
size_t sums_length(const struct cells *now, const struct flat *flat);

/* The differences NOW as SUMS. */
void sums_make(unsigned char *sums, const struct cells *now, const struct flat *flat);

/* Add to the differences NOW what was counted up to the record before, whose cells are BEFORE: LENGTH bytes of SUMS.  There
 * is no difference where one of the two is not known. */
void sums_add(struct cells *now, const struct cells *before, const struct flat *flat, const unsigned char *sums,
              size_t length);

#endif
