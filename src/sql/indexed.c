/* indexed.c: index the records of a capture, and read them again later. */
#include "config.h"

#include "sql/tables.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/again.h"
#include "table/row.h"
#include "table/series.h"

/* indexed_read() usually reads WINDOW_FIRST bytes from the file. If they begin at most WINDOW_NEAR
 * bytes after the bytes of the previous call, the caller probably goes through the file:
 * indexed_read() then reads INDEXED_WINDOW bytes. */
#define WINDOW_FIRST (4u * 1024u)
#define WINDOW_NEAR  (32u * 1024u)

static uint64_t hash_problem(const struct monread_ev *ev, const char *text)
{
	return mr_hash(ev->offset, (const unsigned char *)text, strlen(text));
}

static int note(struct indexed *c, const struct monread_ev *ev, const char *text)
{
	size_t n = c->problems.n;
	char *copy = strdup(text);

	if (!copy || ARRAY_GROW(c->problems.list, n, c->problems.room) ||
	    hash_put(&c->problems.by_place, hash_problem(ev, text), n)) {
		free(copy);
		return -1;
	}
	c->is_broken |= ev->kind != MONREAD_RECORD || ev->flags & MONREAD_APART;
	c->problems.list[c->problems.n++] = (struct indexed_problem){
		.offset = ev->offset,
		.dataset = ev->dataset,
		.numbered = ev->kind == MONREAD_RECORD || ev->flags & MONREAD_NUMBERED,
		.domain = ev->domain,
		.record = ev->record,
		.text = copy,
	};
	return 0;
}

int indexed_problem(struct indexed *c, enum verdict_why why, const struct monread_ev *ev,
                    const char *text)
{
	const struct hash_table *by_place = &c->problems.by_place;
	const struct hash_slot *s = hash_first(by_place, hash_problem(ev, text));

	for (; s->item; s = hash_next(by_place, s)) {
		const struct indexed_problem *p = &c->problems.list[s->item - 1];

		if (p->offset == ev->offset && strcmp(p->text, text) == 0)
			return 0;
	}
	if (note(c, ev, text))
		return -1;
	verdict_problem(&c->verdict, why, ev, text);
	return 0;
}

static size_t pool_size(void)
{
	long descriptors = sysconf(_SC_OPEN_MAX);

	if (descriptors < 2 || descriptors / 2 > (long)INDEXED_OPEN)
		return INDEXED_OPEN;
	return (size_t)descriptors / 2;
}

/* Add the capture C, which was just opened, to its pool of open captures. If the pool is full,
 * close another capture. */
static void note_open(struct indexed *c)
{
	struct indexed_pool *pool = c->file.pool;
	struct indexed **old;
	size_t i;

	if (pool && !pool->most)
		pool->most = pool_size();
	for (i = 0; pool && i < pool->most; i++) {
		old = &pool->open[pool->next++ % pool->most];
		if (*old && (*old)->file.readers)
			continue;
		if (*old) {
			close((*old)->file.fd);
			(*old)->file.fd = -1;
		}
		*old = c;
		return;
	}
}

/* If the pool has closed the capture C, open C again. QUIET: 1 to print no message. Return -1 if C
 * cannot be opened, or is not the same file as before. */
static int reopen(struct indexed *c, int quiet)
{
	const struct input_options o = { .quiet = quiet };
	char why[INPUT_TEXT];
	struct stat st;
	int is_same;

	if (c->file.fd >= 0)
		return 0;
	c->file.fd = copy_open(c->name, -1, &o, NULL, why);
	if (c->file.fd < 0)
		return -1;
	is_same = fstat(c->file.fd, &st) == 0 && (uint64_t)st.st_size >= c->size &&
	          stat(c->name, &st) == 0 && st.st_dev == c->file.dev && st.st_ino == c->file.ino;
	if (is_same) {
		note_open(c);
		return 0;
	}
	if (!quiet)
		diag_fail("%s: was changed while the captures were being read; run again", c->name);
	close(c->file.fd);
	c->file.fd = -1;
	return -1;
}

/* ---- Events: callbacks of the session ---- */

static void events_turn(void *arg, struct session_source *source)
{
	struct events *e = arg;

	if (e->error || !reopen(((struct events_source *)source)->of, 0))
		return;
	/* reopen() has reported why the session has no descriptor. */
	e->session.input.quiet = 1;
	e->error = ESTALE;
}

static int events_begin(void *arg, struct session_source *source)
{
	(void)arg;
	((struct events_source *)source)->of->file.readers++;
	return 0;
}

static void events_end(void *arg, struct session_source *source)
{
	struct indexed *c = ((struct events_source *)source)->of;
	struct events *e = arg;

	c->file.readers--;
	session_judge_end(&e->session, c->dataset);
	if (c->container == MONREAD_CONTAINER_AUTO)
		c->container = monread_container_found(source->in.m);
	c->is_broken |= source->intervals.possible > 0;
}

static int events_stopped(void *arg, struct session_source *source)
{
	struct events *e = arg;
	const struct tables *t = e->tables;
	struct indexed *c = ((struct events_source *)source)->of;

	if (t->stopped && t->stopped(t->arg, c, monread_offset(source->in.m)))
		e->error = EINTR;
	return e->error;
}

static void events_problem(void *arg, struct session_source *source, const struct monread_ev *ev,
                           const char *text)
{
	struct indexed *c = ((struct events_source *)source)->of;
	struct events *e = arg;

	/* During a scan, the session has already reported the problem. */
	if (source->verdict ? note(c, ev, text) : indexed_problem(c, VERDICT_CLOCK, ev, text))
		e->error = ENOMEM;
}

int events_open(struct events *e, struct indexed *const *list, size_t n, const struct tables *t,
                int scans)
{
	*e = (struct events){ .tables = t, .sources = calloc(n, sizeof *e->sources) };
	e->session = (struct session){
		.calls = {
			.turn = events_turn,
			.begin = events_begin,
			.end = events_end,
			.between = events_stopped,
			.problem = events_problem,
		},
		.arg = e,
		.input = {
			.container = list[0]->asked,
			.piece = scans || t->are_called ? INDEXED_WINDOW : 0,
			.keeps = 1,
			.quiet = !scans || !list[0]->verdict.name,
		},
		.delay = SERIES_SAME_SAMPLE,
		.pass = scans ? NULL : &e->pass
	};
	for (; e->sources && e->n < n; e->n++) {
		struct indexed *c = list[e->n];
		struct session_source *source = &e->sources[e->n].source;

		e->sources[e->n].of = c;
		*source = (struct session_source){
			.name = c->name,
			.fd = &c->file.fd,
			.tod = c->begins,
			.verdict = scans ? &c->verdict : NULL,
			.system = monread_system_new(t->layouts)
		};
		if (!source->system)
			break;
		monread_system_set_release(source->system, t->release);
		memcpy(source->system_id, c->system, sizeof c->system);
		session_add(&e->session, source);
		/* ->number orders captures that begin at the same time */
		source->number = c->place + 1;
	}
	if (e->sources && e->n == n && !e->session.order.failed) {
		session_begin(&e->session);
		return 0;
	}
	events_close(e);
	errno = ENOMEM;
	return -1;
}

int events_close(struct events *e)
{
	size_t i;

	if (session_end(&e->session))
		e->error = ENOMEM;
	for (i = 0; i < e->n; i++) {
		struct indexed *c = e->sources[i].of;
		const struct input *in = &e->sources[i].source.in;

		c->error = in->is_at_end || !*in->why ? 0 : in->error;
		if (c->error == ENOMEM)
			e->error = ENOMEM;
		monread_system_free(e->sources[i].source.system);
	}
	free(e->sources);
	e->sources = NULL;
	e->n = 0;
	return e->error;
}

/* Learn the times at which the capture C begins, and its system, from its first records. Return 0,
 * or -1 with errno. */
static int find_first(struct indexed *c, const struct monread_layouts *layouts)
{
	const struct tables t = { .layouts = layouts, .are_called = 1 };
	struct ordered_look begins = { 0 };
	const struct monread_ev *ev;
	struct events e;
	int told = 0;

	if (events_open(&e, &c, 1, &t, 0))
		return -1;
	e.session.calls.problem = NULL;
	while (told >= 0 && !(told && c->first_data)) {
		ev = events_next(&e);
		if (!ev)
			break;
		if (ev->kind != MONREAD_RECORD)
			continue;
		told = told ? told : ordered_learn(&begins, e.session.now->system, ev);
		if (ev->flags & MONREAD_REPEATED)
			continue;
		if (!c->first_tod)
			c->first_tod = ev->tod;
		if (!c->first_data && ev->domain != 1)
			c->first_data = ev->tod;
	}
	c->begins = begins.tod;
	snprintf(c->system, sizeof c->system, "%s", monread_system_id(e.sources[0].source.system));
	errno = events_close(&e);
	return errno || told < 0 ? -1 : 0;
}

int indexed_open(struct indexed *c, const struct monread_layouts *layouts, const char *damage)
{
	struct stat st;

	c->container = c->asked;
	c->size = fstat(c->file.fd, &st) ? 0 : (uint64_t)st.st_size;
	note_open(c);
	c->damage = *damage ? strdup(damage) : NULL;
	errno = ENOMEM;
	return c->damage || !*damage ? find_first(c, layouts) : -1;
}

void indexed_forget(struct indexed *c)
{
	free(c->runs.list);
	free(c->stretches.list);
	memset(&c->runs, 0, sizeof c->runs);
	memset(&c->stretches, 0, sizeof c->stretches);
}

void indexed_close(struct indexed *c)
{
	size_t i;

	for (i = 0; i < c->problems.n; i++)
		free(c->problems.list[i].text);
	indexed_forget(c);
	free(c->problems.list);
	hash_free(&c->problems.by_place);
	verdict_end(&c->verdict);
	free(c->damage);
	if (c->file.fd >= 0)
		close(c->file.fd);
	memset(c, 0, sizeof *c);
}

/* The scan of one capture. */
struct indexed_scanning {
	struct table_state state;
	uint64_t repeated; /* count of data sets with configuration that --write repeated */
	uint64_t repeated_set; /* number of the last data set with repeated configuration */
	size_t ended; /* the first ->ended stretches need no interval any more */
	uint64_t sample; /* TOD clock of the last sample that ended intervals of this capture */
	/* for the list of the captures that have stretches without a known interval; ->of is the
	 * scanned capture, or NULL if the list does not have it */
	const struct indexed *of;
	struct indexed_scanning *next;
};

/* If tables need records of the kind of EV, add EV to the last run and the last stretch, or begin a
 * new run or stretch with EV. Return 0, or -1 if out of memory. */
static int note_run(struct indexed_scanning *f, const struct events *e, const struct monread_ev *ev)
{
	const unsigned char *kinds = e->tables->kinds;
	struct indexed *c = events_now(e);
	unsigned kind = indexed_kind(ev->domain, ev->record);
	uint8_t type, repeated, in_interval;
	struct indexed_stretch *s;
	struct indexed_run *r;
	uint64_t interval;

	if (kinds && !kinds[kind])
		return 0;
	s = c->stretches.n ? &c->stretches.list[c->stretches.n - 1] : NULL;
	r = c->runs.n ? &c->runs.list[c->runs.n - 1] : NULL;
	type = ev->mce->type == MONREAD_SAMPLE ? MONREAD_SAMPLE : MONREAD_EVENT;
	repeated = (ev->flags & MONREAD_REPEATED) != 0;
	/* The interval of an event is known only when the next sample begins. */
	in_interval = type == MONREAD_SAMPLE && !repeated;
	interval = in_interval ? f->state.first : 0;
	if (!s || s->dataset != ev->dataset || s->interval != interval ||
	    s->in_interval != in_interval || s->type != type || s->repeated != repeated ||
	    memcmp(&s->system, &c->last, sizeof c->last) != 0) {
		if (ARRAY_GROW(c->stretches.list, c->stretches.n, c->stretches.room))
			return -1;
		s = &c->stretches.list[c->stretches.n++];
		*s = (struct indexed_stretch){
			.dataset = ev->dataset,
			.type = type,
			.repeated = repeated,
			.in_interval = in_interval,
			.interval = interval,
			.first = ev->tod,
			.last = ev->tod,
			.system = c->last,
		};
		r = NULL;
	}
	if (ordered_is_before(ev->tod, s->first))
		s->first = ev->tod;
	if (ordered_is_before(s->last, ev->tod))
		s->last = ev->tod;
	if (r && r->kind == kind && r->offset + r->bytes == ev->offset &&
	    r->bytes + ev->length <= UINT16_MAX) {
		r->bytes = (uint16_t)(r->bytes + ev->length);
		return 0;
	}
	if (ARRAY_GROW(c->runs.list, c->runs.n, c->runs.room))
		return -1;
	c->runs.list[c->runs.n++] = (struct indexed_run){
		.offset = ev->offset,
		.stretch = (uint32_t)(c->stretches.n - 1),
		.bytes = (uint16_t)ev->length,
		.kind = (uint16_t)kind,
	};
	return 0;
}

/* A sample of SYSTEM begins at the TOD clock FIRST, which ends the interval of the earlier events
 * of SYSTEM in the captures of LIST. */
static void end_events(struct indexed_scanning **list, const char *system, uint64_t first)
{
	struct indexed_scanning *f;

	while (*list) {
		const struct indexed *c = (*list)->of;

		f = *list;
		/* The last record of C is of another system: keep C in the list. */
		if (strcmp(c->last.name, system) != 0) {
			list = &f->next;
			continue;
		}
		for (; f->ended < c->stretches.n; f->ended++) {
			struct indexed_stretch *s = &c->stretches.list[f->ended];

			if (s->in_interval || s->repeated || ordered_is_before(first, s->last) ||
			    strcmp(s->system.name, system) != 0)
				continue;
			s->in_interval = 1;
			s->interval = first;
		}
		f->of = NULL;
		*list = f->next;
	}
}

static int note_record(struct indexed_scanning *f, struct events *e, const struct monread_ev *ev)
{
	struct monread_system *system = e->session.now->system;
	struct indexed *c = events_now(e);
	char ipl[INTERVALS_TEXT];
	int in_interval;

	/* Ignore D1R13, which has no data: it only ends a frame. */
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	/* Only records of domain 1 change the name of the system. */
	if (ev->domain == 1 || monread_system_release(system) != c->last.release) {
		memset(&c->last, 0, sizeof c->last);
		c->last.release = monread_system_release(system);
		snprintf(c->last.name, sizeof c->last.name, "%.8s", monread_system_id(system));
	}
	if (intervals_concerns(ev))
		session_judge(&e->session, ev, ipl);
	if (ev->flags & MONREAD_REPEATED) {
		f->repeated += ev->dataset != f->repeated_set;
		f->repeated_set = ev->dataset;
		/* The mark with which --write announces repeated configuration makes no row. */
		return monread_is_mark(ev->bytes, ev->length) ? 0 : note_run(f, e, ev);
	}
	table_state_record(&f->state, ev, &in_interval);
	c->dataset = ev->dataset;
	c->datasets = ev->dataset - f->repeated;
	verdict_times(&c->verdict.first, &c->verdict.last, ev);
	c->last_tod = ev->tod;
	c->verdict.records++;
	if (e->session.again)
		return 0;
	c->records++;
	return note_run(f, e, ev);
}

static int end_scan(struct indexed *c)
{
	const struct monread_ev damage = { .offset = c->size, .dataset = c->dataset };

	c->scanned = 1;
	c->verdict.unselected = 1;
	snprintf(c->verdict.system, sizeof c->verdict.system, "%s", c->last.name);
	return c->damage ? note(c, &damage, c->damage) : 0;
}

int indexed_scan(struct indexed *const *list, size_t n, const struct tables *t)
{
	const struct monread_ev *ev;
	struct indexed_scanning *f, *now = NULL, *open = NULL;
	const struct indexed *c;
	int failed = ENOMEM, error;
	struct events e;
	size_t i;

	if (list[0]->scanned)
		return 0;
	f = calloc(n, sizeof *f);
	if (f && events_open(&e, list, n, t, 1) == 0) {
		failed = 0;
		while (!failed) {
			ev = events_next(&e);
			if (!ev)
				break;
			/* Not all streams mark the end of a data set: an event of another capture
			 * ends the data set, too. */
			if (now != f + events_at(&e)) {
				now = f + events_at(&e);
				memset(&now->state, 0, sizeof now->state);
			}
			if (ev->kind != MONREAD_RECORD)
				continue;
			failed = note_record(now, &e, ev) ? ENOMEM : 0;
			c = events_now(&e);
			if (!now->of && now->ended < c->stretches.n) {
				now->of = c;
				now->next = open;
				open = now;
			}
			/* Only a new sample ends intervals: records of domain 1 do not, because
			 * they are configuration. */
			if (now->state.first == now->sample || ev->mce->type != MONREAD_SAMPLE ||
			    ev->domain == 1)
				continue;
			now->sample = now->state.first;
			end_events(&open, c->last.name, now->sample);
		}
		error = events_close(&e);
		failed = failed ? failed : error;
		for (i = 0; i < n && !failed; i++)
			failed = end_scan(list[i]) ? ENOMEM : 0;
		if (!failed)
			session_say_left_out(&e.session);
	}
	free(f);
	errno = failed;
	return failed ? -1 : 0;
}

/* ---- Problems of decoding ---- */

struct decoding {
	struct events events;
	const struct monread_ev *ev; /* the record that is being decoded */
};

static int note_contents(void *arg, const char *text)
{
	struct decoding *d = arg;

	return indexed_problem(events_now(&d->events), VERDICT_CONTENTS, d->ev, text);
}

/* Decode the record d->ev. Return 0, or another value if out of memory. */
static int decode_record(struct decoding *d, struct monread_decoder *decoder)
{
	static const struct monread_emit emit = { .size = sizeof emit, .problem = note_contents };
	struct monread_system *system = d->events.session.now->system;
	const struct monread_ev *ev = d->ev;
	const struct monread_layout *l;

	if (ev->flags & MONREAD_REPEATED || d->events.session.again)
		return monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length);
	errno = 0;
	l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l)
		return errno == ENOMEM ? -1 : 0;
	return monread_decode(decoder, l, monread_system_release(system), ev->bytes, ev->length,
	                      &emit, d);
}

int indexed_decode(struct indexed *const *list, size_t n, const struct tables *t)
{
	struct monread_decoder *decoder;
	int failed = 0, error;
	struct decoding d;
	size_t i;

	if (list[0]->decoded)
		return 0;
	decoder = monread_decoder_new(t->layouts, 0, NULL);
	errno = ENOMEM;
	if (!decoder || events_open(&d.events, list, n, t, 0)) {
		monread_decoder_free(decoder);
		return -1;
	}
	while (!failed) {
		d.ev = events_next(&d.events);
		if (!d.ev)
			break;
		failed = d.ev->kind == MONREAD_RECORD && decode_record(&d, decoder);
	}
	monread_decoder_free(decoder);
	error = events_close(&d.events);
	for (i = 0; i < n; i++)
		list[i]->decoded = 1;
	errno = failed ? ENOMEM : error;
	return errno ? -1 : 0;
}

/* ---- Reading again ---- */

const unsigned char *indexed_read(struct indexed *c, struct indexed_window *w, uint64_t offset,
                                  size_t n)
{
	uint64_t end = w->at + w->length;
	int follows = w->of == c && offset >= w->at && offset <= end + WINDOW_NEAR;
	size_t most = n > WINDOW_FIRST ? n : WINDOW_FIRST;
	ssize_t got;

	if (follows && offset <= end && end - offset >= n)
		return w->bytes + (size_t)(offset - w->at);
	if (!w->bytes)
		w->bytes = malloc(INDEXED_WINDOW);
	errno = ENOMEM;
	if (!w->bytes)
		return NULL;
	w->of = NULL;
	errno = EIO;
	if (reopen(c, 1))
		return NULL;
	got = again_pread(c->file.fd, w->bytes, follows ? INDEXED_WINDOW : most,
	                  (off_t)offset);
	if (got < 0 || (size_t)got < n)
		return NULL;
	w->of = c;
	w->at = offset;
	w->length = (size_t)got;
	return w->bytes;
}
