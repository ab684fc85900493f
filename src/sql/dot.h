/* dot.h: the commands .tables and .schema of SQLite's shell. */
#ifndef SQL_DOT_H
#define SQL_DOT_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

/* Whether TEXT is a command and not SQL. */
int dot_is_command(const char *text);

/* Return the SELECT that gives what the command TEXT asks for, of mprintf().  COUNT: .tables lists only tables that have
 * rows, with their number; DB knows all tables.  NULL: the reason was reported, or *CODE is the error of DB. */
char *dot_select(const struct tables *t, const char *text, int count, int *code);

#endif
#endif
