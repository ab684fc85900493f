/* parts.h: reads and shows one part of an input in one thread. */
#ifndef OUT_PARTS_H
#define OUT_PARTS_H

#include "cli/select.h"
#include "out/out.h"

/* A part, with the state that is assumed at its start. */
struct part {
	struct monread_part *where;
	uint64_t length;
	const struct monread_system *system; /* constant while parts are read */
	const struct select *select;         /* of the thread that reads; its counts do not change */
	const struct out_file *file;
	struct table_state before, after; /* AFTER: expected when the part is read from BEFORE; else it is read again */
	/* The results. */
	struct out_found found;
	uint64_t last_set; /* record set of the last shown record; 0: none */
	/* A part that begins inside a record set begins its text with the heading of this set, of ->heading bytes.
	 * The heading is omitted if records of this set were shown before. ->open_set is 0 if the part begins
	 * between sets. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	int whole; /* the results are valid; else the part must be read event by event */
};

/* The data of one thread that reads parts. */
struct part_reader {
	struct monread *m;
	struct monread_system *system;
	struct select select;
	struct out_asking *asking; /* NULL: no conditions on contents */
	void (*end_asking)(struct out_asking *a);
	int in_open_set; /* no control element was read yet */
};

/* R must be zeroed. Return 0, or -1 if out of memory; then do not call part_reader_done(). */
int part_reader_init(struct part_reader *r, const struct out *o);
void part_reader_done(struct part_reader *r);

/* Read P, and show its records with W. */
void part_show(struct part_reader *r, struct part *p, struct out_worker *w);

/* pool.c: formats parts of an input in several threads, and writes them in order. */
struct pool;

/* Start THREADS threads (including the caller's) that format parts with O's format. Return NULL if out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* See out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
