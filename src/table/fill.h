/* fill.h: the state that row.c and fill.c share: the rows that are being made. */
#ifndef TABLE_FILL_H
#define TABLE_FILL_H

#include "table/counted.h"
#include "table/plan.h"
#include "table/row.h"

/* Maximum number of nested frames (see struct frame). The decoder cannot nest more: it allows nine
 * levels of application data, each with entries in structures in entries. */
#define FRAMES_MAX 256u

struct fill_row {
	const struct table *table; /* table of the row; NULL: no row is made */
	struct table_cell *cells;
	size_t room;
};

/* A structure, array entry or application data that the decoder has entered but not left. */
struct frame {
	const struct table_steps *steps;
	/* step with which to continue when a structure inside this frame ends; in the innermost
	 * frame, table_rows.next replaces it */
	const struct table_step *next;
	const struct table_plan *plan; /* the plan that has the arrays in this frame */
	/* step of the array whose entries the decoder reports */
	const struct table_step *entries;
	const struct table_entries *array; /* the array whose entries the decoder reports */
	unsigned row;
};

/* The columns that the caller of table_rows_new() needs. */
struct rows_wanted {
	/* 1 if the decoder reports only the fields that fill the wanted columns */
	int narrow;
	int undecoded;          /* 1 if no field of the record is needed */
	/* indexes of the columns of table_rows.only that must be cleared before each row; NULL: all
	 * columns */
	uint32_t *cleared;
	size_t ncleared;
};

/* Numbers of the entries that are nested in other entries. */
struct rows_nested {
	/* number of rows that the current record has so far in each table, indexed by table id */
	uint32_t *numbers;
	size_t n;
	int used; /* 1 if the current record has entries inside entries */
};

struct rows_plans {
	const struct table_plan **list; /* indexed by layout->id */
	size_t n;
};

/* The application data of the record. */
struct rows_payload {
	const struct table *table; /* table of the last application data in the record */
	/* number of pieces of application data in the record; a problem of the record counts as
	 * two, so that table_rows_payload() returns NULL */
	unsigned n;
};

struct table_rows {
	const struct table_schema *schema;
	/* make only rows of the table ->only; ->root is the table of the record or application data
	 * that contains these rows; NULL: make rows of all tables */
	const struct table *only, *root;
	struct rows_wanted wanted;
	struct monread_decoder *decoder;
	struct rows_plans plans;
	/* The current record. */
	const struct table_record *record;
	size_t system_length, file_length;
	const struct table_sink *sink;
	void *arg;
	/* step from which find_step() searches for the next field; in lists and in ignored levels,
	 * it is the list "nowhere" in fill.c */
	const struct table_step *next;
	struct table_cell *cells;
	struct frame frames[FRAMES_MAX];
	unsigned depth;
	/* the row of the record, then the rows nested in it */
	struct fill_row rows[FRAMES_MAX];
	struct rows_nested nested;
	unsigned lists;
	struct counted_lists counted;
	/* number of open structures, entries and application data whose values are ignored, because
	 * they are nested too deeply or have no table */
	unsigned deep;
	/* 1 in the first of two passes over the record, which only collects keys; the second pass
	 * makes the rows of entries */
	int only_keys;
	int failed;
	struct rows_payload payload;
};

/* Return the plan of L; the first call for L makes it. Return NULL and set errno if out of memory
 * or if L has no plan. */
const struct table_plan *rows_plan_of(struct table_rows *r, const struct monread_layout *l);

/* Begin r->rows[N], a row of the table T for the data at OFFSET in the record: fill the columns
 * with which each table begins, and copy the keys of r->rows[PARENT]. Return 0, or -1 if out of
 * memory. */
int rows_begin(struct table_rows *r, unsigned n, const struct table *t, unsigned parent,
               uint32_t offset);

/* Pass r->rows[N] to the sink. Return 0, or the result of the sink. */
int rows_end(struct table_rows *r, unsigned n);

/* Make no rows, but decode the record to report its problems, if its layout has checks or
 * application data. */
int fill_check(struct table_rows *r, const struct table_plan *plan);

/* Decode the record and make its rows. Return 0, the positive result of the sink, or -1 if out of
 * memory. */
int fill_walk(struct table_rows *r, const struct table_plan *plan);

#endif
