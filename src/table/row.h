/* row.h: makes rows of tables from a record. */
#ifndef TABLE_ROW_H
#define TABLE_ROW_H

#include "table/delta.h"
#include "table/sink.h"

/* The last sample data set of an input, to which the next records may belong; {0}: none yet. */
struct table_state {
	uint64_t dataset; /* number of the data set, from 1 */
	uint64_t first;   /* TOD clock of the first record of this data set */
	int known;        /* 1 after the first sample data set has begun */
};

/* Call this for each record EV of an input. If EV is a sample record, set *KNOWN to 1 and return
 * the TOD clock of the first record of its data set; else set *KNOWN to 0. */
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

/* A record, and the data that is needed to make the rows of this record. */
struct table_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* layout of the record; NULL: no row is made */
	unsigned release;                    /* release of z/VM that wrote the record; 0: unknown */
	const char *system; /* identifier of the system that wrote the record; "": unknown */
	const char *file;
	uint64_t interval; /* TOD clock of the sample that ends the interval of the record */
	int in_interval;   /* 1 if ->interval is known */
	/* differences of this record, from delta_begin(); NULL: show the values of counters */
	struct delta *delta;
	int per_second; /* 1: show differences per second */
};

/* Makes rows from records. Use one struct per thread. */
struct table_rows;

/* Create a struct that makes only rows of the table ONLY (NULL: of all tables) and fills only
 * columns whose element in COLUMNS is not 0 (NULL: all columns). The schema S and the layouts L
 * must stay valid until table_rows_free(). Return NULL if out of memory. */
struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l,
                                  const struct table *only, const unsigned char *columns);
void table_rows_free(struct table_rows *r);

/* Make the rows of RECORD. Pass the rows of its array entries and then the row of the record itself
 * to SINK, with ARG. Return 0, the positive result of a function of SINK, or -1 if out of
 * memory. */
int table_rows_make(struct table_rows *r, const struct table_record *record,
                    const struct table_sink *sink, void *arg);

/* Fill the leading cells (enum table_leading) of the row CELLS. Before the call, these cells must
 * be TABLE_NULL. SYSTEM_LENGTH and FILE_LENGTH are the lengths of record->system and
 * record->file. */
void table_put_leading(const struct table_record *record, size_t system_length, size_t file_length,
                       struct table_cell *cells);

/* Return the table of the application data in the last record; NULL if the record has problems, no
 * application data, or several pieces of application data. */
const struct table *table_rows_payload(const struct table_rows *r);

#endif
