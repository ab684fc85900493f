/* merge.c: --merge: show the records of several captures in the order of time.
 *
 * A capture is open only from its first record to its last one. */
#include "config.h"

#include "tool/run.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "input/input.h"

/* Limit of the bytes for each read of a capture. */
#define PIECE_MOST (256u * 1024u)

struct source {
	struct out_file file; /* the first member: a pointer to it is one to the whole */
	struct ordered_source order;
	struct verdict verdict;
	int begun; /* it had its first turn */
	struct reading reading; /* state while another source has its turn */
	struct monread_system *system;
	uint64_t at; /* offset of the next read */
};

struct merge {
	struct run *r;
	struct source *sources;
	unsigned n;
	struct source *turn;
	struct ordered order;
	uint64_t left_out;
	unsigned files; /* number of captures that were opened */
};

static struct source *source_of(struct ordered_source *s)
{
	return (struct source *)((char *)s - offsetof(struct source, order));
}

static void no_memory(struct merge *m)
{
	diag_fail("out of memory");
	m->r->stop = 1;
}

/* ---- Change of the source ---- */

static void leave(struct merge *m)
{
	struct run *r = m->r;
	struct source *s = m->turn;

	if (!s)
		return;
	s->reading = r->now;
	if (r->report.progress.next && s->order.is_open)
		s->at = input_position(&s->reading.in);
	r->report.others += s->at;
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
	r->report.others -= s->at;
	r->writer.file = s->file;
	r->writer.out.system = s->system;
	run_judge(&r->report, &s->verdict);
	out_turn(&r->writer.out, &s->file);
	select_sample(r->selection.select, 0, 0, 0);
	inside_begin_file(&r->selection.inside, r->writer.out.system, r->writer.file.name);
	if (r->storing.store)
		store_turn(r->storing.store, s->system);
	if (r->compare.series)
		series_turn(r->compare.series, s->order.number, s->system ? monread_system_id(s->system) : "");
}

/* ---- Events ---- */

static const struct monread_ev *next(void *arg, struct ordered_source *s)
{
	const struct monread_ev *ev = NULL;
	struct merge *m = arg;
	struct run *r = m->r;

	enter(m, source_of(s));
	while (!r->stop && !(ev = monread_next(r->now.in.m)))
		if (run_no_event(r))
			return NULL;
	return ev;
}

static void doubt(void *arg, struct ordered_source *s, const struct monread_ev *ev, const char *text)
{
	struct merge *m = arg;

	enter(m, source_of(s));
	run_doubt(m->r, ev, text);
}

static void take(struct merge *m, struct source *s, const struct monread_ev *ev, int again)
{
	struct run *r = m->r;

	enter(m, s);
	s->file.container = r->writer.file.container = monread_container_found(r->now.in.m);
	if (ev->kind >= MONREAD_BAD)
		run_damage(r, ev, ev->text);
	else if (again)
		run_again(r, ev);
	else
		run_event(r, ev);
}

/* ---- Inputs ---- */

/* 0, or -1: the reason was reported. */
static int begin_source(void *arg, struct ordered_source *source)
{
	struct source *s = source_of(source);
	struct merge *m = arg;
	struct run *r = m->r;

	s->system = run_new_system(r);
	if (!s->system)
		return -1;
	s->begun = 1;
	enter(m, s);
	if (input_open(&r->now.in, s->file.name, &r->input)) {
		monread_system_free(s->system);
		r->writer.out.system = s->system = NULL;
		return -1;
	}
	if (!m->files++) {
		s->file.index = 0;
		out_begin_file(&r->writer.out, &s->file);
		service_ready(&r->report.service);
	}
	return 0;
}

static void end_source(void *arg, struct ordered_source *source)
{
	struct source *s = source_of(source);
	struct merge *m = arg;
	struct run *r = m->r;

	enter(m, s);
	run_end_input(r);
	if (r->now.left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", s->file.name,
		             (unsigned long long)r->now.left_out, words_plural(r->now.left_out));
	m->left_out += r->now.left_out;
	leave(m);
	input_close(&s->reading.in);
	r->writer.out.system = NULL;
	monread_system_free(s->system);
	s->system = NULL;
}

/* ---- The beginning and the end ---- */

/* Learn the first time and the system of each capture. 0, or -1: the reason was reported, or the user asked to stop. */
static int look_at_all(struct merge *m)
{
	const struct options *o = m->r->opt;
	struct folder_look look;
	struct verdict none;
	int i;

	for (i = 0; i < o->nfiles; i++) {
		struct source *s = &m->sources[m->n];

		memset(&none, 0, sizeof none);
		verdict_begin(&none);
		if (folder_look(&look, o->files[i], &o->input, 0, m->r->writer.out.settings.layouts))
			return -1;
		if (!look.is_file)
			diag_fail("%s: is not a regular file, which --merge needs", o->files[i]);
		if (!look.is_capture && !*look.why) {
			if (diag_is_json())
				verdict_say(&none, o->files[i]);
			continue;
		}
		s->verdict = none;
		s->file = (struct out_file){ .name = o->files[i], .index = 1, .count = (unsigned)o->nfiles };
		s->order.name = o->files[i];
		s->order.tod = look.begins.tod;
		memcpy(s->order.system_id, look.system, sizeof s->order.system_id);
		if (single_refuses_merged(&m->r->storing.single, o->files[i], look.system))
			return -1;
		if (ordered_add(&m->order, &s->order)) {
			no_memory(m);
			return -1;
		}
		m->n++;
	}
	verdict_begin(NULL);
	return 0;
}

static void all_sources(struct merge *m)
{
	struct ordered_source *s;
	const struct monread_ev *ev;
	struct run *r = m->r;
	unsigned i;
	int again;

	while (!r->stop && !stop_asked() && (ev = ordered_next(&m->order, &s, &again)))
		take(m, source_of(s), ev, again);
	if (m->order.failed)
		no_memory(m);
	ordered_done(&m->order);
	service_stopping(&r->report.service);
	if (m->files)
		out_end_file(&r->writer.out);
	run_out_of_memory(r);
	if (m->left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out", (unsigned long long)m->left_out,
		          words_plural(m->left_out));
	for (i = 0; i < m->n; i++)
		if (m->sources[i].begun)
			run_say_verdict(r, &m->sources[i].verdict, m->sources[i].file.name);
}

void run_merge(struct run *r)
{
	struct merge m = { .r = r, .order.calls = { begin_source, next, end_source, doubt, &m } };
	size_t n = (size_t)r->opt->nfiles;

	m.sources = calloc(n + 1, sizeof *m.sources);
	if (!m.sources) {
		no_memory(&m);
	} else if (look_at_all(&m) == 0) {
		r->input.piece = ordered_piece(n, PIECE_MOST);
		descriptors_allow(m.n);
		select_begin_file(r->selection.select);
		if (r->storing.store)
			store_begin_input(r->storing.store, NULL, 0, 0);
		all_sources(&m);
	}
	run_judge(&r->report, &r->report.alone);
	verdict_begin(NULL);
	ordered_done(&m.order);
	free(m.sources);
}
