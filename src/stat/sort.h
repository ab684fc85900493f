/* sort.h: rows in the order of a column. */
#ifndef STAT_SORT_H
#define STAT_SORT_H

#include "stat/rows.h"

/* The numbers of ROWS to ORDER, those with the highest values of COLUMN first, without a value last; the same ones stay
 * as they were.  0, or -1: out of memory. */
int sort_rows(const struct rows *rows, size_t column, size_t *order);

#endif
