/* columns.h: short names and SQL types of columns; names in the text of a statement. */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "table/schema.h"

#define NAMES_ROOM (3u * MONREAD_NAME_MAX)

/* Hidden columns. COLUMNS_CAPTURE is the argument of a table, as in MRSYTPRP('capture.bin') in the
 * extension. COLUMNS_WEIGHT, for reports of monstat, is the share of the interval for which a row
 * has values. COLUMNS_SPAN, in NAME_delta, has the seconds of all intervals together, while the
 * column "elapsed" has the seconds between the two compared records of an instance, such as a
 * CPU. */
#define COLUMNS_CAPTURE "capture"
#define COLUMNS_WEIGHT  "weight"
#define COLUMNS_SPAN    "span"

/* SQL types from which --sql makes times and unsigned integers in Arrow; SQLite treats these types
 * as TEXT and INTEGER. */
#define COLUMNS_TIME     "TEXT TIMESTAMP"
#define COLUMNS_UNSIGNED "UNSIGNED BIG INT"

/* Return the name of the column C without the prefix of its DSECT, such as PFXUTIME for
 * SYTPRP_PFXUTIME; NULL if the name has no prefix. */
const char *columns_short(const struct table_column *c);

/* Return columns_short() of column number I of the table T; NULL if another column of T has this
 * name. */
const char *columns_short_only(const struct table *t, size_t i);

/* Return the index of the column NAME of the table T, ignoring case, with or without the prefix of
 * the DSECT; -1: no such column. */
long columns_find(const struct table *t, const char *name);

/* Return the SQL type of column number COLUMN of the table T. */
const char *columns_type(const struct table *t, long column);

/* Set NAME to the short name of the table T, such as D0R2, or D0R23__CALLKDATA for an array in a
 * record. Return 0 if T has no short name. */
int columns_short_table(const struct table *t, char name[NAMES_ROOM]);

/* ---- Names in the text of a statement ---- */

/* Return 1 if the character C can be part of a name without quotes. */
int names_is_word(char c);

/* Copy the next name in the text at *P to NAME, and set *P to the end of this name. A name is a
 * word, or a text in double quotes, brackets or grave accents. Skip texts in single quotes, and
 * names that are too long. Return the start of the name in the text, or NULL if no name follows. */
const char *names_next(const char **p, char name[NAMES_ROOM]);

/* If NAME ends with SUFFIX, ignoring case, cut SUFFIX off and return 1. Else return 0. */
int names_cut(char *name, const char *suffix);

/* If NAME ends with _delta, _last, _asof or _before, cut this suffix off. Return 1 if the suffix
 * was _delta. */
int names_cut_view(char *name);

#endif
