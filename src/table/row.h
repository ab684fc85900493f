/* row.h: makes rows of tables from a record. */
#ifndef TABLE_ROW_H
#define TABLE_ROW_H

#include "table/delta.h"
#include "table/sink.h"

/* Values of rows that depend on earlier records of the input. */
struct table_state {
	uint64_t dataset; /* data set of the last sample record; 0: none */
	uint64_t first;   /* TOD clock of the first sample record of this data set */
	int known;
};

/* Call this function for each record of an input, shown or not; initialize *S with {0}. Return the
 * TOD of the first record of EV's sample data set; *KNOWN is 0 if EV is an event, which has no
 * sample data set. */
static inline uint64_t table_state_record(struct table_state *s, const struct monread_ev *ev,
                                          int *known)
{
	*known = ev->mce->type == MONREAD_SAMPLE;
	if (*known && (!s->known || s->dataset != ev->dataset)) {
		s->known = 1;
		s->dataset = ev->dataset;
		s->first = ev->tod;
	}
	return s->first;
}

/* A record with its context. */
struct table_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* NULL: no row is made */
	unsigned release;                    /* release of the system; 0: unknown */
	const char *system;                  /* identifier of the system; "": unknown */
	const char *file;
	uint64_t interval; /* the result of table_state_record() */
	int in_interval;   /* *KNOWN of table_state_record() */
	/* NULL: show counters; else differences of this record, after delta_begin() */
	struct delta *delta;
	int per_second;      /* show differences per second */
};

/* Makes rows from records. Use one per thread. */
struct table_rows;

/* Make rows of the table ONLY, with values only in columns that are not 0 in COLUMNS (NULL: all).
 * ONLY NULL: rows of all tables. The caller keeps S and its layouts. Return NULL if out of
 * memory. */
struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l,
                                  const struct table *only, const unsigned char *columns);
void table_rows_free(struct table_rows *r);

/* Make the rows of a record: first of its entries, then of the record itself. Return 0, the
 * positive result of SINK, or -1 if out of memory. */
int table_rows_make(struct table_rows *r, const struct table_record *record,
                    const struct table_sink *sink, void *arg);

/* Set the cells of the columns that each table begins with; they are TABLE_NULL before. The lengths
 * are those of the names in RECORD. */
void table_put_leading(const struct table_record *record, size_t system_length, size_t file_length,
                       struct table_cell *cells);

/* Return the table of the application data of the last record, if all its application data belongs
 * to one table and had no problems: rows of other tables cannot come from records of this kind.
 * NULL: unknown. */
const struct table *table_rows_payload(const struct table_rows *r);

#endif
