/* columns.h: names and types of columns in the CREATE TABLE text by which a table is declared to SQLite, and names of
 * tables and columns in statements. */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "sql/sqlite.h"
#include "table/schema.h"

#define NAMES_ROOM (3u * MONREAD_NAME_MAX)

/* Hidden column for the argument of a table of the extension; tables of --sql refuse an argument. */
#define COLUMNS_CAPTURE "capture"
/* Hidden column for the share of an interval, in tables whose rows may cover a part of one. */
#define COLUMNS_WEIGHT "weight"
/* Hidden column in tables of differences: the length of all intervals in seconds; `elapsed' is that of the
 * instance. */
#define COLUMNS_SPAN "span"

/* The name without the prefix of the DSECT: PFXUTIME for SYTPRP_PFXUTIME. NULL: the name has no prefix. */
const char *columns_short(const struct table_column *c);

/* As columns_short() for the column I of T, but NULL, too, if another column has the short name. */
const char *columns_short_only(const struct table *t, size_t i);

/* Find the column of T by its NAME, with or without the prefix of the DSECT, in upper or lower case. -1: unknown. */
long columns_find(const struct table *t, const char *name);

/* The type of a column in CREATE TABLE. */
const char *columns_type(const struct table *t, long column);

/* Write the short name of T to NAME: D0R2, or D0R23__CALLKDATA for entries. 0: T has none. */
int columns_short_table(const struct table *t, char name[NAMES_ROOM]);

/* ---- Names in the text of a statement ---- */

/* Copy the next name in the text at *P to NAME, and set *P to the end of it. A name is a word, or text in double
 * quotes, brackets or grave accents; text in single quotes is skipped, and so are names that are too long for NAME.
 * Return the start of the name in the text; NULL: the text has no more names. */
const char *names_next(const char **p, char name[NAMES_ROOM]);

/* Cut SUFFIX, in upper or lower case, off the end of NAME. Whether NAME had it. */
int names_cut(char *name, const char *suffix);

/* Cut _delta, _last or _asof off NAME.  Return 1 if it was _delta. */
int names_cut_view(char *name);

#endif
