/* pool.c: the reading thread divides the input into parts; all threads read, select and format
 * parts; and the reading thread writes the texts of the parts in the order of the input. If the
 * next text is not ready, the reading thread formats a part instead of waiting. The reading thread
 * predicts its own state at the start of each part, so that other threads can begin there. If a
 * prediction proves wrong, the reading thread discards the results of the part. */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/select.h"
#include "cli/thread.h"
#include "cli/verdict.h"
#include "out/out.h"
#include "out/split.h"
#include "table/intervals.h"

/* Number of bytes of a part of the input. Each part has a fixed cost, but the text of a part should
 * fit into the cache of the processor. */
#define PART_SIZE (64u * 1024u)
/* Number of additional parts that are handed out, so that the other threads have work while the
 * reading thread formats a part itself. */
#define SPARE_JOBS 4u
/* Number of bytes of a part if the format has flush(), which writes one block per table at the end
 * of each part. */
#define BLOCK_SIZE (1024u * 1024u)

struct trouble {
	struct trouble *next;
	struct monread_ev ev;
	char text[];
};

/* A part of the input, and the results of reading and formatting it. */
struct job {
	struct monread_part *where;
	/* the predicted states of table_state_record() before and after the part */
	struct table_state before, after;
	struct out_found found;
	uint64_t last_set; /* number of the record set that was shown last; 0: none */
	/* If the part begins inside a record set and shows a record of it: the number of the record
	 * set, whose heading is the first ->heading bytes of ->text; else 0. write_job() omits the
	 * heading if the previous part has shown records of the record set. */
	uint64_t open_set;
	size_t heading;
	uint64_t homeless;
	int whole; /* 1 if the part has no damage and the predictions were right */
	int is_done;
	struct out_buffer text;
	struct trouble *troubles, **last_trouble;
	char error[OUT_ERROR_SIZE]; /* why the output ended; "": no error */
};

struct worker {
	struct pool *pool;
	pthread_t thread;
	struct out_worker out;
	struct job *job;
	struct monread *m;
	struct monread_system *system;
	struct select select;
	/* data for conditions on record contents; NULL: the selection has no such conditions */
	struct out_asking *asking;
	int in_open_set; /* 1 until the first control element in the part was read */
};

struct pool {
	struct out *out; /* out->file, out->select and out->system do not change during a job */
	struct worker *workers; /* workers[0] is for the reading thread */
	unsigned nworkers;      /* number of workers that were started */
	struct job *jobs;       /* a ring buffer */
	unsigned njobs;
	size_t part_size;
	pthread_mutex_t lock;
	pthread_cond_t given, done;
	/* number of jobs that were handed out, begun and written; the lock protects ->ngiven,
	 * ->nbegun, and ->is_done of each job */
	uint64_t ngiven, nbegun, nwritten;
	int stopping;
};

/* ---- Reading a part ---- */

/* EV is a record for which intervals_concerns() returned 1. Copy EV to the results F if the reading
 * thread needs EV. */
static int pool_note_record(struct out_found *f, const struct monread_ev *ev)
{
	struct out_noted *n;

	if (ev->domain == 1) {
		f->framing += ev->record == 13;
		f->has_system |= ev->record == 4;
	}
	if (!intervals_use(ev))
		return 0;
	if (ARRAY_GROW(f->noted, f->nnoted, f->noted_room))
		return -1;
	n = &f->noted[f->nnoted++];
	n->ev = *ev;
	n->mce = *ev->mce;
	return 0;
}

static void pool_show_record(struct worker *w, const struct monread_ev *ev, uint64_t interval,
                             int in_interval)
{
	const struct out_settings *s = w->out.settings;
	struct job *j = w->job;
	struct out_record o = { .ev = ev,
		                .first = ev->setno != j->last_set,
		                .interval = interval,
		                .in_interval = in_interval };

	o.layout = monread_system_layout(w->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (monread_layouts_failed(s->layouts)) {
		out_no_memory(&w->out);
		return;
	}
	o.release = monread_system_release(w->system);
	o.system = monread_system_id(w->system);
	j->homeless += out_is_homeless(s, o.layout);
	out_record(&w->out, &o);
	if (!j->last_set && w->in_open_set) {
		j->open_set = ev->setno;
		j->heading = w->out.heading;
	}
	j->last_set = ev->setno;
}

/* Select and show the record EV. Return 0, or -1 if the results of the part must be discarded. */
static int process_record(struct worker *w, const struct monread_ev *ev, struct table_state *state)
{
	struct out_found *found = &w->job->found;
	int in_interval, shown;

	found->records++;
	verdict_times(&found->first, &found->last, ev);
	table_state_record(state, ev, &in_interval);
	if (w->asking) {
		w->asking->interval = state->first;
		w->asking->in_interval = in_interval;
	}
	shown = select_record(&w->select, ev);
	found->shown += shown != 0;
	if (shown)
		pool_show_record(w, ev, state->first, in_interval);
	else if (monread_system_learn(w->system, ev->domain, ev->record, ev->bytes, ev->length))
		out_no_memory(&w->out);
	return intervals_concerns(ev) ? pool_note_record(found, ev) : 0;
}

static int is_same(const struct table_state *a, const struct table_state *b)
{
	return a->known == b->known && a->dataset == b->dataset && a->first == b->first;
}

static void begin_part(struct worker *w, struct job *j)
{
	const struct out *o = w->pool->out;

	j->found = (struct out_found){ .end = j->found.end,
		                       .noted = j->found.noted,
		                       .noted_room = j->found.noted_room };
	j->last_set = j->open_set = 0;
	j->heading = w->out.heading = 0;
	j->homeless = 0;
	j->whole = 0;
	w->out.file = o->file;
	w->in_open_set = 1;
	w->select = *o->select;
	if (w->asking) {
		w->asking->system = w->system;
		w->asking->file = o->file->name;
		w->select.inside_arg = w->asking;
	}
	select_sample(&w->select, j->before.known, j->before.dataset, j->before.first);
	monread_system_follow(w->system, o->system);
	monread_part_read(w->m, j->where);
}

/* Read the part of the job J, and write the selected records of this part with w->out. */
static void show_part(struct worker *w, struct job *j)
{
	struct table_state state = j->before;
	const struct monread_ev *ev;

	begin_part(w, j);
	/* If the thread failed in an earlier part, process no records: this part has no results. */
	for (ev = monread_next(w->m); ev && !*w->out.error; ev = monread_next(w->m)) {
		/* Only the reading thread can process repeated configuration. */
		if (ev->flags & MONREAD_REPEATED)
			return;
		if (ev->kind >= MONREAD_BAD ||
		    (ev->kind == MONREAD_RECORD && process_record(w, ev, &state)))
			return;
		if (ev->kind == MONREAD_CONTROL)
			w->in_open_set = 0;
	}
	j->whole = monread_part_whole(w->m, j->where) && is_same(&state, &j->after) &&
	           monread_system_agrees(w->system, w->pool->out->system) &&
	           !(w->asking && w->asking->failed);
}

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
	show_part(w, j);
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
	monread_close(w->m);
	monread_system_free(w->system);
	if (w->asking)
		w->pool->out->end_asking(w->asking);
}

static int start_worker(struct pool *p, struct worker *w)
{
	const struct out *o = p->out;
	int asks = o->select && o->select->inside && o->begin_asking;

	w->pool = p;
	w->out.problem = keep_problem;
	w->out.problem_arg = w;
	if (out_worker_init(&w->out, o->format, &o->settings))
		return -1;
	w->m = monread_open(MONREAD_FD_NONE);
	w->system = monread_system_new(o->settings.layouts);
	w->asking = asks ? o->begin_asking(o->select->inside_arg) : NULL;
	if (!w->m || !w->system || (asks && !w->asking) ||
	    (w > p->workers && thread_start(&w->thread, worker_loop, w))) {
		end_worker(w);
		return -1;
	}
	p->nworkers++;
	return 0;
}

/* ---- The reading thread ---- */

/* Free the problems of J that were found in records up to OFFSET in the input. If OUT is not NULL,
 * report these problems first. */
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
		j->where = monread_part_new();
		if (!j->where || out_buffer_init(&j->text, OUT_MEMORY))
			return -1;
	}
	return p->jobs ? 0 : -1;
}

static void pool_stop(struct pool *p)
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
		free(p->jobs[i].found.noted);
		monread_part_free(p->jobs[i].where);
		out_buffer_done(&p->jobs[i].text);
	}
	pthread_cond_destroy(&p->done);
	pthread_cond_destroy(&p->given);
	pthread_mutex_destroy(&p->lock);
	free(p->jobs);
	free(p->workers);
	free(p);
}

static struct pool *pool_start(struct out *o, unsigned threads)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->out = o;
	p->part_size = o->format->flush ? BLOCK_SIZE : PART_SIZE;
	/* One thread does one job after the other, so that one job is enough. With flush(), use few
	 * jobs, because jobs of BLOCK_SIZE need much memory. */
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

void out_begin_threads(struct out *o, unsigned n)
{
	if (o->format->record && n > 0)
		o->pool = pool_start(o, n);
	o->threads = o->pool ? n : 0;
}

void out_end_threads(struct out *o)
{
	if (o->pool)
		pool_stop(o->pool);
	o->pool = NULL;
}

/* ---- Writing ---- */

/* Pass the noted records and the problems of J to the caller, in the order of the input; then the
 * counts and times of J. */
static void tell_found(struct pool *p, struct job *j)
{
	const struct out *o = p->out;
	const struct out_found *found = &j->found;
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
	struct out *o = p->out;
	size_t from = j->open_set && j->open_set == o->set_shown ? j->heading : 0;

	/* After ENOMEM, do not write the text, which is incomplete. */
	if (j->text.error)
		o->main.b.error = j->text.error;
	else
		out_deliver(o, j->text.buf + from, (size_t)(j->text.p - j->text.buf) - from);
	if (*j->error)
		out_fail(&o->main, "%s", j->error);
	if (j->last_set)
		o->set_shown = j->last_set;
	o->homeless += j->homeless;
	tell_found(p, j);
}

/* Return the oldest job that is not written if this job is done, else NULL. If ALL is 1 or all jobs
 * are in use, first format parts or wait until this job is done. */
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
		if (!torn && !j->whole && !*j->error && !j->text.error)
			torn = j;
		if (!torn)
			write_job(p, j);
		free_troubles(j, NULL, UINT64_MAX);
		p->nwritten++;
	}
	if (!torn)
		return 0;
	monread_part_put_back(m, torn->where);
	p->out->state = torn->before;
	return -1;
}

/* ---- Handing out ---- */

int out_take_part(struct out *o, struct monread *m)
{
	struct pool *p = out_broken(o) ? NULL : o->pool;
	uint64_t dataset, tod;
	struct job *j;

	if (!p)
		return 0;
	j = &p->jobs[p->ngiven % p->njobs];
	if (!monread_part_take(m, j->where, p->part_size))
		return 0;
	out_write_rows(o);
	j->found.end = monread_offset(m);
	j->before = o->state;
	if (monread_part_sample(j->where, &dataset, &tod) &&
	    !(o->state.known && o->state.dataset == dataset))
		o->state = (struct table_state){ dataset, tod, 1 };
	j->after = o->state;
	pthread_mutex_lock(&p->lock);
	j->is_done = 0;
	p->ngiven++;
	pthread_cond_signal(&p->given);
	pthread_mutex_unlock(&p->lock);
	return write_done(p, m, 0) ? -1 : 1;
}

int out_finish_parts(struct out *o, struct monread *m)
{
	return o->pool ? write_done(o->pool, m, 1) : 0;
}
