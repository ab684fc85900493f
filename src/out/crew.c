/* crew.c: the reader fills batches, threads format them, and the oldest one that is done is written.  The reader's own
 * thread is one of them, unless these are many: instead of waiting it does what the others have not begun.  Where there is
 * no other it does all, as parts of an input take less time than events one by one. */
#include "config.h"

#include "out/crew.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/thread.h"
#include "out/parts.h"
#include "out/ring.h"
#include "out/split.h"
#include "out/worker.h"
#include "port/bounds.h"

#define BATCH_BYTES (128u * 1024u)
#define BATCH_RECORDS 1024u
#define BATCH_SETS 256u
/* Of so many workers the reader is one; more would wait for it. */
#define HELPED_MOST 4u
/* While the reader works it writes nothing and hands nothing out: the others have to have enough to do, and room for what
 * they make of it, also where its batch takes long and theirs do not.  Of many workers each has one text that is filled
 * while another waits to be written, as each takes about 1 MB. */
#define HELPED_TEXTS 12u
#define HELPED_BATCHES 10u
#define WORKER_TEXTS (HELPED_TEXTS / 2u)
/* Parts of an input are as large as the text that they make allows: to find, hand out and write one takes time, too, and a
 * text that fits into the output's buffer is copied.  Larger texts take more memory. */
#define PART_MIN (32u * 1024u)
#define PART_BEGIN (64u * 1024u)
#define PART_MAX (512u * 1024u)
#define PART_TEXT (384u * 1024u)
/* So much of the input may be in parts that are not written: it is in memory until they are, also where one of them takes
 * long.  Less would make threads wait. */
#define PARTS_MOST (3584u * 1024u)

struct trouble {
	struct trouble *next;
	struct monread_ev ev;
	char text[];
};

struct batch {
	struct out_record records[BATCH_RECORDS];
	struct monread_ev evs[BATCH_RECORDS]; /* of the records */
	unsigned nrecords;
	struct monread_mce mces[BATCH_SETS]; /* of the sets that the records are from */
	unsigned nmces;
	uint64_t setno; /* of the last of them */
	char system[MR_SYSTEM_ID_SIZE]; /* of all the records */
	const struct out_file *file;
	unsigned char *bytes;
	size_t used, room;
	int is_part; /* instead of records */
	struct part part;
	struct worker *owner;
	struct out_buffer text; /* what the owner made of it */
	struct trouble *troubles, **last_trouble;
	char error[OUT_ERROR_SIZE]; /* the format failed; "": it did not */
};

struct worker {
	struct crew *crew;
	pthread_t thread;
	struct out_worker out;
	struct part_reader parts;
	struct batch *batch; /* that it works on */
	/* Its own, and the last one first: that one is still in the cache of its processor.  Those of batches that are not
	 * written come back from there. */
	struct out_buffer texts[WORKER_TEXTS];
	unsigned ntexts;
	int stopping;
	pthread_mutex_t lock;
	pthread_cond_t returned;
};

struct crew {
	struct out *out;
	struct worker *workers;
	unsigned nworkers, started;
	struct batch *batches; /* the places of the ring */
	unsigned nbatches;
	struct ring *ring;
	unsigned nparts;       /* that were taken and not written */
	uint64_t parts_length; /* of those */
	size_t part_size;      /* of the next one */
	struct batch *first_torn; /* a part that was not whole: neither it nor those behind it are used */
};

/* ---- A worker ---- */

static void trouble(void *arg, const struct monread_ev *ev, const char *text)
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
	*w->batch->last_trouble = t;
	w->batch->last_trouble = &t->next;
}

static void format_batch(struct worker *w, struct batch *b)
{
	int failed = *w->out.error;
	unsigned i;

	w->batch = b;
	w->out.file = b->file;
	/* The buffer goes to the batch and back, so that nothing is copied. */
	w->out.b = b->text;
	if (b->is_part && !failed)
		part_show(&w->parts, &b->part, &w->out);
	if (b->is_part && w->out.format->counted)
		w->out.format->counted(&w->out);
	for (i = 0; i < b->nrecords && !failed; i++)
		failed = out_record(&w->out, &b->records[i]) || *w->out.error;
	out_part_end(&w->out);
	b->text = w->out.b;
	memcpy(b->error, w->out.error, sizeof b->error);
}

/* 0, or -1: there is none, and none will come back. */
static int has_text(struct worker *w)
{
	int has;

	pthread_mutex_lock(&w->lock);
	while (w->ntexts == 0 && !w->stopping)
		pthread_cond_wait(&w->returned, &w->lock);
	has = w->ntexts > 0;
	pthread_mutex_unlock(&w->lock);
	return has ? 0 : -1;
}

static struct out_buffer take_text(struct worker *w)
{
	struct out_buffer text;

	pthread_mutex_lock(&w->lock);
	text = w->texts[--w->ntexts];
	pthread_mutex_unlock(&w->lock);
	return text;
}

static void return_text(struct worker *w, struct out_buffer text)
{
	pthread_mutex_lock(&w->lock);
	w->texts[w->ntexts++] = text;
	pthread_cond_signal(&w->returned);
	pthread_mutex_unlock(&w->lock);
}

static void do_batch(struct worker *w, unsigned place)
{
	struct crew *c = w->crew;
	struct batch *b = &c->batches[place];

	b->owner = w;
	b->text = take_text(w);
	format_batch(w, b);
	ring_finish(c->ring, place);
}

static void *work(void *arg)
{
	struct worker *w = arg;
	unsigned place;

	/* Who has taken a batch can do it: else the others would wait for it with all their texts. */
	while (has_text(w) == 0 && ring_take(w->crew->ring, &place) == 0)
		do_batch(w, place);
	return NULL;
}

static int reader_works(const struct crew *c)
{
	return c->nworkers <= HELPED_MOST;
}

static unsigned texts_of(const struct crew *c)
{
	return c->nworkers == 1 || !reader_works(c) ? 2 : HELPED_TEXTS / c->nworkers;
}

static int is_reader(const struct worker *w)
{
	return w == w->crew->workers && reader_works(w->crew);
}

/* The reader would have to wait: it works meanwhile. */
static void help(struct crew *c, int all)
{
	struct worker *w = c->workers;
	unsigned place;

	while (is_reader(w) && w->ntexts && ring_waits(c->ring, all) && ring_try(c->ring, &place) == 0)
		do_batch(w, place);
}

/* What the format and the decoder of W hold. */
static void end_worker(struct worker *w)
{
	if (w->out.format->end_worker)
		w->out.format->end_worker(&w->out);
	out_worker_done(&w->out);
	part_reader_done(&w->parts);
}

static int start_worker(struct crew *c, struct worker *w)
{
	const struct out_format *format = c->out->format;

	w->crew = c;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->returned, NULL);
	for (; w->ntexts < texts_of(c); w->ntexts++)
		if (out_buffer_init(&w->texts[w->ntexts], OUT_MEMORY))
			return -1;
	w->out.problem = trouble;
	w->out.problem_arg = w;
	if (out_worker_init(&w->out, format, &c->out->settings, c->out->shared))
		return -1;
	if (part_reader_init(&w->parts, c->out) || (format->begin_worker && format->begin_worker(&w->out))) {
		part_reader_done(&w->parts);
		out_worker_done(&w->out);
		return -1;
	}
	if (!is_reader(w) && thread_start(&w->thread, work, w)) {
		end_worker(w);
		return -1;
	}
	c->started++;
	return 0;
}

/* ---- The reader's side ---- */

static void free_batch(struct batch *b)
{
	free(b->bytes);
	monread_part_free(b->part.where);
}

static int make_batches(struct crew *c)
{
	unsigned i;

	c->batches = calloc(c->nbatches, sizeof *c->batches);
	for (i = 0; c->batches && i < c->nbatches; i++) {
		c->batches[i].bytes = malloc(BATCH_BYTES);
		c->batches[i].room = BATCH_BYTES;
		c->batches[i].part.where = monread_part_new();
		if (!c->batches[i].bytes || !c->batches[i].part.where)
			return -1;
	}
	return c->batches ? 0 : -1;
}

struct crew *crew_start(struct out *o, unsigned threads)
{
	struct crew *c = calloc(1, sizeof *c);
	unsigned i;

	if (!c)
		return NULL;
	c->out = o;
	c->nworkers = threads;
	c->nbatches = threads > 1 && reader_works(c) ? HELPED_BATCHES : threads + 2;
	c->part_size = PART_BEGIN;
	c->ring = ring_new(c->nbatches);
	c->workers = calloc(threads, sizeof *c->workers);
	if (!c->ring || !c->workers || make_batches(c)) {
		crew_stop(c);
		return NULL;
	}
	for (i = 0; i < threads; i++) {
		if (start_worker(c, &c->workers[i])) {
			crew_stop(c);
			return NULL;
		}
	}
	return c;
}

/* Tell the problems of B up to OFFSET; without TELL they are forgotten. */
static void end_troubles(struct crew *c, struct batch *b, uint64_t offset, int tell)
{
	struct out_worker *out = &c->out->main;
	const struct out_file *file = out->file;
	struct trouble *t;

	out->file = b->file;
	while ((t = b->troubles) != NULL && t->ev.offset <= offset) {
		if (tell && out->problem)
			out->problem(out->problem_arg, &t->ev, t->text);
		b->troubles = t->next;
		free(t);
	}
	out->file = file;
}

/* What was found in a part, in its order. */
static void tell_found(struct crew *c, struct batch *b)
{
	const struct out *o = c->out;
	const struct out_found *found = &b->part.found;
	unsigned i;

	for (i = 0; i < found->nnoted; i++) {
		end_troubles(c, b, found->noted[i].ev.offset, 1);
		if (o->format->noted)
			o->format->noted(c->out, &found->noted[i].ev, found->noted[i].shown);
		o->found(o->found_arg, found, &found->noted[i]);
	}
	end_troubles(c, b, UINT64_MAX, 1);
	o->found(o->found_arg, found, NULL);
}

/* A part of LENGTH bytes has made that much TEXT: how large are the next ones?  They grow slowly, as the buffers that
 * they fill stay large. */
static void fit_size(struct crew *c, uint64_t length, size_t text)
{
	uint64_t size = text ? length * PART_TEXT / text : PART_MAX, more = c->part_size + c->part_size / 4;

	size = size > more ? more : size;
	c->part_size = size > PART_MAX ? PART_MAX : size < PART_MIN ? PART_MIN : (size_t)size;
}

static void write_text(struct crew *c, struct batch *b, size_t from)
{
	struct out_worker *out = &c->out->main;

	/* Without memory the text began anew somewhere inside. */
	if (b->text.error)
		out->b.error = b->text.error;
	else if (c->out->format->add && b->is_part)
		c->out->format->add(c->out, &b->part.found, b->text.buf);
	else
		out_deliver(c->out, b->text.buf + from, (size_t)(b->text.p - b->text.buf) - from);
	if (*b->error)
		out_fail(out, "%s", b->error);
}

static void write_part(struct crew *c, struct batch *b)
{
	struct part *p = &b->part;
	struct out *o = c->out;

	c->nparts--;
	c->parts_length -= p->length;
	if (!c->first_torn && !p->whole && !*b->error && !b->text.error)
		c->first_torn = b;
	if (c->first_torn) {
		end_troubles(c, b, UINT64_MAX, 0);
		return;
	}
	write_text(c, b, p->open_set && p->open_set == o->set_shown ? p->heading : 0);
	if (p->last_set)
		o->set_shown = p->last_set;
	o->homeless += p->homeless;
	fit_size(c, p->length, (size_t)(b->text.p - b->text.buf));
	tell_found(c, b);
}

static void write_batch(struct crew *c, struct batch *b)
{
	if (b->is_part) {
		write_part(c, b);
	} else {
		write_text(c, b, 0);
		end_troubles(c, b, UINT64_MAX, 1);
	}
	b->text.p = b->text.buf;
	b->last_trouble = &b->troubles;
	b->nrecords = b->nmces = 0;
	b->used = 0;
	b->is_part = 0;
}

/* The oldest batch, once it is done; waits for it if ALL, if all places are full or if parts are too much. */
static int next_done(struct crew *c, int all, unsigned *place)
{
	if (reader_works(c) && c->parts_length > PARTS_MOST)
		all = 1;
	help(c, all);
	return ring_done(c->ring, all, place);
}

/* Write what is done; wait until the batch that is to be filled is free and parts are not too much, or (ALL) until all
 * are. */
static void write_done(struct crew *c, int all)
{
	unsigned place;

	while (next_done(c, all, &place)) {
		struct batch *b = &c->batches[place];

		write_batch(c, b);
		return_text(b->owner, b->text);
		ring_empty(c->ring);
	}
}

static struct batch *batch_to_fill(const struct crew *c)
{
	return &c->batches[ring_filling(c->ring)];
}

static void submit(struct crew *c)
{
	ring_fill(c->ring);
	write_done(c, c->nworkers == 1);
}

static size_t bytes_of(const struct out_record *r)
{
	return r->ev->length + r->before.length + r->before.sums_length;
}

static int has_room(const struct batch *b, const struct out_record *r, const struct out_file *file)
{
	return b->nrecords < BATCH_RECORDS && b->used + bytes_of(r) <= b->room &&
	       (b->nmces < BATCH_SETS || b->setno == r->ev->setno) &&
	       (b->nrecords == 0 || (b->file == file && strcmp(b->system, r->system) == 0));
}

/* Two records always fit, but not always what was counted up to the one before.  B is empty. */
static int make_room(struct batch *b, const struct out_record *r)
{
	size_t room = bytes_of(r);
	unsigned char *bytes = room > b->room ? realloc(b->bytes, room) : b->bytes;

	if (!bytes)
		return -1;
	b->room = room > b->room ? room : b->room;
	b->bytes = bytes;
	return 0;
}

static void add_before(struct batch *b, struct series_before *before)
{
	before->bytes = memcpy(b->bytes + b->used, before->bytes, before->length);
	b->used += before->length;
	if (before->sums) {
		before->sums = memcpy(b->bytes + b->used, before->sums, before->sums_length);
		b->used += before->sums_length;
	}
}

void crew_add(struct crew *c, const struct out_record *r)
{
	struct batch *b = batch_to_fill(c);
	const struct monread_ev *ev = r->ev;
	struct monread_ev *copy;

	if (!has_room(b, r, c->out->file)) {
		submit(c);
		b = batch_to_fill(c);
	}
	if (b->nrecords == 0) {
		if (make_room(b, r)) {
			out_no_memory(&c->out->main);
			return;
		}
		b->last_trouble = &b->troubles;
		b->file = c->out->file;
		snprintf(b->system, sizeof b->system, "%s", r->system);
	}
	if (b->nmces == 0 || b->setno != ev->setno) {
		b->mces[b->nmces++] = *ev->mce;
		b->setno = ev->setno;
	}
	copy = &b->evs[b->nrecords];
	*copy = *ev;
	copy->mce = &b->mces[b->nmces - 1];
	copy->bytes = memcpy(b->bytes + b->used, ev->bytes, ev->length);
	b->records[b->nrecords] = *r;
	b->records[b->nrecords].system = b->system;
	b->used += ev->length;
	if (r->before.bytes)
		add_before(b, &b->records[b->nrecords].before);
	b->records[b->nrecords++].ev = copy;
}

/* 0, or -1: M stands before the first part that was not whole. */
static int put_back(struct crew *c, struct monread *m)
{
	struct batch *b = c->first_torn;

	if (!b)
		return 0;
	write_done(c, 1);
	monread_part_put_back(m, b->part.where);
	c->out->state = b->part.before;
	c->first_torn = NULL;
	return -1;
}

int crew_take_part(struct crew *c, struct monread *m)
{
	struct out *o = c->out;
	uint64_t dataset, tod;
	struct batch *b;
	struct part *p;

	if (batch_to_fill(c)->nrecords)
		submit(c);
	b = batch_to_fill(c);
	p = &b->part;
	p->length = monread_offset(m);
	if (!monread_part_take(m, p->where, c->part_size))
		return 0;
	p->found.end = monread_offset(m);
	p->length = p->found.end - p->length;
	p->before = o->state;
	if (monread_part_sample(p->where, &dataset, &tod) && !(o->state.known && o->state.dataset == dataset)) {
		o->state.known = 1;
		o->state.dataset = dataset;
		o->state.first = tod;
	}
	p->after = o->state;
	p->system = o->system;
	p->select = o->select;
	p->file = b->file = o->file;
	b->is_part = 1;
	b->last_trouble = &b->troubles;
	c->nparts++;
	c->parts_length += p->length;
	submit(c);
	return put_back(c, m) ? -1 : 1;
}

int crew_finish_parts(struct crew *c, struct monread *m)
{
	if (c->nparts)
		write_done(c, 1);
	return put_back(c, m);
}

void crew_flush(struct crew *c)
{
	if (batch_to_fill(c)->nrecords)
		submit(c);
	write_done(c, 1);
}

static void stop_worker(struct worker *w)
{
	pthread_mutex_lock(&w->lock);
	w->stopping = 1;
	pthread_cond_signal(&w->returned);
	pthread_mutex_unlock(&w->lock);
}

static void free_worker(struct worker *w)
{
	if (!w->crew)
		return;
	while (w->ntexts)
		out_buffer_done(&w->texts[--w->ntexts]);
	pthread_cond_destroy(&w->returned);
	pthread_mutex_destroy(&w->lock);
}

void crew_stop(struct crew *c)
{
	unsigned i;

	if (c->ring)
		ring_stop(c->ring);
	for (i = 0; i < c->started; i++)
		stop_worker(&c->workers[i]);
	for (i = 0; i < c->started; i++) {
		if (!is_reader(&c->workers[i]))
			pthread_join(c->workers[i].thread, NULL);
		end_worker(&c->workers[i]);
	}
	for (i = 0; c->workers && i < c->nworkers; i++)
		free_worker(&c->workers[i]);
	for (i = 0; c->batches && i < c->nbatches; i++)
		free_batch(&c->batches[i]);
	free(c->batches);
	free(c->workers);
	ring_free(c->ring);
	free(c);
}
