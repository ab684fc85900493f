/* processes.h: runs the queries of an interval in several processes. Each process reads the inputs
 * and has all rows. The first process also needs the results of the others. If a result does not
 * fit the span of the first process, because an input has changed, the first process runs the
 * queries itself. */
#ifndef SHOW_PROCESSES_H
#define SHOW_PROCESSES_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* The processes that run queries. Set the structure to {0} first. */
struct processes {
	unsigned n;      /* number of processes; 0: only this one */
	unsigned number; /* number of this process; 0: the first one */
	struct process *list; /* only in the first process: list of the other processes */
	/* output buffer of another process, for its results to the first process */
	struct out_buffer results;
	uint64_t span;  /* number of the current span */
	uint64_t rows;  /* number of rows that the queries of this span read */
	struct process_query *queries;
	int measures; /* 1: all processes run all queries of this span */
	int has_failed;
};

/* Start processes, so that there are N of them; fewer if that fails. Call this before the first
 * thread begins. Returns the number of this process. */
unsigned processes_begin(struct processes *p, unsigned n);

/* Decide which process runs which query of Q on the rows that sources_show() has chosen. Returns 0,
 * or -1: out of memory. */
int processes_span(struct processes *p, const struct queries *q);

/* Run the query ONE of Q like queries_run() if this process runs it. Else the first process waits
 * for the result of the process that runs it. If that process was killed, set p->has_failed after
 * a message. Returns 0 if ONE has the result. */
int processes_run(struct processes *p, struct queries *q, struct query *one);

/* The inputs have ended: end the other processes, or this one if it is not the first. */
void processes_end(struct processes *p);

#endif
