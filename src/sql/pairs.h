/* pairs.h: find the earlier record with which a record is compared, for tables with differences of counters. */
#ifndef SQL_PAIRS_H
#define SQL_PAIRS_H

#include "sql/module.h"

#include "table/series.h"

/* Read CAPTURES once and list the pairs of all records in L. The list depends on no condition of a statement.
 * SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct lookup *l);

/* Find the earlier record for the record at OFFSET of capture number CAPTURE in the pairs of L. W receives its bytes.
 * SQLITE_OK; SQLITE_IOERR: the file has changed; or another error. */
int pairs_find(const struct lookup *l, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before);

#endif
