/* processes.c: run the queries of an interval in several processes. */
#include "config.h"

#include "show/processes.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "cli/again.h"
#include "cli/descriptors.h"

struct process {
	pid_t pid;
	/* pipe from which the first process reads results of this process; -1: no more results will
	 * come */
	int fd;
	uint64_t load; /* cost of all spans since the queries were first divided */
	uint64_t rest; /* cost of a span except for running queries; 0: not known yet */
	/* per source: 1 if the process makes the rows of this source */
	unsigned char has[SOURCES_MOST];
};

/* Costs are in steps of SQLite's virtual machine. MAKING: cost of making a cell of a row that
 * queries read. PRINTING: cost of printing a cell of a result. */
#define MAKING   UINT64_C(2)
#define PRINTING UINT64_C(2)

/* Header before the rows of a result. The first process compares it with the header that it
 * expects. */
struct process_result {
	uint64_t span, rows; /* rows: number of rows that the query could read */
	uint32_t query;
	uint32_t failed; /* 1: no rows follow, because the query failed */
};

#define LAST_SPAN UINT64_MAX

/* ---- All processes except the first ---- */

/* Let this process print nothing, because the first process prints. Ignore signals, because only
 * the first process may end this process. */
static void be_silent(struct processes *p, int fd)
{
	int null = again_open("/dev/null", O_WRONLY, 0);

	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	if (null < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 ||
	    out_buffer_init(&p->results, fd))
		_exit(STATUS_FAILED);
	close(null);
}

static void send_result(struct processes *p, const struct process_result *result,
                        const struct rows *rows)
{
	out_bytes(&p->results, result, sizeof *result);
	if (rows)
		rows_put(&p->results, rows);
	/* If writing fails, the first process needs no more results, so this process ends. */
	if (out_flush(&p->results))
		_exit(STATUS_GOOD);
}

/* ---- The first process ---- */

/* Read N bytes of results to TO from the pipe of ARG, a struct process. Returns 0, or -1 if the
 * pipe ends before these bytes. */
static int receive(void *arg, void *to, size_t n)
{
	const struct process *one = arg;
	ssize_t got = 1;

	while (n > 0 && got > 0) {
		do
			got = read(one->fd, to, n);
		while (got < 0 && errno == EINTR);
		n -= got > 0 ? (size_t)got : 0;
		to = (char *)to + (got > 0 ? got : 0);
	}
	return n > 0 ? -1 : 0;
}

/* End the process ONE. Returns its status in the format of waitpid(2). */
static int end_process(struct process *one)
{
	struct process_result last;
	int status = 0;

	/* Let a process that sends LAST_SPAN end by itself, but kill any other process. */
	if (stop_asked() || receive(one, &last, sizeof last) || last.span != LAST_SPAN)
		kill(one->pid, SIGKILL);
	close(one->fd);
	one->fd = -1;
	while (waitpid(one->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static void end_processes(struct processes *p)
{
	while (p->n > 1)
		if (p->list[--p->n].fd >= 0)
			end_process(&p->list[p->n]);
}

/* Start process number p->n of ALL. The function also returns in the new process, where p->number
 * is not 0. Returns 0, or -1 on failure. */
static int start_process(struct processes *p, unsigned all)
{
	struct process *one = &p->list[p->n];
	int ends[2];

	if (pipe(ends))
		return -1;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pipe_widen(ends[0]);
	one->fd = ends[0];
	one->pid = fork();
	if (one->pid == 0) {
		p->number = p->n;
		/* Close the reading ends of the pipes. If this process kept them open, the other
		 * processes would not notice the end of the first process. */
		for (; p->n > 0; p->n--)
			close(p->list[p->n].fd);
		p->n = all;
		be_silent(p, ends[1]);
		return 0;
	}
	close(ends[1]);
	if (one->pid > 0) {
		p->n++;
		return 0;
	}
	close(ends[0]);
	return -1;
}

unsigned processes_begin(struct processes *p, unsigned n)
{
	p->n = 1;
	p->list = n > 1 ? calloc(n, sizeof *p->list) : NULL;
	while (p->list && p->n < n && !p->number)
		if (start_process(p, n)) {
			diag_verbose("1 process in place of %u: %s", n, strerror(errno));
			end_processes(p);
			break;
		}
	return p->number;
}

/* Wait for the next result of the process ONE. Returns 0 if the user asked monstat to end. */
static int wait_result(const struct process *one)
{
	struct pollfd p = { .fd = one->fd, .events = POLLIN };

	while (!stop_asked() && poll(&p, 1, 1000) <= 0)
		;
	return !stop_asked();
}

/* Report that the process ONE was killed, and end all other processes. Returns -1. */
static int say_killed(struct processes *p, struct process *one)
{
	int status = end_process(one);

	p->has_failed = 1;
	diag_fail(
		"a process that ran some of the reports was killed by signal %d; --jobs=1 uses no other processes",
		WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	end_processes(p);
	return -1;
}

static int take_result(struct processes *p, struct queries *q, struct query *query,
                       const struct process_result *wanted)
{
	struct process *one = &p->list[query->by];
	struct process_result got;

	if (one->fd >= 0 && !wait_result(one))
		end_process(one);
	if (one->fd < 0)
		return queries_run(q, query);
	if (receive(one, &got, sizeof got))
		return say_killed(p, one);
	if (memcmp(&got, wanted, sizeof got) != 0) {
		/* A query that failed in the other process, which is silent, fails again here, with
		 * a message. */
		if (!got.failed)
			end_process(one);
		return queries_run(q, query);
	}
	queries_clear(query);
	if (rows_get(&query->rows, receive, one))
		return say_killed(p, one);
	return query->failed ? -1 : 0;
}

/* ---- All processes ---- */

static int compare_costs(const void *a, const void *b)
{
	const struct query *x = *(struct query *const *)a, *y = *(struct query *const *)b;

	return (x->cost < y->cost) - (x->cost > y->cost);
}

/* Return the cost of making the rows that the query ONE reads and the process TO does not make.
 * Return NEVER after the first division of the queries: TO cannot begin to make rows then, because
 * sums need the rows of all spans. */
#define NEVER (UINT64_MAX / 2)
static uint64_t cost_of_lacking(const struct processes *p, const struct process *to,
                                const struct sources *s, const struct query *one)
{
	uint64_t cost = 0;
	size_t i;

	for (i = 0; i < s->n; i++) {
		if (!one->uses[i] || to->has[i])
			continue;
		if (p->is_divided)
			return NEVER;
		cost += MAKING * s->list[i]->now.n * s->list[i]->width;
	}
	return cost;
}

static void give(struct processes *p, const struct sources *s, struct query *one)
{
	uint64_t least = UINT64_MAX, load;
	struct process *to;
	unsigned k;
	size_t i;

	for (k = 0; k < p->n; k++) {
		load = p->list[k].load + cost_of_lacking(p, &p->list[k], s, one);
		one->by = load < least ? k : one->by;
		least = load < least ? load : least;
	}
	to = &p->list[one->by];
	to->rest += least - to->load;
	to->load = least + one->cost;
	for (i = 0; i < s->n; i++)
		to->has[i] |= one->uses[i];
}

/* Give each query, the most expensive ones first, to the process that then has the lowest load. A
 * process that gets too much work in a span gets less in the next span, because loads include
 * earlier spans. */
static void divide(struct processes *p, const struct queries *q)
{
	unsigned k;
	size_t i;

	for (k = 0; k < p->n; k++)
		p->list[k].load += p->list[k].rest;
	for (i = 0; i < q->n; i++)
		give(p, &q->sources, p->order[i]);
}

/* Divide the queries for the first time. From now on, this process makes only the rows that its
 * queries read. But the first process makes all rows, because it prints messages about them, and
 * runs a query if another process fails. */
static int divide_first(struct processes *p, struct queries *q)
{
	size_t i;

	p->order = calloc(q->n + 1, sizeof *p->order);
	if (!p->order)
		return -1;
	for (i = 0; i < q->n; i++)
		p->order[i] = &q->list[i];
	qsort(p->order, q->n, sizeof *p->order, compare_costs);
	for (i = 0; i < q->sources.n; i++) {
		p->list->has[i] = 1;
		p->list->rest += MAKING * q->sources.list[i]->now.n * q->sources.list[i]->width;
	}
	divide(p, q);
	p->is_divided = 1;
	if (p->number)
		sources_limit(&q->sources, p->list[p->number].has);
	return 0;
}

int processes_span(struct processes *p, struct queries *q)
{
	p->span++;
	if (p->is_divided)
		divide(p, q);
	else if (p->n > 1 && p->list->rest)
		return divide_first(p, q);
	return 0;
}

static int measure_query(struct processes *p, struct queries *q, struct query *one)
{
	int rc;

	sqlite3_stmt_status(one->statement, SQLITE_STMTSTATUS_VM_STEP, 1);
	rc = queries_run(q, one);
	one->cost = (uint64_t)sqlite3_stmt_status(one->statement, SQLITE_STMTSTATUS_VM_STEP, 0);
	if (q->sources.span->seconds > 0)
		p->list->rest += PRINTING * one->rows.n * one->rows.width;
	return rc || p->number ? -1 : 0;
}

static uint64_t rows_read(const struct sources *s, const struct query *one)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < s->n; i++)
		n += one->uses[i] ? s->list[i]->shown->n : 0;
	return n;
}

int processes_run(struct processes *p, struct queries *q, struct query *one)
{
	struct process_result result = { p->span, 0, (uint32_t)(one - q->list), 0 };

	if (p->has_failed)
		return -1;
	/* The first process runs queries of events: these queries take little time, and also run
	 * for spans without a call of processes_span(). */
	if (one->report->show.events)
		return p->number ? -1 : queries_run(q, one);
	if (queries_keep(q, one)) {
		one->cost = p->is_divided ? one->cost : 0;
		return p->number ? -1 : 0;
	}
	if (p->n <= 1)
		return queries_run(q, one);
	if (!p->is_divided)
		return measure_query(p, q, one);
	if (one->by != p->number && p->number)
		return -1;
	result.rows = rows_read(&q->sources, one);
	if (one->by != p->number)
		return take_result(p, q, one, &result);
	result.failed = queries_run(q, one) != 0;
	if (p->number)
		send_result(p, &result, result.failed ? NULL : &one->rows);
	return result.failed || p->number ? -1 : 0;
}

void processes_end(struct processes *p)
{
	static const struct process_result last = { .span = LAST_SPAN };

	if (p->number) {
		send_result(p, &last, NULL);
		_exit(STATUS_GOOD);
	}
	end_processes(p);
	free(p->list);
	free(p->order);
}
