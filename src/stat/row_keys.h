/* row_keys.h: the keys of rows of reports. */
#ifndef STAT_ROW_KEYS_H
#define STAT_ROW_KEYS_H

#include "cli/buffer.h"
#include "report/report.h"
#include "stat/rows.h"

/* Return 1 if a row of R is a total of other rows: its keys are NULL, and at least one key column
 * has numbers. */
int keys_are_total(const struct report *r, const struct cell_value *row);

/* Set B to the label of ROW of R or to its keys, as in "user LNX1 cpu 0", ended by NUL; "": no
 * keys, or ROW is NULL. */
void keys_put(struct out_buffer *b, const struct report *r, const struct cell_value *row);

#endif
