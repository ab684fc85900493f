/* row.h: makes rows of tables from a record. */
#ifndef TABLE_ROW_H
#define TABLE_ROW_H

#include "table/delta.h"
#include "table/sink.h"

/* The last sample data set of an input, to which its next records may belong. */
struct table_state {
	uint64_t dataset; /* number of the data set of the last sample record; 0: none */
	uint64_t first;   /* TOD clock of the first record of the last sample data set */
	int known;
};

/* Call this function for each record of an input, even if it is not shown; initialize *S with {0}.
 * Return the TOD clock of the first record of the sample data set to which EV belongs, and set
 * *KNOWN to 1. If EV is an event, it belongs to no sample data set: set *KNOWN to 0. */
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

/* A record, and the data about it that its rows need. */
struct table_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* layout of the record; NULL: no row is made */
	unsigned release;                    /* release of z/VM that wrote the record; 0: unknown */
	/* identifier of the system that wrote the record; "": unknown */
	const char *system;
	const char *file;
	uint64_t interval; /* TOD clock of the sample that ends the interval of the record */
	int in_interval;   /* 1 if ->interval is known */
	/* NULL: show the values of counters. Else: show their differences, after delta_begin() was
	 * called with this delta for the record. */
	struct delta *delta;
	int per_second;      /* 1: show differences per second */
};

/* Makes rows from records. Use one struct per thread. */
struct table_rows;

/* Create rows of the table ONLY, and fill only those of its columns whose element in COLUMNS is not
 * 0 (COLUMNS is NULL: all columns). If ONLY is NULL, create rows of all tables. S and L must stay
 * valid until table_rows_free(). Return NULL if out of memory. */
struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l,
                                  const struct table *only, const unsigned char *columns);
void table_rows_free(struct table_rows *r);

/* Make the rows of a record and pass them to SINK with ARG: first the rows of its entries, then the
 * row of the record itself. Return 0, the positive result of SINK, or -1 if out of memory. */
int table_rows_make(struct table_rows *r, const struct table_record *record,
                    const struct table_sink *sink, void *arg);

/* Fill the cells of the columns with which each table begins. These cells must be TABLE_NULL before
 * the call. SYSTEM_LENGTH and FILE_LENGTH are the lengths of the system and file names in
 * RECORD. */
void table_put_leading(const struct table_record *record, size_t system_length, size_t file_length,
                       struct table_cell *cells);

/* Return the table of the application data in the last record. Return NULL if the record has
 * problems, no application data, or more than one piece of application data. */
const struct table *table_rows_payload(const struct table_rows *r);

#endif
