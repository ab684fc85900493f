/* result.h: write the rows of a statement as text, CSV, TSV or JSON. */
#ifndef SQL_RESULT_H
#define SQL_RESULT_H

#include "sql/sqlite.h"

#include "cli/buffer.h"
#include "sql/sql.h"

/* Write the N bytes of the text S as CSV or TSV. HARMLESS: replace characters that control a
 * terminal. */
void result_put_csv(struct out_buffer *b, const char *s, size_t n, int harmless);
void result_put_tsv(struct out_buffer *b, const char *s, size_t n, int harmless);

/* Run STATEMENT and write its rows to B. SQLITE_DONE, also if a write failed (b->error); or an
 * error, after the rows before it were written. */
int result_write(sqlite3_stmt *statement, enum sql_format format, struct out_buffer *b);

#endif
