/* views.h: reports of monstat as views, as in SELECT * FROM cpu; optional fields; suggestions for unknown names. */
#ifndef SQL_VIEWS_H
#define SQL_VIEWS_H

#include "cli/near.h"
#include "sql/tables.h"

/* The table whose rows give the intervals of a capture: CP writes its record, D0R2, in each sample. */
#define VIEWS_INTERVALS "MRSYTPRP"

/* Register with DB the tables, reports and views NAME_asof that the statement TEXT names. NAME_asof has the last
 * record of each instance up to the end of each interval. Set *HAS_REPORTS to 1 if TEXT names a report. Return
 * SQLITE_OK, or an error. */
int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports);

/* Append the FROM clause of the view NAME_asof of T to TO. The alias "i" has the system and the interval; "r" has the
 * last record of each instance up to the end of the interval. SCHEMA, such as "main.", precedes the names of tables;
 * RECORDS is the name of the table of all records. */
void views_put_asof(sqlite3_str *to, const struct table *t, const char *schema, const char *records);

/* Append the SELECT of the view NAME_asof of T to TO, with short and long names of all columns. */
void views_put_asof_select(sqlite3_str *to, const struct table *t, const char *records);

/* ---- Fields that the query of a report reads only if a layout describes them ---- */

/* LIST is "TABLE FIELD FIELD ...", ended by a newline or NUL. Return 1 if it has the field NAME. */
int optional_has(const char *list, const char *name);

/* Return 1 if no layout describes the table of LIST, or one of the fields; -1: out of memory. */
int optional_lacks(const struct table_schema *s, const char *list);

/* Append QUERY to TO, with NULL instead of each name for which IS_ABSENT returns 1. */
void optional_put(sqlite3_str *to, const char *query, int (*is_absent)(void *arg, const char *name), void *arg);

/* ---- Suggestions ---- */

#define UNKNOWN_ROOM (NEAR_ROOM + 4u)

/* Return the name in the MESSAGE of SQLite about an unknown column; NULL: the message is about something else. */
const char *unknown_column(const char *message);

/* Write a suggestion to ROOM, to append to the MESSAGE of SQLite about the statement TEXT: names of tables or columns
 * that are similar to the unknown name. Return ROOM; "": no suggestion. */
const char *unknown_near(const struct tables *t, const char *text, const char *message, char room[UNKNOWN_ROOM]);

#endif
