/* dot.h: translate the commands .tables and .schema of SQLite's shell to a SELECT. */
#ifndef SQL_DOT_H
#define SQL_DOT_H

#include "sql/tables.h"

/* Whether TEXT is such a command. */
int dot_is_command(const char *text);

/* Translate the command TEXT to a SELECT, which the caller frees by sqlite3_free(). COUNT: .tables lists only
 * tables with rows, and their number; DB must know all tables then. NULL: the reason was reported, or *CODE is the
 * error of DB. */
char *dot_select(const struct tables *t, const char *text, int count, int *code);

#endif
