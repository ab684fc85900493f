/* result.h: write the rows of a statement as text, CSV, TSV or JSON. */
#ifndef SQL_RESULT_H
#define SQL_RESULT_H

#include "sql/sqlite.h"

#include "cli/buffer.h"
#include "sql/sql.h"

struct result {
	sqlite3_stmt *statement;
	struct out_buffer *b;
	enum sql_format format;
	int n; /* columns */
	int header; /* the header was written; text: the widths are known */
	int harmless; /* CSV, TSV: escape characters that control a terminal */
	/* text: cells, each with a NUL, that are kept until the widths of all columns are known; JSON: the text before each
	 * value */
	struct out_buffer held;
	size_t rows; /* text: in ->held */
	uint32_t *widths;      /* text: of each column */
	unsigned char *kinds;  /* text: type of the first value in each column, as SQLITE_INTEGER; 0: no value yet */
};

/* Write a text as CSV and TSV need it. HARMLESS: replace characters that control a terminal. */
void result_put_csv(struct out_buffer *b, const char *s, size_t n, int harmless);
void result_put_tsv(struct out_buffer *b, const char *s, size_t n, int harmless);

/* 0, or -1: out of memory. Call result_done() in either case. */
int result_begin(struct result *r, sqlite3_stmt *statement, enum sql_format format, struct out_buffer *b);

/* Write the current row of the statement. 0, or -1: out of memory, or a write has failed. */
int result_row(struct result *r);

/* Finish the output after the last row, also after an error. 0, or -1 as result_row(). */
int result_end(struct result *r);
void result_done(struct result *r);

#endif
