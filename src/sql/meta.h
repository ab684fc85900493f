/* meta.h: tables about layouts and captures: records, layouts, fields, files, problems. */
#ifndef SQL_META_H
#define SQL_META_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

/* The one that is called NAME, in any case, with the prefix of T; nothing where none is.  NULL: all of them.
 * SQLITE_OK, or an error. */
int meta_register(const struct tables *t, sqlite3 *db, const char *name);

#endif
#endif
