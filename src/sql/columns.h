/* columns.h: short names and SQL types of columns, and the names in a statement. */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "table/schema.h"

#define NAMES_ROOM (3u * MONREAD_NAME_MAX)

/* Hidden columns: the argument of a table, as in MRSYTPRP('capture.bin') in the extension; for
 * reports of monstat, the share of the interval for which a row has values; in NAME_delta, the
 * seconds of all intervals together, while "elapsed" is the time between the two compared records
 * of an instance, such as a CPU. */
#define COLUMNS_CAPTURE "capture"
#define COLUMNS_WEIGHT  "weight"
#define COLUMNS_SPAN    "span"

/* SQL types that results in Arrow keep; SQLite treats them as TEXT and INTEGER. */
#define COLUMNS_TIME     "TEXT TIMESTAMP"
#define COLUMNS_UNSIGNED "UNSIGNED BIG INT"

/* Return the name of C without the prefix of its DSECT, such as PFXUTIME for SYTPRP_PFXUTIME; NULL
 * if it has no prefix. */
const char *columns_short(const struct table_column *c);

/* Return columns_short() of column number I of T; NULL if another column of T has this name. */
const char *columns_short_only(const struct table *t, size_t i);

/* Return the index of the column NAME of T, ignoring case, with or without the prefix of the DSECT;
 * -1: no such column. */
long columns_find(const struct table *t, const char *name);

/* Return the SQL type of column number COLUMN of T. */
const char *columns_type(const struct table *t, long column);

/* Set NAME to the short name of T, such as D0R2, or D0R23__CALLKDATA for an array in a record.
 * Return 0 if T has no short name. */
int columns_short_table(const struct table *t, char name[NAMES_ROOM]);

/* ---- Names in the text of a statement ---- */

/* Return 1 if C can be part of a name. */
int names_is_word(char c);

/* Copy the next name in the text at *P to NAME, and set *P to its end. A name is a word, or a text
 * in double quotes, brackets or grave accents. Skip texts in single quotes, and names that are too
 * long. Return the start of the name in the text, or NULL if no name follows. */
const char *names_next(const char **p, char name[NAMES_ROOM]);

/* If NAME ends with SUFFIX, ignoring case, cut SUFFIX off and return 1. Else return 0. */
int names_cut(char *name, const char *suffix);

/* Cut _delta, _last, _asof or _before off the end of NAME. Return 1 if it was _delta. */
int names_cut_view(char *name);

#endif
