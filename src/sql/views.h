/* views.h: reports of monstat as views, as in SELECT * FROM cpu; fields that layouts may lack;
 * suggestions for unknown names. */
#ifndef SQL_VIEWS_H
#define SQL_VIEWS_H

#include "cli/near.h"
#include "sql/tables.h"

/* The table with one row per interval: CP writes its record, D0R2, in each sample. */
#define VIEWS_INTERVALS "MRSYTPRP"

/* Register with the connection DB the tables, reports and views that the statement TEXT names. The
 * view NAME_asof has the last record of each instance up to the end of each interval, the view
 * NAME_before up to the beginning of the interval. Set *HAS_REPORTS to 1 if TEXT names a report.
 * Return SQLITE_OK, or an error. */
int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports);

/* Append to TO the FROM clause of the view NAME_asof of the table T or, if BEFORE is 1, of
 * NAME_before: the alias "i" has the system and the interval, and the alias "r" has the records,
 * which are in the table RECORDS. SCHEMA, such as "main.", precedes the names of tables. CAST, such
 * as "::TIMESTAMPTZ", follows each time that is compared. */
void views_put_asof(sqlite3_str *to, const struct table *t, int before, const char *schema,
                    const char *records, const char *cast);

/* Append to TO the whole SELECT of NAME_asof or NAME_before, with the short and long names of
 * columns. */
void views_put_asof_select(sqlite3_str *to, const struct table *t, int before,
                           const char *records);

struct report;

/* Hide the columns of the report R that need a field which no layout of the schema S describes, and
 * set ->is_absent of these columns. Return the query of R with NULL in place of these fields, to be
 * freed by sqlite3_free(); NULL if out of memory. */
char *views_query(const struct table_schema *s, struct report *r);

/* ---- Suggestions ---- */

#define UNKNOWN_ROOM (NEAR_ROOM + 4u)

/* Copy to NAME (NAMES_ROOM bytes) the word at which SQLite found the last error in the statement
 * TEXT, as COLUMN or TABLE.COLUMN. Return 1 if this word is neither a keyword nor a function. */
int unknown_name(sqlite3 *db, const char *text, char *name);

/* Write to ROOM a text that can follow the message of SQLite, with names that are similar to an
 * unknown name in the statement TEXT; "" if there are no such names. Return ROOM. */
const char *unknown_near(const struct tables *t, sqlite3 *db, const char *text,
                         char room[UNKNOWN_ROOM]);

#endif
