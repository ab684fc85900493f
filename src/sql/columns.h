/* columns.h: the text that declares a table to SQLite. */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "sql/names.h"
#include "sql/sqlite.h"
#include "table/schema.h"

/* The hidden column that a table of the extension is called with; that of --sql refuses it. */
#define COLUMNS_CAPTURE "capture"
/* That of a table whose rows may be of a part of the time: how much of it. */
#define COLUMNS_WEIGHT "weight"
/* Hidden column of differences: the seconds of all intervals, of which `elapsed' are those of the instance. */
#define COLUMNS_SPAN "span"

/* The name without the DSECT's: PFXUTIME of SYTPRP_PFXUTIME; NULL: there is none. */
const char *columns_short(const struct table_column *c);

/* The same of the column I of T; NULL, too, if another column has this name. */
const char *columns_short_only(const struct table *t, size_t i);

/* The type as SQLite is told it. */
const char *columns_type(const struct table *t, long column);

/* Write the short name of T: D0R2, or D0R23__CALLKDATA of entries.  0: it has none. */
int columns_short_table(const struct table *t, char name[NAMES_ROOM]);

#ifdef HAVE_SQLITE3
/* Add a comma, unless TO is empty, the NAME in quotes, and REST. */
void columns_add(sqlite3_str *to, const char *name, const char *rest);
#endif

#endif
