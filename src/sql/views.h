/* views.h: the reports of monstat as views: SELECT * FROM cpu. */
#ifndef SQL_VIEWS_H
#define SQL_VIEWS_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

/* Make the tables that TEXT, a statement, may name known to DB, with each report that it names as a temporary view of the
 * same name, and with views NAME_asof: for each interval the last record of each instance up to its end.  *HAS_REPORTS: whether
 * it names a report.  SQLITE_OK, or an error. */
int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports);

#endif
#endif
