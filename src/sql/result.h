/* result.h: write the rows of a statement as text, CSV, TSV, JSON or Arrow. */
#ifndef SQL_RESULT_H
#define SQL_RESULT_H

#include "sql/sqlite.h"

#include "cli/buffer.h"
#include "sql/sql.h"

/* Write VALUE as text in UTF-8, without quotes: a BLOB in hex, NULL as an empty text. */
void result_put_plain(struct out_buffer *b, sqlite3_value *value);

/* Return the name of column I, to be freed by sqlite3_free(). If earlier columns have the same
 * name, append :1 to it or, if another column has this name, :2, and so on. Return NULL if out of
 * memory. */
char *result_unique_name(sqlite3_stmt *statement, int i);

/* Run STATEMENT and write its rows to B. Return SQLITE_DONE, also after a failed write. After an
 * error of SQLite, write the rows before the error, and return the error. */
int result_write(sqlite3_stmt *statement, enum sql_format format, struct out_buffer *b);

/* Like result_write(), but write an Arrow IPC stream. */
int result_write_arrow(sqlite3_stmt *statement, struct out_buffer *b);

#endif
