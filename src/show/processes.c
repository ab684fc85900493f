/* processes.c: run the queries of an interval in several processes. */
#include "config.h"

#include "show/processes.h"

#include <signal.h>
#include <sys/wait.h>

#include "cli/again.h"
#include "cli/descriptors.h"

struct process {
	pid_t pid;
	/* pipe from which the first process reads results of this process; -1: no more will come */
	int fd;
	uint64_t load;
};

/* In the first two spans, and then in every MEASURED-th span, all processes run all queries. So all
 * know the costs of all queries, and divide the queries in the same way. */
#define MEASURED 256u

/* The first process also prints, which costs about 1/PRINTING as much as all queries. */
#define PRINTING 24u

struct process_query {
	uint64_t cost; /* steps of SQLite's virtual machine that the query takes */
	unsigned by; /* process that will run the query */
};

/* Header before the rows of a result. The first process accepts a result only if the header has the
 * span and the query that it expects. */
struct process_result {
	uint64_t span, rows;
	uint32_t query;
	uint32_t failed; /* 1: no rows follow, because the query failed */
};

#define LAST_SPAN UINT64_MAX

/* ---- All processes except the first ---- */

/* Print nothing, because the first process prints. Ignore signals, because only the first process
 * may end this process. */
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

/* Read N bytes of results to TO from the pipe of the process ARG. Returns 0, or -1 if the pipe ends
 * before. */
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

	/* A process that sends LAST_SPAN ends by itself. */
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

/* Start process number p->n. Also returns in the new process, where p->number is not 0. Returns 0,
 * or -1 on failure. */
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
		/* Close the pipes of other processes. Else these would not notice the end of the
		 * first process. */
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

/* Wait for the next result of ONE. Returns 0 if the user asked monstat to end. */
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
	struct process *one = &p->list[p->queries[wanted->query].by];
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
	return rows_get(&query->rows, receive, one) ? say_killed(p, one) : 0;
}

/* ---- All processes ---- */

/* Give each query to the process that has the lowest load so far. */
static void divide(struct processes *p, size_t n)
{
	unsigned least, k;
	size_t i;

	for (k = 0; k < p->n; k++)
		p->list[k].load = 0;
	for (i = 0; i < n; i++)
		p->list->load += p->queries[i].cost / PRINTING;
	for (i = 0; i < n; i++) {
		for (least = 0, k = 1; k < p->n; k++)
			least = p->list[k].load < p->list[least].load ? k : least;
		p->queries[i].by = least;
		p->list[least].load += p->queries[i].cost;
	}
}

int processes_span(struct processes *p, const struct queries *q)
{
	size_t i;

	if (p->n <= 1)
		return 0;
	if (!p->queries)
		p->queries = calloc(q->n + 1, sizeof *p->queries);
	if (!p->queries)
		return -1;
	if (p->measures)
		divide(p, q->n);
	p->measures = ++p->span <= 2 || p->span % MEASURED == 0;
	for (p->rows = i = 0; i < q->sources.n; i++)
		p->rows += q->sources.list[i]->shown->n;
	return 0;
}

static int measure_query(struct processes *p, struct queries *q, struct query *one)
{
	int rc;

	sqlite3_stmt_status(one->statement, SQLITE_STMTSTATUS_VM_STEP, 1);
	rc = queries_run(q, one);
	p->queries[one - q->list].cost =
		(uint64_t)sqlite3_stmt_status(one->statement, SQLITE_STMTSTATUS_VM_STEP, 0);
	return rc || p->number ? -1 : 0;
}

int processes_run(struct processes *p, struct queries *q, struct query *one)
{
	struct process_result result = { p->span, p->rows, (uint32_t)(one - q->list), 0 };
	unsigned by;

	if (p->has_failed)
		return -1;
	/* The first process runs queries of events: they take little time, and also run for spans
	 * without a call of processes_span(). */
	if (one->report->show.events)
		return p->number ? -1 : queries_run(q, one);
	if (queries_keep(q, one)) {
		if (p->queries)
			p->queries[result.query].cost = 0;
		return p->number ? -1 : 0;
	}
	if (p->n <= 1)
		return queries_run(q, one);
	if (p->measures)
		return measure_query(p, q, one);
	by = p->queries[result.query].by;
	if (by == p->number) {
		result.failed = queries_run(q, one) != 0;
		if (p->number)
			send_result(p, &result, result.failed ? NULL : &one->rows);
		return result.failed || p->number ? -1 : 0;
	}
	return p->number ? -1 : take_result(p, q, one, &result);
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
	free(p->queries);
}
