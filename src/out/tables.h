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

/* The part of a worker that all formats with tables have; the first member of its state. */
struct out_table_worker {
	struct table_rows *rows;
	struct table_text text;
	struct out_shown_tables shown;
	/* The columns "system" and "file" as the format writes them: both are always shown, the first ones, and nearly
	 * always the same. */
	struct out_buffer origin;
	char system[MR_SYSTEM_ID_SIZE];
	size_t system_length;
	const char *file;
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

/* Make ->origin: PUT writes both columns; FILE is UTF-8. */
typedef void out_put_origin(struct out_worker *w, struct out_buffer *b, const struct table_cell *system, const char *file);
void out_make_origin(struct out_worker *w, const struct table_cell *cells, out_put_origin *put);

/* Return the columns "system" and "file" of a row, as PUT writes them. */
static inline const struct out_buffer *out_origin(struct out_worker *w, const struct table_cell *cells, out_put_origin *put)
{
	const struct out_table_worker *t = w->state;
	const struct table_cell *system = &cells[TABLE_SYSTEM];

	if (t->file != w->file->name || t->system_length != system->length ||
	    memcmp(t->system, system->bytes, system->length) != 0)
		out_make_origin(w, cells, put);
	return &t->origin;
}

#endif
