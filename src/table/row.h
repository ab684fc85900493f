/* row.h: a record to rows of tables. */
#ifndef TABLE_ROW_H
#define TABLE_ROW_H

#include "table/delta.h"
#include "table/sink.h"

/* What a row tells of more than its own record: of the input, in the order of its records. */
struct table_state {
	uint64_t dataset; /* of the sample record that was seen last; 0: none was */
	uint64_t first;   /* TOD of the first sample record in it */
	int known;
};

/* To be called with each record of an input, shown or not, {0} before the first.  TOD of the first record of the sample
 * data set that EV belongs to; *KNOWN is 0 where it is an event, which belongs to none. */
static inline uint64_t table_state_record(struct table_state *s, const struct monread_ev *ev, int *known)
{
	*known = ev->mce->type == MONREAD_SAMPLE;
	if (*known && (!s->known || s->dataset != ev->dataset)) {
		s->known = 1;
		s->dataset = ev->dataset;
		s->first = ev->tod;
	}
	return s->first;
}

/* A record and what is known of it. */
struct table_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* NULL: no row is made of it */
	unsigned release;                    /* of the system; 0: not known */
	const char *system;                  /* its identifier; "": not known */
	const char *file;
	uint64_t interval; /* of table_state_record(), */
	int in_interval;   /* and whether it is known */
	struct delta *delta; /* NULL: counters as they are; else delta_begin() was called for the record */
	int per_second;      /* their differences in a second */
};

/* Makes rows.  One thread at a time may use it: each has one of its own. */
struct table_rows;

/* Of the table ONLY, with values in those COLUMNS alone that are not 0 (NULL: in all of them); ONLY NULL: of all
 * tables.  S stays the caller's, with its layouts.  NULL: out of memory. */
struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l, const struct table *only,
                                  const unsigned char *columns);
void table_rows_free(struct table_rows *r);

/* The rows of a record: first those of entries, then its own.  0; above 0: what SINK returned; -1: out of memory. */
int table_rows_make(struct table_rows *r, const struct table_record *record, const struct table_sink *sink, void *arg);

/* The table of the application data that the record of before had, whether or not rows were made of it: of all that it had,
 * with nothing wrong in it.  Rows of another table come from no such record.  NULL: that is not known. */
const struct table *table_rows_payload(const struct table_rows *r);

/* The field that COLUMN of T has the value of, where T is the table of the records of L themselves and the field stands at
 * the same place in each of them; else NULL, also where memory is short. */
const struct monread_field *table_rows_fixed(struct table_rows *r, const struct monread_layout *l, const struct table *t,
                                             uint32_t column);

/* The value of such a field F of the record EV.  0: the record ends before it. */
int table_field_cell(struct table_cell *cell, const struct monread_field *f, const struct monread_ev *ev);

#endif
