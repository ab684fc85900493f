/* pool.c: the reading thread divides the input into parts; all threads format parts; and the
 * reading thread writes the texts of the parts in the order of the input. If the next text is not
 * ready, the reading thread formats a part instead of waiting. */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/thread.h"
#include "out/parts.h"
#include "out/split.h"

/* Number of bytes of a part of the input. A part must not be too small, because each part has a
 * fixed cost; but the text of a part should fit into the cache of the processor. */
#define PART_SIZE (64u * 1024u)
/* Number of additional parts that are handed out in advance, so that the other threads have work
 * while the reading thread formats a part itself. */
#define SPARE_JOBS 4u
/* Number of bytes of a part if the format has flush(). These parts are larger, because for each
 * part, such a format writes one block per table. */
#define BLOCK_SIZE (1024u * 1024u)

struct trouble {
	struct trouble *next;
	struct monread_ev ev;
	char text[];
};

/* A part of the input, and the results of formatting it. */
struct job {
	struct pool_part part;
	int is_done;
	struct out_buffer text;
	struct trouble *troubles, **last_trouble;
	/* text of the error that ended the output; "": no error */
	char error[OUT_ERROR_SIZE];
};

struct worker {
	struct pool *pool;
	pthread_t thread;
	struct out_worker out;
	struct part_reader reader;
	struct job *job; /* the job that this worker is doing */
};

struct pool {
	struct out *out;
	struct worker *workers; /* workers[0] is for the reading thread */
	unsigned nworkers;      /* number of workers that were started */
	struct job *jobs;       /* a ring buffer */
	unsigned njobs;
	size_t part_size;
	pthread_mutex_t lock;
	pthread_cond_t given, done;
	/* How many jobs were handed out, begun and written. The lock protects ->ngiven, ->nbegun,
	 * and ->is_done of each job. */
	uint64_t ngiven, nbegun, nwritten;
	int stopping;
};

/* ---- A worker ---- */

static void keep_problem(void *arg, const struct monread_ev *ev, const char *text)
{
	struct worker *w = arg;
	size_t n = strlen(text) + 1;
	struct trouble *t = malloc(sizeof *t + n);

	if (!t) {
		out_no_memory(&w->out);
		return;
	}
	t->next = NULL;
	t->ev = *ev;
	t->ev.mce = NULL;
	t->ev.bytes = NULL;
	memcpy(t->text, text, n);
	*w->job->last_trouble = t;
	w->job->last_trouble = &t->next;
}

static void format_job(struct worker *w, struct job *j)
{
	w->job = j;
	j->last_trouble = &j->troubles;
	j->text.p = j->text.buf;
	/* Lend the text buffer of the job to the worker, which writes its text directly there. */
	w->out.b = j->text;
	part_show(&w->reader, &j->part, &w->out);
	if (w->out.format->flush)
		w->out.format->flush(&w->out);
	out_part_end(&w->out);
	j->text = w->out.b;
	memcpy(j->error, w->out.error, sizeof j->error);
}

/* Format the oldest job that no thread has begun. The caller must hold the lock; this function
 * releases the lock while it formats the job. */
static void format_next_job(struct pool *p, struct worker *w)
{
	struct job *j = &p->jobs[p->nbegun++ % p->njobs];

	pthread_mutex_unlock(&p->lock);
	format_job(w, j);
	pthread_mutex_lock(&p->lock);
	j->is_done = 1;
	pthread_cond_signal(&p->done);
}

static void *worker_loop(void *arg)
{
	struct worker *w = arg;
	struct pool *p = w->pool;

	pthread_mutex_lock(&p->lock);
	while (!p->stopping) {
		if (p->nbegun < p->ngiven)
			format_next_job(p, w);
		else
			pthread_cond_wait(&p->given, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void end_worker(struct worker *w)
{
	out_worker_done(&w->out);
	part_reader_done(&w->reader);
}

static int start_worker(struct pool *p, struct worker *w)
{
	w->pool = p;
	w->out.problem = keep_problem;
	w->out.problem_arg = w;
	if (out_worker_init(&w->out, p->out->format, &p->out->settings))
		return -1;
	if (part_reader_init(&w->reader, p->out)) {
		out_worker_done(&w->out);
		return -1;
	}
	if (w > p->workers && thread_start(&w->thread, worker_loop, w)) {
		end_worker(w);
		return -1;
	}
	p->nworkers++;
	return 0;
}

/* ---- The reading thread ---- */

/* Free those problems of the part J that were found in records up to OFFSET, an offset in the
 * input. If OUT is not NULL, report these problems first. */
static void free_troubles(struct job *j, const struct out_worker *out, uint64_t offset)
{
	struct trouble *t;

	for (t = j->troubles; t && t->ev.offset <= offset; t = j->troubles) {
		if (out && out->problem)
			out->problem(out->problem_arg, &t->ev, t->text);
		j->troubles = t->next;
		free(t);
	}
}

static int make_jobs(struct pool *p)
{
	struct job *j;

	p->jobs = calloc(p->njobs, sizeof *p->jobs);
	for (j = p->jobs; j && j < p->jobs + p->njobs; j++) {
		j->part.where = monread_part_new();
		if (!j->part.where || out_buffer_init(&j->text, OUT_MEMORY))
			return -1;
	}
	return p->jobs ? 0 : -1;
}

struct pool *pool_start(struct out *o, unsigned threads)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->out = o;
	p->part_size = o->format->flush ? BLOCK_SIZE : PART_SIZE;
	/* One thread needs only one job, because it finishes each job before it begins the next
	 * one. Jobs of BLOCK_SIZE need much memory, so use fewer of them. */
	p->njobs = 1;
	if (threads > 1)
		p->njobs = o->format->flush ? threads + 2 : 2 * threads + SPARE_JOBS;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->given, NULL);
	pthread_cond_init(&p->done, NULL);
	p->workers = calloc(threads, sizeof *p->workers);
	if (p->workers && make_jobs(p) == 0)
		while (p->nworkers < threads && start_worker(p, &p->workers[p->nworkers]) == 0)
			;
	if (p->nworkers)
		return p;
	pool_stop(p);
	return NULL;
}

void pool_stop(struct pool *p)
{
	unsigned i;

	pthread_mutex_lock(&p->lock);
	p->stopping = 1;
	pthread_cond_broadcast(&p->given);
	pthread_mutex_unlock(&p->lock);
	for (i = 0; i < p->nworkers; i++) {
		if (i > 0)
			pthread_join(p->workers[i].thread, NULL);
		end_worker(&p->workers[i]);
	}
	for (i = 0; p->jobs && i < p->njobs; i++) {
		free_troubles(&p->jobs[i], NULL, UINT64_MAX);
		free(p->jobs[i].part.found.noted);
		monread_part_free(p->jobs[i].part.where);
		out_buffer_done(&p->jobs[i].text);
	}
	pthread_cond_destroy(&p->done);
	pthread_cond_destroy(&p->given);
	pthread_mutex_destroy(&p->lock);
	free(p->jobs);
	free(p->workers);
	free(p);
}

/* ---- Writing ---- */

/* Pass to the caller, in the order of the input, the records that were noted in the part J and the
 * problems of records in J; then pass the counts and times of J. */
static void tell_found(struct pool *p, struct job *j)
{
	const struct out *o = p->out;
	const struct out_found *found = &j->part.found;
	unsigned i;

	for (i = 0; i < found->nnoted; i++) {
		struct out_noted *n = &found->noted[i];

		n->ev.mce = &n->mce;
		free_troubles(j, &o->main, n->ev.offset);
		o->found(o->found_arg, found, n);
	}
	free_troubles(j, &o->main, UINT64_MAX);
	o->found(o->found_arg, found, NULL);
}

static void write_job(struct pool *p, struct job *j)
{
	const struct pool_part *part = &j->part;
	struct out *o = p->out;
	size_t from = part->open_set && part->open_set == o->set_shown ? part->heading : 0;

	/* Do not write an incomplete text: after ENOMEM, the buffer of the text was emptied. */
	if (j->text.error)
		o->main.b.error = j->text.error;
	else
		out_deliver(o, j->text.buf + from, (size_t)(j->text.p - j->text.buf) - from);
	if (*j->error)
		out_fail(&o->main, "%s", j->error);
	if (part->last_set)
		o->set_shown = part->last_set;
	o->homeless += part->homeless;
	tell_found(p, j);
}

/* Return the oldest job that is not written, if it is done; else NULL. If ALL is 1 or all jobs are
 * in use, first format parts or wait until the oldest job is done. */
static struct job *oldest_done(struct pool *p, int all)
{
	struct job *j = &p->jobs[p->nwritten % p->njobs];

	pthread_mutex_lock(&p->lock);
	while (p->nwritten < p->ngiven && !j->is_done &&
	       (all || p->ngiven - p->nwritten == p->njobs)) {
		if (p->nbegun < p->ngiven)
			format_next_job(p, p->workers);
		else
			pthread_cond_wait(&p->done, &p->lock);
	}
	if (p->nwritten == p->ngiven || !j->is_done)
		j = NULL;
	pthread_mutex_unlock(&p->lock);
	return j;
}

/* Write the jobs that are done. If ALL is 1, wait until every job is done. Return 0, or -1 if the
 * reading thread must process a part again; M is then at the start of this part. */
static int write_done(struct pool *p, struct monread *m, int all)
{
	struct job *j, *torn = NULL;

	for (j = oldest_done(p, all); j; j = oldest_done(p, all || torn)) {
		if (!torn && !j->part.whole && !*j->error && !j->text.error)
			torn = j;
		if (!torn)
			write_job(p, j);
		free_troubles(j, NULL, UINT64_MAX);
		p->nwritten++;
	}
	if (!torn)
		return 0;
	monread_part_put_back(m, torn->part.where);
	p->out->state = torn->part.before;
	return -1;
}

/* ---- Handing out ---- */

static void pool_hand_out(struct pool *p, struct job *j)
{
	pthread_mutex_lock(&p->lock);
	j->is_done = 0;
	p->ngiven++;
	pthread_cond_signal(&p->given);
	pthread_mutex_unlock(&p->lock);
}

int pool_take(struct pool *p, struct monread *m)
{
	struct job *j = &p->jobs[p->ngiven % p->njobs];
	struct pool_part *part = &j->part;
	struct out *o = p->out;
	uint64_t dataset, tod;

	if (!monread_part_take(m, part->where, p->part_size))
		return 0;
	out_write_rows(o);
	part->found.end = monread_offset(m);
	part->before = o->state;
	if (monread_part_sample(part->where, &dataset, &tod) &&
	    !(o->state.known && o->state.dataset == dataset)) {
		o->state.known = 1;
		o->state.dataset = dataset;
		o->state.first = tod;
	}
	part->after = o->state;
	pool_hand_out(p, j);
	return write_done(p, m, 0) ? -1 : 1;
}

int pool_finish(struct pool *p, struct monread *m)
{
	return write_done(p, m, 1);
}
