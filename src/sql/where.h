/* where.h: --where: whether a condition in SQL holds for a record. */
#ifndef SQL_WHERE_H
#define SQL_WHERE_H

#include <stdint.h>

#include "monread.h"
#include "table/row.h"

struct where;

/* EXPR: an expression of SQLite, on the columns of any table that has all that are named in it.  COUNTED: counters are
 * differences, so that there is a column TABLE_ELAPSED_NAME.  All arguments are the caller's and live longer.  NULL: it
 * was said why. */
struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted);
/* The same condition for another thread.  W must live longer.  NULL: out of memory. */
struct where *where_again(const struct where *w);
void where_close(struct where *w);

/* Whether the condition calls moment(): then where_start() says, before where_holds(), when the first record of the input was
 * made: microseconds since 1970. */
int where_has_moments(const struct where *w);
void where_start(struct where *w, int64_t us);

/* 1: EXPR is true for a row that RECORD makes; 0: it is not; -1: it cannot be told, and it was said why. */
int where_holds(struct where *w, const struct table_record *record);

#endif
