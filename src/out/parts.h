/* parts.h: reads and shows one part of an input in one thread. */
#ifndef OUT_PARTS_H
#define OUT_PARTS_H

#include "cli/select.h"
#include "out/out.h"

/* A part of an input, and the results of reading it. */
struct pool_part {
	struct monread_part *where;
	/* what table_state_record() remembers before the first record and after the last record of
	 * the part; predicted by the reading thread */
	struct table_state before, after;
	struct out_found found;
	uint64_t last_set; /* number of the record set that was shown last; 0: none */
	/* If the part begins inside a record set and shows a record of this set: the number of the
	 * set; else 0. The text of the part then begins with the heading of this record set, which
	 * has ->heading bytes. write_job() omits the heading if the previous part has shown records
	 * of the record set. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	/* 1: the results are right. 0: the part is damaged, or the prediction of ->after was wrong,
	 * so the reading thread must process the events of the part again */
	int whole;
};

/* The data of one thread that reads parts. */
struct part_reader {
	/* The output. While threads read parts, its members input, select and system do not
	 * change. */
	const struct out *out;
	struct monread *m;
	struct monread_system *system;
	struct select select;
	/* data for conditions on record contents; NULL: the selection has no such conditions */
	struct out_asking *asking;
	int in_open_set; /* 1 until the first control element in the part was read */
};

/* Initialize R, which must be zeroed. Return 0, or -1 if out of memory; after -1 do not call
 * part_reader_done(). */
int part_reader_init(struct part_reader *r, const struct out *o);
void part_reader_done(struct part_reader *r);

/* Read the part P, write its selected records with W, and store the results in P. */
void part_show(struct part_reader *r, struct pool_part *p, struct out_worker *w);

struct pool;

/* Start threads that format parts of an input with the format of O. THREADS is the number of
 * threads, including the calling thread. Return NULL if out of memory. */
struct pool *pool_start(struct out *o, unsigned threads);
void pool_stop(struct pool *p);

/* Write the rows that the format of O has collected in the reading thread. Call this function
 * before the text of a part is written. */
void out_write_rows(struct out *o);

/* These functions do the work of out_take_part() and out_finish_parts(). */
int pool_take(struct pool *p, struct monread *m);
int pool_finish(struct pool *p, struct monread *m);

#endif
