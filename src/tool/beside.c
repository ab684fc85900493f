/* beside.c: what a thread shows and says of its capture waits in memory until it is its turn.  So this is for formats that
 * show little of a capture, whatever its size. */
#include "config.h"

#include "tool/beside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/thread.h"
#include "out/formats.h"

/* A larger capture is read by all threads at once; fewer ones are not worth beginning threads for. */
#define SMALL_MOST (16u * 1024u * 1024u)
#define COUNT_LEAST 4
/* Each keeps what it has read: more would only take memory. */
#define THREADS_MOST 64u
/* So many captures a thread are read and wait to be shown, at most. */
#define AHEAD 4u

/* Where in the text shown a message was said. */
struct place {
	size_t text, message;
};

/* A capture that was read. */
struct read {
	int is_done;
	struct out_buffer text;
	struct diag_aside said;
	struct place *places; /* of the messages; where there is no memory for them, they come first */
	size_t nplaces, room;
	char error[OUT_ERROR_SIZE]; /* nothing more can be shown; "": it can */
	int was_opened, stop, failed;
	uint64_t bytes, records, shown, homeless;
};

struct beside {
	struct run *run;
	int first, n;
	unsigned nreads;
	struct read *reads; /* a ring: that of a capture is its number modulo NREADS */
	pthread_mutex_t lock;
	pthread_cond_t done, shown;
	int begun, ended; /* the next one to read, and to show */
	int working; /* threads */
	int stopping;
};

struct reader {
	struct beside *beside;
	pthread_t thread;
	struct run run;
	struct options options;
	int shows; /* its output was begun */
	struct read *read; /* that is filled */
};

/* ---- A thread ---- */

/* A message is said: it stands behind what was shown so far. */
static void message(void *arg, size_t at)
{
	struct reader *t = arg;
	struct read *d = t->read;
	const struct out_buffer *b = &t->run.out.main.b;
	size_t room = d->room ? 2 * d->room : 16;
	struct place *p;

	if (d->nplaces == d->room) {
		p = realloc(d->places, room * sizeof *p);
		if (!p)
			return;
		d->places = p;
		d->room = room;
	}
	d->places[d->nplaces].text = b->buf ? (size_t)(b->p - b->buf) : 0;
	d->places[d->nplaces++].message = at;
}

static void read_one(struct reader *t, struct read *d, int file)
{
	struct run *r = &t->run;
	struct out_buffer text = d->text;

	t->read = d;
	d->nplaces = 0;
	d->said = (struct diag_aside){ .before = message, .arg = t, .text = d->said.text };
	d->said.text.p = d->said.text.buf;
	diag_set_aside(&d->said);
	r->input = file;
	/* Each is the first one: what parts it from others is put where its turn is known. */
	r->file.index = 0;
	r->all_records = r->all_shown = r->out.homeless = r->progress.before = 0;
	run_input(r, r->opt->files[file]);
	diag_set_aside(NULL);
	d->was_opened = r->file.index > 0;
	d->bytes = r->progress.before;
	d->records = r->all_records;
	d->shown = r->all_shown;
	d->homeless = r->out.homeless;
	d->stop = r->stop;
	d->failed = r->inside.asking.failed;
	if (r->out.main.b.error || d->said.text.error)
		out_no_memory(&r->out.main);
	memcpy(d->error, r->out.main.error, sizeof d->error);
	d->text = r->out.main.b;
	text.p = text.buf;
	r->out.main.b = text;
}

/* The next one to read, once there is room for it; -1: there is none. */
static int next_file(struct beside *s)
{
	int i;

	pthread_mutex_lock(&s->lock);
	while (!s->stopping && s->begun < s->n && s->begun - s->ended >= (int)s->nreads)
		pthread_cond_wait(&s->shown, &s->lock);
	i = s->stopping || stop_asked() || s->begun == s->n ? -1 : s->begun++;
	pthread_mutex_unlock(&s->lock);
	return i;
}

static void count_working(struct beside *s, int change)
{
	pthread_mutex_lock(&s->lock);
	s->working += change;
	pthread_cond_signal(&s->done);
	pthread_mutex_unlock(&s->lock);
}

static void *work(void *arg)
{
	struct reader *t = arg;
	struct beside *s = t->beside;
	int i;

	while (!t->run.stop && (i = next_file(s)) >= 0) {
		struct read *d = &s->reads[(unsigned)i % s->nreads];

		read_one(t, d, s->first + i);
		pthread_mutex_lock(&s->lock);
		d->is_done = 1;
		if (i == s->ended)
			pthread_cond_signal(&s->done);
		pthread_mutex_unlock(&s->lock);
	}
	count_working(s, -1);
	return NULL;
}

/* A run of its own, which shows in memory what R shows.  0, or -1: out of memory. */
static int prepare(struct reader *t, const struct run *r)
{
	struct run *own = &t->run;

	t->options = *r->opt;
	t->options.jobs = 1;
	t->options.input.wait = (struct wait){ 0 };
	own->opt = &t->options;
	own->verdict = &own->alone;
	own->timed = r->timed;
	own->codepage = r->codepage;
	own->file.count = r->file.count;
	own->size = r->size;
	own->service.notify.fd = -1;
	own->out.settings = r->out.settings;
	own->out.settings.problem_arg = own;
	inside_prepare(own);
	if (inside_begin(own, r->out.settings.layouts))
		return -1;
	kept_prepare(own, r->out.settings.layouts);
	t->shows = out_begin(&own->out, r->out.format, OUT_MEMORY) == 0;
	return t->shows ? 0 : -1;
}

static void reader_done(struct reader *t)
{
	if (t->shows)
		out_end(&t->run.out);
	inside_done(&t->run.inside);
}

/* ---- The thread that shows ---- */

static void put_text(struct run *r, const struct read *d, size_t from, size_t to)
{
	/* What a capture shows is parted from what the ones before it do. */
	if (from == 0 && to > 0 && r->file.index > 0)
		out_char(&r->out.main.b, '\n');
	out_bytes(&r->out.main.b, d->text.buf + from, to - from);
}

/* What was shown and said, in the order in which it was. */
static void put(struct run *r, const struct read *d)
{
	size_t text = 0, said = 0, i;

	for (i = 0; i < d->nplaces; i++) {
		diag_put(&d->said, said, d->places[i].message);
		said = d->places[i].message;
		put_text(r, d, text, d->places[i].text);
		text = d->places[i].text;
	}
	diag_put(&d->said, said, d->said.text.buf ? (size_t)(d->said.text.p - d->said.text.buf) : 0);
	put_text(r, d, text, (size_t)(d->text.p - d->text.buf));
}

static void show(struct run *r, struct read *d, int file)
{
	r->input = file;
	r->file.name = r->opt->files[file];
	put(r, d);
	r->file.index += d->was_opened != 0;
	r->all_records += d->records;
	r->all_shown += d->shown;
	r->out.homeless += d->homeless;
	r->inside.asking.failed |= d->failed;
	if (*d->error)
		out_fail(&r->out.main, "%s", d->error);
	if (d->stop || run_output_failed(r))
		r->stop = 1;
	if (progress_due(&r->progress))
		progress_show(&r->progress, r->file.name, d->bytes);
	progress_next(&r->progress, d->bytes);
}

/* 0: the next one in order is read; -1: it will not be. */
static int wait_for(struct beside *s)
{
	struct read *d = &s->reads[(unsigned)s->ended % s->nreads];
	int is_done;

	pthread_mutex_lock(&s->lock);
	/* Once the user asked to stop none is begun, but those that were are shown. */
	while (!d->is_done && s->working)
		pthread_cond_wait(&s->done, &s->lock);
	is_done = d->is_done;
	d->is_done = 0;
	pthread_mutex_unlock(&s->lock);
	return is_done ? 0 : -1;
}

static void show_all(struct beside *s)
{
	struct run *r = s->run;

	while (s->ended < s->n && !r->stop && wait_for(s) == 0) {
		struct read *d = &s->reads[(unsigned)s->ended % s->nreads];

		show(r, d, s->first + s->ended);
		pthread_mutex_lock(&s->lock);
		s->ended++;
		pthread_cond_signal(&s->shown);
		pthread_mutex_unlock(&s->lock);
	}
}

/* ---- All of them ---- */

/* Whether what is done with an input has nothing to do with those before. */
static int is_alone(const struct run *r)
{
	const struct options *o = r->opt;

	return r->out.format->brief && !r->store && !r->compare.series && !o->strict && !o->merge && !o->input.follow &&
	       !o->drop.wanted && o->select.skip == 0 && o->select.count == UINT64_MAX && r->service.notify.fd < 0;
}

/* A device is read as it comes. */
static int is_small(const struct options *o, const char *name, uint64_t *bytes)
{
	struct stat st;

	if (strcmp(name, "-") == 0 || stat(name, &st) || !S_ISREG(st.st_mode) || st.st_size > (off_t)SMALL_MOST ||
	    input_names_device(name, &o->input))
		return 0;
	*bytes += (uint64_t)st.st_size;
	return 1;
}

int beside_count(const struct run *r, int first, int *looked)
{
	const struct options *o = r->opt;
	uint64_t bytes = 0;
	int i;

	/* Those behind FIRST were looked at with it. */
	if (first < *looked)
		return 0;
	*looked = o->nfiles;
	if (o->nfiles - first < COUNT_LEAST || !is_alone(r) || run_threads(o) < 2)
		return 0;
	for (i = first; i < o->nfiles && is_small(o, o->files[i], &bytes); i++)
		;
	*looked = i;
	return i - first >= COUNT_LEAST && (o->jobs || bytes >= RUN_PARALLEL_SIZE) ? i - first : 0;
}

/* How many of the N threads there are. */
static unsigned begin_readers(struct beside *s, struct reader *readers, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++) {
		readers[i].beside = s;
		count_working(s, 1);
		if (prepare(&readers[i], s->run) || thread_start(&readers[i].thread, work, &readers[i])) {
			reader_done(&readers[i]);
			count_working(s, -1);
			break;
		}
	}
	return i;
}

static void end_readers(struct beside *s, struct reader *readers, unsigned n)
{
	unsigned i;

	pthread_mutex_lock(&s->lock);
	s->stopping = 1;
	pthread_cond_broadcast(&s->shown);
	pthread_mutex_unlock(&s->lock);
	for (i = 0; i < n; i++) {
		pthread_join(readers[i].thread, NULL);
		reader_done(&readers[i]);
	}
}

static int make_reads(struct beside *s)
{
	unsigned i;

	s->reads = calloc(s->nreads, sizeof *s->reads);
	for (i = 0; s->reads && i < s->nreads; i++)
		if (out_buffer_init(&s->reads[i].text, OUT_MEMORY))
			return -1;
	return s->reads ? 0 : -1;
}

static void free_reads(struct beside *s)
{
	unsigned i;

	for (i = 0; s->reads && i < s->nreads; i++) {
		out_buffer_done(&s->reads[i].text);
		out_buffer_done(&s->reads[i].said.text);
		free(s->reads[i].places);
	}
	free(s->reads);
}

int beside_inputs(struct run *r, int first, int n)
{
	struct beside s = { .run = r, .first = first, .n = n };
	unsigned threads = run_threads(r->opt), begun = 0;
	struct reader *readers;

	threads = threads < THREADS_MOST ? threads : THREADS_MOST;
	threads = threads < (unsigned)n / 2 ? threads : (unsigned)n / 2;
	readers = calloc(threads, sizeof *readers);
	s.nreads = AHEAD * threads;
	pthread_mutex_init(&s.lock, NULL);
	pthread_cond_init(&s.done, NULL);
	pthread_cond_init(&s.shown, NULL);
	if (readers && make_reads(&s) == 0)
		begun = begin_readers(&s, readers, threads);
	if (begun) {
		show_all(&s);
		end_readers(&s, readers, begun);
	}
	free_reads(&s);
	free(readers);
	pthread_cond_destroy(&s.shown);
	pthread_cond_destroy(&s.done);
	pthread_mutex_destroy(&s.lock);
	return begun ? 0 : -1;
}
