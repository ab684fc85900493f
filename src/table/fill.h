/* fill.h: what row.c and fill.c share: rows that are being made, and the functions that fill them. */
#ifndef TABLE_FILL_H
#define TABLE_FILL_H

#include "table/counted.h"
#include "table/direct.h"
#include "table/plan.h"
#include "table/row.h"

/* Deeper than the decoder goes: nine times application data, each with entries in structures in entries. */
#define FRAMES_MAX 256u

struct row {
	const struct table *table; /* NULL: no row is made */
	struct table_cell *cells;
	size_t room;
};

/* A structure that is walked. */
struct frame {
	const struct table_step *steps;
	const struct table_step *next; /* of one that another is in; else it is ->next of all */
	const struct table_plan *plan; /* that the arrays are of */
	const struct table_step *entries; /* the field whose entries are walked */
	const struct table_entries *array; /* the array, likewise */
	unsigned row;
};

struct table_rows {
	const struct table_schema *schema;
	const struct table *only, *root; /* and that of the record or the data that it is in */
	int narrow;    /* only some of the fields are walked */
	int undecoded; /* no value of the record is wanted */
	unsigned char *columns; /* those of ->only that are; NULL: all are */
	struct direct *directs; /* by the layout's id */
	size_t ndirects;
	uint32_t *cleared; /* the columns of ->only that are cleared for each row; NULL: all are */
	size_t ncleared;
	struct monread_decoder *decoder;
	const struct table_plan **plans; /* by the layout's id */
	size_t nplans;
	/* Of the record: */
	const struct table_record *record;
	size_t system_length, file_length;
	const struct table_sink *sink;
	void *arg;
	/* Of the structure that is walked: where the next field goes. */
	const struct table_step *next; /* NOWHERE: in lists, or too deep */
	struct table_cell *cells;
	struct frame frames[FRAMES_MAX];
	unsigned depth;
	struct row rows[FRAMES_MAX]; /* a row, and the rows of what is in it */
	uint32_t *numbers; /* of entries in entries, by the table's id: how many the record had so far */
	size_t nnumbers;
	int numbered;
	unsigned lists;
	struct counted_lists counted;
	unsigned deep; /* levels that are too deep, or of no table */
	int only_keys; /* rows of entries are made in a second pass */
	int failed;
	const struct table *payload; /* of its application data, */
	unsigned payloads;           /* of which it has so many; each problem counts as two */
};

/* The plan of L, made on first use.  NULL: there is none, with errno. */
const struct table_plan *rows_plan_of(struct table_rows *r, const struct monread_layout *l);

/* A row of T, of what stands at OFFSET of the record, becomes the one with number N, with the leading columns and the keys of
 * the row PARENT.  It is read that WAY; NULL: by a walk.  0, or -1: out of memory. */
int rows_begin(struct table_rows *r, unsigned n, const struct table *t, unsigned parent, uint32_t offset,
               const struct direct_way *way);

/* The row with number N is complete.  0, or what the sink returned. */
int rows_end(struct table_rows *r, unsigned n);

/* The fields of S and of the steps behind it, whose record or entry is at V.  0, or 1: out of memory. */
int fill_steps(struct table_rows *r, const struct table_step *s, const struct monread_value *v);

/* Nothing of the record is wanted, but what is wrong in it: where a layout has checks, its own or that of its data. */
int fill_check(struct table_rows *r, const struct table_plan *plan);

/* Walk the record.  0; above 0: what the sink returned; -1: out of memory. */
int fill_walk(struct table_rows *r, const struct table_plan *plan);

#endif
