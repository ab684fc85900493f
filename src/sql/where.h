/* where.h: --where: whether a condition in SQL holds for a record. */
#ifndef SQL_WHERE_H
#define SQL_WHERE_H

#include "monread.h"
#include "table/row.h"

struct where {
	int has_moments; /* the condition calls moment(): before where_holds() the caller sets */
	int64_t start;   /* when the first record of the input was made, in microseconds since 1970 */
};

/* EXPR is an expression of SQLite, on the columns of any table that has all that are named in it.  COUNTED: counters are
 * differences, and there is a column TABLE_ELAPSED_NAME.  ORIGINAL, of the same arguments, lives longer: make a clone for
 * another thread; else NULL.  All arguments live longer.  NULL: the reason was reported. */
struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted, const struct where *original);
void where_close(struct where *w);

/* 1: EXPR is true for a row that RECORD makes; 0: it is not; -1: it failed, and the reason was reported. */
int where_holds(struct where *w, const struct table_record *record);

#endif
