/* processes.h: runs the queries of an interval in several processes. Each process reads all inputs,
 * but runs only some of the queries. The first process gets the results of the other processes, and
 * prints all results. If the input changes while it is read, a result can be of another interval;
 * then the first process runs the query itself. */
#ifndef SHOW_PROCESSES_H
#define SHOW_PROCESSES_H

#include "cli/buffer.h"
#include "stat/queries.h"

/* The processes that run queries. Set the structure to {0} first. */
struct processes {
	unsigned n; /* number of processes; 0: only this one */
	unsigned number; /* number of this process; 0: the first one */
	struct process *list; /* one per process; only the first process uses ->pid and ->fd */
	/* in each process except the first: results for the first process */
	struct out_buffer results;
	uint64_t span;
	struct query **order; /* the queries, the most expensive ones first */
	/* 0: all processes run all queries, to learn their costs. 1: each process runs its part of
	 * the queries, from the first span after a span of known length on */
	int is_divided;
	int has_failed;
};

/* Start processes until N run; if starting one fails, end the new processes, so that only this
 * process is left. Call this before the first thread begins, because a new process has no other
 * threads, and before SQLite begins, because a connection must not be used after fork(2). Returns
 * the number of this process. */
unsigned processes_begin(struct processes *p, unsigned n);

/* Decide which process runs which of the queries Q on the rows that sources_show() has chosen.
 * Returns 0, or -1: out of memory. */
int processes_span(struct processes *p, struct queries *q);

/* If this process has to run ONE, one of the queries Q, call queries_run(). Else, in the first
 * process, wait for the result of the process that runs ONE. If that process was killed, print a
 * message and set p->has_failed. Returns 0 if one->rows has the result. */
int processes_run(struct processes *p, struct queries *q, struct query *one);

/* End the other processes or, if this is not the first process, end this process. Call this when
 * the inputs have ended. */
void processes_end(struct processes *p);

#endif
