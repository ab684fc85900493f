/* parts.h: reads and shows one part of an input in one thread. */
#ifndef OUT_PARTS_H
#define OUT_PARTS_H

#include "cli/select.h"
#include "out/out.h"

/* A part of an input, the state of the reading thread at the start of the part, as predicted, and
 * the results of reading the part. */
struct pool_part {
	struct monread_part *where;
	uint64_t length;
	/* state of the system; does not change while threads read parts */
	const struct monread_system *system;
	/* selection of the reading thread; part_show() does not change the counts in it */
	const struct select *select;
	const struct out_file *file;
	/* state of intervals at the start of the part, and the predicted state at the end of the
	 * part */
	struct table_state before, after;
	/* The results. */
	struct out_found found;
	uint64_t last_set; /* number of the record set of the last shown record; 0: none */
	/* If the part begins inside a record set, the number of this set; else 0. The text then
	 * begins with the heading of the set, which has ->heading bytes. write_job() omits the
	 * heading if the previous part showed records of this set. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	/* 0: the part is damaged, or ->after is wrong, so the reading thread must process the part
	 * event by event */
	int whole;
};

/* The data of one thread that reads parts. */
struct part_reader {
	struct monread *m;
	struct monread_system *system;
	struct select select;
	struct out_asking *asking; /* NULL: no conditions on record contents */
	void (*end_asking)(struct out_asking *a);
	/* 1 until a control element is read: records belong to the set part.open_set */
	int in_open_set;
};

/* Initialize R, which must be zeroed. Return 0, or -1 if out of memory; after -1 do not call
 * part_reader_done(). */
int part_reader_init(struct part_reader *r, const struct out *o);
void part_reader_done(struct part_reader *r);

/* Read the part P, write its selected records with W, and store the results in P. */
void part_show(struct part_reader *r, struct pool_part *p, struct out_worker *w);

/* pool.c: formats parts of an input in several threads, and writes them in order. */
struct pool;

/* Start threads that format parts with the format of O; THREADS counts the calling thread, too.
 * Return NULL if out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* Write the rows that the format of O has collected in the reading thread. Call this before the
 * text of the next part is written. */
void out_write_rows(struct out *o);

/* These functions do the work of out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
