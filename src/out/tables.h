/* tables.h: what the formats that show tables have in common: a record's rows, and which of their columns are shown. */
#ifndef OUT_TABLES_H
#define OUT_TABLES_H

#include "out/format.h"
#include "table/row.h"

struct out_shown {
	uint16_t *columns; /* their numbers; TABLE_ELAPSED() at the end, with differences */
	uint32_t n;
};

/* {0} to begin with. */
struct out_shown_tables {
	struct out_shown *v; /* by the table's id */
	size_t n;
};

const struct out_shown *out_shown_make(struct out_shown_tables *s, const struct out_settings *settings,
                                       const struct table *t);

/* The columns of T that are shown.  NULL: out of memory. */
static inline const struct out_shown *out_shown_of(struct out_shown_tables *s, const struct out_settings *settings,
                                                   const struct table *t)
{
	if (t->id < s->n && s->v[t->id].columns)
		return &s->v[t->id];
	return out_shown_make(s, settings, t);
}

void out_shown_done(struct out_shown_tables *s);

/* The rows of R, by ROWS, to SINK, whose functions get W.  0, or -1 as out_fail(). */
int out_rows(struct out_worker *w, struct table_rows *rows, const struct out_record *r, const struct table_sink *sink);

#endif
