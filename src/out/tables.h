/* tables.h: functions for all formats that show tables: the rows of a record, and the columns that are shown. */
#ifndef OUT_TABLES_H
#define OUT_TABLES_H

#include "out/format.h"
#include "table/row.h"
#include "table/text.h"

struct out_shown {
	uint16_t *columns; /* numbers of columns; with differences, TABLE_ELAPSED() at the end */
	uint32_t n;
};

/* Initialize with {0}. */
struct out_shown_tables {
	struct out_shown *v; /* by table->id */
	size_t n;
};

const struct out_shown *out_shown_make(struct out_shown_tables *s, const struct out_settings *settings,
                                       const struct table *t);

/* Return the shown columns of T. NULL if out of memory. */
static inline const struct out_shown *out_shown_of(struct out_shown_tables *s, const struct out_settings *settings,
                                                   const struct table *t)
{
	if (t->id < s->n && s->v[t->id].columns)
		return &s->v[t->id];
	return out_shown_make(s, settings, t);
}

void out_shown_done(struct out_shown_tables *s);

/* Return 1 if one of FIELDS is a column of T; NULL: no field is asked for. */
int out_has_field(const char *const *fields, const struct table *t);

/* The part of a worker that all formats with tables have; the first member of its state. */
struct out_table_worker {
	struct table_rows *rows;
	struct table_text text;
	struct out_shown_tables shown;
	char *file; /* the name of the file in UTF-8 */
	const char *file_of; /* the name of the input that ->file was made from */
	unsigned nfiles; /* how often it was made */
};

/* Return 0, or -1 like out_no_memory(). */
int out_tables_begin_worker(struct out_worker *w);
void out_tables_end_worker(struct out_worker *w);

/* begin_file() of these formats: the head of the table comes with the first input; if none can be read, nothing is
 * written. */
int out_tables_begin_file(struct out *o);

/* Pass the rows of R to ROW, whose ARG is W.  Return 0, or -1 like out_fail(). */
int out_rows(struct out_worker *w, const struct out_record *r,
             int (*row)(void *arg, const struct table *t, const struct table_cell *cells));

#endif
