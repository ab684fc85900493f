/* labels.h: what rows are of, as metrics tell it: a text for the system and the keys. */
#ifndef STAT_LABELS_H
#define STAT_LABELS_H

#include "stat/format.h"

/* Whether the column C of the report with the number QUERY is a metric: not where a report before it has the same one. */
int labels_is_metric(const struct queries *q, size_t query, size_t column);

/* Call PUT with the name and the value of each label of a row: the system and the keys; none without a value. */
void labels_each(const struct query *q, const struct show_span *span, size_t row,
                 void (*put)(void *arg, const char *name, const char *value, size_t length), void *arg);

/* The value of a metric in its unit.  0, or -1: there is none. */
int labels_value(const struct report_column *c, const struct cell_value *v, double *value);

#endif
