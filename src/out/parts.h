/* parts.h: a part of an input, read and shown by one thread. */
#ifndef OUT_PARTS_H
#define OUT_PARTS_H

#include "cli/select.h"
#include "out/out.h"

/* A part, and where in the input it is: what was before it, as far as that is known when it is given out. */
struct part {
	struct monread_part *where;
	uint64_t length;
	const struct monread_system *system; /* does not change while parts are read */
	const struct select *select;         /* that of the thread that reads: nothing is counted in it */
	const struct out_file *file;
	struct table_state before, after; /* AFTER has to be what comes of BEFORE */
	/* What came of it. */
	struct out_found found;
	uint64_t last_set; /* of the last record that was shown; 0: there was none */
	/* A part that begins inside of a set shows its heading, of this length, at the beginning of the text.  It is too
	 * much where records of this set were shown before.  0: no such set. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	int whole; /* else nothing of this holds: somebody has to look at it event by event */
};

/* What one thread needs to read parts. */
struct part_reader {
	struct monread *m;
	struct monread_system *system;
	struct select select;
	struct out_asking *asking; /* NULL: there are no conditions */
	void (*end_asking)(struct out_asking *a);
	int in_open_set; /* no control element came yet */
};

/* R is zeroed.  0, or -1: out of memory; then there is nothing to be done. */
int part_reader_init(struct part_reader *r, const struct out *o);
void part_reader_done(struct part_reader *r);

/* Read P, and show its records with W. */
void part_show(struct part_reader *r, struct part *p, struct out_worker *w);

#endif
