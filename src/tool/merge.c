/* merge.c: several captures in order of time.
 *
 * Data sets stay as they are, and those of a capture in their order: of all captures the one is next whose next data
 * set begins with the oldest record.  A capture is open from its first record on to its last one. */
#include "config.h"

#include "tool/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/epochs.h"
#include "cli/globs.h"
#include "cli/overlap.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "out/formats.h"
#include "port/heap.h"
#include "table/series.h"
#include "tool/run.h"

/* Of a capture so much is read at once, at most. */
#define PIECE_MOST (256u * 1024u)
/* So many captures are open without that one that waits for its turn gives back what it can. */
#define FEW 4u

struct source {
	struct out_file file; /* the first member: a pointer to it is one to the whole */
	struct overlap_source common; /* numbered in the order of the command line */
	struct verdict verdict;
	uint64_t shown; /* of its records */
	int begun; /* it was its turn */
	int lingers; /* it has ended, but a record of it waits */
	struct reading reading; /* while it is another's turn */
	struct monread_system *system;
	uint64_t at; /* how far it was read */
	/* The beginning of the next data set. */
	struct monread_ev control;
	const struct monread_ev *first; /* NULL: it is at its end */
};

struct merge {
	struct run *r;
	struct source *sources;
	unsigned n;
	void **heap; /* sources */
	unsigned nheap;
	struct source *turn;
	struct overlap overlap;
	uint64_t left_out;
	unsigned files; /* that were open */
	unsigned open;  /* and are */
};

static void no_memory(struct merge *m)
{
	diag_fail("out of memory");
	m->r->stop = 1;
}

/* ---- Whose turn it is ---- */

static void leave(struct merge *m)
{
	struct run *r = m->r;
	struct source *s = m->turn;

	if (!s)
		return;
	s->reading = r->now;
	if (r->progress.next && s->common.open)
		s->at = input_position(&s->reading.in);
	r->others += s->at;
	if (s->common.open && m->open > FEW)
		input_rest(&s->reading.in);
	m->turn = NULL;
}

static void enter(struct merge *m, struct source *s)
{
	struct run *r = m->r;

	if (m->turn == s)
		return;
	leave(m);
	m->turn = s;
	r->now = s->reading;
	r->others -= s->at;
	r->file = s->file;
	r->out.system = s->system;
	run_judge(r, &s->verdict);
	out_turn(&r->out, &s->file);
	select_turn(&r->opt->select);
	inside_begin_file(r);
	if (r->store)
		store_turn(r->store, s->system);
	if (r->compare.series)
		series_turn(r->compare.series, s->common.number, s->system ? monread_system_id(s->system) : "");
}

struct verdict *merge_verdict(struct run *r, const struct out_file *file)
{
	return r->merge ? &((struct source *)file)->verdict : r->verdict;
}

struct source *merge_turn(const struct run *r)
{
	return r->merge ? r->merge->turn : NULL;
}

/* An input that has ended was counted already, but for what is shown of it now. */
static void count_shown(const struct merge *m)
{
	struct run *r = m->r;

	if (!m->turn || !m->turn->lingers)
		return;
	r->all_shown += r->now.shown;
	m->turn->shown += r->now.shown;
	r->now.shown = 0;
}

void merge_go_to(struct run *r, struct source *source)
{
	struct merge *m = r->merge;

	if (!source || m->turn == source)
		return;
	count_shown(m);
	enter(m, source);
}

void merge_let_go(struct run *r, struct source *source)
{
	if (!source || !source->lingers || compare_holds(r, source))
		return;
	count_shown(r->merge);
	if (r->out.system == source->system)
		r->out.system = NULL;
	monread_system_free(source->system);
	source->system = NULL;
	source->lingers = 0;
}

/* ---- The order ---- */

static int is_before(const void *a, const void *b)
{
	return overlap_is_before(&((const struct source *)a)->common, &((const struct source *)b)->common);
}

/* ---- What others have, too ---- */

/* Whether another capture may have what is in the next data set of S. */
static int has_others(const struct merge *m, const struct source *s)
{
	unsigned i;

	for (i = 0; i < m->nheap; i++)
		if (overlap_meets(&m->overlap, &((const struct source *)m->heap[i])->common, &s->common))
			return 1;
	return 0;
}

/* Whether the record EV of S, which OTHERS may have, is left out, as one of them had it. */
static int is_left_out(struct merge *m, struct source *s, const struct monread_ev *ev, int others)
{
	int had = overlap_had(&m->overlap, &s->common, ev, others);

	if (had < 0)
		no_memory(m);
	return had > 0;
}

/* ---- Data sets ---- */

static const struct monread_ev *next_of_run(void *arg)
{
	const struct monread_ev *ev = NULL;
	struct run *r = arg;

	while (!r->stop && !(ev = monread_next(r->now.in.m)))
		if (run_no_event(r))
			return NULL;
	return ev;
}

/* NULL: there is no more. */
static const struct monread_ev *next(struct run *r, struct source *s)
{
	const struct monread_ev *ev = peek_take(&s->common.peek);

	return ev || s->common.peek.ended ? ev : next_of_run(r);
}

static void find_time(struct merge *m, struct source *s)
{
	char wrong[OVERLAP_WRONG], text[OVERLAP_WRONG + 40];

	s->first = overlap_find_time(&m->overlap, &s->common, s->first, next_of_run, m->r, wrong);
	if (!s->first) {
		no_memory(m);
	} else if (*wrong) {
		snprintf(text, sizeof text, "%s, and its data set is where those are", wrong);
		out_catch_up(&m->r->out);
		run_doubt(m->r, s->first, text);
	}
}

/* What is wrong in records that threads have comes first. */
static void damage(struct run *r, const struct monread_ev *ev)
{
	out_catch_up(&r->out);
	run_damage(r, ev, ev->text);
}

/* Go on to the first record of the next data set, which tells when that begins. */
static void look_ahead(struct merge *m, struct source *s)
{
	struct run *r = m->r;
	const struct monread_ev *ev;

	s->first = NULL;
	s->control.kind = 0;
	while (!s->first && !r->stop && (ev = next(r, s)) != NULL) {
		if (ev->kind >= MONREAD_BAD) {
			damage(r, ev);
		} else if (ev->kind == MONREAD_CONTROL) {
			s->control = *ev;
		} else if (ev->kind == MONREAD_RECORD) {
			s->first = ev;
			s->common.tod = ev->tod;
		}
	}
	if (s->first)
		find_time(m, s);
}

/* Whether S is of another system than what is written, as far as is known now, or as its record EV tells; then the run ends. */
static int is_of_another(struct merge *m, const struct source *s, const struct monread_ev *ev)
{
	char id[MR_SYSTEM_ID_SIZE];

	if (!m->r->single.applies)
		return 0;
	snprintf(id, sizeof id, "%s", monread_system_id(s->system));
	if (!*id)
		memcpy(id, s->common.system_id, sizeof id);
	if (ev && single_told(m->r, ev, id))
		no_memory(m);
	else
		m->r->stop |= single_mixes(m->r, s->file.name, s, id);
	return m->r->stop;
}

static void take(struct merge *m, struct source *s, const struct monread_ev *ev, int others)
{
	struct run *r = m->r;

	if (ev->domain == 1 && ev->record == 4 && is_of_another(m, s, ev))
		return;
	if (is_left_out(m, s, ev, others))
		run_again(r, ev);
	else
		run_event(r, ev);
}

/* The data set that look_ahead() has begun, up to its end. */
static void play_set(struct merge *m, struct source *s)
{
	int others = has_others(m, s), cut;
	struct run *r = m->r;
	const struct monread_ev *ev = s->first;
	uint64_t dataset = ev->dataset;

	/* A record set has one control element, wherever reading is in it. */
	s->control.mce = ev->mce;
	s->control.bytes = NULL;
	s->control.length = 0;
	if (s->control.kind)
		run_event(r, &s->control);
	take(m, s, ev, others);
	while (!r->stop && (ev = next(r, s)) != NULL) {
		if (ev->kind >= MONREAD_BAD) {
			damage(r, ev);
		} else if (ev->kind == MONREAD_RECORD) {
			take(m, s, ev, others);
		} else {
			cut = overlap_is_cut(&s->common, dataset, ev);
			if (!cut)
				cut = overlap_is_other(&s->common, SERIES_OTHER_SAMPLE, &ev, next_of_run, r);
			if (cut < 0)
				no_memory(m);
			else if (!cut)
				run_event(r, ev);
			if (cut || ev->kind == MONREAD_SET_END) {
				look_ahead(m, s);
				return;
			}
		}
	}
	s->first = NULL;
}

static void play(struct merge *m, struct source *s)
{
	if (is_of_another(m, s, NULL))
		return;
	play_set(m, s);
	/* Of which system that was, whichever data set is next. */
	single_merged(m->r, s->file.name, s);
}

/* ---- Inputs ---- */

/* 0, or -1: it was said why. */
static int begin_source(struct merge *m, struct source *s)
{
	struct run *r = m->r;

	s->system = monread_system_new(r->out.settings.layouts);
	if (!s->system) {
		no_memory(m);
		return -1;
	}
	monread_system_set_release(s->system, r->opt->release);
	s->begun = 1;
	enter(m, s);
	if (input_open(&r->now.in, s->file.name, &r->opt->input)) {
		monread_system_free(s->system);
		r->out.system = s->system = NULL;
		return -1;
	}
	s->common.open = 1;
	m->open++;
	if (!m->files++) {
		s->file.index = 0;
		out_begin_file(&r->out, &s->file);
		service_ready(r);
	}
	look_ahead(m, s);
	s->file.container = r->file.container = monread_container_found(r->now.in.m);
	return 0;
}

static void end_source(struct merge *m, struct source *s)
{
	struct run *r = m->r;

	compare_end_source(r, s);
	run_end_input(r);
	if (r->now.left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", s->file.name,
		             (unsigned long long)r->now.left_out, words_plural(r->now.left_out));
	m->left_out += r->now.left_out;
	r->all_records += r->now.records - r->now.framing;
	r->all_shown += r->now.shown;
	s->shown = r->now.shown;
	verdict_of_system(&s->verdict, monread_system_id(s->system));
	leave(m);
	input_close(&s->reading.in);
	peek_done(&s->common.peek);
	s->common.open = 0;
	m->open--;
	r->out.system = NULL;
	s->reading.shown = 0;
	s->lingers = 1;
	merge_let_go(r, s);
}

/* ---- The beginning and the end ---- */

/* When each capture begins.  0, or -1: out of memory, or the user asked to stop. */
static int look_at_all(struct merge *m, uint64_t *size)
{
	const struct options *o = m->r->opt;
	struct folder_look look;
	struct verdict none;
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles; i++) {
		struct source *s = &m->sources[m->n];

		memset(&none, 0, sizeof none);
		verdict_begin(&none);
		if (strcmp(o->files[i], "-") == 0 || (stat(o->files[i], &st) == 0 && !S_ISREG(st.st_mode)) ||
		    input_names_device(o->files[i], &o->input)) {
			diag_fail("%s: not a regular file; --merge needs files, as it looks at their beginnings first", o->files[i]);
			look.is_capture = look.why[0] = 0;
		} else if (folder_look(&look, o->files[i], &o->input, m->r->out.settings.layouts)) {
			return -1;
		}
		if (!look.is_capture && !*look.why) {
			if (o->verdicts)
				verdict_say(&none, o->files[i]);
			continue;
		}
		s->verdict = none;
		s->file = (struct out_file){ .name = o->files[i], .index = 1, .count = (unsigned)o->nfiles };
		s->common.name = o->files[i];
		s->common.number = m->n + 1;
		s->common.tod = look.tod;
		s->common.apart = look.apart;
		memcpy(s->common.system_id, look.system, sizeof s->common.system_id);
		epochs_add(&m->overlap, &s->common);
		m->heap[m->nheap++] = s;
		m->n++;
		*size += (uint64_t)st.st_size;
	}
	verdict_begin(NULL);
	heap_make(m->heap, m->nheap, is_before);
	return 0;
}

/* A capture tells by one record which system it is of, and all records behind that are taken for that system's.  0, or -1:
 * it was said why. */
static int check_systems(const struct merge *m)
{
	const struct options *o = m->r->opt;
	const struct source *first = NULL;
	unsigned i;

	for (i = 0; i < m->n && (o->store.file || o->format == &out_raw_format); i++) {
		const struct source *s = &m->sources[i];

		if (!*s->common.system_id || (o->systems && !globs_match(o->systems, s->common.system_id)))
			continue;
		if (first && strcmp(first->common.system_id, s->common.system_id) != 0) {
			diag_fail("%s is of the system %s, %s of %s: one capture cannot have records of both; merge the captures of "
			          "each system by themselves", first->file.name, first->common.system_id, s->file.name,
			          s->common.system_id);
			return -1;
		}
		first = s;
	}
	return first && single_differs(m->r, first->file.name, first->common.system_id) ? -1 : 0;
}

/* It is the turn of the next data set of S. */
static void turn(struct merge *m, struct source *s)
{
	char text[EPOCHS_DOUBT + 80];
	size_t n;

	if (s->common.aside)
		return;
	if (epochs_doubt(&m->overlap, &s->common, text)) {
		n = strlen(text);
		snprintf(text + n, sizeof text - n, "; give the FILEs without --merge, in the order in which they were made");
		out_catch_up(&m->r->out);
		run_doubt(m->r, s->first, text);
	}
	overlap_turn(&m->overlap, &s->common);
}

static void all_sources(struct merge *m)
{
	struct run *r = m->r;

	while (m->nheap && !r->stop && !stop_asked()) {
		struct source *s = m->heap[0];

		if (epochs_waits(&m->overlap, &s->common)) {
			heap_sink(m->heap, m->nheap, 0, is_before);
			continue;
		}
		if (!s->common.open) {
			if (begin_source(m, s))
				m->nheap = heap_remove(m->heap, m->nheap, is_before);
		} else {
			enter(m, s);
			turn(m, s);
			if (!r->stop)
				play(m, s);
		}
		if (m->nheap && s == m->heap[0] && s->common.open && !s->first) {
			end_source(m, s);
			m->nheap = heap_remove(m->heap, m->nheap, is_before);
		} else {
			heap_sink(m->heap, m->nheap, 0, is_before);
		}
	}
}

/* Of what was not read to its end. */
static void end_all(struct merge *m)
{
	unsigned i;

	for (i = 0; i < m->n; i++)
		if (m->sources[i].common.open) {
			enter(m, &m->sources[i]);
			end_source(m, &m->sources[i]);
		}
	service_stopping(m->r);
	compare_end_file(m->r);
	if (m->files)
		out_end_file(&m->r->out);
	run_out_of_memory(m->r);
	if (m->left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out", (unsigned long long)m->left_out,
		          words_plural(m->left_out));
}

static void say_verdicts(struct merge *m)
{
	unsigned i;

	for (i = 0; i < m->n; i++)
		if (m->sources[i].begun) {
			m->r->verdict = &m->sources[i].verdict;
			run_say_verdict(m->r, m->sources[i].file.name, &m->sources[i].reading, m->sources[i].shown);
		}
}

void merge_inputs(struct run *r)
{
	struct merge m = { .r = r };
	size_t n = (size_t)r->opt->nfiles;
	uint64_t size = 0;

	r->merge = &m;
	overlap_begin(&m.overlap);
	m.sources = calloc(n + 1, sizeof *m.sources);
	m.heap = calloc(n + 1, sizeof *m.heap);
	if (!m.sources || !m.heap) {
		no_memory(&m);
	} else if (look_at_all(&m, &size) == 0 && check_systems(&m) == 0) {
		r->opt->input.spill = spill_new();
		r->opt->input.piece = overlap_piece(n, PIECE_MOST);
		descriptors_allow(m.n);
		select_begin_file(&r->opt->select);
		if (r->store)
			store_begin_input(r->store, NULL, 0, 0);
		run_begin_threads(r, size);
		all_sources(&m);
		end_all(&m);
		out_end_threads(&r->out);
		say_verdicts(&m);
	}
	run_judge(r, &r->alone);
	verdict_begin(NULL);
	r->merge = NULL;
	overlap_done(&m.overlap);
	spill_free(r->opt->input.spill);
	free(m.heap);
	free(m.sources);
}
