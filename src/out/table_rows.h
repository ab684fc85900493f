/* table_rows.h: makes the rows of a record and selects columns, for formats that show tables. */
#ifndef OUT_TABLE_ROWS_H
#define OUT_TABLE_ROWS_H

#include "out/format.h"
#include "table/row.h"
#include "table/text.h"

struct out_shown {
	/* indexes of the shown columns in the table; with --delta, the last index is
	 * TABLE_ELAPSED() */
	uint16_t *columns;
	uint32_t n;
};

/* Return 1 if one of FIELDS is a column of T, or if FIELDS is NULL, which means all columns. */
int out_has_field(const char *const *fields, const struct table *t);

/* The state of a thread in all formats that show tables: the first member of out_worker.state. */
struct out_table_worker {
	struct table_rows *rows;
	struct table_text text;
	struct out_shown *shown; /* indexed by table->id */
	size_t nshown;
	char *file; /* ->file_of, the name of the current input, converted to UTF-8 */
	const char *file_of;
	unsigned nfiles; /* number of names of inputs that were converted so far */
};

/* Initialize w->state. Return 0, or -1 if out of memory. */
int out_tables_begin_worker(struct out_worker *w);
void out_tables_end_worker(struct out_worker *w);

/* Return which columns of T are shown, or NULL if out of memory. */
const struct out_shown *out_shown_of(struct out_worker *w, const struct table *t);

/* Call row() with the argument W for each row of the record R: see struct table_sink. Return 0, or
 * -1 after out_fail(). */
int out_rows(struct out_worker *w, const struct out_record *r,
             int (*row)(void *arg, const struct table *t, const struct table_cell *cells));

#endif
