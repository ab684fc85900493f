/* merge.c: --merge: show the records of several captures in the order of time. */
#include "config.h"

#include "tool/run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "input/input.h"

struct source {
	struct ordered_source order; /* the first member, so that a pointer to it can be cast to struct source */
	struct out_file file;
	struct verdict verdict;
	struct reading reading;
	struct monread_system *system;
	uint64_t at; /* number of bytes that were read of this capture before the next capture had its turn */
	int is_begun; /* 1 if the capture was opened, or could not be opened */
};

struct merge {
	struct run *r;
	struct source *sources, *turn;
	unsigned n;
	struct ordered order;
	unsigned files; /* number of captures that were opened */
};

static void no_memory(struct merge *m)
{
	diag_fail("out of memory");
	m->r->stop = 1;
}

/* ---- Callbacks of the ordered reader ---- */

/* Return the number of bytes that were read of S; only needed if progress is shown. */
static uint64_t position(const struct run *r, const struct source *s)
{
	return r->report.progress.next && s->order.is_open ? input_position(&s->reading.in) : s->at;
}

static void turn(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct run *r = m->r;

	if (m->turn) {
		m->turn->at = position(r, m->turn);
		r->report.others += m->turn->at;
	}
	r->report.others -= s->at;
	m->turn = s;
	s->is_begun = 1;
	r->now = &s->reading;
	r->writer.file = s->file;
	r->writer.out.system = s->system;
	run_judge(&r->report, &s->verdict);
	out_turn(&r->writer.out, &s->file);
	select_sample(r->selection.select, 0, 0, 0);
	inside_begin_file(&r->selection.inside, s->system, s->file.name);
	if (r->storing.store)
		store_turn(r->storing.store, s->system);
	if (r->compare.series)
		series_turn(r->compare.series, s->order.number, s->system ? monread_system_id(s->system) : "");
}

static int begin(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct run *r = m->r;

	s->system = run_new_system(r);
	if (!s->system)
		return -1;
	m->turn = NULL;
	turn(m, source);
	if (!m->files++) {
		s->file.index = 0;
		out_begin_file(&r->writer.out, &s->file);
		service_ready(&r->report.service);
	}
	return 0;
}

static void end(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct run *r = m->r;

	run_end_input(r);
	if (source->left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", s->file.name,
		             (unsigned long long)source->left_out, words_plural(source->left_out));
	s->at = position(r, s);
	r->writer.out.system = NULL;
	monread_system_free(s->system);
	s->system = NULL;
}

static void doubt(void *arg, struct ordered_source *s, const struct monread_ev *ev, const char *text)
{
	struct merge *m = arg;

	(void)s;
	run_doubt(m->r, ev, text);
}

/* ---- The beginning and the end ---- */

/* Read the beginnings of the captures to learn their first times and systems, and add them to M->order. Return 0, or
 * -1 after a message or if the user asked to stop. */
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
		s->order.in = &s->reading.in;
		ordered_add(&m->order, &s->order);
		m->n++;
	}
	verdict_begin(NULL);
	return 0;
}

static void all_sources(struct merge *m)
{
	const struct monread_ev *ev;
	struct ordered_source *s;
	struct run *r = m->r;
	int again;

	select_begin_file(r->selection.select);
	if (r->storing.store)
		store_begin_input(r->storing.store, NULL, 0, 0);
	while (!r->stop && !stop_asked() && (ev = ordered_next(&m->order, &s, &again))) {
		m->turn->file.container = r->writer.file.container = monread_container_found(r->now->in.m);
		if (m->order.is_first)
			service_turn(&r->report.service, 0);
		if (ev->kind >= MONREAD_BAD)
			run_damage(r, ev, ev->text);
		else if (again)
			run_again(r, ev);
		else
			run_event(r, ev);
	}
	if (m->order.failed)
		no_memory(m);
}

void run_merge(struct run *r)
{
	struct merge m = { .r = r, .order = { .calls = { turn, begin, end, doubt, NULL, &m }, .input = &r->input } };
	unsigned i;

	m.sources = calloc((size_t)r->opt->nfiles + 1, sizeof *m.sources);
	if (!m.sources)
		no_memory(&m);
	else if (look_at_all(&m) == 0)
		all_sources(&m);
	ordered_done(&m.order);
	service_stopping(&r->report.service);
	if (m.files)
		out_end_file(&r->writer.out);
	run_out_of_memory(r);
	ordered_say_left_out(&m.order);
	for (i = 0; i < m.n; i++)
		if (m.sources[i].is_begun)
			run_say_verdict(r, &m.sources[i].verdict, m.sources[i].file.name);
	r->now = &r->alone;
	run_judge(&r->report, &r->report.alone);
	verdict_begin(NULL);
	free(m.sources);
}
