/* pcpqueue.h: rows on their way to an archive, which takes them in the order of their times. */
#ifndef OUT_PCPQUEUE_H
#define OUT_PCPQUEUE_H

#include "out/pcparchive.h"

/* {archive, tables} to begin with, all else 0. */
struct pcp_queue {
	struct pcp_archive *archive;
	struct pcp_tables *tables;
	struct pcp_row *rows;
	size_t n, room;
	uint64_t *words;
	size_t used, words_room;
	uint64_t order;
	uint64_t results;
	int64_t written; /* the time of the last result, where there is one */
	int marked;      /* a mark comes before the next result */
	uint64_t late;   /* rows that had no place behind those that were written */
};

void pcp_queue_done(struct pcp_queue *q);

/* A row of T at the time US, microseconds since 1970, which is that of its sample data set; or of an EVENT, which may be
 * moved by a microsecond, as an instance cannot have two values at the same time.  Its words are all 0 and live until the
 * next row: ->bits of T to say which values are there, then a value for each metric.  NULL: out of memory. */
uint64_t *pcp_queue_row(struct pcp_queue *q, const struct pcp_table *t, long instance, int64_t us, int event);

/* Write the rows up to the time UNTIL.  NULL, or what is wrong; "": out of memory. */
const char *pcp_queue_write(struct pcp_queue *q, int64_t until);

/* Rows from here on are not to be compared with those before, which are written. */
const char *pcp_queue_mark(struct pcp_queue *q);

#endif
