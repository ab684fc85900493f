/* optional.h: fields that the query of a report reads only if a layout describes them. */
#ifndef SQL_OPTIONAL_H
#define SQL_OPTIONAL_H

#include "sql/sqlite.h"
#include "table/schema.h"

/* LIST is "TABLE FIELD FIELD ...", ended by a newline or NUL. Return 1 if it has the field NAME. */
int optional_has(const char *list, const char *name);

/* Return 1 if no layout describes the table of LIST, or one of the fields; -1: out of memory. */
int optional_lacks(const struct table_schema *s, const char *list);

/* Append QUERY to TO, with NULL instead of each name for which IS_ABSENT returns 1. */
void optional_put(sqlite3_str *to, const char *query, int (*is_absent)(void *arg, const char *name), void *arg);

#endif
