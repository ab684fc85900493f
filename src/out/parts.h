/* parts.h: reads and shows one part of an input in one thread. */
#ifndef OUT_PARTS_H
#define OUT_PARTS_H

#include "cli/select.h"
#include "out/out.h"

/* A part of an input, the state that the reading thread assumes at its start, and the results of
 * reading it. */
struct pool_part {
	struct monread_part *where;
	uint64_t length;
	/* state of the system; constant while threads read parts */
	const struct monread_system *system;
	/* selection of the reading thread; part_show() does not change its counts */
	const struct select *select;
	const struct out_file *file;
	/* interval state at the start of the part, and the predicted state at its end */
	struct table_state before, after;
	/* The results. */
	struct out_found found;
	uint64_t last_set; /* number of the record set of the last shown record; 0: none */
	/* If the part begins inside a record set: number of the set, else 0. The text then begins
	 * with the heading of the set, of ->heading bytes. write_job() omits it if the previous
	 * part showed records of this set. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	/* 0: damaged, or ->after is wrong: the reading thread must process the part event by
	 * event */
	int whole;
};

/* The data of one thread that reads parts. */
struct part_reader {
	struct monread *m;
	struct monread_system *system;
	struct select select;
	struct out_asking *asking; /* NULL: no conditions on contents */
	void (*end_asking)(struct out_asking *a);
	int in_open_set; /* 1 until a control element is read: records belong to part.open_set */
};

/* Initialize R, which must be zeroed. Return 0, or -1 if out of memory; then do not call
 * part_reader_done(). */
int part_reader_init(struct part_reader *r, const struct out *o);
void part_reader_done(struct part_reader *r);

/* Read the part P and write its selected records with W. P gets the results. */
void part_show(struct part_reader *r, struct pool_part *p, struct out_worker *w);

/* pool.c: formats parts of an input in several threads, and writes them in order. */
struct pool;

/* Start THREADS threads (including the caller's) that format parts with O's format. Return NULL if
 * out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* Write the rows that the format of O collected in the reading thread, before the text of the next
 * part. */
void out_write_rows(struct out *o);

/* Implement out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
