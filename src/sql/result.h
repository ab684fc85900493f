/* result.h: the rows that a statement gives, as text, CSV, TSV or JSON. */
#ifndef SQL_RESULT_H
#define SQL_RESULT_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "cli/buffer.h"
#include "sql/sql.h"

/* What is kept of text until the columns' widths are known. */
struct result_held {
	struct out_buffer text; /* cells, one behind the other */
	uint32_t *lengths;      /* of each: bytes */
	uint32_t *widths;       /* and characters */
	size_t cells, room;
};

struct result {
	sqlite3_stmt *statement;
	struct out_buffer *b;
	enum sql_format format;
	int n; /* columns */
	int header; /* it was written */
	int harmless; /* CSV, TSV: no characters that a terminal would obey */
	struct result_held held;
	uint32_t *columns;     /* text: their widths */
	unsigned char *kinds;  /* text: SQLITE_INTEGER ... of the first value in each; 0: none yet */
};

/* Values as they stand in CSV, TSV and JSON. */
void result_put_real(struct out_buffer *b, double v);
void result_put_csv(struct out_buffer *b, const char *s, size_t n);
void result_put_tsv(struct out_buffer *b, const char *s, size_t n);

/* 0, or -1: out of memory.  result_done() in any case. */
int result_begin(struct result *r, sqlite3_stmt *statement, enum sql_format format,
                 struct out_buffer *b);

/* The row that the statement stands at.  0, or -1: out of memory, or the output is broken. */
int result_row(struct result *r);

/* Behind the last row, however it came to be the last one. */
int result_end(struct result *r);
void result_done(struct result *r);

#endif
#endif
