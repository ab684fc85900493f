/* tables.h: functions for all formats that show tables: the rows of a record, and the columns that are shown. */
#ifndef OUT_TABLES_H
#define OUT_TABLES_H

#include "out/format.h"
#include "table/row.h"

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

/* Pass the rows of R, made by ROWS, to SINK, whose functions get W. Return 0, or -1 like out_fail(). */
int out_rows(struct out_worker *w, struct table_rows *rows, const struct out_record *r, const struct table_sink *sink);

#endif
