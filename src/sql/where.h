/* where.h: --where: test an SQL condition on a record. */
#ifndef SQL_WHERE_H
#define SQL_WHERE_H

#include "monread.h"
#include "table/row.h"

struct where {
	int has_moments; /* the condition calls moment(); set ->start before where_holds() then */
	int64_t start;   /* time of the first record of the input, in microseconds since 1970 */
};

/* Compile EXPR, an SQL expression on columns; it applies to all tables with these columns. COUNTED: counters are
 * differences, and a column TABLE_ELAPSED_NAME exists. ORIGINAL: make a clone of it for another thread, with the
 * same arguments; NULL: make the original, which must outlive its clones. All arguments must live as long. NULL:
 * the reason was reported. */
struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted, const struct where *original);
void where_close(struct where *w);

/* 1: EXPR is true for a row of RECORD; 0: for no row; -1: error, which was reported. */
int where_holds(struct where *w, const struct table_record *record);

#endif
